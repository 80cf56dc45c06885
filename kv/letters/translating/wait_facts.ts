/** What decides how a letter's wait for a translator ends (translation_ends.ts), as one attempt of a commit reads it. */
import type { Store } from "../../open.ts";
import { keys } from "../../store/keys.ts";
import { type Correspondence, readCorrespondence } from "../delivery.ts";
import { readMute } from "../introductions.ts";
import type { Letter, LetterText } from "../letter.ts";
import { readWay, type WayToReader } from "../parted.ts";
import { type Draft, readHold, type Translation } from "./translations.ts";
import { readMonth, type TranslatorMonth } from "./translator_months.ts";

/** What an attempt to end a wait depends on. */
export interface WaitFacts {
  translation: Deno.KvEntryMaybe<Translation>;
  letter: Deno.KvEntryMaybe<Letter>;
  text: Deno.KvEntryMaybe<LetterText>;
  correspondence: Correspondence;
  /** From its author to its reader. */
  way: WayToReader;
  /** Whether he has muted her; null for his own letters. */
  mute: Deno.KvEntryMaybe<number> | null;
  /** What the translator who holds it finished this month. */
  month: Deno.KvEntryMaybe<TranslatorMonth> | null;
  /** The words of the translator who holds it, and the machine's draft. */
  draft: Draft | null;
  machine: string[] | null;
  /** The list of the translator who holds it. */
  hold: Awaited<ReturnType<typeof readHold>> | null;
}

export async function readWaitFacts(store: Store, letterId: number): Promise<WaitFacts> {
  const [translation, letter, text, machine] = await store.kv.getMany<[Translation, Letter, LetterText, string[]]>([
    keys.translation(letterId),
    keys.letter(letterId),
    keys.letterText(letterId),
    keys.machineDraft(letterId),
  ]);
  const { manId, ladyId, author, claimedBy } = translation.value ??
    { manId: 0, ladyId: 0, author: "man", claimedBy: null };
  const [authorId, readerId] = author === "man" ? [manId, ladyId] : [ladyId, manId];
  const [correspondence, way, mute, month, hold, draft] = await Promise.all([
    readCorrespondence(store, manId, ladyId),
    readWay(store, authorId, readerId),
    author === "man" ? null : readMute(store, manId, ladyId),
    claimedBy === null ? null : readMonth(store, claimedBy),
    claimedBy === null ? null : readHold(store, claimedBy),
    claimedBy === null ? null : store.kv.get<Draft>(keys.translationDraft(letterId, claimedBy)),
  ]);
  const drafted = { draft: draft?.value ?? null, machine: machine.value };
  return { translation, letter, text, correspondence, way, mute, month, hold, ...drafted };
}
