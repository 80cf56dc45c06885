/**
 * How an admin reads a letter: only for a reason, which is kept in the audit log and on the letter itself, where both
 * correspondents see it. Apart from that, an admin reads what came with a report (report_snapshots.ts), and a
 * translator the letter in her or his hands (translation_drafts.ts) and those before it (earlier_letters.ts).
 */
import { checkActingAdmin } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { changeRecord } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { inOneLine } from "../store/one_line.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { isSameSecret } from "../store/same_secret.ts";
import { type Attachment, attachmentsOf } from "./attachments.ts";
import type { AdminReading, Letter, LetterText } from "./letter.ts";

/** How long the pictures of a letter stay open to the admin who has read it. */
const grantMs = 10 * 60_000;

interface PictureGrant {
  actorId: number;
  attachmentId: string;
}

const signGrant = (store: Store, { actorId, attachmentId }: PictureGrant, untilMs: number): string =>
  store.sign(`letter-look:${actorId}:${attachmentId}:${untilMs}`);

/** A grant that opens one picture of a letter, for ten minutes, to the admin who was just shown its words. */
export function pictureGrant(store: Store, grant: PictureGrant): string {
  const untilMs = store.now() + grantMs;
  return `${untilMs}.${signGrant(store, grant, untilMs)}`;
}

export function isPictureGrant(store: Store, grant: PictureGrant, text: string): boolean {
  const [until = "", signature = ""] = text.split(".");
  const untilMs = Number(until);
  return untilMs > store.now() && isSameSecret(signature, signGrant(store, grant, untilMs));
}

/** UTF-16 units. */
export const readingReasonLengthMin = 10;
export const readingReasonLengthMax = 300;
/** How many readings a letter keeps, the newest; the audit log has all. */
const readingsMax = 20;

/**
 * Notes the reading, and only then returns the letter with its words. Refuses `invalid` for a reason that is too short
 * or too long, `wrong_role` if the actor is no admin, and `not_found`.
 */
export async function readLetterAsAdmin(
  store: Store,
  { letterId, actorId, reason }: { letterId: number; actorId: number; reason: string },
): Promise<Result<{ letter: Letter; text: LetterText | null; pictures: Attachment[] }>> {
  const words = inOneLine(reason);
  if (words.length < readingReasonLengthMin) return refuse("invalid", { fields: { reason: "too_short" } });
  if (words.length > readingReasonLengthMax) return refuse("invalid", { fields: { reason: "too_long" } });
  const noted = await changeRecord<Letter>(store, keys.letter(letterId), async (letter, op) => {
    const noAdmin = await checkActingAdmin(store, op, actorId);
    if (noAdmin) return noAdmin;
    putAuditRecord(store, op, {
      action: "letter_read",
      actorId,
      subject: `letter:${letterId}`,
      details: { manId: letter.manId, ladyId: letter.ladyId, reason: words },
    });
    const reading: AdminReading = { at: store.now(), by: actorId, reason: words };
    return { ...letter, looks: [...letter.looks ?? [], reading].slice(-readingsMax) };
  });
  if (!noted.ok) return noted;
  const text = (await store.kv.get<LetterText>(keys.letterText(letterId))).value;
  const pictures = text ? await attachmentsOf(store, new Map([[letterId, text]])) : null;
  return { ok: true, letter: noted.record, text, pictures: pictures?.get(letterId) ?? [] };
}
