/** The editor of promo codes: they are created, changed from now on, ended early, and removed only if never used. */
import { Button } from "../../../../components/buttons.tsx";
import { Field } from "../../../../components/fields.tsx";
import { Mark } from "../../../../components/marks.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { StackedTable } from "../../../../components/stacked_table.tsx";
import { Empty } from "../../../../components/states.tsx";
import { formatNumber } from "../../../../i18n/format.ts";
import type { Promo } from "../../../../kv/credits/prices/promo_codes.ts";
import {
  changePromo,
  createPromo,
  endPromo,
  listPromos,
  type PromoInUse,
  promoInUse,
  removePromo,
} from "../../../../kv/credits/prices/promo_editing.ts";
import { editorPages, forGood, told } from "./editor.tsx";
import { ActButton, type EditorForm, EditorFrame } from "./editor_form.tsx";
import { momentOf, type Texts, typedMoment, useTimes, wholeOf } from "./shop_fields.tsx";

const promosPath = "/admin/promo-codes";
const promoPath = (code: string): string => `${promosPath}/${encodeURIComponent(code)}`;

export const promoPages = editorPages<PromoInUse>({
  path: promosPath,
  words: "shop:promos",
  async list(c) {
    const { store } = c.var.deps;
    return <Codes promos={await listPromos(store)} nowMs={store.now()} />;
  },
  find: promoInUse,
  titleOf: (t, { code }) => t("shop:promos.one", { code }),
  begin: () => ({ usesPerMan: "1" }),
  typed: (_store, promo) => ({
    percent: String(promo.percent || ""),
    credits: String(promo.credits || ""),
    validFrom: typedMoment(promo.validFrom),
    validUntil: typedMoment(promo.validUntil),
    usesPerMan: String(promo.usesPerMan),
    usesTotal: String(promo.usesTotal ?? ""),
  }),
  Form: PromoForm,
  asks({ isUnused }, action) {
    if (action === "end") return { says: "shop:promos.willEnd", submit: "shop:promos.end", isForOldPages: true };
    return action === "remove" && isUnused ? forGood("shop:remove") : null;
  },
  async act({ store, actorId, seenChangedAt }, { code, isUnused }, action) {
    if (action === "end") {
      const ended = await endPromo(store, code, actorId);
      // A code that is over by itself by now is what was asked for.
      const isOver = !ended.ok && ended.reason === "conflict";
      return told(isOver ? { ok: true } : ended, "ended", promoPath(code));
    }
    if (action !== "remove") return null;
    const removed = told(await removePromo(store, code, actorId, seenChangedAt), "dropped");
    return removed.ok || isUnused ? removed : { ...removed, problem: "shop:promos.stays" };
  },
  async save({ store, actorId, seenChangedAt }, typed, promo) {
    const wanted = promoOf(typed, promo);
    const saved = promo
      ? await changePromo(store, wanted, actorId, seenChangedAt)
      : await createPromo(store, wanted, actorId);
    return saved.ok ? told(saved, "saved", promoPath(saved.promo.code)) : saved;
  },
});

/** The letters of an existing code cannot be changed. */
const promoOf = (typed: Texts, promo: Promo | null): Promo => ({
  code: promo?.code ?? typed.code ?? "",
  percent: wholeOf(typed.percent, 0),
  credits: wholeOf(typed.credits, 0),
  validFrom: momentOf(typed.validFrom),
  validUntil: momentOf(typed.validUntil),
  usesPerMan: wholeOf(typed.usesPerMan, NaN),
  usesTotal: wholeOf(typed.usesTotal, null),
});

/** Whether a code holds, will hold, or is over. */
function stateOf(promo: PromoInUse, nowMs: number): "active" | "planned" | "over" | "usedUp" {
  if ((promo.validUntil ?? Infinity) <= nowMs) return "over";
  if ((promo.validFrom ?? -Infinity) > nowMs) return "planned";
  return promo.usesTotal !== null && promo.uses >= promo.usesTotal ? "usedUp" : "active";
}

function Codes({ promos, nowMs }: { promos: PromoInUse[]; nowMs: number }) {
  const { t, href, locale } = usePage();
  const times = useTimes();
  const number = (count: number) => formatNumber(locale, count);
  if (promos.length === 0) return <Empty title={t("shop:promos.none")} />;
  return (
    <StackedTable
      caption={t("shop:promos.title")}
      columns={["code", "gives", "when", "uses", "state"].map((name) => t(`shop:promos.${name}`))}
    >
      {promos.map((promo) => {
        const state = stateOf(promo, nowMs);
        return (
          <tr key={promo.code} role="row">
            <th scope="row" role="rowheader">
              <a href={href(promoPath(promo.code))}>{promo.code}</a>
            </th>
            <td role="cell">{useGift(promo)}</td>
            <td role="cell">{times(promo.validFrom, promo.validUntil)}</td>
            <td role="cell">
              {promo.usesTotal === null
                ? t("shop:promos.usesOf", { count: promo.uses, total: number(promo.uses) })
                : t("shop:promos.usesOfTotal", { uses: number(promo.uses), total: number(promo.usesTotal) })}
            </td>
            <td role="cell">
              <Mark tone="ink">{t(`shop:state.${state}`)}</Mark>
            </td>
          </tr>
        );
      })}
    </StackedTable>
  );
}

function useGift({ percent, credits }: Promo): string {
  const { t } = usePage();
  return percent > 0 ? t("shop:promos.percentOff", { percent }) : t("shop:promos.creditsMore", { count: credits });
}

function PromoForm(form: EditorForm<PromoInUse>) {
  const { t } = usePage();
  const { item: promo, nowMs } = form;
  const field = (name: string, more: Partial<Parameters<typeof Field>[0]> = {}) => (
    <Field {...form.field(name)} label={t(`shop:promos.field.${name}`)} autocomplete="off" {...more} />
  );
  return (
    <EditorFrame {...form} address={promo?.code} lead={t(promo ? "shop:promos.changeLead" : "shop:promos.newLead")}>
      {promo
        // If the code is removed meanwhile, the form of a new one needs its letters.
        ? <input type="hidden" name="code" value={promo.code} />
        : field("code", { autocapitalize: "characters", maxlength: 40 })}
      <div class="shop__pair">
        {field("percent", { inputmode: "numeric", hint: t("shop:promos.eitherHint") })}
        {field("credits", { inputmode: "numeric" })}
      </div>
      <div class="shop__pair">
        {field("validFrom", { type: "datetime-local", hint: t("shop:times.fromHint") })}
        {field("validUntil", { type: "datetime-local", hint: t("shop:times.untilHint") })}
      </div>
      <div class="shop__pair">
        {field("usesPerMan", { inputmode: "numeric" })}
        {field("usesTotal", { inputmode: "numeric", hint: t("shop:promos.noLimitHint") })}
      </div>
      <p class="row">
        <Button type="submit">{t("shop:save")}</Button>
        {promo && stateOf(promo, nowMs) !== "over" && <ActButton action="end">{t("shop:promos.end")}</ActButton>}
        {promo?.isUnused && <ActButton action="remove">{t("shop:remove")}</ActButton>}
      </p>
      {promo && !promo.isUnused && <p class="hint">{t("shop:promos.stays")}</p>}
    </EditorFrame>
  );
}
