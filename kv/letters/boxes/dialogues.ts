/**
 * Dialogues: whether a man and a lady write to each other at all, and when the last letter was sent. What each of the
 * two sees of it is a thread (threads.ts). Whatever changes a thread also writes the dialogue anew, so that a commit
 * with as many checks as a letter's checks the dialogue alone, for all three.
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
  /** How many letters came or may still come; absent in older dialogues. */
  letterCount?: number;
  /** Set if all its letters went back to their authors: nothing has come to the other, and the dialogue begins anew. */
  isVoid?: boolean;
  /** Set while he has written nothing and nothing of hers has come to him, although something may still come. */
  awaitsFirst?: true;
}

export function dialogueBetween(store: Store, manId: number, ladyId: number): Promise<Deno.KvEntryMaybe<Dialogue>> {
  return store.kv.get<Dialogue>(keys.dialogue(manId, ladyId));
}

/** Whether two people have begun to write to each other; only for showing, because no commit checks it. */
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
 * Counts a letter in its dialogue, whether it was delivered yet or not. `entry` is the dialogue as it was read for this
 * letter: the commit fails if another letter came in between. Adds one check.
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

/** Writes the dialogue anew in a commit that changes a thread of the two: commits that read the threads before then fail. */
export function touchDialogue(op: Deno.AtomicOperation, entry: Deno.KvEntryMaybe<Dialogue>): void {
  op.check(entry);
  if (entry.value) op.set(entry.key, entry.value);
}

/** Notes that a letter that waited has come; as with `touchDialogue`, commits that read the threads before then fail. */
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
 * Notes that a letter went back to its author; a dialogue without any other letter counts as not begun. Without a
 * `letterCount` that is known only of a dialogue whose first and last letter are this one.
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
