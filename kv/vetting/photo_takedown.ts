/**
 * Taking down a photo that is shown: an admin removes it for a reason, which its owner reads and may object to. The files
 * go at once, as those of a refused photo do; who wins an objection adds the photo again.
 */
import { trimText } from "../../chat/shared/text.ts";
import { checkActingAdmin } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { type Ground, newDecision, putDecision } from "../safety/decisions.ts";
import { reportById } from "../safety/reports.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { addJob } from "../store/jobs/queue.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { refusalReasonLengthMax } from "./approval_decisions.ts";
import { changeGallery, withoutPhotos } from "./photo_changes.ts";
import type { GalleryPhoto } from "./photos.ts";

/** Names what a page showed of a photo: its picture, the square that is cut out, and the caption. */
export const photoMark = ({ picture, caption }: GalleryPhoto): string =>
  `${picture.kind === "upload" ? `${picture.token}-${picture.cut}` : picture.photo.path} ${caption}`;

export interface WantedTakedown {
  userId: number;
  photoId: number;
  /** What whoever decides has seen (`photoMark`). */
  seen: string;
  /** For its owner, 1 to 500 UTF-16 units; it must not name anybody who reported anything. */
  reason: string;
  /** The rule that was broken; the usual one for photos if none is named. */
  ground?: Ground;
  /** The report that led to it. */
  reportId?: number;
  /** The admin. */
  actorId: number;
  /** As in kv/store/jobs/queue.ts. */
  origin?: string;
}

/**
 * Takes down a photo that others see. Refuses `invalid` for the reason and for a report about somebody else, `not_found`
 * for a photo that is not shown (any more), `conflict` if it is not the one that was `seen`, and `wrong_role` if the actor
 * is no acting admin (any more).
 */
export async function takePhotoDown(store: Store, wanted: WantedTakedown): Promise<Result<{ photo: GalleryPhoto }>> {
  const { userId, photoId, seen, ground, reportId, actorId, origin } = wanted;
  const reason = trimText(wanted.reason);
  if (reason === "") return refuse("invalid", { fields: { reason: "required" } });
  if (reason.length > refusalReasonLengthMax) return refuse("invalid", { fields: { reason: "too_long" } });
  const report = reportId === undefined ? null : await reportById(store, reportId);
  if (reportId !== undefined && report?.reportedId !== userId) {
    return refuse("invalid", { fields: { report: "wrong_value" } });
  }
  const made = { userId, kind: "shown_photo", facts: reason, decidedBy: actorId, ground, reportId, origin } as const;
  return await changeGallery(store, userId, async (photos, op) => {
    const photo = photos.find(({ id }) => id === photoId);
    if (photo?.state !== "approved") return refuse("not_found");
    if (photoMark(photo) !== seen) return refuse("conflict");
    const noAdmin = await checkActingAdmin(store, op, actorId);
    if (noAdmin) return noAdmin;
    const decision = await newDecision(store, made);
    putAuditRecord(store, op, {
      action: "photo_taken_down",
      actorId,
      subject: `user:${userId}`,
      details: { photoId, reason, ...(reportId !== undefined && { reportId }), ...putDecision(op, decision) },
    });
    addJob(store, op, {
      kind: "approval_mail",
      userId,
      isApproved: false,
      about: "shown_photo",
      reason,
      decisionId: decision.id,
      origin,
    });
    return {
      photos: await withoutPhotos(store, op, userId, { photos, gone: [photo] }),
      photo,
      refusal: { isCaption: false, wasShown: true, addedAt: photo.addedAt, refusedAt: store.now(), reason },
    };
  });
}
