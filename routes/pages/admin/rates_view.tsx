/** The price lists as tables, and the form of a planned one. */
import { Button, ButtonLink } from "../../../components/buttons.tsx";
import { Field, SelectField } from "../../../components/fields.tsx";
import { Mark } from "../../../components/marks.tsx";
import { usePage } from "../../../components/page_context.ts";
import { formatCents, formatDate } from "../../../i18n/format.ts";
import { centsPerCredit, type Rate } from "../../../kv/prices.ts";
import { type RateList, rateNameLengthMax, ratesAtMost } from "../../../kv/rates.ts";
import { rateName } from "../../rate_names.ts";
import { DeedProblem } from "./deed.tsx";
import { AdminFrame } from "./frame.tsx";
import { faultOf } from "./shop_fields.tsx";

export const ratesPath = "/admin/rates";

interface RatesViewProps {
  present: RateList;
  /** The next one first. */
  planned: RateList[];
  /** The latest first. */
  past: RateList[];
}

export function RatesView({ present, planned, past }: RatesViewProps) {
  const { t, href, locale } = usePage();
  const since = (list: RateList) =>
    list.validFrom === null
      ? t("shop:rates.always")
      : t("shop:rates.from", { moment: formatDate(locale, list.validFrom, "moment") });
  return (
    <AdminFrame title={t("shop:rates.title")} lead={t("shop:rates.lead")}>
      <p>
        <ButtonLink href={href(`${ratesPath}/new`)}>{t("shop:rates.new")}</ButtonLink>
      </p>
      <section aria-labelledby="present">
        <h2 id="present">{t("shop:rates.present")}</h2>
        <p class="soft">{since(present)}</p>
        <Packages list={present} caption={t("shop:rates.present")} />
      </section>
      <section aria-labelledby="planned">
        <h2 id="planned">{t("shop:rates.planned")}</h2>
        {planned.length === 0 && <p class="soft">{t("shop:rates.nonePlanned")}</p>}
        {planned.map((list) => (
          <div key={list.id} class="shop__block">
            <p class="row">
              <strong>{since(list)}</strong>
              <ButtonLink small tone="quiet" href={href(`${ratesPath}/${list.id}`)}>
                {t("shop:rates.change")}
              </ButtonLink>
            </p>
            <Packages list={list} caption={since(list)} />
          </div>
        ))}
      </section>
      {past.length > 0 && (
        <section aria-labelledby="past">
          <h2 id="past">{t("shop:rates.past")}</h2>
          {past.map((list) => (
            <details key={list.id}>
              <summary>{since(list)}</summary>
              <Packages list={list} caption={since(list)} />
            </details>
          ))}
        </section>
      )}
    </AdminFrame>
  );
}

