/**
 * What the money tests know of payments: from every purchase that was asked for and every event of a provider, what must
 * have become of it. States, credits and prices (bargains.ts) are computed anew here, none is taken from the site.
 */
import type { Entry } from "../../kv/credits/ledger/entry.ts";
import type { Payment } from "../../kv/credits/payments/payments.ts";
import type { PromoUses } from "../../kv/credits/prices/promo_codes.ts";
import { keys } from "../../kv/store/keys.ts";
import type { Job } from "../../kv/store/jobs/work.ts";
import { prefixes } from "../../kv/store/prefixes.ts";
import { bargainOf, promos } from "./bargains.ts";
import type { Hook, PaymentOperation } from "./operations.ts";
import { creditsGoneWith, faultsOfGivingBack, sumOfCents } from "./giving_back.ts";
import type { Wish } from "./process.ts";
import type { GivenBack } from "./providers.ts";
import type { Snapshot } from "./snapshot.ts";
import { areFailuresHeard, storiesOf, type Story } from "./stories.ts";

export const paymentRefusalsToExpect: Record<PaymentOperation["kind"], string[]> = {
  buy: ["not_found", "promo_used", "promo_expired", "promo_unknown", "too_many_requests"],
  hook: ["not_found", "payment_mismatch"],
  end: ["not_found"],
  withdraw: ["not_found", "nothing_unused"],
  ask_back: ["not_found", "not_refundable", "invalid"],
  fail_refund: ["not_found"],
};

/** A provider repeats an event until it is heard: one that came before its payment was there is sent again. */
export const isToBeSentAgain = ({ operation, asked }: Wish, begun: Set<string>): boolean =>
  operation.kind === "hook" && begun.has(operation.key) && !isFromElsewhere(operation) &&
  !asked.some(({ answer }) => answer?.ok) && asked.some(({ answer }) => answer?.reason === "not_found");

/** Whether an event comes from a provider with whom this purchase was never begun. */
const isFromElsewhere = ({ change, provider }: Hook): boolean =>
  change.kind === "paid" && !change.moneyId.startsWith(provider);

/** Credits that each payment leaves with its man. */
export const creditsOfPayments = (world: Snapshot): { manId: number; credits: number }[] =>
  world.all<Payment>(prefixes.allPayments()).filter(({ value }) => value.paidAt !== null)
    .map(({ value }) => ({ manId: value.manId, credits: value.quote.totalCredits - value.reversedCredits }));

/** Everything that is wrong with payments, receipts and codes, as sentences. */
export function faultsOfPayments(
  world: Snapshot,
  wishes: Wish[],
  givenBack: GivenBack[],
  areJobsDone: boolean,
): string[] {
  const backOf = Map.groupBy(givenBack, ({ paymentId }) => paymentId);
  const stories = storiesOf(wishes);
  const payments = world.all<Payment>(prefixes.allPayments()).map(({ value }) => value);
  const entries = Map.groupBy(
    world.all<Entry>(prefixes.allEntries()).map(({ value }) => value),
    ({ reference }) => reference.paymentId,
  );
  const waiting = areJobsDone ? [] : world.all<Job>(prefixes.jobs()).map(({ value }) => value);
  const settlingIds = new Set(waiting.flatMap((job) => job.kind === "settle_payment" ? [job.paymentId] : []));
  const faults: string[] = [];
  const lateIds = new Set<string>();
  const known = new Set<string>();
  for (const [key, story] of stories) {
    const { endings, hooks } = story;
    const id = paymentIdOf(world, story);
    const payment = id === null ? null : world.get<Payment>(keys.payment(id));
    faults.push(...faultsOfBuying(story, payment).map((fault) => `purchase ${key} ${fault}`));
    if (!payment) continue;
    known.add(payment.id);
    if (endings.length > 0 || hooks.some(({ operation }) => isEnding(operation))) lateIds.add(payment.id);
    const back = backOf.get(payment.id) ?? [];
    const found = [
      ...faultsOfWords(story, payment, back),
      ...faultsOfGivingBack(world, story, { payment, back, isHeard: areFailuresHeard(story) }),
      ...faultsOfEntries(payment, entries.get(payment.id) ?? [], settlingIds.has(payment.id)),
    ];
    faults.push(...found.map((fault) => `payment ${key} ${fault}`));
  }
  for (const { id } of payments) if (!known.has(id)) faults.push(`nobody wished for payment ${id}`);
  return [...faults, ...faultsOfReceipts(world, payments), ...faultsOfPromos(world, payments, lateIds)];
}

