/**
 * Dialogues: that a man and a lady write to each other at all, and when the last letter was sent.
 * What each of the two sees of it is a thread (threads.ts).
 */
import type { Store } from "../open.ts";
import { keys } from "../store/keys.ts";

export interface Dialogue {
  manId: number;
  ladyId: number;
  firstAt: number;
  lastAt: number;
  lastLetterId: number;
  /** Its only letter went back to its author: nothing has come to the other, and it begins anew. */
  isVoid?: boolean;
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

/**
 * Counts a letter into its dialogue, whether it was delivered yet or not.
 * `entry` is the dialogue as the letter was written for it: the commit fails when another letter came in between.
 */
export function addToDialogue(
  op: Deno.AtomicOperation,
  letter: { id: number; manId: number; ladyId: number; sentAt: number },
  entry: Deno.KvEntryMaybe<Dialogue>,
): void {
  const { manId, ladyId } = letter;
  const dialogue: Dialogue = {
    manId,
    ladyId,
    firstAt: entry.value && hasBegun(entry) ? entry.value.firstAt : letter.sentAt,
    lastAt: letter.sentAt,
    lastLetterId: letter.id,
  };
  op.check(entry).set(entry.key, dialogue);
}

/** Notes that a letter went back to its author; a dialogue that had no other is as if it had not begun. */
export function voidDialogue(op: Deno.AtomicOperation, letterId: number, entry: Deno.KvEntryMaybe<Dialogue>): void {
  const { value } = entry;
  const isOnly = value?.lastLetterId === letterId && value.firstAt === value.lastAt;
  if (isOnly) op.check(entry).set(entry.key, { ...value, isVoid: true });
}
