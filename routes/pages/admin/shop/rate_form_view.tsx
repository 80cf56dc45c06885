/** A planned price list as a form: when it begins, and each package with its names, credits and price. */
import { Button } from "../../../../components/buttons.tsx";
import { Field, SelectField } from "../../../../components/fields.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { rateNameLengthMax, ratesAtMost } from "../../../../kv/credits/rates.ts";
import { ConfirmationProblem } from "../confirmation.tsx";
import { AdminFrame } from "../frame.tsx";
import { ratesPath } from "./rates_view.tsx";
import { faultOf } from "./shop_fields.tsx";

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
        <ConfirmationProblem message={problem ?? null} />
        {faults.rates && <ConfirmationProblem message={t(`shop:fault.${faults.rates}`)} />}
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