/**
 * Payments of which a refund failed while the site was killed before it heard so: until it hears, the provider's next total
 * is smaller than what counts as done, what failed can be asked back again, and the audit says both (late_failures_test.ts).
 */
export const unheardFailures = (world: Snapshot, wishes: Wish[]): string[] =>
  [...storiesOf(wishes).values()].flatMap((story) => areFailuresHeard(story) ? [] : paymentIdOf(world, story) ?? []);

function paymentIdOf(world: Snapshot, { buying: { operation } }: Story): string | null {
  const manId = world.userIdOf(operation.man);
  return manId === null ? null : world.get<string>(keys.paymentIdByKey(manId, operation.key));
}

function faultsOfBuying({ buying: { operation, asked } }: Story, payment: Payment | null): string[] {
  const told = asked.find(({ answer }) => answer?.ok)?.answer?.paymentId;
  if (told !== undefined && told !== payment?.id) return [`was told of ${told} and has ${payment?.id}`];
  const wasRefused = asked.every(({ answer }) => answer && !answer.ok);
  if (wasRefused && payment) return ["was only refused and is there"];
  if (!payment) return [];
  const { totalCents, totalCredits } = bargainOf(operation);
  const { quote } = payment;
  const isAgreed = quote.totalCents === totalCents && quote.totalCredits === totalCredits;
  return isAgreed ? [] : [`costs ${quote.totalCents} for ${quote.totalCredits}, not ${totalCents} for ${totalCredits}`];
}

/** Everything that an acknowledged event said has come about, and nothing that no event said. */
function faultsOfWords({ hooks }: Story, payment: Payment, back: GivenBack[]): string[] {
  const faults: string[] = [];
  const { totalCents } = payment.quote;
  const words = hooks.map(({ operation: { change, provider }, asked }) => ({
    change,
    isSure: asked.some(({ answer }) => answer?.ok),
    isFalse: provider !== payment.provider || ("currency" in change && change.currency !== payment.quote.currency) ||
      ((change.kind === "paid" || change.kind === "approved") && change.amountCents !== totalCents) ||
      ("refundedCents" in change && change.refundedCents > totalCents),
    wasRefused: asked.some(({ answer }) => answer?.reason === "payment_mismatch"),
  }));
  if (words.some(({ isFalse, isSure }) => isFalse && isSure)) faults.push("believed what was false");
  if (words.some(({ isFalse, wasRefused }) => !isFalse && wasRefused)) faults.push("did not believe what was true");
  const said = words.filter(({ isFalse }) => !isFalse);
  const sure = said.filter(({ isSure }) => isSure);

  const isPaid = payment.paidAt !== null;
  if (isPaid && !said.some(({ change }) => change.kind === "paid")) faults.push("is paid, and nobody paid");
  if (!isPaid && sure.some(({ change }) => change.kind === "paid")) faults.push("was paid, and is not");

  const refunds = (some: typeof said) =>
    some.map(({ change }) => "refundedCents" in change ? change.refundedCents : 0).concat(0);
  // The provider's answers to our own requests tell its total as well: all that it had given back by then.
  const isAnswered = payment.refundedCents <= sumOfCents(back);
  if (!refunds(said).includes(payment.refundedCents) && !isAnswered) {
    faults.push(`gave back ${payment.refundedCents}, unasked`);
  }
  // An event with a time of the provider's own counts more than one without.
  const isTimed = payment.refundToldAt !== undefined;
  if (!isTimed && payment.refundedCents < Math.max(...refunds(sure))) faults.push("lost a refund");

  for (const { change } of sure) {
    if (change.kind !== "disputed") continue;
    const kept = payment.disputes.find(({ id }) => id === change.disputeId);
    if (!kept || (change.outcome !== "open" && kept.outcome !== change.outcome)) faults.push("lost a dispute");
  }
  for (const { id, amountCents, outcome } of payment.disputes) {
    const isSaid = said.some(({ change }) =>
      change.kind === "disputed" && change.disputeId === id && change.amountCents === amountCents &&
      change.outcome === outcome
    );
    if (!isSaid) faults.push(`has the dispute ${id}, which nobody opened so`);
  }
  return faults;
}

