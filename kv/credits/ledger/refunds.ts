/** Gives charges back: each by one further entry, whoever asks for it and however often (refund_key.ts). */
import { chatIdOfMinute } from "../../chats/charges.ts";
import { chatById } from "../../chats/chats.ts";
import type { Store } from "../../open.ts";
import { putAuditRecord } from "../../store/audit_log.ts";
import { keys } from "../../store/keys.ts";
import { inOneLine } from "../../store/one_line.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import type { Entry } from "./entry.ts";
import { entryByKey, isSpending, post, type Posting } from "./ledger.ts";
import { refundKeyOf, refundOf } from "./refund_key.ts";

export const refundReasonLengthMax = 200;

export interface WantedRefund {
  manId: number;
  /** The number of the charge in his ledger. */
  seq: number;
  /** Why, 1 to 200 UTF-16 units. The man reads it in his history, so it must not name anybody. */
  reason: string;
  /** The admin. */
  actorId: number;
}

/**
 * Gives one charge back in full, with a record in the audit log. Asking again returns the first entry with `isRepeat`.
 * Refuses `invalid`, `not_found`, `not_refundable` for an entry that is no charge, `already_refunded` if the charge went
 * back in another way, and `conflict` for a minute of a chat that has not ended: the end of the chat may give it back.
 */
export async function refundCharge(
  store: Store,
  { manId, seq, reason, actorId }: WantedRefund,
): Promise<Result<{ entry: Entry; isRepeat: boolean }>> {
  const note = inOneLine(reason);
  if (note === "") return refuse("invalid", { fields: { reason: "required" } });
  if (note.length > refundReasonLengthMax) return refuse("invalid", { fields: { reason: "too_long" } });
  const charge = Number.isSafeInteger(seq) ? (await store.kv.get<Entry>(keys.entry(manId, seq))).value : null;
  if (!charge) return refuse("not_found");
  if (!isSpending(charge)) return refuse("not_refundable");
  const chatId = chatIdOfMinute(charge.idempotencyKey);
  const chat = chatId === null ? null : await chatById(store, chatId);
  if (chat && chat.state !== "ended") return refuse("conflict");
  const posted = await post(store, refundEntryOf(manId, charge, { cause: "house", note }), {
    read: () => Promise.resolve(),
    add(op, entry) {
      const details = { seq, credits: entry.deltaCredits, reason: note };
      putAuditRecord(store, op, { action: "entry_reversed", actorId, subject: `user:${manId}`, details });
    },
  });
  if (posted.ok && posted.entry.reference.cause !== "house") return refuse("already_refunded");
  return posted;
}

/** The entry that gives a charge back in full. */
export const refundEntryOf = (
  manId: number,
  charge: Entry,
  why: Pick<Entry["reference"], "cause" | "note">,
): Posting => ({
  ...refundOf(charge.idempotencyKey),
  manId,
  deltaCredits: -charge.deltaCredits,
  reference: { ...charge.reference, ...why },
});

/** Which of these charges were given back, by their numbers. */
export async function givenBackOf(store: Store, manId: number, charges: Entry[]): Promise<Set<number>> {
  const names = charges.map(({ idempotencyKey }) => refundKeyOf(idempotencyKey));
  const refunds = await Promise.all(names.map((name) => entryByKey(store, manId, name)));
  return new Set(charges.flatMap(({ seq }, at) => refunds[at] ? seq : []));
}
