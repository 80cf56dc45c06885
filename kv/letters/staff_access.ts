/**
 * Letters that somebody of the house reads: only for a reason, which stands in the audit log and on the letter itself,
 * where both correspondents see it. Nothing else shows the staff a word of a letter.
 */
import { isActingAdmin } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { putAuditLine } from "../store/audit_log.ts";
import { transact } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { isSameSecret } from "../store/same_secret.ts";
import { type Attachment, attachmentsOf } from "./attachments.ts";
import type { Letter, LetterLook, LetterText } from "./letter.ts";

/** How long the pictures of a letter that was looked at stay open to who looked. */
const passMs = 10 * 60_000;

interface PicturePass {
  actorId: number;
  attachmentId: string;
}

const signPass = (store: Store, { actorId, attachmentId }: PicturePass, untilMs: number): string =>
  store.sign(`letter-look:${actorId}:${attachmentId}:${untilMs}`);

/** Opens one picture of a letter to the admin who was just shown its words, for ten minutes. */
export function picturePass(store: Store, pass: PicturePass): string {
  const untilMs = store.now() + passMs;
  return `${untilMs}.${signPass(store, pass, untilMs)}`;
}

export function isPicturePass(store: Store, pass: PicturePass, text: string): boolean {
  const [until = "", signature = ""] = text.split(".");
  const untilMs = Number(until);
  return untilMs > store.now() && isSameSecret(signature, signPass(store, pass, untilMs));
}

/** UTF-16 units. */
export const lookReasonLengthMin = 10;
export const lookReasonLengthMax = 300;
/** So many are told on the letter, the newest; the audit log has all. */
const looksAtMost = 20;

/**
 * Notes the look, and only then answers the letter with its words. Refuses `invalid` for a reason that is too short or
 * too long, `wrong_role` where the actor is no admin, and `not_found`.
 */
export async function lookAtLetter(
  store: Store,
  { letterId, actorId, reason }: { letterId: number; actorId: number; reason: string },
): Promise<Result<{ letter: Letter; text: LetterText | null; pictures: Attachment[] }>> {
  const words = reason.replace(/\s+/g, " ").trim();
  if (words.length < lookReasonLengthMin) return refuse("invalid", { fields: { reason: "too_short" } });
  if (words.length > lookReasonLengthMax) return refuse("invalid", { fields: { reason: "too_long" } });
  if (!await isActingAdmin(store, actorId)) return refuse("wrong_role");
  const noted = await transact<Result<{ letter: Letter }>>(async () => {
    const entry = await store.kv.get<Letter>(keys.letter(letterId));
    if (!entry.value) return { done: refuse("not_found") };
    const look: LetterLook = { at: store.now(), by: actorId, reason: words };
    const letter = { ...entry.value, looks: [...entry.value.looks ?? [], look].slice(-looksAtMost) };
    const op = store.kv.atomic().check(entry).set(entry.key, letter);
    putAuditLine(store, op, {
      action: "letter_read",
      actorId,
      subject: `letter:${letterId}`,
      details: { manId: letter.manId, ladyId: letter.ladyId, reason: words },
    });
    return { commit: op, result: { ok: true, letter } };
  });
  if (!noted.ok) return noted;
  const text = (await store.kv.get<LetterText>(keys.letterText(letterId))).value;
  const pictures = text ? await attachmentsOf(store, new Map([[letterId, text]])) : null;
  return { ...noted, text, pictures: pictures?.get(letterId) ?? [] };
}
