/** The promo codes as a table, and the form of one. */
import { Button, ButtonLink } from "../../../../components/buttons.tsx";
import { Field } from "../../../../components/fields.tsx";
import { Mark } from "../../../../components/marks.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { StackedTable } from "../../../../components/stacked_table.tsx";
import { Empty } from "../../../../components/states.tsx";
import { formatNumber } from "../../../../i18n/format.ts";
import type { Promo } from "../../../../kv/credits/promo_codes.ts";
import type { PromoInUse } from "../../../../kv/credits/promo_editing.ts";
import { ConfirmationProblem } from "../confirmation.tsx";
import { AdminFrame } from "../frame.tsx";
import { faultOf, useTimes } from "./shop_fields.tsx";

export const promosPath = "/admin/promo-codes";
export const promoPath = (code: string): string => `${promosPath}/${encodeURIComponent(code)}`;

/** Whether a code holds, will hold, or is over. */
function stateOf(promo: PromoInUse, nowMs: number): "active" | "planned" | "over" | "usedUp" {
  if ((promo.validUntil ?? Infinity) <= nowMs) return "over";
  if ((promo.validFrom ?? -Infinity) > nowMs) return "planned";
  return promo.usesTotal !== null && promo.uses >= promo.usesTotal ? "usedUp" : "active";
}

export function PromosView({ promos, nowMs }: { promos: PromoInUse[]; nowMs: number }) {
  const { t, href } = usePage();
  return (
    <AdminFrame title={t("shop:promos.title")} lead={t("shop:promos.lead")}>
      <p>
        <ButtonLink href={href(`${promosPath}/new`)}>{t("shop:promos.new")}</ButtonLink>
      </p>
      {promos.length === 0 ? <Empty title={t("shop:promos.none")} /> : <Codes promos={promos} nowMs={nowMs} />}
    </AdminFrame>
  );
}

function Codes({ promos, nowMs }: { promos: PromoInUse[]; nowMs: number }) {
  const { t, href, locale } = usePage();
  const times = useTimes();
  const number = (count: number) => formatNumber(locale, count);
  return (
    <StackedTable
      caption={t("shop:promos.title")}
      columns={[
        t("shop:promos.code"),
        t("shop:promos.gives"),
        t("shop:promos.when"),
        t("shop:promos.uses"),
        t("shop:promos.state"),
      ]}
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
              <Mark tone={state === "active" ? "seal" : "ink"}>{t(`shop:state.${state}`)}</Mark>
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

/** A code as it is typed. */
export type TypedPromo = Record<
  "code" | "percent" | "credits" | "validFrom" | "validUntil" | "usesPerMan" | "usesTotal",
  string
>;

interface PromoFormProps {
  title: string;
  typed: TypedPromo;
  nowMs: number;
  /** The code that is changed; null or absent for a new one. */
  promo?: PromoInUse | null;
  faults?: Record<string, string>;
  problem?: string;
}

export function PromoFormView({ title, typed, nowMs, promo, faults = {}, problem }: PromoFormProps) {
  const { t, href } = usePage();
  const field = (name: keyof TypedPromo, more: Partial<Parameters<typeof Field>[0]> = {}) => (
    <Field
      id={name}
      name={name}
      label={t(`shop:promos.field.${name}`)}
      value={typed[name]}
      error={faultOf(t, faults, name)}
      autocomplete="off"
      {...more}
    />
  );
  return (
    <AdminFrame
      title={title}
      lead={promo ? t("shop:promos.changeLead") : t("shop:promos.newLead")}
      back={{ path: promosPath, label: t("shop:promos.title") }}
    >
      <form class="shop__form" method="post" action={href(promo ? promoPath(promo.code) : `${promosPath}/new`)}>
        <ConfirmationProblem message={problem ?? null} />
        {!promo && field("code", { autocapitalize: "characters", maxlength: 40 })}
        <div class="shop__pair">
          {field("percent", { inputmode: "numeric", hint: t("shop:promos.eitherHint") })}
          {field("credits", { inputmode: "numeric" })}
          {field("validFrom", { type: "datetime-local", hint: t("shop:times.fromHint") })}
          {field("validUntil", { type: "datetime-local", hint: t("shop:times.untilHint") })}
          {field("usesPerMan", { inputmode: "numeric" })}
          {field("usesTotal", { inputmode: "numeric", hint: t("shop:promos.noLimitHint") })}
        </div>
        <p class="row">
          <Button type="submit">{t("shop:save")}</Button>
          {promo && stateOf(promo, nowMs) !== "over" && (
            <Button type="submit" name="action" value="end" tone="quiet" formnovalidate>{t("shop:promos.end")}</Button>
          )}
          {promo?.isUnused && (
            <Button type="submit" name="action" value="remove" tone="quiet" formnovalidate>{t("shop:remove")}</Button>
          )}
        </p>
        {promo && !promo.isUnused && <p class="hint">{t("shop:promos.stays")}</p>}
      </form>
    </AdminFrame>
  );
}
