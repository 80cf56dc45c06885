/**
 * Changes a gallery: photos are added, captioned, put in order, cut anew and removed. One record holds the whole gallery,
 * so that two tabs never make two orders of it; the owner's main photo and a lady's shown photos change in the same
 * commit.
 */
import { trimText } from "../../chat/shared/text.ts";
import { man, shownTopic, translator, type User } from "../accounts/users.ts";
import { checkAgencyDeed } from "../ladies/agencies/agency_log.ts";
import { transactLady } from "../ladies/profile/changing.ts";
import type { LadyPhoto, LadyRecord } from "../ladies/record.ts";
import type { Store } from "../open.ts";
import type { Act } from "../store/just_done.ts";
import { keys } from "../store/keys.ts";
import { oneLine } from "../store/one_line.ts";
import { type Refusal, refuse, type Result } from "../store/refusals.ts";
import { addApproval, removeApproval, removeApprovals } from "./approvals.ts";
import { addPhotoFilesJob, formerCutMs } from "./photo_files.ts";
import { followMainPhoto } from "./main_photo.ts";
import { indexLikeness } from "./photo_likeness.ts";
import { notePhotoSent, photoJustSent } from "./photo_presses.ts";
import {
  captionLengthMax,
  formerCutsOf,
  fullGallery,
  type Gallery,
  type GalleryPhoto,
  isCropPossible,
  isWaiting,
  type PhotoRejection,
  photosIn,
  rejectionsAtMost,
  shownPhoto,
  type SquarePart,
  type UploadedPicture,
} from "./photos.ts";
import type { Verification } from "./verifications.ts";

type Changed = Result<{ photo: GalleryPhoto }>;

/**
 * Adds a picture whose files are stored already, at the end. It waits for approval, even if her agency adds it. What was sent
 * by the same act just now is there already: that photo is the answer, and of the files nobody needs these. Refuses
 * `too_many_photos`, `conflict` for a translator's second photo, `not_found`, and what `checkAgencyDeed` refuses.
 */
export async function addPhoto(
  store: Store,
  ownerId: number,
  picture: Omit<UploadedPicture, "kind">,
  agencyId?: number,
  act: Act | null = null,
): Promise<Changed> {
  const id = await store.ids.next("photo");
  const photo: GalleryPhoto = {
    id,
    state: "waiting",
    caption: "",
    wishedCaption: null,
    picture: { kind: "upload", ...picture },
    addedAt: store.now(),
    ...(agencyId && { addedBy: agencyId }),
  };
  return await changeGallery(store, ownerId, async (photos, op, owner) => {
    const sent = await photoJustSent(store, act, photos);
    if (sent) return { photos, photo: sent };
    const full = fullGallery(owner, photos.length);
    if (full) return full;
    const notHers = await checkAgencyDeed(store, op, agencyId, "photo_added", ownerId, { photoId: id });
    if (notHers) return notHers;
    await addApproval(store, op, { kind: "photo", subjectId: id, userId: ownerId });
    if (act) notePhotoSent(store, op, act, { userId: ownerId, photoId: id });
    return { photos: [...photos, photo], photo };
  });
}

export interface PhotoWish {
  caption?: string;
  /** From 1; beyond the end is the end. */
  position?: number;
}

/**
 * Moves a photo, or gives it another caption, which waits for approval if the picture is shown already. Refuses
 * `not_found`, and `invalid` for a caption that is too long or has several lines.
 */
export async function changePhoto(store: Store, ownerId: number, photoId: number, wish: PhotoWish): Promise<Changed> {
  const refusal = captionRefusal(wish);
  if (refusal) return refusal;
  const caption = wish.caption === undefined ? undefined : trimText(wish.caption);
  return await changeGallery(store, ownerId, async (photos, op) => {
    const found = photos.find(({ id }) => id === photoId);
    if (!found) return refuse("not_found");
    const photo = caption === undefined ? found : await captioned(store, op, ownerId, found, caption);
    const others = photos.filter(({ id }) => id !== photoId);
    const place = wish.position === undefined ? photos.indexOf(found) : wish.position - 1;
    return { photos: others.toSpliced(Math.min(place, others.length), 0, photo), photo };
  });
}