/**
 * A payment is credited exactly once, and exactly what its refunds and disputes say is taken back. A process that is killed
 * between the event, or a provider's answer to a job, and the credits leaves a job that mends it (`isSettling`).
 */
function faultsOfEntries(payment: Payment, entries: Entry[], isSettling: boolean): string[] {
  const faults: string[] = [];
  const { totalCents, totalCredits } = payment.quote;
  const refills = entries.filter(({ operation }) => operation === "refill").map(({ deltaCredits }) => deltaCredits);
  const expected = payment.paidAt === null ? [] : [totalCredits];
  if (refills.join() !== expected.join()) faults.push(`was credited with ${refills.join(", ") || "nothing"}`);
  const reversals = entries.filter(({ operation }) => operation === "refund");
  const takenBack = -reversals.reduce((sum, { deltaCredits }) => sum + deltaCredits, 0);
  if (takenBack !== payment.reversedCredits) {
    faults.push(`says ${payment.reversedCredits} were taken back; it was ${takenBack}`);
  }
  if (entries.length !== refills.length + reversals.length) faults.push("moved credits as something else");
  if (isSettling) return faults;
  const disputed = payment.disputes.filter(({ outcome }) => outcome !== "won").map(({ amountCents }) => amountCents);
  const lostCents = Math.min(totalCents, payment.refundedCents + Math.max(0, ...disputed));
  const toTake = payment.paidAt === null ? 0 : creditsGoneWith(payment, lostCents);
  if (takenBack !== toTake) faults.push(`took ${takenBack} credits back instead of ${toTake}`);
  return faults;
}

/** Receipts are counted from 1 without gaps, one for each payment that was paid. */
function faultsOfReceipts(world: Snapshot, payments: Payment[]): string[] {
  const numbers = payments.flatMap(({ paidAt, number }) => paidAt === null ? [] : [number ?? 0]).sort((a, b) => a - b);
  const isCounted = numbers.every((number, at) => number === at + 1) &&
    (world.get<number>(keys.receiptNumber()) ?? 0) === numbers.length;
  return isCounted ? [] : [`receipts are numbered ${numbers.join(", ")}`];
}

/** Limits of codes hold, except for money that came after its payment had ended: that customer paid all the same. */
function faultsOfPromos(world: Snapshot, payments: Payment[], lateIds: Set<string>): string[] {
  const faults: string[] = [];
  const over = ["declined", "expired", "cancelled"];
  for (const { code, usesPerMan, usesTotal } of promos) {
    const holding = payments.filter(({ quote, state }) => quote.promoCode === code && !over.includes(state));
    const byMan = Map.groupBy(holding, ({ manId }) => manId);
    const inTime = (some: Payment[]) => some.filter(({ id }) => !lateIds.has(id)).length;
    if (usesTotal !== null && inTime(holding) > usesTotal) faults.push(`${code} was used ${inTime(holding)} times`);
    if ((world.get<number>(keys.promoTotal(code)) ?? 0) !== holding.length) faults.push(`${code} is counted wrongly`);
    for (const [manId, his] of byMan) {
      if (inTime(his) > usesPerMan) faults.push(`man ${manId} used ${code} ${inTime(his)} times`);
      const noted = world.get<PromoUses>(keys.promoUses(code, manId))?.paymentIds ?? [];
      if (noted.toSorted().join() !== his.map(({ id }) => id).sort().join()) {
        faults.push(`the uses of ${code} by man ${manId} are noted wrongly`);
      }
    }
  }
  return faults;
}

const isEnding = ({ change }: Hook): boolean => ["declined", "expired", "cancelled"].includes(change.kind);
