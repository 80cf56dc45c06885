/**
 * What a bank is shown of a disputed payment: what was bought, and what its credits were used for since. It tells times,
 * numbers and minutes, and nobody's words; the ladies to whom he wrote are named by number.
 */
import { chatsByIds } from "../chats/chats.ts";
import type { Entry } from "../credits/ledger/entry.ts";
import { wholeHistory } from "../credits/ledger/history.ts";
import type { Payment } from "../credits/payments/payments.ts";
import { refillKeyOf } from "../credits/payments/payment_events.ts";
import { letterById } from "../letters/letters.ts";
import type { Store } from "../open.ts";
import type { AuditRecord } from "../store/audit_log.ts";
import { dayMs } from "../store/days.ts";
import { keys } from "../store/keys.ts";
import { listKeys } from "../store/listing/listing.ts";
import { prefixes } from "../store/prefixes.ts";

export type DisputeCell = string | number;

export interface DisputeTable {
  columns: readonly string[];
  rows: (store: Store, payment: PaidPayment) => AsyncGenerator<DisputeCell[]>;
}

export type PaidPayment = Payment & { paidAt: number };

/** A moment in UTC, which a bank anywhere can read; "" for none. */
export const disputeTime = (atMs: number | null): string => atMs === null ? "" : new Date(atMs).toISOString();

export const disputeTables: Readonly<Record<"ledger" | "sign_ins" | "letters" | "chats", DisputeTable>> = {
  ledger: {
    columns: ["entry", "time", "operation", "credits", "balance_after", "lady", "letter"],
    async *rows(store, payment) {
      for await (const { seq, at, operation, deltaCredits, balanceAfter, reference } of entriesSince(store, payment)) {
        const { partnerId = "", letterId = "" } = reference;
        yield [seq, disputeTime(at), operation, deltaCredits, balanceAfter, partnerId, letterId];
      }
    },
  },
  sign_ins: {
    columns: ["time", "way"],
    async *rows(store, { manId, paidAt }) {
      const since = {
        start: keys.auditRecord(paidAt - signInBeforeMs, ""),
        end: keys.auditRecord(store.now() + 1, ""),
      };
      for await (const { value } of store.kv.list<AuditRecord>(since, { batchSize: 500 })) {
        if (value.action !== "signed_in" || value.actorId !== manId) continue;
        yield [disputeTime(value.at), String(value.details.by)];
      }
    },
  },
  letters: {
    columns: ["letter", "lady", "written_by", "sent", "delivered", "opened", "credits"],
    async *rows(store, payment) {
      for await (const { operation, deltaCredits, reference } of entriesSince(store, payment)) {
        if (operation !== "sent_letter" && operation !== "opened_letter") continue;
        const letter = reference.letterId === undefined ? null : await letterById(store, reference.letterId);
        if (!letter) continue;
        const { id, ladyId, author, sentAt, deliveredAt, paidAt } = letter;
        const times = [sentAt, deliveredAt, author === "lady" ? paidAt : null].map(disputeTime);
        yield [id, ladyId, author === "man" ? "him" : "her", ...times, -deltaCredits];
      }
    },
  },
  chats: {
    columns: [
      "chat",
      "lady",
      "kind",
      "opened",
      "ended",
      "minutes_paid",
      "minutes_both_connected",
      "credits",
      "given_back",
    ],
    async *rows(store, { manId, paidAt }) {
      // Found by the marks, which are kept as books: his list of conversations is erased with his account.
      const marks = await listKeys(store, [...prefixes.allChatMarks(), manId]);
      const chats = (await chatsByIds(store, marks.map((key) => String(key[4]))))
        .filter(({ openedAt, endedAt }) => openedAt !== null && (endedAt === null || endedAt >= paidAt))
        .sort((one, other) => other.openedAt! - one.openedAt!);
      for (const { id, ladyId, kind, openedAt, endedAt, minutes, servedMs, costCredits, refundedCredits } of chats) {
        const connected = (servedMs / minuteMs).toFixed(1);
        const times = [openedAt, endedAt].map(disputeTime);
        yield [id, ladyId, kind, ...times, minutes, connected, costCredits, refundedCredits];
      }
    },
  },
};

const minuteMs = 60_000;
/** Sign-ins are told from so long before the payment: he signed in some time before he paid. */
const signInBeforeMs = dayMs;

/** His ledger from the entry of this payment on, newest first. */
async function* entriesSince(store: Store, payment: PaidPayment): AsyncGenerator<Entry> {
  const refill = refillKeyOf(payment);
  for await (const entry of wholeHistory(store, payment.manId, { fromMs: payment.paidAt })) {
    yield entry;
    if (entry.idempotencyKey === refill) return;
  }
}
