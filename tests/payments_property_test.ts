/**
 * Payments under hurry and violence, in euros and in yen: random purchases; every event that a provider may send of them,
 * twice, late, in any order and sometimes false; withdrawals, and refunds that providers carry out, refuse or do not answer;
 * letters sent and opened beside them; in a process that is killed over and over.
 */
import { expect } from "expect";
import fc from "fast-check";
import type { PaymentChange } from "../kv/credits/payments/payment_changes.ts";
import { putPromo } from "../kv/credits/prices/promo_codes.ts";
import { abroad } from "../kv/testing/payments.ts";
import type { RateList } from "../kv/credits/prices/rates.ts";
import { keys } from "../kv/store/keys.ts";
import { aMan, ladies, type LetterIntent, letterIntent, letterOperation, men } from "./money/intents.ts";
import { Count, lifeParts, liveThrough, World } from "./money/lives.ts";
import { Model } from "./money/model.ts";
import type { Buying, Hook, Operation } from "./money/operations.ts";
import { bargainOf, promos, stepOf } from "./money/bargains.ts";
import { providerOf } from "./money/providers.ts";

const operationsAtLeast = 10_000;
const worlds = 3;
const worldsMore = 9;
const livesPerWorld = 6;
/** Operations that are mostly refused, and must have been done sometimes all the same. */
const seldom = ["withdraw", "ask_back", "fail_refund", "do_jobs"];

const words = [
  ...Array<"paid">(6).fill("paid"),
  ...Array<"refunded">(4).fill("refunded"),
  ...Array<"dispute decided">(3).fill("dispute decided"),
  "disputed",
  "disputed",
  "approved",
  "pending",
  "declined",
  "expired",
  "cancelled",
  "false amount",
  "false currency",
  "false provider",
] as const;

type OfPurchase =
  | { kind: "hook"; which: Which; word: typeof words[number]; part: number }
  | { kind: "end"; which: Which; how: "cancelled" | "expired" }
  | { kind: "withdraw"; which: Which }
  | { kind: "ask back"; which: Which; part: number }
  | { kind: "fail refund"; which: Which };

type Intent =
  | LetterIntent
  | OfPurchase
  | { kind: "work" }
  | Omit<Buying, "man" | "key"> & { man: number };

/** Counts back from the newest purchase: mostly among those that the men were told of, at times among all. */
const which = fc.record({ isKnown: fc.nat(5).map((dice) => dice > 0), back: fc.nat(60) });

interface Which {
  isKnown: boolean;
  back: number;
}
const intent: fc.Arbitrary<Intent> = fc.oneof(
  { weight: 5, arbitrary: letterIntent },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("buy"),
      man: aMan,
      rateId: fc.integer({ min: 1, max: 3 }),
      currency: fc.constantFrom("EUR", "EUR", "JPY"),
      method: fc.constantFrom("card", "paypal"),
      promoCode: fc.constantFrom(...Array<null>(8).fill(null), "TEN", "TEN", "GIFT", "GIFT", "GIFT", "OVER", "UNKNOWN"),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant("hook"),
      which,
      word: fc.constantFrom(...words),
      part: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("end"), which, how: fc.constantFrom("cancelled", "expired") }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("withdraw"), which }) },
  {
    // Most are refused, because nothing of the payment is left to give back.
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("ask back"), which, part: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("fail refund"), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("work") }) },
);

const life = fc.record(lifeParts(intent, { atLeast: 480, atMost: 520 }));
const count = new Count();

Deno.test(`${operationsAtLeast} operations on payments, told of in any order, in a process that is killed`, async () => {
  await liveThrough(worlds, life, livesPerWorld, live);
  // If clocks stand far apart, hardly a refund falls due: then more worlds follow, until everything has been seen.
  const isSeldom = () => seldom.some((kind) => count.doneOf(kind) <= worlds);
  for (let more = 0; more < worldsMore && isSeldom(); more++) await liveThrough(1, life, livesPerWorld, live);
  console.log(String(count));
  expect(count.acknowledged).toBeGreaterThanOrEqual(operationsAtLeast);
  // The others were refused, as they should be: false events, codes that are used up, events that came too early.
  expect(count.done).toBeGreaterThanOrEqual(operationsAtLeast / 3);
  expect(count.kills).toBeGreaterThan(worlds);
  for (const kind of seldom) expect([kind, count.doneOf(kind) > worlds]).toEqual([kind, true]);
});

