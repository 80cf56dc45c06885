/** The way of a photo into a gallery and out of it: counted, checked, announced, stored, and only then recorded. */
import type { User } from "../../kv/accounts/users.ts";
import type { Store } from "../../kv/open.ts";
import { noteDenial } from "../../kv/store/audit_log.ts";
import type { PhotoFilesJob } from "../../kv/store/jobs/work.ts";
import type { Press } from "../../kv/store/just_done.ts";
import { limits, takeAttempt } from "../../kv/store/limits.ts";
import { type Refusal, refuse, type Result } from "../../kv/store/refusals.ts";
import { addPhoto, recutPhoto, removePhoto } from "../../kv/vetting/photo_changes.ts";
import { expectPhotoFiles, unneededPhotoFiles } from "../../kv/vetting/photo_files.ts";
import { photoAct, photoJustSent } from "../../kv/vetting/photo_presses.ts";
import {
  type Crop,
  fullGallery,
  type GalleryPhoto,
  isCropPossible,
  photoFile,
  type PhotoPart,
  photoParts,
  photosOf,
  type UploadedPicture,
} from "../../kv/vetting/photos.ts";
import type { ImageFault, Picture } from "../../services/pictures/images.ts";
import { cutPhoto, photoBytesMax, preparePhoto } from "../../services/pictures/photo_images.ts";
import type { Dependencies } from "../http/env.ts";
import { putFiles } from "./put_files.ts";

/** What each fault of a photo means as a refusal, and the sentence beside its field. */
const faults: Record<ImageFault, (field: string) => Refusal> = {
  type: (field) => refuse("unsupported_type", { fields: { [field]: "photo_type" } }),
  bytes: (field) => refuse("too_large", { fields: { [field]: "photo_bytes" } }),
  pixels: (field) => refuse("invalid", { fields: { [field]: "picture_pixels" } }),
  unreadable: (field) => refuse("invalid", { fields: { [field]: "picture_unreadable" } }),
  busy: () => refuse("too_many_requests", { retryAfterSeconds: 30 }),
};

/** Refuses a file that is no usable photo, and notes it; not for `busy`, which is nobody's fault. */
export async function refusePhoto(
  store: Store,
  fault: ImageFault,
  { field, file, actorId, subject }: { field: string; file: File; actorId: number; subject: string },
): Promise<Refusal> {
  if (fault !== "busy") {
    await noteDenial(store, { action: "picture_refused", actorId, subject, details: { fault, bytes: file.size } });
  }
  return faults[fault](field);
}

/**
 * Adds an uploaded file to its owner's gallery, where it waits for approval; a lady's agency may do so for her. The same file
 * of the same form (`press`) is added once, however often it is sent within a minute. Refuses, naming the field:
 * `unsupported_type`, `too_large`, `invalid`; `too_many_photos` beyond twenty, `conflict` beyond a translator's one, and
 * `too_many_requests` beyond 60 an hour, `storage_unavailable`.
 */
export async function keepPhoto(
  deps: Dependencies,
  owner: User,
  file: File,
  field: string,
  { agencyId, press = null }: { agencyId?: number; press?: Press } = {},
): Promise<Result<{ photo: GalleryPhoto }>> {
  const { store } = deps;
  const sentBytes = file.size > photoBytesMax ? null : new Uint8Array(await file.arrayBuffer());
  const act = sentBytes && photoAct(owner.id, press, sentBytes);
  // Checked before the work; the commit looks and counts again.
  const photos = await photosOf(store, owner);
  const sent = await photoJustSent(store, act, photos);
  if (sent) return { ok: true, photo: sent };
  const full = fullGallery(owner, photos.length);
  if (full) return full;
  const attempt = await takeAttempt(store, limits.photoUploads, String(owner.id));
  if (!attempt.ok) return attempt;
  const prepared = sentBytes ? await preparePhoto(sentBytes) : { ok: false as const, fault: "bytes" as const };
  if (!prepared.ok) {
    return await refusePhoto(store, prepared.fault, { field, file, actorId: agencyId ?? owner.id, subject: "photo" });
  }
  const { large, square, hash } = prepared;
  const bytes = Object.fromEntries(photoParts.map((part) => [part, prepared[part].bytes.length]));
  const picture: Omit<UploadedPicture, "kind"> = {
    token: store.randomToken(),
    width: large.width,
    height: large.height,
    crop: square,
    cut: await store.ids.next("photo_cut"),
    bytes: bytes as UploadedPicture["bytes"],
    ...(hash !== null && { hash }),
  };
  const put = await storeParts(deps, owner.id, picture, prepared, photoParts);
  if (!put.ok) return put;
  const added = await addPhoto(store, owner.id, picture, agencyId, act);
  // Refused, or there already: another press of the same form has stored files of its own.
  const isKept = added.ok && added.photo.picture.kind === "upload" && added.photo.picture.token === picture.token;
  if (!isKept) await removeFiles(deps, { ownerId: owner.id, ...picture });
  return added;
}

