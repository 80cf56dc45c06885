/**
 * The photos of a person, in the order of the gallery: those that wait for approval are seen by their owner alone. The
 * files lie in the storage under names that follow from a token; no name that anybody gave is ever a path.
 */
import { translator, type User } from "../accounts/users.ts";
import { ladyById } from "../ladies/ladies.ts";
import type { LadyPhoto, LadyRecord } from "../ladies/record.ts";
import type { Store } from "../open.ts";
import { dayMs } from "../store/days.ts";
import { keys } from "../store/keys.ts";
import { type Refusal, refuse } from "../store/refusals.ts";

/** How many photos a person may have, including those that wait. */
export const photosAtMost = 20;
/** The refusal of one more photo to a person who has `thereCount`; null if there is room. A translator has one portrait. */
export function fullGallery({ groupId }: Pick<User, "groupId">, thereCount: number): Refusal | null {
  if (groupId === translator) return thereCount > 0 ? refuse("conflict") : null;
  return thereCount >= photosAtMost ? refuse("too_many_photos") : null;
}

/** UTF-16 units, in one line. */
export const captionLengthMax = 120;
/** The smallest square that may be cut out, unless the picture itself is smaller. */
const cropSideMin = 160;

/** The square that is cut out, in pixels of the large picture. */
export interface Crop {
  left: number;
  top: number;
  side: number;
}

export const photoParts = ["large", "full", "medium", "quad", "avatar"] as const;
export type PhotoPart = typeof photoParts[number];

/** The parts that each cut has of its own. */
export type SquarePart = "quad" | "avatar";

/** The squares of a cut that another has replaced. */
interface FormerCut {
  cut: number;
  bytes: Record<SquarePart, number>;
  /** Ms since the epoch; from then on its files are cleared away. */
  until: number;
}

/** A picture that was uploaded. */
export interface UploadedPicture {
  kind: "upload";
  /** Unguessable; names the files. */
  token: string;
  /** Of the large picture. */
  width: number;
  height: number;
  crop: Crop;
  /** Names the square pictures of this crop; never given twice. */
  cut: number;
  bytes: Record<PhotoPart, number>;
  /** Those that open pages and mails may still show; absent if it was not cut anew. */
  former?: FormerCut[];
  /** What it looks like (photo_likeness.ts); absent in older photos, and if there is too little to see. */
  hash?: string;
}

/** One of the site's own drawings, which the demo's people came with. */
interface DrawnPicture {
  kind: "drawn";
  photo: LadyPhoto;
}

export interface GalleryPhoto {
  id: number;
  state: "waiting" | "approved";
  /** What others read, once the picture is approved. */
  caption: string;
  /** A new caption of an approved picture, which waits. */
  wishedCaption: string | null;
  picture: UploadedPicture | DrawnPicture;
  /** Ms since the epoch. */
  addedAt: number;
  /** The agency that added it in her stead; absent if its owner did. Captions are always the owner's. */
  addedBy?: number;
}

/** That a photo, or a new caption of one, was not approved, or that either was taken down later (takedowns.ts). */
export interface PhotoRejection {
  isCaption: boolean;
  /** Whether it was shown and was taken down. */
  wasShown?: true;
  /** When the photo was added. */
  addedAt: number;
  refusedAt: number;
  reason: string;
}

/** How many rejections the owner is shown, and for how long. */
export const rejectionsAtMost = 5;
export const rejectionsReadMs = 30 * dayMs;

export interface Gallery {
  photos: GalleryPhoto[];
  /** The newest last; absent if there was none. */
  refusals?: PhotoRejection[];
  /** When a mail last told of a rejection; absent if none has. */
  refusalMailedAt?: number;
}

/** At most one mail about refused photos is sent in this time; the page with the photos tells of each. */
const rejectionMailEveryMs = 3600_000;

/** Whether a mail has told of refused photos so lately that the next rejection goes without one. */
export const isToldByMail = (gallery: Gallery | null, nowMs: number): boolean =>
  gallery?.refusalMailedAt !== undefined && nowMs - gallery.refusalMailedAt < rejectionMailEveryMs;

const galleryOf = (store: Store, userId: number): Promise<Gallery | null> =>
  store.memory.recall(
    ["photos", userId],
    async () => (await store.kv.get<Gallery>(keys.photos(userId))).value,
  );

/** The recent rejections of a person's photos, newest first. */
export async function photoRejectionsOf(store: Store, userId: number): Promise<PhotoRejection[]> {
  const gallery = await galleryOf(store, userId);
  const since = store.now() - rejectionsReadMs;
  return (gallery?.refusals ?? []).filter(({ refusedAt }) => refusedAt > since).reverse();
}

/**
 * What of this the agency reads that keeps her profile: photos, whoever added them; a caption is hers alone. What had been
 * shown it reads with the rule that was broken (`toldToAgency`).
 */
