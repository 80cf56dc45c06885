/**
 * Pictures that letters enclose: uploaded first, loose, then claimed by one letter in the commit that sends it. A
 * picture that stays loose for a day is removed. The files lie in the storage, under names that follow from the id.
 */
import type { Store } from "../open.ts";
import { commitNow, transact } from "../store/commit.ts";
import { dayMs } from "../store/days.ts";
import { addJob } from "../store/jobs/queue.ts";
import { keys } from "../store/keys.ts";
import { getAll } from "../store/listing/get_all.ts";
import { prefixes } from "../store/prefixes.ts";
import { type Refusal, refuse, type Result } from "../store/refusals.ts";
import { authorIdOf, isLocked, type LetterText } from "./letter.ts";
import { letterOf } from "./letters.ts";

/** At most so many pictures in one letter (specification, section 9). */
export const attachmentsPerLetter = 3;
/** How many pictures of one person may wait for letters at once. */
export const looseAtMost = 30;
const looseMs = dayMs;

export type PictureSize = "full" | "thumb";

export interface PictureFacts {
  width: number;
  height: number;
  bytes: number;
}

export interface Attachment {
  /** Unguessable; the picture's address holds it. */
  id: string;
  ownerId: number;
  /** Null while it waits for a letter. */
  letterId: number | null;
  /** What its owner called the file; told to nobody else. */
  name: string;
  /** The media type of both sizes. */
  type: string;
  full: PictureFacts;
  thumb: PictureFacts;
  /** A hash of what was uploaded: the same file sent again is the same picture. */
  digest: string;
  createdAt: number;
}

export type NewAttachment = Pick<Attachment, "name" | "type" | "full" | "thumb" | "digest">;

/** Where the picture lies in the storage. */
export const attachmentFile = (id: string, size: PictureSize): string => `letters/${id}/${size}.webp`;

/**
 * Notes an uploaded picture, before its files are written. A job removes a picture that no letter claims, files and
 * all, so that nothing can be left behind. Refuses `too_many_requests` while thirty wait already.
 */
export async function addAttachment(
  store: Store,
  ownerId: number,
  facts: NewAttachment,
): Promise<Result<{ attachment: Attachment }>> {
  return await store.mutexes.run(`attachments:${ownerId}`, async () => {
    const now = store.now();
    const loose = await Array.fromAsync(store.kv.list({ prefix: prefixes.looseAttachments(ownerId) }));
    if (loose.length >= looseAtMost) {
      const oldestAt = Number(loose[0]!.key[2]);
      const retryAfterSeconds = Math.max(1, Math.ceil((oldestAt + looseMs - now) / 1000));
      return refuse("too_many_requests", { retryAfterSeconds });
    }
    const attachment: Attachment = { ...facts, id: store.randomToken(), ownerId, letterId: null, createdAt: now };
    const op = store.kv.atomic()
      .set(keys.attachment(attachment.id), attachment)
      .set(keys.looseAttachment(ownerId, now, attachment.id), null);
    addJob(store, op, { kind: "loose_attachment", attachmentId: attachment.id }, now + looseMs);
    await commitNow(op);
    return { ok: true, attachment };
  });
}

export async function attachmentById(store: Store, id: string): Promise<Attachment | null> {
  return (await readAttachments(store, [id]))[0]?.value ?? null;
}

/** One's own pictures that still wait for a letter, in the order asked for; null for any other. */
export async function looseAttachments(store: Store, ownerId: number, ids: string[]): Promise<(Attachment | null)[]> {
  const entries = await readAttachments(store, ids);
  return entries.map(({ value }) => value?.ownerId === ownerId && value.letterId === null ? value : null);
}

/** All of one's own pictures that wait for a letter, the oldest first. */
export async function allLooseAttachments(store: Store, ownerId: number): Promise<Attachment[]> {
  const loose = store.kv.list({ prefix: prefixes.looseAttachments(ownerId) });
  const ids = await Array.fromAsync(loose, ({ key }) => String(key.at(-1)));
  return (await looseAttachments(store, ownerId, ids)).filter((each) => each !== null);
}

/** The pictures of letters whose texts a reader has in hand, by letter id. */
export async function attachmentsOf(
  store: Store,
  texts: Map<number, LetterText>,
): Promise<Map<number, Attachment[]>> {
  const ids = [...texts.values()].flatMap((text) => text.attachments);
  const found = await store.memory.recallMany(
    "attachment",
    ids,
    (missing) => getAll<Attachment>(store, missing.map(keys.attachment)),
  );
  return Map.groupBy(found.filter((each) => each !== null), ({ letterId }) => letterId!);
}

/**
 * A picture that this person may see: the person's own, or one in a letter that has come and is not locked.
 * Null for anything else, so that an address tells nothing.
 */
