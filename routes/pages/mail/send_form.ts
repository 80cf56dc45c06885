/** Sends a letter from a form: one fresh key is one letter. If a key was used for other words, neither text is lost. */
import { unifyLineEnds } from "../../../chat/shared/text.ts";
import { type ReadableLanguage, readableLanguages } from "../../../kv/accounts/languages.ts";
import type { Letter } from "../../../kv/letters/letter.ts";
import { endSentDraft, type LetterDraft, saveLetterDraft } from "../../../kv/letters/letter_drafts.ts";
import { sendLetterOnce } from "../../../kv/letters/repeats.ts";
import type { Store } from "../../../kv/open.ts";
import { type Refusal, refuse } from "../../../kv/store/refusals.ts";
import { dropFresh, gatherEnclosures } from "../../files/enclosures.ts";
import type { Dependencies } from "../../http/env.ts";
import { revisionField, sendKeyField } from "../../http/fields.ts";

export interface SendFailure {
  ok: false;
  refusal: Refusal;
  /** What was written, to be shown again. */
  body: string;
  /** The key for the next try: the same as long as nothing was sent with it. */
  sendKey: string;
  /** The revision of the saved draft that its sheet continued; 0 for none. */
  base: number;
  /** Whether it shall be translated if the recipient does not read its language. */
  translate: boolean;
  /** The language that its author declared; absent if it is left to be recognised. */
  language?: ReadableLanguage;
  /** Ids of the valid pictures; `pictureNames` has the browser's name for each picture that came. */
  pictures: string[];
  pictureNames: (string | null)[];
  /** Whether it is kept as a draft, because what is missing is done on another page. */
  isKept?: true;
}

export type SendOutcome = { ok: true; letter: Letter; balanceCredits: number | null } | SendFailure;

/**
 * Sends the letter of a form; the same words to the same person a moment later are the same letter
 * (kv/letters/repeats.ts). Refuses what `sendLetter` refuses, `conflict` if the form carried no key, and `forbidden` if
 * somebody else wrote it.
 */
export async function sendFromForm(
  deps: Dependencies,
  authorId: number,
  { id: recipientId, wasShown }: { id: number; wasShown: boolean },
  form: Record<string, unknown>,
  /** As in kv/store/jobs/queue.ts. */
  origin?: string,
): Promise<SendOutcome> {
  const { store } = deps;
  const body = typeof form.body === "string" ? unifyLineEnds(form.body) : "";
  const key = sendKeyField.safeParse(form.sendKey);
  // Another tab may have changed who is signed in: nobody pays for the words of somebody else.
  const isOthers = form.writerId !== undefined && form.writerId !== String(authorId);
  const translate = form.translate !== undefined;
  const language = readableLanguages.find((each) => each === form.language);
  const quotedCredits = form.priceCredits === undefined ? undefined : Number(form.priceCredits);
  const base = revisionField.catch(0).parse(form.base);
  const typed = { ok: false as const, body, base, translate, language };
  const anew = { ...typed, sendKey: store.randomToken(), pictures: [], pictureNames: [] };
  if (isOthers) return { ...anew, refusal: refuse("forbidden") };
  if (!key.success) return { ...anew, refusal: refuse("conflict") };
  const enclosed = await gatherEnclosures(deps, authorId, form);
  const { ids: attachmentIds, names: pictureNames } = enclosed;
  const failed = { ...typed, sendKey: key.data, pictures: attachmentIds, pictureNames };
  if (!enclosed.ok) return { ...failed, refusal: enclosed.refusal };
  const written = { body, translate, language, attachmentIds, quotedCredits };
  const wanted = { ...written, authorId, recipientId, wasShown, sendKey: key.data, origin };
  const sent = await sendLetterOnce(store, wanted);
  // The letter came back: its key is used up, its pictures went with it, and its credits were refunded.
  if (sent.ok && sent.isRepeat && sent.letter.translationState === "returned") {
    await dropFresh(deps, authorId, enclosed.fresh);
    return { ...anew, pictureNames, refusal: refuse("idempotency_key_reused", { wording: "returned" }) };
  }
  if (sent.ok) {
    // A form that was sent twice brought its files twice.
    if (sent.isRepeat) await dropFresh(deps, authorId, enclosed.fresh);
    // A draft that outlives its letter, because the server died here, still carries the letter's key.
    await endSentDraft(store, authorId, recipientId, { sendKey: key.data, body, base });
    return { ok: true, letter: sent.letter, balanceCredits: sent.balanceCredits };
  }
  const kept = sent.reason === "background_required" ? await keepWaiting(store, wanted, base) : null;
  // A page from the browser's memory still carries the key of the letter that was sent from it. Sending its new words
  // at once would charge for what may be a mere correction, so the writer decides, with a fresh key.
  const isUsedUp = sent.reason === "idempotency_key_reused";
  const again = { ...failed, refusal: sent, sendKey: isUsedUp ? store.randomToken() : key.data };
  return kept ? { ...again, base: kept.revision, isKept: true } : again;
}

/** Saves the letter as a draft, which a form without a script has not done by itself; null if it cannot be saved. */
async function keepWaiting(
  store: Store,
  { authorId, recipientId, body, sendKey, attachmentIds }: {
    authorId: number;
    recipientId: number;
    body: string;
    sendKey: string;
    attachmentIds: string[];
  },
  base: number,
): Promise<LetterDraft | null> {
  const written = { body, sendKey, attachmentIds, base, ageMs: 0 };
  const saved = await saveLetterDraft(store, authorId, recipientId, written);
  return saved.ok ? saved.draft : null;
}