/** Refuses what `changePhoto` refuses of a caption, for a caller that does something else before it. */
export function captionRefusal({ caption }: PhotoWish): Refusal | null {
  const rule = caption === undefined ? null : captionFault(trimText(caption));
  return rule === null ? null : refuse("invalid", { fields: { caption: rule } });
}

const captionFault = (caption: string): string | null =>
  caption.length > captionLengthMax ? "too_long" : oneLine.test(caption) ? null : "one_line";

/**
 * The photo with another caption. It needs a new approval, so that nobody approves words that nobody has seen; to remove
 * a caption needs none.
 */
async function captioned(
  store: Store,
  op: Deno.AtomicOperation,
  ownerId: number,
  photo: GalleryPhoto,
  caption: string,
): Promise<GalleryPhoto> {
  const subject = { kind: "photo", subjectId: photo.id } as const;
  if (photo.state === "waiting") {
    await addApproval(store, op, { ...subject, userId: ownerId });
    return { ...photo, caption };
  }
  if (caption === "" || caption === photo.caption) {
    await removeApproval(store, op, subject);
    return { ...photo, caption, wishedCaption: null };
  }
  await addApproval(store, op, { ...subject, userId: ownerId });
  return { ...photo, wishedCaption: caption };
}

/**
 * Shows another square of a picture; the files of the new cut are stored already, those of the former one stay for an
 * hour. Refuses `not_found`, and `invalid` for a drawn picture and for a square that does not fit into the picture.
 */
export function recutPhoto(
  store: Store,
  ownerId: number,
  photoId: number,
  cut: Pick<UploadedPicture, "crop" | "cut"> & { bytes: Record<SquarePart, number> },
): Promise<Changed> {
  return changeGallery(store, ownerId, (photos, op) => {
    const found = photos.find(({ id }) => id === photoId);
    if (!found) return refuse("not_found");
    const { picture } = found;
    if (picture.kind !== "upload" || !isCropPossible(cut.crop, picture)) {
      return refuse("invalid", { fields: { crop: "wrong_value" } });
    }
    addPhotoFilesJob(store, op, ownerId, picture, "soon");
    const { quad, avatar } = picture.bytes;
    const former = [
      ...formerCutsOf(picture, store.now()),
      { cut: picture.cut, bytes: { quad, avatar }, until: store.now() + formerCutMs },
    ];
    const bytes = { ...picture.bytes, ...cut.bytes };
    const photo: GalleryPhoto = { ...found, picture: { ...picture, crop: cut.crop, cut: cut.cut, bytes, former } };
    return { photos: photos.map((each) => each === found ? photo : each), photo };
  });
}

/**
 * Removes a photo from the gallery; a job of the same commit deletes its files. Refuses `not_found`; to an agency also
 * for a photo that is shown already, which only the lady herself may remove, and what `checkAgencyDeed` refuses.
 */
export function removePhoto(store: Store, ownerId: number, photoId: number, agencyId?: number): Promise<Changed> {
  return changeGallery(store, ownerId, async (photos, op) => {
    const photo = photos.find(({ id }) => id === photoId);
    if (!photo || (agencyId && photo.state === "approved")) return refuse("not_found");
    const notHers = await checkAgencyDeed(store, op, agencyId, "photo_removed", ownerId, { photoId });
    if (notHers) return notHers;
    return { photos: await withoutPhotos(store, op, ownerId, { photos, gone: [photo] }), photo };
  });
}

/**
 * The other photos. Adds to the commit that nothing of those that are gone waits any more, and the jobs that delete their
 * files. The caller checks the gallery.
 */
export async function withoutPhotos(
  store: Store,
  op: Deno.AtomicOperation,
  ownerId: number,
  { photos, gone }: { photos: GalleryPhoto[]; gone: readonly GalleryPhoto[] },
): Promise<GalleryPhoto[]> {
  const waiting = gone.filter(isWaiting);
  if (waiting.length > 0) await removeApprovals(store, op, waiting.map(({ id }) => ({ kind: "photo", subjectId: id })));
  for (const { picture } of gone) if (picture.kind === "upload") addPhotoFilesJob(store, op, ownerId, picture, "now");
  return photos.filter((each) => !gone.includes(each));
}

/**
 * Adds to a commit that the waiting photos that an agency added are taken back, with their files; returns how many. What is
 * shown does not change. The caller checks the gallery.
 */
