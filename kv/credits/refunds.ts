/**
 * Giving charges back: a further entry for each, once, whoever asks for it and however often. What was given back by any
 * other way, such as a letter that was not translated, is never given back again.
 */
import { chatIdOfMinute } from "../chats/charges.ts";
import { chatById } from "../chats/chats.ts";
import type { Store } from "../open.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { keys } from "../store/keys.ts";
import { refuse, type Result } from "../store/refusals.ts";
import type { Entry } from "./entry.ts";
import { entryByKey, isSpending, post, type Posting } from "./ledger.ts";

export const refundReasonLengthMax = 200;

export interface WantedReversal {
  manId: number;
  /** The number of the charge in his ledger. */
  seq: number;
  /** Why, 1 to 200 UTF-16 units: the man reads it in his history, so that it names nobody. */
  reason: string;
  /** The admin. */
  actorId: number;
}

/**
 * Gives one charge back in full, with a record in the audit log. Asking again answers the first entry with `isRepeat`.
 * Refuses `invalid`, `not_found`, `not_refundable` for what charged nothing, `already_refunded`, and `conflict` for a
 * minute of a chat that has not ended: its end may give the same minute back.
 */
export async function reverseEntry(
  store: Store,
  { manId, seq, reason, actorId }: WantedReversal,
): Promise<Result<{ entry: Entry; isRepeat: boolean }>> {
  const note = reason.replace(/\s+/g, " ").trim();
  if (note === "") return refuse("invalid", { fields: { reason: "required" } });
  if (note.length > refundReasonLengthMax) return refuse("invalid", { fields: { reason: "too_long" } });
  const charge = Number.isSafeInteger(seq) ? (await store.kv.get<Entry>(keys.entry(manId, seq))).value : null;
  if (!charge) return refuse("not_found");
  if (!isSpending(charge)) return refuse("not_refundable");
  const chatId = chatIdOfMinute(charge.idempotencyKey);
  const chat = chatId === null ? null : await chatById(store, chatId);
  if (chat && chat.state !== "ended") return refuse("conflict");
  return await post(store, reversalOf(manId, charge, { cause: "house", note }), {
    read: () => givenBackAfter(store, manId, seq),
    add(op, entry, givenBack) {
      if (givenBack.has(seq)) return refuse("already_refunded");
      const details = { seq, credits: entry.deltaCredits, reason: note };
      putAuditRecord(store, op, { action: "entry_reversed", actorId, subject: `user:${manId}`, details });
    },
  });
}

/** The entry that gives a charge back in full. The key names the charge alone: no two causes give it back. */
export const reversalOf = (manId: number, charge: Entry, why: Pick<Entry["reference"], "cause" | "note">): Posting => {
  const { letterId, partnerId, videoId } = charge.reference;
  return {
    manId,
    operation: "refund",
    deltaCredits: -charge.deltaCredits,
    reference: {
      ...(letterId !== undefined && { letterId }),
      ...(partnerId !== undefined && { partnerId }),
      ...(videoId !== undefined && { videoId }),
      ...why,
    },
    idempotencyKey: reversalKeyOf(charge.seq),
    reversesKey: charge.idempotencyKey,
  };
};

/** The key of the entry that gives a charge back in full. */
export const reversalKeyOf = (seq: number): string => `reversal:${seq}`;

/** Whether the charge under a key was given back in full, by whatever cause; its own rules then give nothing more. */
export async function isReversed(store: Store, manId: number, chargeKey: string): Promise<boolean> {
  const charge = await entryByKey(store, manId, chargeKey);
  return charge !== null && await entryByKey(store, manId, reversalKeyOf(charge.seq)) !== null;
}

/** The numbers of the charges that entries after `seq` give back. */
export async function givenBackAfter(store: Store, manId: number, seq: number): Promise<Set<number>> {
  const range = { start: keys.entry(manId, seq + 1), end: keys.entry(manId, Number.MAX_SAFE_INTEGER) };
  const found = new Set<number>();
  for await (const { value } of store.kv.list<Entry>(range, { batchSize: 200 })) {
    if (value.reversesSeq !== undefined) found.add(value.reversesSeq);
  }
  return found;
}