export async function attachmentFor(store: Store, readerId: number, id: string): Promise<Attachment | null> {
  const attachment = await attachmentById(store, id);
  if (!attachment || attachment.ownerId === readerId) return attachment;
  const letter = attachment.letterId === null ? null : await letterOf(store, readerId, attachment.letterId);
  return letter && (authorIdOf(letter) === readerId || !isLocked(letter)) ? attachment : null;
}

/** Removes one's own loose picture; false if there is none. A job removes its files, so that nobody waits for that. */
export async function discardAttachment(store: Store, ownerId: number, id: string): Promise<boolean> {
  return await removeLoose(store, id, (attachment) => attachment.ownerId === ownerId, (op) => {
    addJob(store, op, { kind: "loose_attachment", attachmentId: id });
  });
}

/** Does the job when a picture's day is over. True if its files must go, false if a letter has claimed it. */
export async function expireAttachment(store: Store, id: string): Promise<boolean> {
  await removeLoose(store, id, () => true);
  return await attachmentById(store, id) === null;
}

async function removeLoose(
  store: Store,
  id: string,
  may: (attachment: Attachment) => boolean,
  alongside: (op: Deno.AtomicOperation) => void = () => {},
): Promise<boolean> {
  return await transact<boolean>(async () => {
    const [entry] = await readAttachments(store, [id]);
    const attachment = entry?.value;
    if (!entry || !attachment || attachment.letterId !== null || !may(attachment)) return { done: false };
    const commit = store.kv.atomic().check(entry).delete(entry.key)
      .delete(keys.looseAttachment(attachment.ownerId, attachment.createdAt, id));
    alongside(commit);
    return { commit, result: true };
  });
}

// ── in a letter ───────────────────────────────────────────────────────────

export type Enclosed = Deno.KvEntryMaybe<Attachment>[];

/** Refuses more pictures than a letter holds, and the same one twice. */
export function checkEnclosures(ids: string[]): Refusal | null {
  const isPossible = ids.length <= attachmentsPerLetter && new Set(ids).size === ids.length;
  return isPossible ? null : refuse("invalid", { fields: { attachments: "too_many_pictures" } });
}

/** Reads the records that one attempt of the letter's commit depends on. */
export const readEnclosures = (store: Store, ids: string[]): Promise<Enclosed> => readAttachments(store, ids);

/** Adds the claim to the letter's commit; refuses pictures that are gone, somebody else's or another letter's. */
export function claimEnclosures(
  op: Deno.AtomicOperation,
  enclosed: Enclosed,
  letter: { id: number; authorId: number },
): Refusal | void {
  const fields = enclosed.flatMap(({ value }, position) =>
    value?.ownerId === letter.authorId && value.letterId === null ? [] : [[`attachments[${position}]`, "picture_gone"]]
  );
  if (fields.length > 0) return refuse("invalid", { fields: Object.fromEntries(fields) });
  for (const entry of enclosed) {
    const attachment = entry.value!;
    op.check(entry).set(entry.key, { ...attachment, letterId: letter.id } satisfies Attachment)
      .delete(keys.looseAttachment(attachment.ownerId, attachment.createdAt, attachment.id));
  }
}

/** Whether two letters enclose the same: the very pictures, or the same files uploaded anew. */
export async function areSameEnclosures(store: Store, some: string[], others: string[]): Promise<boolean> {
  if (some.length !== others.length) return false;
  const isSame = await comparing(store, some, others);
  return some.every((_, at) => isSame(at, at));
}

/** Whether a letter with `some` pictures shows nothing that one with `others` does not: the same, or fewer of them. */
export async function areAmongEnclosures(store: Store, some: string[], others: string[]): Promise<boolean> {
  const isSame = await comparing(store, some, others);
  return some.every((_, at) => others.some((_, place) => isSame(at, place)));
}

/** Returns what tells whether the picture at a place in `some` is that at a place in `others`. */
async function comparing(store: Store, some: string[], others: string[]) {
  const entries = await readAttachments(store, [...some, ...others]);
  return (at: number, place: number): boolean => {
    const digest = entries[at]!.value?.digest;
    return some[at] === others[place] ||
      (digest !== undefined && digest === entries[some.length + place]!.value?.digest);
  };
}

/** An id comes from outside: one that is too long for a key is no id. */
const isId = (id: string): boolean => /^[\w-]{8,64}$/.test(id);

async function readAttachments(store: Store, ids: string[]): Promise<Enclosed> {
  return await Promise.all(ids.map(async (id) => {
    const key = keys.attachment(isId(id) ? id : "");
    return await store.kv.get<Attachment>(key);
  }));
}
