/** Dialogues: all letters between one man and one lady, most recently used first for each of the two. */
import { keys, prefixes } from "./keys.ts";
import type { Box, IncomingBox, Letter } from "./letters.ts";
import type { Store } from "./open.ts";
import { getAll } from "./users.ts";

export interface Dialogue {
  manId: number;
  ladyId: number;
  firstAt: number;
  lastAt: number;
  letterCount: number;
  lastLetterId: number;
}

export interface Paging {
  /** From 1. */
  page: number;
  limit: number;
}

export function dialogueBetween(store: Store, manId: number, ladyId: number): Promise<Deno.KvEntryMaybe<Dialogue>> {
  return store.kv.get<Dialogue>(keys.dialogue(manId, ladyId));
}

/** No letter of a dialogue is older than one that was there before it, whatever the clock says. */
export const nextSentAt = (dialogue: Dialogue | null, atMs: number): number => Math.max(atMs, dialogue?.lastAt ?? 0);

/**
 * Adds a letter to its dialogue and moves the dialogue to the top of both people's lists.
 * `entry` is the dialogue as the letter was written for it: the commit fails when another letter came in between.
 */
export function addToDialogue(op: Deno.AtomicOperation, letter: Letter, entry: Deno.KvEntryMaybe<Dialogue>): void {
  const { manId, ladyId } = letter;
  const before = entry.value;
  const dialogue: Dialogue = {
    manId,
    ladyId,
    firstAt: before?.firstAt ?? letter.sentAt,
    lastAt: letter.sentAt,
    letterCount: (before?.letterCount ?? 0) + 1,
    lastLetterId: letter.id,
  };
  op.check(entry).set(entry.key, dialogue).set(keys.dialogueLetter(manId, ladyId, letter.sentAt, letter.id), null);
  if (before) {
    op.delete(keys.recentDialogue(manId, before.lastAt, ladyId))
      .delete(keys.recentDialogue(ladyId, before.lastAt, manId));
  }
  op.set(keys.recentDialogue(manId, dialogue.lastAt, ladyId), null)
    .set(keys.recentDialogue(ladyId, dialogue.lastAt, manId), null);
}

/** A person's dialogues, latest first, with the last letter of each. */
export async function dialoguesOf(
  store: Store,
  user: { id: number; isMan: boolean },
  paging: Paging,
): Promise<{ dialogues: { dialogue: Dialogue; partnerId: number; lastLetter: Letter }[]; totalCount: number }> {
  const recent = await listKeys(store, prefixes.recentDialogues(user.id));
  const partnerIds = pageOf(recent, paging).map((key) => Number(key.at(-1)));
  const found = await getAll<Dialogue>(
    store,
    partnerIds.map((partnerId) => user.isMan ? keys.dialogue(user.id, partnerId) : keys.dialogue(partnerId, user.id)),
  );
  const dialogues = found.filter((dialogue) => dialogue !== null);
  const lastLetters = await getAll<Letter>(store, dialogues.map((dialogue) => keys.letter(dialogue.lastLetterId)));
  return {
    dialogues: dialogues.flatMap((dialogue, position) => {
      const lastLetter = lastLetters[position];
      const partnerId = user.isMan ? dialogue.ladyId : dialogue.manId;
      return lastLetter ? [{ dialogue, partnerId, lastLetter }] : [];
    }),
    totalCount: recent.length,
  };
}

/** The letters of a dialogue, oldest first; `page` 1 holds the newest `limit` of them. */
export async function lettersOfDialogue(
  store: Store,
  manId: number,
  ladyId: number,
  paging: Paging,
): Promise<{ letters: Letter[]; totalCount: number }> {
  const all = await listKeys(store, prefixes.dialogueLetters(manId, ladyId));
  const ids = pageOf(all, paging).map((key) => Number(key.at(-1))).reverse();
  const letters = await getAll<Letter>(store, ids.map(keys.letter));
  return { letters: letters.filter((letter) => letter !== null), totalCount: all.length };
}

/** One box of a person, newest first. */
export async function lettersInBox(
  store: Store,
  userId: number,
  box: Box,
  paging: Paging,
): Promise<{ letters: Letter[]; totalCount: number }> {
  const all = await listKeys(store, prefixes.box(userId, box));
  const ids = pageOf(all, paging).map((key) => Number(key.at(-1)));
  const letters = await getAll<Letter>(store, ids.map(keys.letter));
  return { letters: letters.filter((letter) => letter !== null), totalCount: all.length };
}

/** How many received letters wait unread; derived from their marks, so that there is no number to go wrong. */
export function unreadCounts(store: Store, userId: number): Promise<Record<IncomingBox, number>> {
  return store.memory.recall(["unread", userId], async () => {
    const [inbox, introduction] = await Promise.all([
      listKeys(store, prefixes.unread(userId, "inbox")),
      listKeys(store, prefixes.unread(userId, "introduction")),
    ]);
    return { inbox: inbox.length, introduction: introduction.length };
  });
}

const pageOf = <T>(all: T[], paging: Paging): T[] =>
  all.slice((paging.page - 1) * paging.limit, paging.page * paging.limit);

/** Newest first: every listed key ends in a rising time or id. */
async function listKeys(store: Store, prefix: Deno.KvKey): Promise<Deno.KvKey[]> {
  const found: Deno.KvKey[] = [];
  for await (const entry of store.kv.list({ prefix }, { reverse: true, batchSize: 500 })) found.push(entry.key);
  return found;
}
