/** The editor of promotions, which the line above the header shows in turn. */
import { Button } from "../../../../components/buttons.tsx";
import { Mark } from "../../../../components/marks.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { translatorFor } from "../../../../i18n/translate.ts";
import {
  endPromotion,
  isActiveAt,
  type Promotion,
  promotionDescriptionLengthMax,
  promotions,
  promotionTitleLengthMax,
  promotionWordsFor,
  savePromotion,
  type WordsByLocale,
} from "../../../../kv/credits/prices/promotions.ts";
import { accountLocales } from "../../../../kv/accounts/languages.ts";
import { idOf } from "../../../http/read_input.ts";
import { editorPages, forGood, told } from "./editor.tsx";
import { ActButton, type EditorForm, EditorFrame, InEachLanguage, MomentField } from "./editor_form.tsx";
import { momentOf, otherLocales, otherWordsOf, typedMoment, typedWords, useTimes, wordsOf } from "./shop_fields.tsx";

const promotionsPath = "/admin/promotions";

export const promotionPages = editorPages<Promotion>({
  path: promotionsPath,
  words: "shop:promotions",
  async list(c) {
    const { store } = c.var.deps;
    return <Promotions all={await promotions(store)} nowMs={store.now()} />;
  },
  /** Finds a promotion that is not over: one that is over cannot be changed. */
  async find(store, address) {
    const id = idOf(address);
    const found = (await promotions(store)).find((each) => each.id === id);
    return found && (found.activeUntil ?? Infinity) > store.now() ? found : null;
  },
  typed: (_store, promotion) => ({
    activeFrom: typedMoment(promotion.activeFrom),
    activeUntil: typedMoment(promotion.activeUntil),
    ...typedWords(wordsOfPromotion(promotion)),
  }),
  Form: PromotionForm,
  asks({ activeFrom }, action, nowMs) {
    if (action !== "end") return null;
    const hasBegun = (activeFrom ?? -Infinity) <= nowMs;
    return hasBegun
      ? { says: "shop:promotions.willEnd", submit: "shop:promotions.end", isForOldPages: true }
      : forGood("shop:promotions.drop");
  },
  act: async ({ store, actorId, seenChangedAt }, { id }, action) =>
    action === "end" ? told(await endPromotion(store, id, actorId, seenChangedAt), "ended") : null,
  async save({ store, ...who }, typed, promotion) {
    const saved = await savePromotion(store, {
      id: promotion?.id,
      activeFrom: momentOf(typed.activeFrom),
      activeUntil: momentOf(typed.activeUntil),
      words: { ...wordsOf(typed, ["title", "description"]), ...otherWordsOf(typed, ["title", "description"]) },
      ...who,
    });
    return told(saved, "saved");
  },
});

/** A promotion's own words; for the one that came with the site, those of the catalogues. */
function wordsOfPromotion(promotion: Promotion): WordsByLocale {
  return promotion.words ?? Object.fromEntries(accountLocales.map((locale) => {
    const t = translatorFor(locale);
    return [locale, {
      title: t("common:promotion.paypal_discount.title"),
      description: t("common:promotion.paypal_discount.description"),
    }];
  })) as WordsByLocale;
}

function Promotions({ all, nowMs }: { all: Promotion[]; nowMs: number }) {
  const { t, href, locale } = usePage();
  const times = useTimes();
  return (
    <ul class="admin__writings">
      {all.map((promotion) => {
        const words = promotionWordsFor(wordsOfPromotion(promotion), locale);
        const isActive = isActiveAt(promotion, nowMs);
        const isOver = (promotion.activeUntil ?? Infinity) <= nowMs;
        const state = isActive ? "active" : isOver ? "over" : "planned";
        return (
          <li key={promotion.id}>
            <p class="row">
              {isOver
                ? <strong>{words.title}</strong>
                : <a href={href(`${promotionsPath}/${promotion.id}`)}>{words.title}</a>}
              <Mark tone="ink">{t(`shop:state.${state}`)}</Mark>
            </p>
            <p>{words.description}</p>
            <p class="small soft">{times(promotion.activeFrom, promotion.activeUntil)}</p>
          </li>
        );
      })}
    </ul>
  );
}

function PromotionForm(form: EditorForm<Promotion>) {
  const { t } = usePage();
  const { item: promotion, field, nowMs } = form;
  const isActive = promotion !== null && isActiveAt(promotion, nowMs);
  const fields = [
    { name: "title", label: t("shop:field.title"), maxlength: promotionTitleLengthMax },
    { name: "description", label: t("shop:field.description"), maxlength: promotionDescriptionLengthMax, isLong: true },
  ];
  return (
    <EditorFrame {...form} address={promotion?.id} lead={t("shop:promotions.formLead")}>
      <div class="shop__pair">
        {!isActive && (
          <MomentField {...field("activeFrom")} label={t("shop:times.fromLabel")} hint={t("shop:times.fromHint")} />
        )}
        <MomentField {...field("activeUntil")} label={t("shop:times.untilLabel")} hint={t("shop:times.untilHint")} />
      </div>
      <InEachLanguage field={field} fields={fields} />
      <h2>{t("shop:promotions.others")}</h2>
      <p class="small soft">{t("shop:promotions.othersHint")}</p>
      <InEachLanguage field={field} fields={fields} locales={otherLocales} />
      <p class="row">
        <Button type="submit">{t("shop:save")}</Button>
        {promotion && <ActButton action="end">{t(isActive ? "shop:promotions.end" : "shop:promotions.drop")}
        </ActButton>}
      </p>
    </EditorFrame>
  );
}
