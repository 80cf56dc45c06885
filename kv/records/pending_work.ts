/** What waits for a staff member: how much of each kind, and since when. It only reads, and decides nothing. */
import { failedRefundTimes } from "../credits/payments/money_refunds.ts";
import { openMatterTimes } from "../credits/payments/money_matters.ts";
import { unansweredDisputes } from "../credits/payments/open_disputes.ts";
import { waitingRefunds } from "../credits/payments/refund_requests.ts";
import type { Store } from "../open.ts";
import { openAppeals } from "../safety/appeals.ts";
import { waitingSearches } from "../safety/background/statements.ts";
import { contactMessages } from "../safety/contact_messages.ts";
import { openReports } from "../safety/reports.ts";
import { dayMs } from "../store/days.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import type { Approval } from "../vetting/approvals.ts";
import { waitingLiveChecks } from "../vetting/live_checks.ts";

const pendingKinds = [
  "approvals",
  "liveChecks",
  "reports",
  "appeals",
  "messages",
  "refunds",
  "matters",
  "disputes",
  "backgrounds",
  "translations",
] as const;
export type PendingKind = typeof pendingKinds[number];

export interface Waiting {
  kind: PendingKind;
  count: number;
  /** Ms since the epoch; null where nothing waits. */
  oldestAt: number | null;
  /** The payment whose dispute is to be answered first. */
  paymentId?: string;
}

/** A letter that waits longer than this for a translator counts as pending work of the staff. */
const lateTranslationMs = dayMs;

export async function whatWaits(store: Store): Promise<Waiting[]> {
  const [approvals, checks, reports, appeals, messages, requests, failures, matters, disputes, backgrounds, late] =
    await Promise.all([
      approvalsWaiting(store),
      waitingLiveChecks(store, 1000),
      openReports(store, { page: 1, limit: 1 }),
      openAppeals(store, { page: 1, limit: 1 }),
      contactMessages(store, false, { page: 1, limit: 1 }),
      waitingRefunds(store),
      failedRefundTimes(store),
      openMatterTimes(store),
      unansweredDisputes(store),
      store.asksBackground ? waitingSearches(store) : null,
      lateTranslations(store),
    ]);
  const refunds = [...requests.map(({ askedAt }) => askedAt), ...failures].sort((one, other) => one - other);
  return [
    approvals,
    { kind: "liveChecks", count: checks.length, oldestAt: checks[0]?.sentAt ?? null },
    { kind: "reports", count: reports.totalCount, oldestAt: reports.reports[0]?.filedAt ?? null },
    { kind: "appeals", count: appeals.totalCount, oldestAt: appeals.decisions[0]?.appeal?.at ?? null },
    { kind: "messages", count: messages.totalCount, oldestAt: messages.messages[0]?.at ?? null },
    { kind: "refunds", count: refunds.length, oldestAt: refunds[0] ?? null },
    ...matters.slice(0, 1).map((oldestAt) => ({ kind: "matters" as const, count: matters.length, oldestAt })),
    ...disputes.slice(0, 1).map(({ paymentId }) => ({
      kind: "disputes" as const,
      count: disputes.length,
      oldestAt: Math.min(...disputes.map(({ since }) => since)),
      paymentId,
    })),
    ...backgrounds
      ? [{ kind: "backgrounds" as const, count: backgrounds.length, oldestAt: backgrounds[0]?.filedAt ?? null }]
      : [],
    { kind: "translations", ...late },
  ];
}

export async function approvalsWaiting(store: Store): Promise<Waiting> {
  let count = 0;
  let oldestAt: number | null = null;
  for await (const { value } of store.kv.list<Approval>({ prefix: prefixes.approvals() }, { batchSize: 500 })) {
    count++;
    oldestAt ??= value.askedAt;
  }
  return { kind: "approvals", count, oldestAt };
}

async function lateTranslations(store: Store): Promise<Omit<Waiting, "kind">> {
  const range = { prefix: prefixes.translationQueue(), end: keys.translationQueue(store.now() - lateTranslationMs, 0) };
  const sentAts: number[] = [];
  for await (const { key } of store.kv.list(range, { batchSize: 500 })) sentAts.push(Number(key[1]));
  return { count: sentAts.length, oldestAt: sentAts[0] ?? null };
}
