/** The editor of price lists: the present one, planned ones, and past ones. Only planned lists can be changed. */
import { Field, SelectField } from "../../../../components/fields.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { formatCurrency } from "../../../../i18n/format.ts";
import { otherCurrencies } from "../../../../kv/credits/prices/currencies.ts";
import {
  dropRates,
  planRates,
  priceFieldOf,
  type RateList,
  rateListAt,
  rateLists,
  rateNameLengthMax,
  ratesAtMost,
} from "../../../../kv/credits/prices/rates.ts";
import type { Store } from "../../../../kv/open.ts";
import { idOf } from "../../../http/read_input.ts";
import { ConfirmationProblem } from "../confirmation.tsx";
import { editorPages, forGood, told } from "./editor.tsx";
import { type EditorForm, EditorFrame, MomentField, PlanButtons } from "./editor_form.tsx";
import { digestOf, rateChanges, saysYesTo } from "./price_changes.tsx";
import { rateOf, rowsOf, type TypedRate, typedRate, typedRows } from "./rate_rows.ts";
import { ratesPath, RatesView } from "./rates_view.tsx";
import { momentOf, textsOf, typedMoment } from "./shop_fields.tsx";

export const ratePages = editorPages<RateList>({
  path: ratesPath,
  words: "shop:rates",
  async list(c) {
    const { store } = c.var.deps;
    const lists = await rateLists(store);
    const present = rateListAt(lists, store.now());
    const at = lists.indexOf(present);
    return <RatesView present={present} planned={lists.slice(at + 1)} past={lists.slice(0, at).toReversed()} />;
  },
  /** Finds a planned list. */
  async find(store, address) {
    const id = idOf(address);
    const list = (await rateLists(store)).find((each) => each.id === id);
    return list && (list.validFrom ?? -Infinity) > store.now() ? list : null;
  },
  async begin(c) {
    const { store } = c.var.deps;
    return typedRows((await presentList(store)).rates.map(typedRate));
  },
  typed: (_store, { validFrom, rates }) => ({ validFrom: typedMoment(validFrom), ...typedRows(rates.map(typedRate)) }),
  // Without gaps, because faults name a package by its place among those that were filled in.
  read(body) {
    const typed = textsOf(body);
    const { validFrom, sure, asked } = typed;
    return { validFrom, sure, asked, ...typedRows(rowsOf(typed)) };
  },
  Form: RateForm,
  asks: (_list, action) => action === "drop" ? forGood("shop:rates.drop") : null,
  act: async ({ store, actorId, seenChangedAt }, { id }, action) =>
    action === "drop" ? told(await dropRates(store, id, actorId, seenChangedAt), "dropped") : null,
  async atOnce(c, typed) {
    const { deps: { store }, facts } = c.var;
    const [present, rates] = [await presentList(store), rowsOf(typed).map(rateOf)];
    return { changes: rateChanges(facts, present.rates, rates), digest: digestOf(present, rates) };
  },
  async save({ store, ...who }, typed, list) {
    const rates = rowsOf(typed).map(rateOf);
    const isSure = await saysYesTo(typed, async () => digestOf(await presentList(store), rates));
    const validFrom = momentOf(typed.validFrom);
    const saved = await planRates(store, { id: list?.id, validFrom, rates, isSure, ...who });
    return saved.ok || !saved.fields ? told(saved, "saved") : { ...saved, fields: byField(saved.fields) };
  },
});

const presentList = async (store: Store): Promise<RateList> => rateListAt(await rateLists(store), store.now());

/** Moves a fault from "rates.0.name" to the field "name.0". */
const byField = (faults: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(faults).map(([at, rule]) => [at.replace(/^rates\.(\d+)\.(\w+)$/, "$2.$1"), rule]));

function RateForm(form: EditorForm<RateList>) {
  const { t } = usePage();
  const { item: list, typed, field, atOnce } = form;
  const rows = rowsOf(typed);
  const fields = Math.max(rows.length, Math.min(rows.length + 2, ratesAtMost));
  return (
    <EditorFrame
      {...form}
      problem={atOnce ? null : form.problem}
      address={list?.id}
      lead={t("shop:rates.formLead")}
    >
      <ConfirmationProblem message={field("rates").error} />
      <MomentField {...field("validFrom")} label={t("shop:rates.validFrom")} hint={t("shop:rates.validFromHint")} />
      {Array.from({ length: fields }, (_, at) => <PackageFields key={at} rate={rows[at]} at={at} field={field} />)}
      <PlanButtons words="shop:rates" atOnce={atOnce} isPlanned={list !== null} />
    </EditorFrame>
  );
}

function PackageFields({ rate, at, field }: Pick<EditorForm<RateList>, "field"> & { rate?: TypedRate; at: number }) {
  const { t, locale } = usePage();
  const id = idOf(rate?.id);
  const otherPrices = otherCurrencies.map(priceFieldOf);
  const line = (column: keyof TypedRate, label: string, inputmode?: "numeric" | "decimal") => (
    <Field
      key={column}
      {...field(`${column}.${at}`)}
      label={label}
      autocomplete="off"
      maxlength={rateNameLengthMax}
      inputmode={inputmode}
    />
  );
  return (
    <fieldset class="shop__package">
      <legend>{id === null ? t("shop:rates.newPackage") : t("shop:rates.packageOf", { name: rate!.name, id })}</legend>
      {id !== null && <input type="hidden" name={`id.${at}`} value={id} />}
      {line("name", t("shop:field.english"))}
      {line("zhHant", t("shop:field.traditional"))}
      {line("zhHans", t("shop:field.simplified"))}
      {line("credits", t("shop:rates.credits"), "numeric")}
      {line("bonusCredits", t("shop:rates.bonus"), "numeric")}
      {line("priceCents", t("shop:rates.priceEuro"), "decimal")}
      <SelectField
        {...field(`mark.${at}`)}
        label={t("shop:rates.mark")}
        emptyLabel={t("shop:rates.noMark")}
        options={["most_popular", "best_value"].map((value) => ({ value, label: t(`balance:mark.${value}`) }))}
      />
      <details open={otherPrices.some((column) => rate?.[column] || field(`${column}.${at}`).error)}>
        <summary>{t("shop:rates.otherPrices")}</summary>
        <p class="small soft">{t("shop:rates.otherPricesHint")}</p>
        <div class="shop__prices">
          {otherCurrencies.map((currency) =>
            line(priceFieldOf(currency), `${formatCurrency(locale, currency)} (${currency})`, "decimal")
          )}
        </div>
      </details>
    </fieldset>
  );
}
