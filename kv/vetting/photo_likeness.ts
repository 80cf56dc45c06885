/**
 * Finds photos that look like somebody else's: the same picture, resized, re-encoded or trimmed. A hash of 64 bits says
 * what a photo looks like (services/pictures/photo_hash.ts). An index by six parts (bands) of the hash finds those that
 * differ in few bits, without reading all.
 */
import type { Store } from "../open.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import type { GalleryPhoto } from "./photos.ts";

/**
 * How many bits may differ. Of copies of a picture, resized, re-encoded or trimmed by 2 %, nine in ten differ in no more;
 * two different pictures differ in 20 or more.
 */
export const alikeBitsMax = 10;
/** At most so many are returned: whoever looks at them has seen enough. */
const alikeAtMost = 8;
/** At most so many photos are read per band: a value that more of them share tells nothing. */
const sharedAtMost = 500;

/** The bits of each band. If two hashes differ in eleven bits or fewer, at least one band differs in at most one bit. */
const bandBits = [11, 11, 11, 11, 10, 10];

interface Band {
  band: number;
  value: number;
}

/** The bands of a hash, each with its number. */
function bandsOf(hash: string): (Band & { bits: number })[] {
  let rest = BigInt(`0x${hash}`);
  return bandBits.map((bits, band) => {
    const value = Number(rest & (1n << BigInt(bits)) - 1n);
    rest >>= BigInt(bits);
    return { band, value, bits };
  });
}

/** Each band of a hash as it is, and with each of its bits flipped. */
const nearBands = (hash: string): Band[] =>
  bandsOf(hash).flatMap(({ band, value, bits }) => [
    { band, value },
    ...Array.from({ length: bits }, (_, at) => ({ band, value: value ^ 1 << at })),
  ]);

export function bitsBetween(one: string, other: string): number {
  let differing = BigInt(`0x${one}`) ^ BigInt(`0x${other}`);
  let count = 0;
  for (; differing > 0n; differing &= differing - 1n) count++;
  return count;
}

/** The hash of a photo; null for a drawing, for a photo from before hashes were noted, and for a picture of one colour. */
export const hashOfPhoto = ({ picture }: GalleryPhoto): string | null =>
  picture.kind === "upload" ? picture.hash ?? null : null;

/** The keys under which a photo is found by what it looks like. */
export const likenessKeys = (ownerId: number, photo: GalleryPhoto): Deno.KvKey[] => {
  const hash = hashOfPhoto(photo);
  return hash === null ? [] : bandsOf(hash).map(({ band, value }) => keys.photoHash(band, value, ownerId, photo.id));
};

/** Adds to a commit what a change of a gallery means for the index. */
export function indexLikeness(
  op: Deno.AtomicOperation,
  ownerId: number,
  { before, after }: Record<"before" | "after", readonly GalleryPhoto[]>,
): void {
  const has = (photos: readonly GalleryPhoto[], { id }: GalleryPhoto) => photos.some((each) => each.id === id);
  for (const photo of before.filter((each) => !has(after, each))) {
    for (const key of likenessKeys(ownerId, photo)) op.delete(key);
  }
  for (const photo of after.filter((each) => !has(before, each))) {
    for (const key of likenessKeys(ownerId, photo)) op.set(key, hashOfPhoto(photo));
  }
}

export interface AlikePhoto {
  ownerId: number;
  photoId: number;
  /** How many bits differ: 0 for the very same picture. */
  bits: number;
}

/** Photos of other people that look like one of these, the likest first. */
export async function alikePhotos(
  store: Store,
  ownerId: number,
  photos: readonly GalleryPhoto[],
): Promise<AlikePhoto[]> {
  const hashes = [...new Set(photos.map(hashOfPhoto))].filter((hash) => hash !== null);
  const found = (await Promise.all(hashes.map((hash) => alikeOne(store, ownerId, hash)))).flat();
  const likest = new Map<number, AlikePhoto>();
  for (const alike of found.sort((one, other) => one.bits - other.bits)) {
    if (!likest.has(alike.photoId)) likest.set(alike.photoId, alike);
  }
  return [...likest.values()].slice(0, alikeAtMost);
}

async function alikeOne({ kv }: Store, notOfId: number, hash: string): Promise<AlikePhoto[]> {
  const listed = await Promise.all(
    nearBands(hash).map(({ band, value }) =>
      Array.fromAsync(kv.list<string>({ prefix: prefixes.photoHashes(band, value) }, { limit: sharedAtMost }))
    ),
  );
  return listed.flat().flatMap(({ key, value }) => {
    const [ownerId, photoId] = [Number(key[3]), Number(key[4])];
    const bits = bitsBetween(hash, value);
    return ownerId === notOfId || bits > alikeBitsMax ? [] : [{ ownerId, photoId, bits }];
  });
}
