/**
 * Dialogues: that a man and a lady write to each other at all, and when the last letter was sent.
 * What each of the two sees of it is a thread (threads.ts).
 */
import { keys } from "./keys.ts";
import type { Store } from "./open.ts";

export interface Dialogue {
  manId: number;
  ladyId: number;
  firstAt: number;
  lastAt: number;
  lastLetterId: number;
}

export function dialogueBetween(store: Store, manId: number, ladyId: number): Promise<Deno.KvEntryMaybe<Dialogue>> {
  return store.kv.get<Dialogue>(keys.dialogue(manId, ladyId));
}

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
    firstAt: entry.value?.firstAt ?? letter.sentAt,
    lastAt: letter.sentAt,
    lastLetterId: letter.id,
  };
  op.check(entry).set(entry.key, dialogue);
}
