/** All promotions as a list, and the form of one. */
import { Button, ButtonLink } from "../../../../components/buttons.tsx";
import { Field } from "../../../../components/fields.tsx";
import { Mark } from "../../../../components/marks.tsx";
import { usePage } from "../../../../components/page_context.ts";
import {
  type Promotion,
  promotionDescriptionLengthMax,
  promotionTitleLengthMax,
  type PromotionWords,
} from "../../../../kv/credits/promotions.ts";
import type { WordLocale } from "../../../../kv/ladies/record.ts";
import { ConfirmationProblem } from "../confirmation.tsx";
import { AdminFrame } from "../frame.tsx";
import { faultOf, InEachLanguage, useTimes, WordsField } from "./shop_fields.tsx";

export const promotionsPath = "/admin/promotions";

interface ShownPromotion {
  promotion: Promotion;
  words: PromotionWords;
  isActive: boolean;
}

export function PromotionsView({ all, nowMs }: { all: ShownPromotion[]; nowMs: number }) {
  const { t, href } = usePage();
  const times = useTimes();
  return (
    <AdminFrame title={t("shop:promotions.title")} lead={t("shop:promotions.lead")}>
      <p>
        <ButtonLink href={href(`${promotionsPath}/new`)}>{t("shop:promotions.new")}</ButtonLink>
      </p>
      <ul class="admin__writings">
        {all.map(({ promotion, words, isActive }) => {
          const isOver = (promotion.activeUntil ?? Infinity) <= nowMs;
          const state = isActive ? "active" : isOver ? "over" : "planned";
          return (
            <li key={promotion.id}>
              <p class="row">
                {isOver
                  ? <strong>{words.title}</strong>
                  : <a href={href(`${promotionsPath}/${promotion.id}`)}>{words.title}</a>}
                <Mark tone={isActive ? "seal" : "ink"}>{t(`shop:state.${state}`)}</Mark>
              </p>
              <p>{words.description}</p>
              <p class="small soft">{times(promotion.activeFrom, promotion.activeUntil)}</p>
            </li>
          );
        })}
      </ul>
    </AdminFrame>
  );
}

/** A promotion as it is typed. */
export interface TypedPromotion {
  activeFrom: string;
  activeUntil: string;
  words: Record<WordLocale, PromotionWords>;
}

interface PromotionFormProps {
  title: string;
  typed: TypedPromotion;
  isActive: boolean;
  promotion?: Promotion | null;
  faults?: Record<string, string>;
  problem?: string;
}

export function PromotionFormView({ title, typed, isActive, promotion, faults = {}, problem }: PromotionFormProps) {
  const { t, href } = usePage();
  return (
    <AdminFrame
      title={title}
      lead={t("shop:promotions.formLead")}
      back={{ path: promotionsPath, label: t("shop:promotions.title") }}
    >
      <form class="shop__form" method="post" action={href(`${promotionsPath}/${promotion?.id ?? "new"}`)}>
        <ConfirmationProblem message={problem ?? null} />
        <div class="shop__pair">
          {!isActive && (
            <Field
              id="activeFrom"
              name="activeFrom"
              type="datetime-local"
              label={t("shop:times.fromLabel")}
              hint={t("shop:times.fromHint")}
              value={typed.activeFrom}
              error={faultOf(t, faults, "activeFrom")}
            />
          )}
          <Field
            id="activeUntil"
            name="activeUntil"
            type="datetime-local"
            label={t("shop:times.untilLabel")}
            hint={t("shop:times.untilHint")}
            value={typed.activeUntil}
            error={faultOf(t, faults, "activeUntil")}
          />
        </div>
        <InEachLanguage
          fieldsOf={(locale) => (
            <>
              <WordsField
                locale={locale}
                name="title"
                label={t("shop:field.title")}
                value={typed.words[locale].title}
                faults={faults}
                most={promotionTitleLengthMax}
              />
              <WordsField
                locale={locale}
                name="description"
                label={t("shop:field.description")}
                value={typed.words[locale].description}
                faults={faults}
                most={promotionDescriptionLengthMax}
                isLong
              />
            </>
          )}
        />
        <p class="row">
          <Button type="submit">{t("shop:save")}</Button>
          {promotion && (
            <Button type="submit" name="action" value="end" tone="quiet" formnovalidate>
              {t(isActive ? "shop:promotions.end" : "shop:promotions.drop")}
            </Button>
          )}
        </p>
      </form>
    </AdminFrame>
  );
}
