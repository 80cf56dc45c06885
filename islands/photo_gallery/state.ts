/** The gallery's logic, no browser needed: which files may be added, the server's answers, the order, the squares. */
import { type FileFacts, type FileLimits, fittingFiles } from "../uploads/fitting_files.ts";

/** Specification, section 9; the server checks number and size again. */
export const photosMax = 20;
export const photoBytesMax = 5 * 1024 * 1024;
export const captionMax = 120;
export const photoLimits: FileLimits = { types: ["image/jpeg"], bytesMax: photoBytesMax, countMax: photosMax };

export interface Square {
  left: number;
  top: number;
  side: number;
}

/** A person's own photo, as the site's calls answer it. */
export interface OwnPhoto {
  id: number;
  path: string;
  pathOfQuad: string;
  sizes: Record<string, string>;
  caption: string;
  wishedCaption?: string | null;
  isMain: boolean;
  isShown?: boolean;
  isWaiting?: boolean;
  /** The square within the large picture, which has that width and height; null if the photo cannot be cropped. */
  crop?: (Square & { width: number; height: number }) | null;
}

/** The id of the form that adds photos. */
export const addPhotosForm = "add-photos";

/** The card of a photo on its owner's page. */
export const photoAnchor = (id: number): string => `photo-${id}`;

/** Sorts files into those that may be added to `thereCount` photos and those that may not, with the reason. */
export const sortedFiles = <F extends FileFacts>(files: readonly F[], thereCount: number) =>
  fittingFiles(files, thereCount, photoLimits);

export type PhotoAnswer =
  | { kind: "done"; photo: OwnPhoto | null }
  /** The server said no; `message` is its own sentence if it gave one. */
  | { kind: "refused"; message: string | null; mayRetry: boolean }
  /** The connection or the server failed. */
  | { kind: "lost" };

/** Reads the server's answer to a call about one photo; 0 is a connection that broke. */
export function readPhotoAnswer(status: number, text: string): PhotoAnswer {
  if (status === 204) return { kind: "done", photo: null };
  let body: Record<string, unknown> = {};
  try {
    body = JSON.parse(text) ?? {};
  } catch {
    // An answer that is no JSON says nothing.
  }
  if (status === 200) {
    const photo = body.photo as OwnPhoto | undefined;
    return typeof photo?.id === "number" ? { kind: "done", photo } : { kind: "lost" };
  }
  if (status < 400 || status >= 500) return { kind: "lost" };
  const [field] = Object.values((body.fields ?? {}) as Record<string, unknown>);
  const message = field ?? body.message;
  return { kind: "refused", message: typeof message === "string" ? message : null, mayRetry: status === 429 };
}

/** Returns the photos with one moved to `to`; the first that others see becomes the main one. */
export function moved(photos: readonly OwnPhoto[], id: number, to: number): OwnPhoto[] {
  const photo = photos.find((each) => each.id === id);
  if (!photo) return [...photos];
  const others = photos.filter((each) => each !== photo);
  return withMain(others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, photo));
}

/** Replaces a photo by its new version, or appends it if it is new. */
export const replaced = (photos: readonly OwnPhoto[], photo: OwnPhoto): OwnPhoto[] =>
  withMain(
    photos.some(({ id }) => id === photo.id)
      ? photos.map((each) => each.id === photo.id ? photo : each)
      : [...photos, photo],
  );

export const without = (photos: readonly OwnPhoto[], id: number): OwnPhoto[] =>
  withMain(photos.filter((each) => each.id !== id));

function withMain(photos: OwnPhoto[]): OwnPhoto[] {
  const main = photos.find(({ isShown }) => isShown);
  return photos.map((photo) => photo.isMain === (photo === main) ? photo : { ...photo, isMain: photo === main });
}

// ── squares ───────────────────────────────────────────────────────────────

export interface Frame {
  width: number;
  height: number;
}

const sideMin = 160;

/** The smallest and the largest side of a square in a picture. */
export const sidesOf = ({ width, height }: Frame): { least: number; most: number } => {
  const most = Math.min(width, height);
  return { least: Math.min(sideMin, most), most };
};

/** The nearest square of whole pixels that lies within the picture. */
export function fitted({ left, top, side }: Square, frame: Frame): Square {
  const { least, most } = sidesOf(frame);
  const kept = clamp(Math.round(side), least, most);
  return {
    side: kept,
    left: clamp(Math.round(left), 0, frame.width - kept),
    top: clamp(Math.round(top), 0, frame.height - kept),
  };
}

/** The square with another side around the same centre. */
export function resized(square: Square, side: number, frame: Frame): Square {
  const by = (square.side - side) / 2;
  return fitted({ left: square.left + by, top: square.top + by, side }, frame);
}

/** Whether a point, in pixels of the picture, takes hold of the lower right corner. */
export const holdsCorner = ({ left, top, side }: Square, x: number, y: number): boolean =>
  Math.abs(x - left - side) < side / 5 && Math.abs(y - top - side) < side / 5;

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));
