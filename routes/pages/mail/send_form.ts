/** Sending from a form: one fresh key is one letter, and a key that was used for other words loses neither. */
import type { Letter } from "../../../kv/letters.ts";
import { authorIdOf, normaliseBody, recipientIdOf, sendLetter, textsFor } from "../../../kv/letters.ts";
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
  /** The letter that this form's key had become before. */
  earlier: Letter | null;
}

export type SendOutcome = { ok: true; letter: Letter; balanceCredits: number | null } | SendFailure;

/** Sends what a form brought. Refuses what `sendLetter` refuses, and `conflict` where the key was another letter's. */
export async function sendFromForm(
  store: Store,
  authorId: number,
  recipientId: number,
  form: Record<string, unknown>,
): Promise<SendOutcome> {
  const body = typeof form.body === "string" ? form.body.replace(/\r\n?/g, "\n") : "";
  const key = sendKeyField.safeParse(form.sendKey);
  const failed = (refusal: Refusal, sendKey: string, earlier: Letter | null = null): SendFailure => ({
    ok: false,
    refusal,
    body,
    sendKey,
    earlier,
  });
  if (!key.success) return failed(refuse("conflict"), store.randomToken());
  const sent = await sendLetter(store, { authorId, recipientId, body, sendKey: key.data });
  if (!sent.ok) return failed(sent, key.data);
  // A page from the browser's memory still carries the key of the letter that was sent from it: answering with that
  // letter would drop the new words, sending would charge for what may be a mere correction. So the writer decides.
  if (sent.isRepeat && !await isThatLetter(store, sent.letter, recipientId, body)) {
    return failed(refuse("conflict"), store.randomToken(), sent.letter);
  }
  return { ok: true, letter: sent.letter, balanceCredits: sent.balanceCredits };
}

async function isThatLetter(store: Store, letter: Letter, recipientId: number, body: string): Promise<boolean> {
  if (recipientIdOf(letter) !== recipientId) return false;
  const text = (await textsFor(store, authorIdOf(letter), [letter])).get(letter.id);
  return text?.body === normaliseBody(body);
}
