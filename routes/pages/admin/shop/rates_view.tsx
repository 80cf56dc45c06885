/** The price lists as tables: the present one, planned ones, and past ones. */
import { ButtonLink } from "../../../../components/buttons.tsx";
import { Mark } from "../../../../components/marks.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { StackedTable } from "../../../../components/stacked_table.tsx";
import { formatCents } from "../../../../i18n/format.ts";
import { otherCurrencies } from "../../../../kv/credits/prices/currencies.ts";
import { centsPerCredit, priceCentsIn, type Rate } from "../../../../kv/credits/prices/prices.ts";
import type { RateList } from "../../../../kv/credits/prices/rates.ts";
import { rateName } from "../../../credits/rate_names.ts";
import { useTypedDate } from "./shop_fields.tsx";

export const ratesPath = "/admin/rates";

interface RatesViewProps {
  present: RateList;
  /** The next one first. */
  planned: RateList[];
  /** The latest first. */
  past: RateList[];
}

export function RatesView({ present, planned, past }: RatesViewProps) {
  const { t, href } = usePage();
  const date = useTypedDate();
  const since = (list: RateList) =>
    list.validFrom === null ? t("shop:rates.always") : t("shop:rates.from", { moment: date(list.validFrom, "moment") });
  return (
    <>
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
    </>
  );
}

const otherPricesOf = (rate: Rate) =>
  otherCurrencies.flatMap((currency) => {
    const cents = priceCentsIn(rate, currency);
    return cents === undefined ? [] : [{ cents, currency }];
  });

function Packages({ list, caption }: { list: RateList; caption: string }) {
  const { t, locale } = usePage();
  return (
    <StackedTable
      caption={caption}
      columns={[
        ...["package", "credits", "bonus"].map((name) => t(`shop:rates.${name}`)),
        ...["price", "each"].map((name) => ({ label: t(`shop:rates.${name}`), isNumber: true })),
      ]}
    >
      {list.rates.map((rate) => (
        <tr key={rate.id} role="row">
          <th scope="row" role="rowheader">
            {rateName({ t, locale }, rate.name, rate.words)}{" "}
            {rate.mark && <Mark tone="ink">{t(`balance:mark.${rate.mark}`)}</Mark>}
          </th>
          <td role="cell">{t("common:credits", { count: rate.credits })}</td>
          <td role="cell" class={rate.bonusCredits > 0 ? undefined : "none"}>
            {rate.bonusCredits > 0 ? t("shop:rates.free", { count: rate.bonusCredits }) : "–"}
          </td>
          <td role="cell" class="num">
            {formatCents(locale, rate.priceCents, rate.currency)}
            {otherPricesOf(rate).map(({ cents, currency }) => (
              <small key={currency} class="soft">
                <br />
                {formatCents(locale, cents, currency)}
              </small>
            ))}
          </td>
          <td role="cell" class="num">
            {t("shop:rates.eachPrice", { price: formatCents(locale, centsPerCredit(rate), rate.currency) })}
          </td>
        </tr>
      ))}
    </StackedTable>
  );
}
