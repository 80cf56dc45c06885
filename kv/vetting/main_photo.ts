/**
 * What another main photo does to a lady's verification. The acceptance of her live check vouches for one photo. While
 * another is the main one, the acceptance rests, and her verification with it; once that photo is the main one again, it
 * holds again, if its 180 days are not over. If the photo leaves her gallery, the acceptance is gone.
 */
import { dayMs } from "../store/days.ts";
import type { LadyRecord } from "../ladies/record.ts";
import type { Store } from "../open.ts";
import type { GalleryPhoto } from "./photos.ts";
import { asOf, graceBeganAt, graceDays, putPublishing, type Verification, withCheck } from "./verifications.ts";

/** How long a photo may be away before a mail tells what that ended; no end leaves less than this of the grace. */
const slipMs = 3600_000;

/**
 * Adds to a commit what the main photo of `record` does to her verification (`entry`); `photos` are all of her gallery. If
 * that publishes her, her record is returned, which the caller must add to the commit; else null. Adds one check.
 */
export function followMainPhoto(
  store: Store,
  op: Deno.AtomicOperation,
  { record, photos, entry }: { record: LadyRecord; photos: GalleryPhoto[]; entry: Deno.KvEntryMaybe<Verification> },
): LadyRecord | null {
  op.check(entry);
  if (!entry.value) return null;
  const standing = asOf(entry.value, store.now());
  const { live, resting } = standing;
  const mainPhotoId = record.photos[0]?.id;
  const isThere = (photoId: number) => photos.some(({ id }) => id === photoId);
  if (live && live.photoId !== mainPhotoId) {
    return putPublishing(store, op, record, rested(standing, isThere(live.photoId), record.isPublished, store.now()));
  }
  if (resting && resting.photoId === mainPhotoId) {
    return putPublishing(store, op, record, resumed(standing, store.now()));
  }
  if (resting && !isThere(resting.photoId)) {
    return putPublishing(store, op, record, { ...standing, resting: null });
  }
  return null;
}

function rested(standing: Verification, isKept: boolean, isPublished: boolean, nowMs: number): Verification {
  const { live, verifiedAt, graceUsedMs = 0 } = standing;
  const ended = verifiedAt === null ? standing.ended : {
    at: nowMs,
    because: "photo" as const,
    // Only to and fro between photos uses the grace up: one that is gone cannot come back.
    graceFrom: isKept ? nowMs - graceUsedMs : nowMs,
    // The mail says how long her profile is still shown, which has no meaning for one that is not shown.
    ...(isPublished && { tellAt: isKept ? nowMs + slipMs : nowMs }),
  };
  const resting = isKept ? { ...live!, verifiedAt } : null;
  return { ...standing, live: null, verifiedAt: null, endsAt: null, ended, resting };
}

/** Her grace goes on where it stood, so that to and fro makes it no longer. */
function resumed(standing: Verification, nowMs: number): Verification {
  const { ended, warnedAt, graceUsedMs } = standing;
  const { verifiedAt, ...live } = standing.resting!;
  const next = withCheck(standing, { live }, nowMs);
  if (verifiedAt === null) return next;
  const used = ended ? Math.min(nowMs - graceBeganAt(ended), graceDays * dayMs - slipMs) : graceUsedMs;
  return { ...next, verifiedAt, warnedAt, graceUsedMs: used };
}
