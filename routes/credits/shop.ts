/** What is for sale to a reader, and in which currency: the one that he chose, until then the one of his country. */
import { type Currency, currencyOfCountry, firstCurrency } from "../../kv/credits/prices/currencies.ts";
import { currenciesOf, type PricedRate, type Rate, rateIn } from "../../kv/credits/prices/prices.ts";
import { ratesAt } from "../../kv/credits/prices/rates.ts";
import { countryById } from "../../kv/ladies/countries.ts";
import type { AppContext } from "../http/env.ts";

export interface Shop {
  currency: Currency;
  /** The currencies in which the packages are sold. */
  currencies: Currency[];
  rates: PricedRate[];
}

/** The currencies in which these packages are sold and a provider takes the money; euros always. */
export const currenciesSold = ({ var: { deps: { payments } } }: AppContext, rates: readonly Rate[]): Currency[] =>
  currenciesOf(rates).filter((currency) => currency === firstCurrency || payments.methodsIn(currency).length > 0);

export async function shopFor(c: AppContext): Promise<Shop> {
  const { deps: { store }, signedIn } = c.var;
  const all = await ratesAt(store, store.now());
  const currencies = currenciesSold(c, all);
  const user = signedIn?.user;
  const wanted = user && (user.currency ?? currencyOfCountry(countryById(user.countryId)?.iso));
  const currency = currencies.find((each) => each === wanted) ?? firstCurrency;
  return { currency, currencies, rates: all.map((rate) => rateIn(rate, currency)!) };
}
