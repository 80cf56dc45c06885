/** Sending from a form: one fresh key is one letter, and a key that was used for other words loses neither. */
import { type Letter, sendLetter } from "../../../kv/letters.ts";
import type { Store } from "../../../kv/open.ts";
import { type Refusal, refuse } from "../../../kv/refusals.ts";
import { sendKeyField } from "../../fields.ts";

export interface SendFailure {
  ok: false;
  refusal: Refusal;
  /** What was written, to be shown again. */
  body: string;
  /** For the next try: the same while nothing was sent with it. */
  sendKey: string;
}

export type SendOutcome = { ok: true; letter: Letter; balanceCredits: number | null } | SendFailure;

/** Sends what a form brought. Refuses what `sendLetter` refuses, and `conflict` where the form carried no key. */
export async function sendFromForm(
  store: Store,
  authorId: number,
  recipientId: number,
  form: Record<string, unknown>,
): Promise<SendOutcome> {
  const body = typeof form.body === "string" ? form.body.replace(/\r\n?/g, "\n") : "";
  const key = sendKeyField.safeParse(form.sendKey);
  if (!key.success) return { ok: false, refusal: refuse("conflict"), body, sendKey: store.randomToken() };
  const sent = await sendLetter(store, { authorId, recipientId, body, sendKey: key.data });
  if (sent.ok) return { ok: true, letter: sent.letter, balanceCredits: sent.balanceCredits };
  // A page from the browser's memory still carries the key of the letter that was sent from it. Sending its new words
  // at once would charge for what may be a mere correction, so the writer decides, with a fresh key.
  const isUsedUp = sent.reason === "idempotency_key_reused";
  return { ok: false, refusal: sent, body, sendKey: isUsedUp ? store.randomToken() : key.data };
}
