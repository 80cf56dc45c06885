/**
 * How a letter's wait for a translator ends: translated, returned to its author, or as it was written after 72 hours.
 * Or the site keeps it back, because the two have nothing to do with each other any more. Exactly one of these, in one
 * commit each, with the man's credits where they go back (design, sections 4 and 5).
 */
import { userById } from "../../accounts/users.ts";
import type { Entry } from "../../credits/ledger/entry.ts";
import { post } from "../../credits/ledger/ledger.ts";
import { refundOf } from "../../credits/ledger/refund_key.ts";
import type { Store } from "../../open.ts";
import { transact } from "../../store/commit.ts";
import { noteOnDay } from "../../store/day_index.ts";
import { addJob } from "../../store/jobs/queue.ts";
import { keys } from "../../store/keys.ts";
import { type Refusal, refuse, type Result } from "../../store/refusals.ts";
import { addDelivery, comingAt, type Correspondence, readCorrespondence, timeToSend } from "../delivery.ts";
import { noteComing, takeFromDialogue } from "../boxes/dialogues.ts";
import { type KeptBack, type Letter, type LetterText, type LetterTranslation, recipientIdOf } from "../letter.ts";
import type { MadeOf } from "./merged_parts.ts";
import { publishLetters } from "../notifications.ts";
import { readWay, type WayToReader, whyParted } from "../parted.ts";
import { joined, saveDraft } from "./translation_drafts.ts";
import { type Draft, holderAt, isOpen, readHold, setHold, type Translation, translationOf } from "./translations.ts";
import { addToMonth, readMonth, type TranslatorMonth } from "./translator_months.ts";

export const returnReasonLengthMax = 500;

export type Ended = Result<{ letter: Letter }>;

/** What an attempt to end a wait depends on. */
interface Facts {
  translation: Deno.KvEntryMaybe<Translation>;
  letter: Deno.KvEntryMaybe<Letter>;
  text: Deno.KvEntryMaybe<LetterText>;
  correspondence: Correspondence;
  /** From its author to its reader. */
  way: WayToReader;
  /** What whoever holds it finished this month. */
  month: Deno.KvEntryMaybe<TranslatorMonth> | null;
  /** The words of whoever holds it, and what a machine made of it. */
  draft: Draft | null;
  machine: string[] | null;
  /** The list of whoever holds it. */
  hold: Awaited<ReturnType<typeof readHold>> | null;
}

/** What an end writes beside the record: the letter as it then stands. */
interface Ending {
  state: "done" | "untranslated" | "returned";
  by: number | null;
  note?: string;
  keptBack?: KeptBack;
  letter: Letter;
}

/**
 * Brings a letter to its recipient with its translation. Refuses what `saveDraft` refuses, which keeps the words first,
 * `expired` where another page has changed them, `invalid` where there are none, and `conflict` where somebody else or
 * the clock was earlier.
 */
export async function finishTranslation(
  store: Store,
  translatorId: number,
  letterId: number,
  segments: string[],
  madeOf: MadeOf = {},
): Promise<Ended> {
  const saved = await saveDraft(store, translatorId, letterId, segments, madeOf);
  if (!saved.ok) return saved;
  if (saved.isMixed) return refuse("expired");
  const body = joined(segments);
  if (body === "") return refuse("invalid", { fields: { segment: "required" } });
  const author = await userById(store, translatorId);
  if (!author) return refuse("not_found");
  const { manId, to } = saved.translation;
  if (await keepBackIfParted(store, saved.translation)) return refuse("conflict");
  const ended = await endFreely(store, manId, letterId, (op, facts, letter) => {
    if (holderAt(facts.translation.value!, store.now()) !== translatorId) return refuse("conflict");
    if (whyNotToCome(op, facts)) return refuse("conflict");
    // Another page has saved in between: whoever saves a draft writes the record that this commit checks.
    if (joined(facts.draft?.segments ?? []) !== body) return refuse("expired");
    const name = [author.firstname, author.lastname].filter(Boolean).join(" ");
    const made = { author: name, authorId: translatorId, at: store.now() };
    const translation: LetterTranslation = { body, language: to, ...made, ...machineWork(facts, body) };
    op.check(facts.text)
      .set(facts.text.key, { ...facts.text.value!, translation })
      .delete(keys.translationDraft(letterId, translatorId));
    return { state: "done", by: translatorId, letter };
  });
  if (ended.ok) publishLetters(store, [recipientIdOf(ended.letter)]);
  return ended;
}

/** What a machine had to do with these words: its readers are told. */
function machineWork({ machine, draft }: Facts, body: string): Partial<LetterTranslation> {
  if (machine) return { machine: joined(machine) === body ? "checked" : "revised" };
  return draft?.isMachines ? { machine: "revised" } : {};
}

