import type { Payment } from "../../../credits/payments/payments.ts";
import { rates } from "../../../credits/prices/prices.ts";
import { planRates, type RateList } from "../../../credits/prices/rates.ts";
import { keys } from "../../../store/keys.ts";
import { paidPayment } from "../../../testing/payments.ts";
import { createJames, type TestStore } from "../../../testing/store.ts";
import { testDamages } from "../testing/damages.ts";
import { tamper } from "../testing/lived_in_world.ts";

/** One purchase before and one after another list came into force. */
async function sold(store: TestStore): Promise<{ list: RateList; payment: Payment }> {
  const james = await createJames(store);
  await paidPayment(store, james.id);
  store.clock.advance({ hours: 1 });
  const economy = { ...rates[1]!, priceCents: 4000 };
  const planned = await planRates(store, { validFrom: null, rates: [economy], actorId: 1 });
  if (!planned.ok) throw new Error(planned.reason);
  return { list: planned.list, payment: await paidPayment(store, james.id) };
}

testDamages<Awaited<ReturnType<typeof sold>>>("what was sold by two lists is without fault", sold, [
  [
    "a list that was changed after it was sold from",
    (store, { list }) =>
      tamper<RateList>(store, keys.rateList(list.id), { rates: [{ ...list.rates[0]!, priceCents: 4100 }] }),
    /was quoted a price that no list of its time has/,
  ],
  [
    "a package that costs nothing",
    (store, { list }) =>
      tamper<RateList>(store, keys.rateList(list.id), { rates: [{ ...list.rates[0]!, priceCents: 0 }] }),
    /price list \d+ has an impossible package 2: priceCents/,
  ],
  [
    "a package that is sold in a currency in which another is not",
    (store, { list }) =>
      tamper<RateList>(store, keys.rateList(list.id), {
        rates: [...list.rates, { ...rates[2]!, otherPriceCents: { USD: 9900 } }],
      }),
    /price list \d+ sells package 3 in a currency in which it does not sell another/,
  ],
  [
    "half a yen",
    (store, { list }) =>
      tamper<RateList>(store, keys.rateList(list.id), {
        rates: [{ ...list.rates[0]!, otherPriceCents: { JPY: 480_050 } }],
      }),
    /price list \d+ has an impossible package 2: priceCentsJPY/,
  ],
  [
    "a list with a package twice",
    (store, { list }) => tamper<RateList>(store, keys.rateList(list.id), { rates: [list.rates[0]!, list.rates[0]!] }),
    /price list \d+ has a package twice/,
  ],
]);
