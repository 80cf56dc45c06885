import { keys } from "../keys.ts";
import type { Payment } from "../payments.ts";
import { rates } from "../prices.ts";
import { planRates, type RateList } from "../rates.ts";
import { createJames, type TestStore } from "../testing.ts";
import { paidPayment } from "../testing_payments.ts";
import { testDamages } from "./damages_for_test.ts";
import { tamper } from "./lived_in_world_for_test.ts";

/** Something bought before and something after another list. */
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
    "a list with a package twice",
    (store, { list }) => tamper<RateList>(store, keys.rateList(list.id), { rates: [list.rates[0]!, list.rates[0]!] }),
    /price list \d+ has a package twice/,
  ],
]);