function Packages({ list, caption }: { list: RateList; caption: string }) {
  const { t, locale } = usePage();
  return (
    // display: grid on a phone takes the table's roles away; they are given back by hand.
    <table class="table table--stack" role="table">
      <caption class="visually-hidden">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">{t("shop:rates.package")}</th>
          <th scope="col" role="columnheader">{t("shop:rates.credits")}</th>
          <th scope="col" role="columnheader">{t("shop:rates.bonus")}</th>
          <th scope="col" role="columnheader" class="num">{t("shop:rates.price")}</th>
          <th scope="col" role="columnheader" class="num">{t("shop:rates.each")}</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {list.rates.map((rate) => (
          <tr key={rate.id} role="row">
            <th scope="row" role="rowheader">
              {rateName({ t, locale }, rate.name, rate.words)}{" "}
              {rate.mark && <Mark tone="ink">{t(`balance:mark.${rate.mark}`)}</Mark>}
            </th>
            <td role="cell">{t("common:credits", { count: rate.credits })}</td>
            <td role="cell">{rate.bonusCredits > 0 ? t("shop:rates.free", { count: rate.bonusCredits }) : "–"}</td>
            <td role="cell" class="num">{formatCents(locale, rate.priceCents, rate.currency)}</td>
            <td role="cell" class="num">{priceEach(t, locale, rate)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const priceEach = (t: ReturnType<typeof usePage>["t"], locale: ReturnType<typeof usePage>["locale"], rate: Rate) =>
  t("shop:rates.eachPrice", { price: formatCents(locale, centsPerCredit(rate), rate.currency) });

/** A package as it is typed. */
export interface TypedRate {
  /** Null for a new one. */
  id: number | null;
  name: string;
  zhHant: string;
  zhHans: string;
  credits: string;
  bonusCredits: string;
  priceCents: string;
  mark: string;
}

const emptyRate: TypedRate = {
  id: null,
  name: "",
  zhHant: "",
  zhHans: "",
  credits: "",
  bonusCredits: "",
  priceCents: "",
  mark: "",
};

interface RateFormProps {
  title: string;
  validFrom: string;
  rows: TypedRate[];
  /** Absent for a new list. */
  id?: number;
  faults?: Record<string, string>;
  problem?: string;
}

export function RateFormView({ title, validFrom, rows, id, faults = {}, problem }: RateFormProps) {
  const { t, href } = usePage();
  const spare = Math.min(2, ratesAtMost - rows.length);
  const all = [...rows, ...Array.from({ length: Math.max(0, spare) }, () => emptyRate)];
  return (
    <AdminFrame
      title={title}
      lead={t("shop:rates.formLead")}
      back={{ path: ratesPath, label: t("shop:rates.title") }}
    >
      <form
        class="shop__form"
        method="post"
        action={href(id === undefined ? `${ratesPath}/new` : `${ratesPath}/${id}`)}
      >
        <DeedProblem message={problem ?? null} />
        {faults.rates && <DeedProblem message={t(`shop:fault.${faults.rates}`)} />}
        <Field
          id="validFrom"
          name="validFrom"
          type="datetime-local"
          label={t("shop:rates.validFrom")}
          hint={t("shop:rates.validFromHint")}
          value={validFrom}
          error={faultOf(t, faults, "validFrom")}
        />
        {all.map((rate, at) => <PackageFields key={at} rate={rate} at={at} faults={faults} />)}
        <p class="row">
          <Button type="submit">{t("shop:rates.plan")}</Button>
          {id !== undefined && (
            <Button type="submit" name="action" value="drop" tone="quiet" formnovalidate>{t("shop:rates.drop")}</Button>
          )}
        </p>
      </form>
    </AdminFrame>
  );
}

function PackageFields({ rate, at, faults }: { rate: TypedRate; at: number; faults: Record<string, string> }) {
  const { t } = usePage();
  const field = (name: keyof TypedRate, label: string, more: { inputmode?: "numeric" | "decimal" } = {}) => (
    <Field
      id={`${name}.${at}`}
      name={`${name}.${at}`}
      label={label}
      value={String(rate[name] ?? "")}
      error={faultOf(t, faults, `rates.${at}.${name}`)}
      autocomplete="off"
      maxlength={rateNameLengthMax}
      {...more}
    />
  );
  return (
    <fieldset class="shop__package">
      <legend>
        {rate.id === null ? t("shop:rates.newPackage") : t("shop:rates.packageOf", { name: rate.name, id: rate.id })}
      </legend>
      {rate.id !== null && <input type="hidden" name={`id.${at}`} value={rate.id} />}
      {field("name", t("shop:field.english"))}
      {field("zhHant", t("shop:field.traditional"))}
      {field("zhHans", t("shop:field.simplified"))}
      {field("credits", t("shop:rates.credits"), { inputmode: "numeric" })}
      {field("bonusCredits", t("shop:rates.bonus"), { inputmode: "numeric" })}
      {field("priceCents", t("shop:rates.priceEuro"), { inputmode: "decimal" })}
      <SelectField
        id={`mark.${at}`}
        name={`mark.${at}`}
        label={t("shop:rates.mark")}
        emptyLabel={t("shop:rates.noMark")}
        options={(["most_popular", "best_value"] as const).map((value) => ({
          value,
          label: t(`balance:mark.${value}`),
        }))}
        value={rate.mark}
        error={faultOf(t, faults, `rates.${at}.mark`)}
      />
    </fieldset>
  );
}
