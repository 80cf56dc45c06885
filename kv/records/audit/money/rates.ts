/** The audit of price lists: packages are possible, each is there once, and every payment was quoted what held then. */
import { currenciesOf, rateIn } from "../../../credits/prices/prices.ts";
import type { Payment } from "../../../credits/payments/payments.ts";
import { faultsOfRate, firstRateList, type RateList, rateListAt } from "../../../credits/prices/rates.ts";
import { prefixes } from "../../../store/prefixes.ts";
import type { Reader, Report } from "../reader.ts";

/** The most that may lie between the look at the list and the moment on the payment. */
const toleranceMs = 60_000;

export async function auditRates(reader: Reader, report: Report): Promise<void> {
  const lists: RateList[] = [firstRateList];
  await reader.walk<RateList>(prefixes.rateLists(), (list, key) => {
    const fault: Report = (sentence) => report(`price list ${String(key[2])} ${sentence}`);
    if (list.id !== key[2]) fault(`calls itself ${list.id}`);
    if (!Number.isSafeInteger(list.validFrom)) fault("begins at no moment");
    if (list.rates.length === 0) fault("has no package");
    if (new Set(list.rates.map(({ id }) => id)).size !== list.rates.length) fault("has a package twice");
    for (const rate of list.rates) {
      const fields = Object.keys(faultsOfRate(rate));
      const isMissing = currenciesOf([rate]).length !== currenciesOf(list.rates).length;
      if (isMissing) fault(`sells package ${rate.id} in a currency in which it does not sell another`);
      if (fields.length > 0) fault(`has an impossible package ${rate.id}: ${fields.join(", ")}`);
    }
    lists.push(list);
  });
  lists.sort((one, other) => (one.validFrom ?? -Infinity) - (other.validFrom ?? -Infinity) || one.id - other.id);
  await reader.walk<Payment>(prefixes.allPayments(), ({ id, createdAt, quote }) => {
    const held = new Set(
      [createdAt - toleranceMs, createdAt, createdAt + toleranceMs].map((at) => rateListAt(lists, at)),
    );
    const isQuoted = [...held].some(({ rates }) =>
      rates.some((rate) =>
        rate.id === quote.rateId && rateIn(rate, quote.currency)?.priceCents === quote.priceCents &&
        rate.credits === quote.packageCredits &&
        rate.bonusCredits === quote.bonusCredits
      )
    );
    if (!isQuoted) report(`payment ${id} was quoted a price that no list of its time has`);
  });
}
