/**
 * What the money tests know of payments: from every purchase that was asked for and every word of a provider, what must
 * have become of it. It computes states and credits anew, prices as well (bargains.ts), and takes none of the site's word
 * for them.
 */
import type { Entry } from "../../kv/credits/entry.ts";
import type { MoneyRefunds } from "../../kv/credits/money_refunds.ts";
import type { Payment } from "../../kv/credits/payments.ts";
import type { PromoUses } from "../../kv/credits/promo_codes.ts";
import type { Withdrawal } from "../../kv/credits/withdrawals.ts";
import { keys } from "../../kv/store/keys.ts";
import type { Job } from "../../kv/store/jobs/work.ts";
import { prefixes } from "../../kv/store/prefixes.ts";
import { bargainOf, promos } from "./bargains.ts";
import type {
  AskingBack,
  Buying,
  Ending,
  Failing,
  Hook,
  Operation,
  PaymentOperation,
  Withdrawing,
} from "./operations.ts";
import type { Wish } from "./process.ts";
import type { GivenBack } from "./providers.ts";
import type { Snapshot } from "./snapshot.ts";

export const paymentRefusalsToExpect: Record<PaymentOperation["kind"], string[]> = {
  buy: ["not_found", "promo_used", "promo_expired", "promo_unknown", "too_many_requests"],
  hook: ["not_found", "payment_mismatch"],
  end: ["not_found"],
  withdraw: ["not_found", "nothing_unused"],
  ask_back: ["not_found", "not_refundable", "invalid"],
  fail_refund: ["not_found"],
};

/** A provider goes on until it is heard: word that came before its payment was there is sent again. */
export const isToBeSentAgain = ({ operation, asked }: Wish, begun: Set<string>): boolean =>
  operation.kind === "hook" && begun.has(operation.key) && !isFromElsewhere(operation) &&
  !asked.some(({ answer }) => answer?.ok) && asked.some(({ answer }) => answer?.reason === "not_found");

/** From a provider where this purchase was never begun. */
const isFromElsewhere = ({ change, provider }: Hook): boolean =>
  change.kind === "paid" && !change.moneyId.startsWith(provider);

/** Credits that each payment leaves with its man. */
export const creditsOfPayments = (world: Snapshot): { manId: number; credits: number }[] =>
  world.all<Payment>(prefixes.allPayments()).filter(({ value }) => value.paidAt !== null)
    .map(({ value }) => ({ manId: value.manId, credits: value.quote.totalCredits - value.reversedCredits }));

/** One purchase and all that was said of it. */
interface Story {
  buying: Wish & { operation: Buying };
  hooks: (Wish & { operation: Hook })[];
  endings: (Wish & { operation: Ending })[];
  others: (Wish & { operation: Withdrawing | AskingBack | Failing })[];
}

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
      ...faultsOfGivingBack(world, story, payment, back),
      ...faultsOfEntries(payment, entries.get(payment.id) ?? [], settlingIds.has(payment.id)),
    ];
    faults.push(...found.map((fault) => `payment ${key} ${fault}`));
  }
  for (const { id } of payments) if (!known.has(id)) faults.push(`nobody wished for payment ${id}`);
  return [...faults, ...faultsOfReceipts(world, payments), ...faultsOfPromos(world, payments, lateIds)];
}

/**
 * Payments of which a refund failed at a time when the site was killed, before it was told: until it is, the provider's
 * next total is smaller than what counts as done, and the audit says so.
 */
export const unheardFailures = (world: Snapshot, wishes: Wish[]): string[] =>
  [...storiesOf(wishes).values()].flatMap((story) => areFailuresHeard(story) ? [] : paymentIdOf(world, story) ?? []);

const areFailuresHeard = ({ others }: Story): boolean =>
  others.every(({ operation, asked }) =>
    operation.kind !== "fail_refund" || asked.some(({ answer }) => answer?.ok) || asked.every(({ answer }) => answer)
  );

function paymentIdOf(world: Snapshot, { buying: { operation } }: Story): string | null {
  const manId = world.userIdOf(operation.man);
  return manId === null ? null : world.get<string>(keys.paymentIdByKey(manId, operation.key));
}