/**
 * Gives a letter back to its author with a reason of 1 to 500 UTF-16 units; what a man paid goes back in the same
 * commit. A letter whose translation was asked for afterwards stays where it came, and nobody reads a reason.
 * Refuses `invalid`, `not_found`, `conflict`.
 */
export async function returnToAuthor(
  store: Store,
  translatorId: number,
  letterId: number,
  reason: string,
): Promise<Ended> {
  const translation = await translationOf(store, letterId);
  if (!translation) return refuse("not_found");
  const note = translation.askedBy === undefined ? reason.replace(/\r\n?/g, "\n").trim() : undefined;
  if (note === "") return refuse("invalid", { fields: { reason: "required" } });
  if (note && note.length > returnReasonLengthMax) return refuse("invalid", { fields: { reason: "too_long" } });
  const make: MakeEnding = (op, facts, letter) => {
    if (holderAt(facts.translation.value!, store.now()) !== translatorId) return refuse("conflict");
    takeUnlessCome(op, facts);
    return { state: "returned", by: translatorId, note, letter };
  };
  return await endWithRefund(store, translation, make, "returned");
}

/**
 * What the job does after 72 hours: the letter comes as it was written, what a man paid goes back, a lady's costs
 * nothing to open. Answers null where its wait had ended before. Throws before the time.
 */
export async function releaseUntranslated(store: Store, letterId: number): Promise<Letter | null> {
  const translation = await translationOf(store, letterId);
  if (!translation || !isOpen(translation)) return null;
  if (await keepBackIfParted(store, translation)) return null;
  if (store.now() < translation.dueAt) throw new Error(`letter ${letterId} still waits for its translator`);
  const make: MakeEnding = (op, facts, letter) =>
    whyNotToCome(op, facts) ?? { state: "untranslated", by: null, letter: { ...letter, openingPriceCredits: 0 } };
  const ended = await endWithRefund(store, translation, make);
  if (ended.ok) {
    publishLetters(store, [recipientIdOf(ended.letter)]);
    return ended.letter;
  }
  if (ended.reason === "conflict") return null;
  throw new Error(`letter ${letterId} could not be released: ${ended.reason}`);
}

/**
 * Gives a letter that waits back to its author where one of the two has blocked the other, is suspended or gone, or she has
 * refused contact with him; what a man paid goes back in the same commit. Whether it was so. A letter that has come is
 * translated all the same, while both are there.
 */
export async function keepBackIfParted(store: Store, translation: Translation): Promise<boolean> {
  const keptBack = await whyParted(store, translation);
  const hasCome = translation.askedBy !== undefined;
  if (!keptBack || (hasCome && keptBack !== "deleted")) return false;
  const make: MakeEnding = (op, facts, letter) => {
    takeUnlessCome(op, facts);
    return { state: "returned", by: null, keptBack, letter };
  };
  const ended = await endWithRefund(store, translation, make, "kept_back");
  // Where its wait had ended before, it came or went back: nothing is left to do.
  if (!ended.ok && ended.reason !== "conflict") {
    throw new Error(`letter ${translation.letterId} is not kept back: ${ended.reason}`);
  }
  return true;
}

/**
 * Why a letter that waits may not come now, though nothing parted its two a moment ago; the job of what parts them gives
 * it back.
 */
function whyNotToCome(op: Deno.AtomicOperation, { translation, way }: Facts): Refusal | null {
  if (translation.value!.askedBy !== undefined) return null;
  way.check(op);
  return way.refusal;
}

/** A letter that never comes is none of its dialogue; one whose translation was asked for afterwards has come. */
function takeUnlessCome(op: Deno.AtomicOperation, { translation, correspondence }: Facts): void {
  const { letterId, askedBy } = translation.value!;
  if (askedBy === undefined) takeFromDialogue(op, letterId, correspondence.dialogue);
}

/** Says how a wait ends, given what was read, and adds what this end writes of its own. */
type MakeEnding = (op: Deno.AtomicOperation, facts: Facts, letter: Letter) => Ending | Refusal;

/** An end that moves no credits. Whoever writes into a man's dialogues queues behind his ledger. */
function endFreely(store: Store, manId: number, letterId: number, make: MakeEnding): Promise<Ended> {
  return store.mutexes.run(`ledger:${manId}`, () =>
    transact<Ended>(async () => {
      const op = store.kv.atomic();
      const ended = addEnd(store, op, await readFacts(store, letterId), store.now(), make);
      return ended.ok ? { commit: op, result: ended } : { done: ended };
    }));
}

