import { expect } from "expect";
import fc from "fast-check";
import { type CreditSplit, SplitCount } from "./credit_split.ts";
import type { Entry } from "./entry.ts";
import { nextEntry, type Posting } from "./ledger.ts";
import { refundKeyOf } from "./refund_key.ts";
import { CreditLots } from "../payments/unused_credits.ts";

/** The split and the entries that the postings make one after the other; a refused posting makes none. */
function splitOf(postings: Partial<Posting>[]): { split: CreditSplit; last: Entry | null; entries: Entry[] } {
  const count = new SplitCount();
  let last: Entry | null = null;
  const all: Entry[] = [];
  for (const [at, posting] of postings.entries()) {
    const reversed = all.find(({ idempotencyKey }) => idempotencyKey === posting.reversesKey) ?? null;
    // The charge was refused, so there is nothing to give back.
    if (posting.reversesKey && !reversed) continue;
    const whole = {
      manId: 1,
      operation: "refill",
      deltaCredits: 0,
      reference: {},
      idempotencyKey: reversed ? refundKeyOf(reversed.idempotencyKey) : `key-${at}`,
      ...posting,
    } satisfies Posting;
    const next: Entry | { ok: false } = nextEntry(last, whole, 0, { reversed });
    if ("ok" in next) continue;
    all.push(last = next);
    count.follow(next);
  }
  return { split: count.split, last, entries: all };
}

const bonus = { operation: "sign_up_bonus", deltaCredits: 20 } as const;
const bought = { operation: "refill", deltaCredits: 65, reference: { paymentId: "payment-1" } } as const;
const letter = { operation: "sent_letter", deltaCredits: -10, idempotencyKey: "letter" } as const;

Deno.test("what was given is spent first, then what was bought", () => {
  expect(splitOf([bonus, bought, letter]).split).toMatchObject({ given: 10, bought: 65 });
  expect(splitOf([bonus, bought, { ...letter, deltaCredits: -30 }]).split).toMatchObject({ given: 0, bought: 55 });
});

Deno.test("what goes back goes back to where it was taken from", () => {
  const back = { operation: "refund", deltaCredits: 30, reversesKey: "letter" } as const;
  const { split } = splitOf([bonus, bought, { ...letter, deltaCredits: -30 }, back]);
  expect(split).toEqual({ seq: 4, given: 20, bought: 65 });
});

Deno.test("money that went back takes what was bought, and a debt is settled before anything is counted", () => {
  const reversal = {
    operation: "refund",
    deltaCredits: -65,
    reference: { paymentId: "payment-1" },
    mayOwe: true,
  } as const;
  expect(splitOf([bonus, bought, reversal]).split).toMatchObject({ given: 20, bought: 0 });
  const spent = { ...letter, deltaCredits: -80 };
  const inDebt = splitOf([bonus, bought, spent, reversal, { ...bought, idempotencyKey: "again" }]);
  expect(inDebt.split).toMatchObject({ given: 0, bought: 5 });
});

Deno.test("it says what the whole ledger says of unused credits, while no payment is taken back", () => {
  const step = fc.oneof(
    fc.constant({ kind: "bonus" } as const),
    fc.nat(2).map((payment) => ({ kind: "bought", payment } as const)),
    fc.integer({ min: 1, max: 40 }).map((credits) => ({ kind: "charge", credits } as const)),
    fc.nat(20).map((back) => ({ kind: "back", back } as const)),
  );
  fc.assert(fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
    const postings: Partial<Posting>[] = [];
    const returned = new Set<number>();
    for (const step of steps) {
      if (step.kind === "bonus") postings.push(bonus);
      if (step.kind === "bought") postings.push({ ...bought, reference: { paymentId: `payment-${step.payment}` } });
      if (step.kind === "charge") postings.push({ operation: "chat_session", deltaCredits: -step.credits });
      const charge = step.kind === "back" ? postings[step.back] : undefined;
      if (step.kind !== "back" || charge?.operation !== "chat_session" || returned.has(step.back)) continue;
      returned.add(step.back);
      postings.push({ operation: "refund", deltaCredits: -charge.deltaCredits!, reversesKey: `key-${step.back}` });
    }
    const lots = new CreditLots();
    const { split, entries } = splitOf(postings);
    for (const entry of entries) lots.follow(entry);
    expect(lots.lots.find(({ paymentId }) => paymentId === null)!.left).toBe(split.given);
  }));
});

Deno.test("whatever happens, both parts together are the balance and neither is below zero", () => {
  const posting = fc.oneof(
    fc.constant(bonus),
    fc.constant(bought),
    fc.nat(40).map((credits) => ({ operation: "chat_session", deltaCredits: -credits } as const)),
    fc.nat(12).map((at) => ({ operation: "refund", deltaCredits: 3, reversesKey: `key-${at}` } as const)),
    fc.nat(70).map((credits) => (
      { operation: "refund", deltaCredits: -credits, reference: { paymentId: "p" }, mayOwe: true } as const
    )),
    fc.integer({ min: -9, max: 9 }).map((deltaCredits) => ({ operation: "adjustment", deltaCredits } as const)),
  );
  fc.assert(fc.property(fc.array(posting, { maxLength: 30 }), (postings) => {
    const { split, last } = splitOf(postings);
    expect(split.bought + split.given).toBe(last?.balanceAfter ?? 0);
    expect(Math.min(split.bought, split.given)).toBeGreaterThanOrEqual(0);
  }));
});
