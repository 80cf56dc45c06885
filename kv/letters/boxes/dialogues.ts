/**
 * Dialogues: that a man and a lady write to each other at all, and when the last letter was sent.
 * What each of the two sees of it is a thread (threads.ts). Whatever changes a thread of the two writes their dialogue
 * anew: a commit of as many checks as a letter's then checks it alone for all three.
 */
import type { Store } from "../../open.ts";
import { keys } from "../../store/keys.ts";
import type { Letter } from "../letter.ts";

export interface Dialogue {
  manId: number;
  ladyId: number;
  firstAt: number;
  lastAt: number;
  lastLetterId: number;
  /** How many letters came or may still come; absent in those from before it was counted. */
  letterCount?: number;
  /** All its letters went back to their authors: nothing has come to the other, and it begins anew. */
  isVoid?: boolean;
  /** He has written nothing and nothing of hers has come to him, only some of it may; absent where something has. */
  awaitsFirst?: true;
}

export function dialogueBetween(store: Store, manId: number, ladyId: number): Promise<Deno.KvEntryMaybe<Dialogue>> {
  return store.kv.get<Dialogue>(keys.dialogue(manId, ladyId));
}

/** Whether two people have begun to write to each other; for showing, where no commit checks it. */
export async function isBegunBetween(store: Store, manId: number, ladyId: number): Promise<boolean> {
  const read = async () => [hasBegun(await dialogueBetween(store, manId, ladyId))];
  const [isBegun] = await store.memory.recallParts(["dialogue", manId], [ladyId], read);
  return isBegun!;
}

/** Whether anything was written that came, or is still to come, to the other. */
export const hasBegun = ({ value }: Deno.KvEntryMaybe<Dialogue>): boolean => value !== null && !value.isVoid;

/** Whether the man has neither written anything nor received anything of what she wrote. */
export const awaitsFirst = (entry: Deno.KvEntryMaybe<Dialogue>): boolean =>
  !hasBegun(entry) || entry.value!.awaitsFirst === true;

/**
 * Counts a letter into its dialogue, whether it was delivered yet or not.
 * `entry` is the dialogue as the letter was written for it: the commit fails when another letter came in between.
 */
export function addToDialogue(
  op: Deno.AtomicOperation,
  letter: Pick<Letter, "id" | "manId" | "ladyId" | "author" | "sentAt" | "deliveredAt">,
  entry: Deno.KvEntryMaybe<Dialogue>,
): void {
  const { manId, ladyId } = letter;
  const begun = hasBegun(entry) ? entry.value : null;
  const before = begun ? begun.letterCount : 0;
  const hasReachedNobody = letter.author === "lady" && letter.deliveredAt === null && awaitsFirst(entry);
  const dialogue: Dialogue = {
    manId,
    ladyId,
    firstAt: begun ? begun.firstAt : letter.sentAt,
    lastAt: letter.sentAt,
    lastLetterId: letter.id,
    ...(before !== undefined && { letterCount: before + 1 }),
    ...(hasReachedNobody && { awaitsFirst: true as const }),
  };
  op.check(entry).set(entry.key, dialogue);
}

/** Lets a commit change a thread of the two: whoever has read the threads since is told by the dialogue. */
export function touchDialogue(op: Deno.AtomicOperation, entry: Deno.KvEntryMaybe<Dialogue>): void {
  op.check(entry);
  if (entry.value) op.set(entry.key, entry.value);
}

/** Notes that a letter which waited has come; whoever has read the threads since is told, as above. */
export function noteComing(
  op: Deno.AtomicOperation,
  letter: Pick<Letter, "author">,
  entry: Deno.KvEntryMaybe<Dialogue>,
) {
  if (letter.author === "man" || !entry.value) return touchDialogue(op, entry);
  const { awaitsFirst: _, ...dialogue } = entry.value;
  op.check(entry).set(entry.key, dialogue);
}

/**
 * Notes that a letter went back to its author; a dialogue that has no other left is as if it had not begun. One that was
 * never counted is known to have no other only where its one letter is its last.
 */
export function takeFromDialogue(
  op: Deno.AtomicOperation,
  letterId: number,
  entry: Deno.KvEntryMaybe<Dialogue>,
): void {
  const { value } = entry;
  if (!value || value.isVoid) return;
  const isOnly = value.lastLetterId === letterId && value.firstAt === value.lastAt;
  const letterCount = value.letterCount === undefined ? (isOnly ? 0 : null) : value.letterCount - 1;
  if (letterCount === null) return;
  op.check(entry).set(entry.key, { ...value, letterCount, ...(letterCount === 0 && { isVoid: true }) });
}