async function live(lives: typeof life extends fc.Arbitrary<infer Made> ? Made[] : never): Promise<void> {
  const model = new Model();
  const prepare = async (store: Parameters<typeof putPromo>[0]) => {
    for (const promo of promos) await putPromo(store, promo);
    // The list holds from the beginning, because the clocks of the processes are wrong.
    const list: RateList = { id: 1, validFrom: 0, rates: abroad, changedAt: 0 };
    await store.kv.set(keys.rateList(list.id), list);
  };
  await World.run({ model, count, people: { men, ladies }, prepare }, async (world) => {
    const purchases: Buying[] = [];
    for (const [number, { wishes, ...fate }] of lives.entries()) {
      const operations = world.operationsOf(
        wishes,
        (intent, position) => operationOf(intent, model, purchases, `${number}-${position}`),
      );
      await world.liveAndVerify(operations, fate);
    }
  });
}

const isOfPurchase = (intent: Intent): intent is OfPurchase =>
  ["hook", "end", "withdraw", "ask back", "fail refund"].includes(intent.kind);

/** An intent with its names filled in; null where there is nothing yet that it could be about. */
function operationOf(intent: Intent, model: Model, purchases: Buying[], name: string): Operation | null {
  if (intent.kind === "buy") {
    const buying: Buying = { ...intent, man: men[intent.man]!, key: name };
    purchases.push(buying);
    return buying;
  }
  if (intent.kind === "work") return { kind: "do_jobs", round: name };
  if (!isOfPurchase(intent)) return letterOperation(intent, model, name);
  const { isKnown, back } = intent.which;
  const known = knownFor(intent.kind, model);
  const candidates = isKnown && known.length > 0 ? known : purchases;
  const purchase = candidates.at(-1 - back % Math.max(1, candidates.length));
  if (!purchase) return null;
  const { man, key } = purchase;
  switch (intent.kind) {
    case "end":
      return { kind: "end", man, key, how: intent.how };
    case "withdraw":
      return { kind: "withdraw", man, key };
    case "ask back": {
      const step = stepOf(purchase);
      const cents = Math.ceil(bargainOf(purchase).totalCents * intent.part / 4 / step) * step;
      return { kind: "ask_back", man, key, refundId: `press-${name}`, cents };
    }
    case "fail refund":
      return { kind: "fail_refund", man, key, name: `failure-${name}` };
    case "hook":
      return hookOf(purchase, intent, `event-${name}`);
  }
}

/** The purchases for which somebody would want this: asked for at random, nearly all would be refused. */
function knownFor(kind: OfPurchase["kind"], model: Model): Buying[] {
  if (kind === "fail refund") return model.givenBack;
  // Those of which a part was asked back are the likelier ones.
  if (kind === "withdraw") return [...model.paid, ...model.givenBack];
  return kind === "ask back" ? model.paid : model.purchases;
}

/** The event that the provider would send; `part` is in quarters of the money. */
function hookOf(purchase: Buying, { word, part }: Intent & { kind: "hook" }, eventId: string): Hook {
  const { man, key, currency } = purchase;
  const { totalCents } = bargainOf(purchase);
  const provider = providerOf(purchase);
  const other = provider === "stripe" ? "paypal" : "stripe";
  const hook = (change: PaymentChange): Hook => ({ kind: "hook", man, key, eventId, provider, change });
  const paid = { kind: "paid", amountCents: totalCents, currency, moneyId: `${provider}-${key}` } as const;
  const step = stepOf(purchase);
  const cents = Math.floor(totalCents * part / 4 / step) * step;
  // Each dispute has its own number, amount and outcome, in whatever order its events come.
  const dispute = {
    kind: "disputed",
    disputeId: `dispute-${key}-${part}`,
    amountCents: cents,
    currency,
  } as const;
  switch (word) {
    case "paid":
      return hook(paid);
    case "refunded":
      return hook({ kind: "refunded", refundedCents: cents, currency });
    case "disputed":
      return hook({ ...dispute, outcome: "open" });
    case "dispute decided":
      return hook({ ...dispute, outcome: part % 2 === 0 ? "won" : "lost" });
    case "approved":
      return hook({ kind: "approved", amountCents: totalCents, currency });
    case "false amount":
      return hook({ ...paid, amountCents: totalCents - 1 });
    case "false currency":
      return hook({ ...paid, currency: currency === "EUR" ? "JPY" : "EUR" });
    case "false provider":
      return { ...hook(paid), provider: other };
    default:
      return hook({ kind: word });
  }
}
