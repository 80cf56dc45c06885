/** What the money tests know of money that goes back, and of what a man withdrew from. */
import type { MoneyRefund, MoneyRefunds } from "../../kv/credits/payments/refunds_in_total.ts";
import type { Payment } from "../../kv/credits/payments/payments.ts";
import type { Withdrawal } from "../../kv/credits/payments/withdrawals.ts";
import { keys } from "../../kv/store/keys.ts";
import type { GivenBack } from "./providers.ts";
import type { Snapshot } from "./snapshot.ts";
import type { Story } from "./stories.ts";

/** How many credits are gone: by the money that went back; those that he withdrew from are gone whatever becomes of it. */
export function creditsGoneWith(
  { withdrawn, quote: { totalCents, totalCredits } }: Payment,
  lostCents: number,
): number {
  const creditsOf = (cents: number) => Math.floor(totalCredits * cents / totalCents);
  if (!withdrawn) return creditsOf(lostCents);
  const promised = withdrawn.lostBeforeCents + withdrawn.cents;
  const before = withdrawn.credits + creditsOf(Math.min(lostCents, withdrawn.lostBeforeCents));
  return lostCents > promised ? Math.max(before, creditsOf(lostCents)) : before;
}

export const sumOfCents = (some: { cents: number }[]): number => some.reduce((sum, { cents }) => sum + cents, 0);

/** Each refund was asked for once, made once, and never for more than was paid; a withdrawal stays one. */
export function faultsOfGivingBack(
  world: Snapshot,
  { others, hooks }: Story,
  { payment, back, isHeard }: { payment: Payment; back: GivenBack[]; isHeard: boolean },
): string[] {
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
  const isByHand = hooks.some(({ operation }) => operation.change.kind === "refunded");
  if (isHeard && !isByHand) faults.push(...faultsOfLossBefore(payment, refunds, (id) => made.get(id)?.[0]));
  return faults;
}

/**
 * A refund that failed after all does not count as lost before he withdrew. Checked only where no refund can be mistaken for
 * another: at most one was asked for before, and none was made by hand.
 */
function faultsOfLossBefore(
  { id, withdrawn, disputes }: Payment,
  refunds: MoneyRefund[],
  madeOf: (refundId: string) => GivenBack | undefined,
): string[] {
  const before = refunds.slice(0, refunds.findIndex((refund) => refund.id === `withdrawal-${id}`));
  if (!withdrawn || before.length > 1) return [];
  // A refund counts until its failure is noted.
  const lost = before.filter((refund) => {
    const made = madeOf(refund.id);
    return made && !(made.hasFailed && refund.state === "failed");
  });
  const disputed = disputes.filter(({ outcome }) => outcome === "lost").map(({ amountCents }) => amountCents);
  const most = sumOfCents(lost) + Math.max(0, ...disputed);
  const { lostBeforeCents } = withdrawn;
  return lostBeforeCents > most ? [`counts ${lostBeforeCents} as lost before he withdrew, of ${most}`] : [];
}