/** An end that gives the man back what sending cost him, if anything; where it went back before, it is just an end. */
async function endWithRefund(
  store: Store,
  { manId, ladyId, letterId, charge }: Translation,
  make: MakeEnding,
  cause?: "returned" | "kept_back",
): Promise<Ended> {
  if (!charge) return await endFreely(store, manId, letterId, make);
  let ended: Ended = refuse("conflict");
  const posted = await post(store, {
    ...refundOf(charge.key),
    manId,
    deltaCredits: charge.credits,
    reference: { letterId, partnerId: ladyId, ...(cause && { cause }) },
  }, {
    read: () => readFacts(store, letterId),
    add(op: Deno.AtomicOperation, entry: Entry, facts) {
      ended = addEnd(store, op, facts, entry.at, make);
      if (!ended.ok) return ended;
    },
  });
  if (!posted.ok) return posted;
  return posted.isRepeat ? await endFreely(store, manId, letterId, make) : ended;
}

async function readFacts(store: Store, letterId: number): Promise<Facts> {
  const [translation, letter, text, machine] = await store.kv.getMany<[Translation, Letter, LetterText, string[]]>([
    keys.translation(letterId),
    keys.letter(letterId),
    keys.letterText(letterId),
    keys.machineDraft(letterId),
  ]);
  const { manId, ladyId, author, claimedBy } = translation.value ??
    { manId: 0, ladyId: 0, author: "man", claimedBy: null };
  const [authorId, readerId] = author === "man" ? [manId, ladyId] : [ladyId, manId];
  const [correspondence, way, month, hold, draft] = await Promise.all([
    readCorrespondence(store, manId, ladyId),
    readWay(store, authorId, readerId),
    claimedBy === null ? null : readMonth(store, claimedBy),
    claimedBy === null ? null : readHold(store, claimedBy),
    claimedBy === null ? null : store.kv.get<Draft>(keys.translationDraft(letterId, claimedBy)),
  ]);
  const drafted = { draft: draft?.value ?? null, machine: machine.value };
  return { translation, letter, text, correspondence, way, month, hold, ...drafted };
}

/** Adds everything that every end writes: record, queue, hold, letter, and its delivery unless it goes back. */
function addEnd(store: Store, op: Deno.AtomicOperation, facts: Facts, atMs: number, make: MakeEnding): Ended {
  const { translation: entry, letter: letterEntry, correspondence, hold } = facts;
  const [translation, before] = [entry.value, letterEntry.value];
  if (!translation || !before || !facts.text.value) return refuse("not_found");
  if (!isOpen(translation)) return refuse("conflict");
  const at = timeToSend(correspondence, atMs);
  const made = make(op, facts, before);
  if ("ok" in made) return made;
  const { state, by, note = null, keptBack } = made;
  const isAsked = translation.askedBy !== undefined;
  const into = state === "done" ? { translatedInto: translation.to } : {};
  const letter: Letter = isAsked ? { ...before, ...into, asked: { ...before.asked!, state } } : {
    ...made.letter,
    ...into,
    translationState: state,
    ...(state === "returned" && note !== null && { returnReason: note }),
    ...(keptBack && { keptBack }),
    ...(state === "returned" ? { deliveredAt: null } : comingAt(correspondence, at)),
  };
  const closed: Translation = {
    ...translation,
    state,
    claimedBy: null,
    leaseUntil: null,
    closedAt: atMs,
    closedBy: by,
    note,
    ...(keptBack && { keptBack }),
  };
  op.check(entry).set(entry.key, closed)
    .check(letterEntry).set(letterEntry.key, letter)
    .delete(keys.translationQueue(translation.sentAt, translation.letterId));
  // What nobody translated may be asked for again, and taken up with the words that were made of it.
  if (state !== "untranslated") op.delete(keys.machineDraft(translation.letterId));
  noteOnDay(op, "translation", atMs, translation.letterId);
  if (state === "done" && facts.month) {
    addToMonth(op, facts.month, { kind: "letters", signs: translation.lengthUnits });
  }
  if (hold) {
    setHold(op, hold.entry, hold.held.map((each) => each.letterId).filter((id) => id !== translation.letterId));
  }
  if (isAsked) {
    if (state === "done") tellWhoWaits(store, op, letter, translation);
  } else if (letter.deliveredAt !== null) {
    noteComing(op, letter, correspondence.dialogue);
    addDelivery(store, op, letter, correspondence, translation.origin);
  }
  return { ok: true, letter };
}

/** Its reader, and its author where that is who asked; each by a job of its own, which is tried again by itself. */
function tellWhoWaits(store: Store, op: Deno.AtomicOperation, letter: Letter, { askedBy, origin }: Translation): void {
  for (const userId of new Set([recipientIdOf(letter), askedBy!])) {
    addJob(store, op, { kind: "translation_mail", letterId: letter.id, userId, ...(origin && { origin }) });
  }
}
