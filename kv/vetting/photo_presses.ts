/** A file that one form sends twice is one photo: known for a minute by the key of the form and by what the file holds. */
import { createHash } from "node:crypto";
import type { Store } from "../open.ts";
import { type Act, justDone, noteDone, type Press } from "../store/just_done.ts";
import type { GalleryPhoto } from "./photos.ts";

/** Names what a form does with a file; null if the form has no key. */
export const photoAct = (ownerId: number, press: Press, bytes: Uint8Array): Act | null =>
  press === null ? null : ["photo_added", ownerId, press, createHash("sha256").update(bytes).digest("base64url")];

/** Adds to the commit of a photo what it was sent as. */
export function notePhotoSent(
  store: Store,
  op: Deno.AtomicOperation,
  act: Act,
  photo: { userId: number; photoId: number },
) {
  noteDone(store, op, { act, told: photo });
}

/** The one of these photos that was sent so just now; null if none was, or if it is gone again. */
export async function photoJustSent(
  store: Store,
  act: Act | null,
  photos: readonly GalleryPhoto[],
): Promise<GalleryPhoto | null> {
  const note = act && await justDone<{ photoId: number }>(store, act);
  return note ? photos.find(({ id }) => id === note.value.photoId) ?? null : null;
}
