/** The editor of tariffs, what acts cost in credits: the present one, planned and past ones. Only planned ones change. */
import { ButtonLink } from "../../../../components/buttons.tsx";
import { Field } from "../../../../components/fields.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { StackedTable } from "../../../../components/stacked_table.tsx";
import { listAt, startOf } from "../../../../kv/credits/prices/dated_lists.ts";
import { type ActPrices, acts } from "../../../../kv/credits/prices/prices.ts";
import { dropTariff, planTariff, type Tariff, tariffs } from "../../../../kv/credits/prices/tariffs.ts";
import type { Store } from "../../../../kv/open.ts";
import { idOf } from "../../../http/read_input.ts";
import { editorPages, forGood, told } from "./editor.tsx";
import { type EditorForm, EditorFrame, MomentField, PlanButtons } from "./editor_form.tsx";
import { digestOf, saysYesTo, tariffChanges } from "./price_changes.tsx";
import { momentOf, type Texts, typedMoment, useTypedDate, wholeOf } from "./shop_fields.tsx";

const tariffsPath = "/admin/tariffs";

export const tariffPages = editorPages<Tariff>({
  path: tariffsPath,
  words: "shop:tariffs",
  async list(c) {
    const { store } = c.var.deps;
    const all = await tariffs(store);
    const present = listAt(all, store.now());
    return <Tariffs all={all} present={present} />;
  },
  /** Finds a planned tariff. */
  async find(store, address) {
    const found = (await tariffs(store)).find(({ id }) => id === idOf(address));
    return found && startOf(found) > store.now() ? found : null;
  },
  async begin(c) {
    const { store } = c.var.deps;
    return typedPrices((await presentTariff(store)).prices);
  },
  typed: (_store, { validFrom, prices }) => ({ validFrom: typedMoment(validFrom), ...typedPrices(prices) }),
  Form: TariffForm,
  asks: (_list, action) => action === "drop" ? forGood("shop:tariffs.drop") : null,
  act: async ({ store, actorId, seenChangedAt }, { id }, action) =>
    action === "drop" ? told(await dropTariff(store, id, actorId, seenChangedAt), "dropped") : null,
  async atOnce(c, typed) {
    const { deps: { store }, facts } = c.var;
    const [present, prices] = [await presentTariff(store), pricesOf(typed)];
    return { changes: tariffChanges(facts, present.prices, prices), digest: digestOf(present, prices) };
  },
  async save({ store, ...who }, typed, tariff) {
    const prices = pricesOf(typed);
    const isSure = await saysYesTo(typed, async () => digestOf(await presentTariff(store), prices));
    const validFrom = momentOf(typed.validFrom);
    return told(await planTariff(store, { id: tariff?.id, validFrom, prices, isSure, ...who }), "saved");
  },
});

const presentTariff = async (store: Store): Promise<Tariff> => listAt(await tariffs(store), store.now());

const typedPrices = (prices: ActPrices): Texts => Object.fromEntries(acts.map((act) => [act, String(prices[act])]));

const pricesOf = (typed: Texts): ActPrices =>
  Object.fromEntries(acts.map((act) => [act, wholeOf(typed[act], NaN)])) as ActPrices;

function TariffForm(form: EditorForm<Tariff>) {
  const { t } = usePage();
  const { item: tariff, field, atOnce } = form;
  return (
    <EditorFrame
      {...form}
      problem={atOnce ? null : form.problem}
      address={tariff?.id}
      lead={t("shop:tariffs.formLead")}
    >
      <MomentField {...field("validFrom")} label={t("shop:rates.validFrom")} hint={t("shop:tariffs.validFromHint")} />
      {acts.map((act) => (
        <Field
          key={act}
          {...field(act)}
          label={t(`shop:tariffs.act.${act}`)}
          inputmode="numeric"
          autocomplete="off"
          maxlength={4}
        />
      ))}
      <PlanButtons words="shop:tariffs" atOnce={atOnce} isPlanned={tariff !== null} />
    </EditorFrame>
  );
}

/** All tariffs as a table, the latest first: a row for each tariff, a column for each act. */
function Tariffs({ all, present }: { all: Tariff[]; present: Tariff }) {
  const { t, href } = usePage();
  const date = useTypedDate();
  const since = ({ validFrom }: Tariff) =>
    validFrom === null ? t("shop:rates.always") : t("shop:rates.from", { moment: date(validFrom, "moment") });
  const stateOf = (tariff: Tariff) =>
    tariff === present ? "present" : startOf(tariff) > startOf(present) ? "planned" : "past";
  return (
    <StackedTable
      caption={t("shop:tariffs.title")}
      columns={[
        t("shop:tariffs.since"),
        ...acts.map((act) => ({ label: t(`shop:tariffs.act.${act}`), isNumber: true })),
      ]}
    >
      {all.toReversed().map((tariff) => (
        <tr key={tariff.id} role="row">
          <th scope="row" role="rowheader">
            {since(tariff)} <small class="soft">{t(`shop:tariffs.state.${stateOf(tariff)}`)}</small>
            {stateOf(tariff) === "planned" && (
              <>
                {" "}
                <ButtonLink small tone="quiet" href={href(`${tariffsPath}/${tariff.id}`)}>
                  {t("shop:tariffs.change")}
                </ButtonLink>
              </>
            )}
          </th>
          {acts.map((act) => (
            <td key={act} role="cell" class="num" data-label={t(`shop:tariffs.act.${act}`)}>
              {t("common:credits", { count: tariff.prices[act] })}
            </td>
          ))}
        </tr>
      ))}
    </StackedTable>
  );
}