/** Stores the parts of a photo. They are announced first, so that a crash in between leaves nothing behind for good. */
async function storeParts<Part extends PhotoPart>(
  { store, storage }: Dependencies,
  ownerId: number,
  named: Pick<UploadedPicture, "token" | "cut">,
  made: Record<Part, Picture>,
  parts: readonly Part[],
): Promise<{ ok: true } | Refusal> {
  await expectPhotoFiles(store, ownerId, named);
  return await putFiles(
    storage,
    parts.map((part) => ({ name: photoFile(named, part), bytes: made[part].bytes, type: "image/webp" })),
  );
}

/**
 * Cuts another square out of one's photo. Refuses `not_found`, `invalid` for a square that is not within it, and
 * `too_many_requests` beyond 120 an hour, `storage_unavailable`.
 */
export async function cropPhoto(
  deps: Dependencies,
  owner: User,
  photoId: number,
  crop: Crop,
): Promise<Result<{ photo: GalleryPhoto }>> {
  const { store, storage } = deps;
  const photo = (await photosOf(store, owner)).find(({ id }) => id === photoId);
  if (!photo) return refuse("not_found");
  const { picture } = photo;
  if (picture.kind !== "upload" || !isCropPossible(crop, picture)) {
    return refuse("invalid", { fields: { crop: "wrong_value" } });
  }
  const attempt = await takeAttempt(store, limits.photoCrops, String(owner.id));
  if (!attempt.ok) return attempt;
  const large = await storage.get(photoFile(picture, "large"));
  // Its owner has removed it in this very moment.
  if (!large) return refuse("not_found");
  const made = await cutPhoto(new Uint8Array(await new Response(large.body).arrayBuffer()), crop);
  if (!made.ok) return faults[made.fault]("crop");
  const cut = await store.ids.next("photo_cut");
  const put = await storeParts(deps, owner.id, { token: picture.token, cut }, made, ["quad", "avatar"]);
  if (!put.ok) return put;
  const bytes = { quad: made.quad.bytes.length, avatar: made.avatar.bytes.length };
  return await recutPhoto(store, owner.id, photoId, { crop, cut, bytes });
}

/** Removes one's photo from the gallery; a job, woken at once, removes its files. */
export async function dropPhoto(
  deps: Dependencies,
  ownerId: number,
  photoId: number,
  agencyId?: number,
): Promise<Result<Record<never, never>>> {
  const removed = await removePhoto(deps.store, ownerId, photoId, agencyId);
  if (removed.ok) deps.wakeJobs?.();
  return removed;
}

/** What the job does: removes the files that nothing refers to. Throws when it must be tried again. */
export async function clearPhotoFiles(deps: Dependencies, job: PhotoFilesJob): Promise<void> {
  await removeFiles(deps, job);
}

async function removeFiles(
  { store, storage }: Dependencies,
  named: Pick<PhotoFilesJob, "ownerId" | "token" | "cut">,
): Promise<void> {
  for (const name of await unneededPhotoFiles(store, named)) await storage.delete(name);
}
