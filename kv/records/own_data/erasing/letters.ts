/**
 * Erases somebody's letters: words, translations and pictures of those that she or he wrote, wherever they lie, and this
 * person's own boxes and threads. The other keeps the sheet with its date; what a man paid in the last thirty days for
 * reading it goes back to him. What the other wrote stays the other's.
 */
import { deletionOf } from "../../../accounts/deletions.ts";
import { entryByKey, post } from "../../../credits/ledger/ledger.ts";
import { refundEntryOf } from "../../../credits/ledger/refunds.ts";
import { attachmentFile, type PictureSize } from "../../../letters/attachments.ts";
import {
  authorIdOf,
  incomingBoxOf,
  isLocked,
  type Letter,
  type LetterText,
  partnerIdFor,
  recipientIdOf,
} from "../../../letters/letter.ts";
import { publishLetters } from "../../../letters/notifications.ts";
import type { Store } from "../../../open.ts";
import { transact } from "../../../store/commit.ts";
import { alsoIfLate } from "../../../store/health/health.ts";
import { dayMs } from "../../../store/days.ts";
import { deleteKeys, deleteUnder } from "../../../store/deleting.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import { refuse } from "../../../store/refusals.ts";
import type { Erasing, Step } from "./step.ts";

/** What was paid within this time for something that its owner erases goes back. */
export const givenBackWithinMs = 30 * dayMs;

export const eraseLetters: Step = async (erasing) => {
  const { store, deletion: { userId } } = erasing;
  // Found by the letters, not by the threads: once somebody has deleted all letters of a thread, it is gone.
  const partnerIds = new Set<number>();
  const letterIds = new Set<number>();
  for await (const letterId of letterIdsOf(store, userId)) {
    const letter = await eraseLetter(erasing, letterId);
    if (letter) partnerIds.add(partnerIdFor(letter, userId));
    letterIds.add(letterId);
  }
  for (const partnerId of partnerIds) await forgetAnswersAbout(store, partnerId, letterIds);
  await eraseLoosePictures(erasing);
  await deleteKeys(store, [...partnerIds].flatMap((id) => [keys.letterMail(userId, id), keys.letterMail(id, userId)]));
  await deleteUnder(store, prefixes.threadsOf(userId));
  // The boxes go last: if this is broken off, the letters are found again by them.
  for (
    const prefix of [
      prefixes.threadLettersOf(userId),
      prefixes.recentThreads(userId),
      prefixes.unreadOf(userId),
      prefixes.sendKeysOf(userId),
      prefixes.letterDraftsOf(userId),
      prefixes.boxesOf(userId),
    ]
  ) {
    await deleteUnder(store, prefix);
  }
};

/**
 * Deletes what calls about these letters answered to the other, words included: a repeat is answered anew. What such a
 * call has done it does once, without its key as well.
 */
async function forgetAnswersAbout(store: Store, partnerId: number, letterIds: ReadonlySet<number>): Promise<void> {
  const answers: Deno.KvKey[] = [];
  for await (const { key } of store.kv.list({ prefix: prefixes.idempotentCallsOf(partnerId) })) {
    const letterId = /\/mail\/(\d+)(?:\/|$)/.exec(String(key[2]))?.[1];
    if (letterId !== undefined && letterIds.has(Number(letterId))) answers.push(key);
  }
  await deleteKeys(store, answers);
}

/** Every letter that lies in a box of somebody: written or received, deleted or not. */
export async function* letterIdsOf(store: Store, userId: number): AsyncGenerator<number> {
  const boxes = store.kv.list({ prefix: prefixes.boxesOf(userId) }, { batchSize: 500 });
  for await (const { key } of boxes) yield Number(key.at(-1));
}

/** Erases pictures that wait for a letter. The files go first: after the records nobody knows their names. */
async function eraseLoosePictures({ store, deletion: { userId }, removeFile }: Erasing): Promise<void> {
  for await (const { key } of store.kv.list({ prefix: prefixes.looseAttachments(userId) })) {
    const id = String(key[3]);
    for (const size of sizes) await removeFile(attachmentFile(id, size));
    await deleteKeys(store, [keys.attachment(id), key]);
  }
}

const sizes: PictureSize[] = ["full", "thumb"];

/** Erases a letter, unless the other wrote it. Returns the letter in both cases; null if there is none. */
async function eraseLetter(erasing: Erasing, letterId: number): Promise<Letter | null> {
  const { store, deletion: { userId }, removeFile } = erasing;
  const [letter, text] = await store.kv.getMany<[Letter, LetterText]>([
    keys.letter(letterId),
    keys.letterText(letterId),
  ]);
  if (!letter.value || authorIdOf(letter.value) !== userId || letter.value.erasedAt !== undefined) return letter.value;
  // The files go first: their names stand in the text of the letter.
  const pictures = text.value?.attachments ?? [];
  for (const id of pictures) {
    for (const size of sizes) await removeFile(attachmentFile(id, size));
  }
  await deleteKeys(store, pictures.map(keys.attachment));
  if (await giveOpeningBack(store, letter.value)) return letter.value;
  const tell = () => publishLetters(store, [recipientIdOf(letter.value!)]);
  const writing = transact<boolean>(async () => {
    const current = await store.kv.get<Letter>(keys.letter(letterId));
    if (!current.value || current.value.erasedAt !== undefined) return { done: true };
    // The man has paid for it in this very moment.
    if (isLocked(letter.value!) && !isLocked(current.value)) return { done: false };
    const op = store.kv.atomic();
    addErasing(store, op, current as Deno.KvEntry<Letter>);
    return { commit: op, result: true };
  });
  const isErased = await alsoIfLate(writing, tell);
  if (!isErased) return await eraseLetter(erasing, letterId);
  tell();
  return letter.value;
}

/** Adds to a commit that a letter loses its words and place, can no longer be bought and does not wait unread. One check. */
function addErasing(
  store: Store,
  op: Deno.AtomicOperation,
  { value: letter, key, versionstamp }: Deno.KvEntry<Letter>,
) {
  const { returnReason: _reason, place: _place, ...rest } = letter;
  const erased: Letter = {
    ...rest,
    erasedAt: store.now(),
    openingPriceCredits: isLocked(letter) ? 0 : letter.openingPriceCredits,
    readAt: letter.readAt ?? (letter.deliveredAt === null ? null : store.now()),
  };
  const nothing: LetterText = { body: "", translation: null, attachments: [] };
  op.check({ key, versionstamp }).set(key, erased).set(keys.letterText(letter.id), nothing)
    .delete(keys.unread(recipientIdOf(letter), incomingBoxOf(letter), letter.id));
}

/** Gives back what a man paid lately for opening a letter, and erases it in the same commit; false if it did neither. */
async function giveOpeningBack(store: Store, letter: Letter): Promise<boolean> {
  const { id, manId, paidAt } = letter;
  if (paidAt === null || paidAt < store.now() - givenBackWithinMs) return false;
  // The books of a man who has left as well are closed.
  if (await deletionOf(store, manId)) return false;
  const charge = await entryByKey(store, manId, `letter-open:${id}`);
  if (!charge) return false;
  const posted = await post(store, refundEntryOf(manId, charge, { cause: "deletion" }), {
    read: () => store.kv.get<Letter>(keys.letter(id)),
    add(op, _entry, current) {
      if (current.value?.erasedAt !== undefined) return refuse("conflict");
      addErasing(store, op, current as Deno.KvEntry<Letter>);
    },
  });
  if (posted.ok && !posted.isRepeat) publishLetters(store, [manId]);
  return posted.ok && !posted.isRepeat;
}
