/** Deciding about a photo that waits, or about a new caption of one that is shown already. */
import { refuse } from "../store/refusals.ts";
import { type Approval, approvalEntry, type Decider, endApproval } from "./approvals.ts";
import { changeGallery } from "./photo_changes.ts";
import { addPhotoFilesJob } from "./photo_files.ts";
import { type GalleryPhoto, isToldByMail, isWaiting, type PhotoRejection } from "./photos.ts";

/**
 * An approved photo is shown at once. A refused picture is removed with its files; a refused new caption is dropped, and
 * its photo stays. No mail tells of approved photos: they come by the dozen, and their owner sees them.
 */
export const decidePhoto: Decider = (store, { value: { id, subjectId, userId } }, verdict, tell) =>
  changeGallery(store, userId, async (photos, op, _owner, gallery) => {
    // Read anew in each attempt: a caption that was changed in the meantime has another approval.
    const approval = await approvalEntry(store, id);
    const photo = photos.find((each) => each.id === subjectId);
    if (!approval.value || !photo || !isWaiting(photo)) return refuse("not_found");
    const { isApproved, reason } = verdict;
    endApproval(store, op, approval as Deno.KvEntry<Approval>, verdict);
    const isMailed = reason !== null && !isToldByMail(gallery, store.now());
    const noAdmin = await tell(op, isMailed);
    if (noAdmin) return noAdmin;
    const rejection: PhotoRejection | undefined = reason === null ? undefined : {
      isCaption: photo.state === "approved",
      addedAt: photo.addedAt,
      refusedAt: store.now(),
      reason,
    };
    if (!isApproved && photo.state === "waiting") {
      if (photo.picture.kind === "upload") addPhotoFilesJob(store, op, userId, photo.picture, "now");
      return { photos: photos.filter((each) => each !== photo), photo, rejection, isMailed };
    }
    const decided: GalleryPhoto = {
      ...photo,
      state: "approved",
      caption: isApproved ? photo.wishedCaption ?? photo.caption : photo.caption,
      wishedCaption: null,
    };
    return { photos: photos.map((each) => each === photo ? decided : each), photo: decided, rejection, isMailed };
  });
