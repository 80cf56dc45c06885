/** The audit of what is spent in a day: the sums on the entries, what gives a charge back, and the limits themselves. */
import { man, type User } from "../../../accounts/users.ts";
import type { Entry } from "../../../credits/ledger/entry.ts";
import { isSpending, utcDayOf } from "../../../credits/ledger/ledger.ts";
import { refundKeyOf } from "../../../credits/ledger/refund_key.ts";
import { type SpendingLimit, spendingLimitMax } from "../../../credits/ledger/spending_limit.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import type { Reader, Report } from "../reader.ts";

/** What was spent on the day of a man's newest entry so far. */
export interface Spending {
  day: number;
  credits: number;
}

export const noSpending = (): Spending => ({ day: -1, credits: 0 });

/**
 * Checks one entry against the spending before it, updates `spending`, and returns the day's credits before the entry. To
 * be called in the order of the entries.
 */
export function auditSpentOfDay(entry: Entry, spending: Spending, fault: Report): number {
  if (utcDayOf(entry.at) !== spending.day) Object.assign(spending, { day: utcDayOf(entry.at), credits: 0 });
  const before = spending.credits;
  const mayLower = entry.reversesSeq !== undefined ? -entry.deltaCredits : 0;
  const expected = before + (isSpending(entry) ? -entry.deltaCredits : 0);
  // Only auditReversal, which reads the charge that is given back, can say whether it was of this day.
  if (entry.spentOfDay !== expected && entry.spentOfDay !== expected + mayLower) {
    fault(`says that ${entry.spentOfDay} credits were spent that day; they were ${expected + mayLower}`);
  }
  spending.credits = entry.spentOfDay;
  return before;
}

/** An entry that gives a charge back names an earlier charge, gives no more back than it took, and is the only one. */
export async function auditReversal(
  reader: Reader,
  manId: number,
  entry: Entry,
  before: number,
  fault: Report,
): Promise<void> {
  const { reversesSeq } = entry;
  if (reversesSeq === undefined) return;
  const charge = await reader.valueAt<Entry>(keys.entry(manId, reversesSeq));
  if (!charge || !isSpending(charge) || reversesSeq >= entry.seq) {
    return fault(`gives back entry ${reversesSeq}, which charged nothing before it`);
  }
  if (entry.deltaCredits > -charge.deltaCredits) {
    fault(`gives back ${entry.deltaCredits} of the ${-charge.deltaCredits} credits of entry ${reversesSeq}`);
  }
  const refund = await reader.entryByKey(manId, refundKeyOf(charge.idempotencyKey));
  if (refund?.seq !== entry.seq) fault(`gives back entry ${reversesSeq}, whose refund is ${refund?.seq ?? "unknown"}`);
  const isSameDay = utcDayOf(charge.at) === utcDayOf(entry.at);
  const expected = isSameDay ? before - entry.deltaCredits : before;
  if (entry.spentOfDay !== expected) {
    fault(`says that ${entry.spentOfDay} credits were spent that day; they were ${expected}`);
  }
}

export async function auditSpendingLimits(reader: Reader, report: Report): Promise<void> {
  await reader.walk<SpendingLimit>(prefixes.allSpendingLimits(), async ({ limitCredits, pending }, key) => {
    const manId = Number(key[1]);
    const fault: Report = (sentence) => report(`the spending limit of user ${manId} ${sentence}`);
    const isPossible = (credits: number | null) =>
      credits === null || (Number.isSafeInteger(credits) && credits >= 0 && credits <= spendingLimitMax);
    if (!isPossible(limitCredits) || (pending && !isPossible(pending.limitCredits))) fault("is no number of credits");
    if (pending && (pending.limitCredits ?? Infinity) <= (limitCredits ?? Infinity)) {
      fault("waits to become what needs no waiting");
    }
    const owner = await reader.valueAt<User>(keys.user(manId));
    if (owner?.groupId !== man) fault("belongs to no man");
  });
}