export const rejectionsToldToAgency = (rejections: PhotoRejection[]): PhotoRejection[] =>
  rejections.filter(({ isCaption, wasShown }) => !isCaption && !wasShown);

/** Whether the photo or a new caption of it waits for approval. */
export const isWaiting = ({ state, wishedCaption }: GalleryPhoto): boolean =>
  state === "waiting" || wishedCaption !== null;

/** A person's photos in order. */
export async function photosOf(store: Store, user: User): Promise<GalleryPhoto[]> {
  const gallery = await galleryOf(store, user.id);
  return photosIn(gallery, user, gallery ? null : await ladyById(store, user.id));
}

/** The photos of a gallery; if none is stored yet, those that the person's records came with. */
export function photosIn(gallery: Gallery | null, user: User, profile: LadyRecord | null): GalleryPhoto[] {
  if (gallery) return gallery.photos;
  const drawn: LadyPhoto[] = profile ? profile.photos : user.photo ? [asLadyPhoto(user.photo)] : [];
  return drawn.map((photo) => ({
    id: photo.id,
    state: "approved",
    caption: photo.caption ?? "",
    wishedCaption: null,
    picture: { kind: "drawn", photo },
    addedAt: user.createdAt,
  }));
}

const asLadyPhoto = ({ id, path, pathOfQuad, sizes }: NonNullable<User["photo"]>): LadyPhoto => ({
  id,
  key: "",
  path,
  pathOfQuad,
  sizes: {
    full: path,
    medium: sizes.medium ?? path,
    quad: pathOfQuad,
    avatar: sizes.avatar ?? pathOfQuad,
  },
});

// ── addresses ─────────────────────────────────────────────────────────────

type Named = Pick<UploadedPicture, "token" | "cut">;

/**
 * The name of a part in addresses: "large", or "quad-7" for a part that depends on the crop, so that the picture at an
 * address never changes.
 */
const partName = (cut: number, part: PhotoPart): string => isSquare(part) ? `${part}-${cut}` : part;

const isSquare = (part: PhotoPart): part is SquarePart => part === "quad" || part === "avatar";

/** Where a part lies in the storage. */
export const photoFile = ({ token, cut }: Named, part: PhotoPart): string =>
  `photos/${token}/${partName(cut, part)}.webp`;

/** The addresses of all uploaded photos begin with this. */
export const photoFilesRoot = "/photo-files/";

/** The address of a part, below the root and without a language prefix. */
const photoPath = (ownerId: number, { token, cut }: Named, part: PhotoPart): string =>
  `${photoFilesRoot}${ownerId}/${token}/${partName(cut, part)}`;

/** A photo as records and answers hold it. */
export function shownPhoto(ownerId: number, { id, caption, picture }: GalleryPhoto): LadyPhoto {
  const said = caption === "" ? {} : { caption };
  if (picture.kind === "drawn") {
    const { caption: _former, ...photo } = picture.photo;
    return { ...photo, ...said };
  }
  const at = (part: PhotoPart) => photoPath(ownerId, picture, part);
  const sizes = {
    full: at("full"),
    medium: at("medium"),
    quad: at("quad"),
    avatar: at("avatar"),
    large: at("large"),
  };
  return { id, key: picture.token, path: sizes.full, pathOfQuad: sizes.quad, sizes, ...said };
}

/** The cuts of a picture whose squares are still answered, though another is shown. */
export const formerCutsOf = ({ former = [] }: UploadedPicture, nowMs: number): FormerCut[] =>
  former.filter(({ until }) => nowMs < until);

/** The photo that an address names, and the file of its part; squares of a former cut for as long as they are kept. */
export function photoAt(
  photos: GalleryPhoto[],
  { token, name, nowMs }: { token: string; name: string; nowMs: number },
): { photo: GalleryPhoto; file: string; bytes: number } | null {
  for (const photo of photos) {
    const { picture } = photo;
    if (picture.kind !== "upload" || picture.token !== token) continue;
    const part = photoParts.find((each) => partName(picture.cut, each) === name);
    if (part) return { photo, file: photoFile(picture, part), bytes: picture.bytes[part] };
    for (const { cut, bytes } of formerCutsOf(picture, nowMs)) {
      const square = photoParts.filter(isSquare).find((each) => partName(cut, each) === name);
      if (square) return { photo, file: photoFile({ token, cut }, square), bytes: bytes[square] };
    }
  }
  return null;
}

/** Whether a square lies within a picture and is not too small. */
export function isCropPossible(crop: Crop, { width, height }: Pick<UploadedPicture, "width" | "height">): boolean {
  const { left, top, side } = crop;
  return [left, top, side].every((length) => Number.isSafeInteger(length) && length >= 0) &&
    side >= Math.min(cropSideMin, width, height) && left + side <= width && top + side <= height;
}
