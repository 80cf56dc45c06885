/**
 * Acts of the last minute. Whoever presses a button twice, or again because the answer was lost on its way, finds the code,
 * link or record of the first press gone. The commit of an act leaves a note here, by which the same press is told the same
 * once more. The store keeps keyed hashes of what names an act and a press: nobody reads a secret from them.
 */
import { isRecent } from "./days.ts";
import { keys } from "./keys.ts";
import type { BareStore } from "./open.ts";
import { isSameSecret } from "./same_secret.ts";

/** For how long the same press is told the same. */
export const justDoneMs = 60_000;

/** Names an act: what was done, and with which secret, or by whom and with what. */
export type Act = readonly [what: string, ...by: (string | number)[]];

/**
 * What only that page or browser has in which a button was pressed, such as the key of its form. A press that shows
 * nothing of the kind is null, and never known again.
 */
export type Press = string | null;

export interface JustDone {
  /** Whose act it was; `nobody` if it is of nobody who has an account. */
  userId: number;
  /** A keyed hash; null if the press showed nothing. */
  press: string | null;
  expiresAt: number;
}

const nameOf = (store: BareStore, act: Act): Deno.KvKey =>
  keys.justDone(store.sign(`just-done:${JSON.stringify(act)}`));
const hashOf = (store: BareStore, press: string): string => store.sign(`press:${press}`);

/** Adds to the commit of an act the note of it, with what else is to be known of it. */
export function noteDone<Told extends { userId: number }>(
  store: BareStore,
  op: Deno.AtomicOperation,
  { act, press = null, told }: { act: Act; press?: Press; told: Told },
): void {
  const note: Told & JustDone = {
    ...told,
    press: press === null ? null : hashOf(store, press),
    expiresAt: store.now() + justDoneMs,
  };
  op.set(nameOf(store, act), note, { expireIn: justDoneMs });
}

/** Adds to a commit what has changed in a note, which stays no longer for it. */
export const noteChanged = <Told>(
  store: BareStore,
  op: Deno.AtomicOperation,
  { key, value }: Deno.KvEntry<Told & JustDone>,
  change: Partial<Told>,
): Deno.AtomicOperation => op.set(key, { ...value, ...change }, { expireIn: value.expiresAt - store.now() });

/** The note of an act, whoever asks; null if it was not done within the last minute. */
export async function justDone<Told = unknown>(
  store: BareStore,
  act: Act,
): Promise<Deno.KvEntry<Told & JustDone> | null> {
  const entry = await store.kv.get<Told & JustDone>(nameOf(store, act));
  const wasJustNow = entry.value !== null && isRecent(store.now(), entry.value.expiresAt - justDoneMs, justDoneMs);
  return wasJustNow ? entry as Deno.KvEntry<Told & JustDone> : null;
}

/** Whether an act was done within the last minute. */
export const wasJustDone = async (store: BareStore, act: Act): Promise<boolean> => await justDone(store, act) !== null;

/** Whether a press is the one that did the act. */
export const isSamePress = (store: BareStore, done: JustDone, press: Press): boolean =>
  press !== null && done.press !== null && isSameSecret(hashOf(store, press), done.press);