export async function takeBackPhotos(
  store: Store,
  op: Deno.AtomicOperation,
  ownerId: number,
  { key, value: gallery }: Deno.KvEntryMaybe<Gallery>,
  agencyId: number,
): Promise<number> {
  const before = gallery?.photos ?? [];
  const gone = before.filter(({ state, addedBy }) => state === "waiting" && addedBy === agencyId);
  if (gone.length === 0) return 0;
  const photos = await withoutPhotos(store, op, ownerId, { photos: before, gone });
  indexLikeness(op, ownerId, { before, after: photos });
  op.set(key, { ...gallery, photos });
  return gone.length;
}

// ── one commit ────────────────────────────────────────────────────────────

/** What becomes of a gallery; `isMailed` if the same commit mails the rejection. */
type Altered = Refusal | {
  photos: GalleryPhoto[];
  photo: GalleryPhoto;
  rejection?: PhotoRejection;
  isMailed?: boolean;
};

/**
 * Changes a gallery by `alter`, which may add to the commit and is called anew in each attempt. A lady's verification
 * follows her main photo. Adds four checks, and those of `alter`.
 */
export async function changeGallery(
  store: Store,
  ownerId: number,
  alter: (
    photos: GalleryPhoto[],
    op: Deno.AtomicOperation,
    owner: User,
    gallery: Gallery | null,
  ) => Altered | Promise<Altered>,
): Promise<Changed> {
  let groupId: User["groupId"] | undefined;
  const changed = await transactLady<Changed>(store, ownerId, async () => {
    const [gallery, user, profile, verification] = await store.kv.getMany<[Gallery, User, LadyRecord, Verification]>([
      keys.photos(ownerId),
      keys.user(ownerId),
      keys.lady(ownerId),
      keys.verification(ownerId),
    ]);
    if (!user.value) return { done: refuse("not_found") };
    groupId = user.value.groupId;
    const op = store.kv.atomic().check(gallery, user, profile);
    const before = photosIn(gallery.value, user.value, profile.value);
    const altered = await alter(before, op, user.value, gallery.value);
    if (!("photos" in altered)) return { done: altered };
    indexLikeness(op, ownerId, { before, after: altered.photos });
    op.set(gallery.key, galleryWith(gallery.value, altered, store.now()));
    const shown = shownPhotos(ownerId, altered.photos);
    const photo = mainPhotoOf(shown);
    if (!isSame(user.value.photo, photo)) op.set(user.key, { ...user.value, photo });
    const record = profile.value && { ...profile.value, photos: shown };
    const published = record && followMainPhoto(store, op, { record, photos: altered.photos, entry: verification });
    const isShownAnew = record !== null && !isSame(profile.value!.photos, shown);
    const lady = published ?? (isShownAnew ? record : null);
    if (lady) op.set(profile.key, lady);
    return { commit: op, result: { ok: true, photo: altered.photo }, lady, isVisibilityChanged: published !== null };
  });
  // A lady's change is told and counted with her record. The page with the translators' portraits is kept for guests, too.
  if (changed.ok && groupId === man) store.pubsub.publish([shownTopic(ownerId)]);
  if (changed.ok && groupId === translator) store.pageChanges.count++;
  return changed;
}

function galleryWith(
  before: Gallery | null,
  { photos, rejection, isMailed }: Exclude<Altered, Refusal>,
  nowMs: number,
): Gallery {
  if (!rejection) return { ...before, photos };
  const refusals = [...before?.refusals ?? [], rejection].slice(-rejectionsAtMost);
  return { ...before, photos, refusals, ...(isMailed && { refusalMailedAt: nowMs }) };
}

/** What others see of a gallery: the first is the main picture. */
export const shownPhotos = (ownerId: number, photos: GalleryPhoto[]): LadyPhoto[] =>
  photos.filter(({ state }) => state === "approved").map((photo) => shownPhoto(ownerId, photo));

/** The main picture as an account holds it. */
export function mainPhotoOf([main]: LadyPhoto[]): User["photo"] {
  if (!main) return null;
  const { id, path, pathOfQuad, sizes } = main;
  return { id, path, pathOfQuad, sizes: { ...sizes } };
}

const isSame = (some: unknown, other: unknown): boolean => JSON.stringify(some) === JSON.stringify(other);