function storiesOf(wishes: Wish[]): Map<string, Story> {
  const stories = new Map<string, Story>();
  const of = <O extends Operation>(wish: Wish) => wish as Wish & { operation: O };
  for (const wish of wishes) {
    if (wish.operation.kind === "buy") {
      stories.set(wish.operation.key, { buying: of<Buying>(wish), hooks: [], endings: [], others: [] });
    }
  }
  for (const wish of wishes) {
    if (wish.operation.kind === "hook") stories.get(wish.operation.key)?.hooks.push(of<Hook>(wish));
    if (wish.operation.kind === "end") stories.get(wish.operation.key)?.endings.push(of<Ending>(wish));
    if (
      wish.operation.kind === "withdraw" || wish.operation.kind === "ask_back" || wish.operation.kind === "fail_refund"
    ) {
      stories.get(wish.operation.key)?.others.push(of<Withdrawing | AskingBack | Failing>(wish));
    }
  }
  return stories;
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

/** What was said for sure has come about; and nothing has that nobody said. */
function faultsOfWords({ hooks }: Story, payment: Payment, back: GivenBack[]): string[] {
  const faults: string[] = [];
  const { totalCents } = payment.quote;
  const words = hooks.map(({ operation: { change, provider }, asked }) => ({
    change,
    isSure: asked.some(({ answer }) => answer?.ok),
    isFalse: provider !== payment.provider || ("currency" in change && change.currency !== payment.quote.currency) ||
      ((change.kind === "paid" || change.kind === "approved") && change.amountCents !== totalCents) ||
      (change.kind === "refunded" && change.refundedCents > totalCents),
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
    some.map(({ change }) => change.kind === "refunded" ? change.refundedCents : 0).concat(0);
  // Its answers to our own requests are words as well: all that it had given back then.
  const isAnswered = payment.refundedCents <= sumOfCents(back);
  if (!refunds(said).includes(payment.refundedCents) && !isAnswered) {
    faults.push(`gave back ${payment.refundedCents}, unasked`);
  }
  // What was said at a time of the provider's own counts more than what was said at none.
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
 * Credited exactly once, and taken back exactly what its refunds and disputes say. Whoever is killed between the word, also
 * a provider's answer to a job, and the credits leaves a job that mends it (`isSettling`).
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

/** As many as the money that went back, but for what he withdrew from: those are out, whatever becomes of their money. */
function creditsGoneWith({ withdrawn, quote: { totalCents, totalCredits } }: Payment, lostCents: number): number {
  const creditsOf = (cents: number) => Math.floor(totalCredits * cents / totalCents);
  if (!withdrawn) return creditsOf(lostCents);
  const promised = withdrawn.lostBeforeCents + withdrawn.cents;
  const before = withdrawn.credits + creditsOf(Math.min(lostCents, withdrawn.lostBeforeCents));
  return lostCents > promised ? Math.max(before, creditsOf(lostCents)) : before;
}

const sumOfCents = (some: { cents: number }[]): number => some.reduce((sum, { cents }) => sum + cents, 0);

/** What was asked back was asked once, given back once, and never more than was paid; what he withdrew from stays so. */
function faultsOfGivingBack(world: Snapshot, story: Story, payment: Payment, back: GivenBack[]): string[] {
  const { others } = story;
  const faults: string[] = [];
  const refunds = world.get<MoneyRefunds>(keys.moneyRefunds(payment.id))?.refunds ?? [];
  const withdrawal = world.get<Withdrawal>(keys.withdrawal(payment.id));
  for (const { operation, asked } of others) {
    if (!asked.some(({ answer }) => answer?.ok)) continue;
    if (operation.kind === "withdraw" && !withdrawal) faults.push("was withdrawn from, and is not");
    if (operation.kind === "ask_back" && !refunds.some(({ id }) => id === operation.refundId)) {
      faults.push(`was asked for ${operation.refundId}, which is not there`);
    }
  }
  if (withdrawal && !others.some(({ operation }) => operation.kind === "withdraw")) {
    faults.push("was withdrawn from by nobody");
  }
  const isHeard = areFailuresHeard(story);
  const wanted = new Map<string, number>();
  for (const { id, cents } of refunds) wanted.set(id, (wanted.get(id) ?? 0) + cents);
  const made = Map.groupBy(back, ({ key }) => /^refund-(.+)-\d+$/.exec(key)?.[1] ?? key);
  for (const [id, times] of made) {
    if (times.length !== 1 || times[0]!.cents !== wanted.get(id)) faults.push(`gave ${id} back ${times.length} times`);
  }
  for (const { id, state } of refunds) {
    const [refund] = made.get(id) ?? [];
    const isGone = refund !== undefined && !(refund.hasFailed && isHeard);
    if (state === "done" && !isGone) faults.push(`says ${id} went back, and it did not`);
    if (state === "failed" && refund && !refund.hasFailed) faults.push(`says ${id} did not go back, and it did`);
  }
  const told = sumOfCents(refunds.filter(({ state }) => state === "done"));
  if (isHeard && payment.refundedCents < told) faults.push(`counts ${payment.refundedCents} as gone of ${told}`);
  const gone = sumOfCents(back.filter(({ hasFailed }) => !hasFailed));
  if (gone > payment.quote.totalCents) faults.push(`gave back ${gone}, more than was paid`);
  return faults;
}

/** Counted from 1 without gaps, one for each payment that was paid. */
function faultsOfReceipts(world: Snapshot, payments: Payment[]): string[] {
  const numbers = payments.flatMap(({ paidAt, number }) => paidAt === null ? [] : [number ?? 0]).sort((a, b) => a - b);
  const isCounted = numbers.every((number, at) => number === at + 1) &&
    (world.get<number>(keys.receiptNumber()) ?? 0) === numbers.length;
  return isCounted ? [] : [`receipts are numbered ${numbers.join(", ")}`];
}

/** Limits hold, but for money that came after its payment had ended: that customer paid all the same. */
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
