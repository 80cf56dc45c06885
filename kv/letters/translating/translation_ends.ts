/**
 * How a letter's wait for a translator ends: it is translated, returned to its author, or delivered as it was written
 * after 72 hours; or the site keeps it back, because the two are parted or he wants no introductions. Exactly one of
 * these happens, in one commit, together with the man's credits if they go back (design, sections 4 and 5).
 */
import { trimText } from "../../../chat/shared/text.ts";
import { userById } from "../../accounts/users.ts";
import type { Entry } from "../../credits/ledger/entry.ts";
import { post } from "../../credits/ledger/ledger.ts";
import { refundOf } from "../../credits/ledger/refund_key.ts";
import type { Store } from "../../open.ts";
import { transact } from "../../store/commit.ts";
import { noteOnDay } from "../../store/daily/day_index.ts";
import { alsoIfLate } from "../../store/health/health.ts";
import { addJob } from "../../store/jobs/queue.ts";
import { keys } from "../../store/keys.ts";
import { type Refusal, refuse, type Result } from "../../store/refusals.ts";
import { addDelivery, comingAt, timeToSend } from "../delivery.ts";
import { awaitsFirst, dialogueBetween, noteComing, takeFromDialogue } from "../boxes/dialogues.ts";
import { isWished, takesIntroductionsOf } from "../introductions.ts";
import { type KeptBack, type Letter, type LetterTranslation, recipientIdOf } from "../letter.ts";
import type { MadeOf } from "./merged_parts.ts";
import { publishLetters } from "../notifications.ts";
import { whyParted } from "../parted.ts";
import { joined, saveDraft } from "./translation_drafts.ts";
import { holderAt, isOpen, setHold, type Translation, translationOf } from "./translations.ts";
import { addToMonth } from "./translator_months.ts";
import { readWaitFacts, type WaitFacts } from "./wait_facts.ts";

export const returnReasonLengthMax = 500;

export type Ended = Result<{ letter: Letter }>;

/** How a wait ends, and the letter as it then stands. */
interface Ending {
  state: "done" | "untranslated" | "returned";
  by: number | null;
  note?: string;
  keptBack?: KeptBack;
  letter: Letter;
}

/**
 * Saves the words (`saveDraft`) and brings the letter to its recipient with its translation. Refuses what `saveDraft`
 * refuses, `expired` if another page has changed the words, `invalid` if there are none, and `conflict` if the wait was
 * ended before: by somebody else, by the clock, or because the two are parted.
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
  const ending = endFreely(store, manId, letterId, (op, facts, letter) => {
    if (holderAt(facts.translation.value!, store.now()) !== translatorId) return refuse("conflict");
    if (whyNotToCome(op, facts)) return refuse("conflict");
    // Another page has saved since. One that saves after this read makes the commit fail: it writes a record checked here.
    if (joined(facts.draft?.segments ?? []) !== body) return refuse("expired");
    const name = [author.firstname, author.lastname].filter(Boolean).join(" ");
    const made = { author: name, authorId: translatorId, at: store.now() };
    const translation: LetterTranslation = { body, language: to, ...made, ...machineWork(facts, body) };
    op.check(facts.text)
      .set(facts.text.key, { ...facts.text.value!, translation })
      .delete(keys.translationDraft(letterId, translatorId));
    return { state: "done", by: translatorId, letter };
  });
  return await told(store, saved.translation, ending);
}

/** Tells the open pages of a letter's reader that it has come; one whose commit is answered too late as well. */
async function told(store: Store, { manId, ladyId }: Translation, ending: Promise<Ended>): Promise<Ended> {
  const ended = await alsoIfLate(ending, () => publishLetters(store, [manId, ladyId]));
  if (ended.ok) publishLetters(store, [recipientIdOf(ended.letter)]);
  return ended;
}

/** What a machine had to do with these words: their readers are told. */
function machineWork({ machine, draft }: WaitFacts, body: string): Partial<LetterTranslation> {
  if (machine) return { machine: joined(machine) === body ? "checked" : "revised" };
  return draft?.isMachines ? { machine: "revised" } : {};
}

/**
 * Returns a letter to its author with a reason of 1 to 500 UTF-16 units; what a man paid goes back in the same commit.
 * A letter whose translation was asked for after it had come stays where it is, without a reason. Refuses `invalid`,
 * `not_found`, `conflict`.
 */
export async function returnToAuthor(
  store: Store,
  translatorId: number,
  letterId: number,
  reason: string,
): Promise<Ended> {
  const translation = await translationOf(store, letterId);
  if (!translation) return refuse("not_found");
  const note = translation.askedBy === undefined ? trimText(reason) : undefined;
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
 * Does the job after 72 hours: the letter comes as it was written, what a man paid goes back, and a lady's letter is
 * free to open. Returns null if its wait had ended before, or the letter is kept back. Throws before the time.
 */
export async function releaseUntranslated(store: Store, letterId: number): Promise<Letter | null> {
  const translation = await translationOf(store, letterId);
  if (!translation || !isOpen(translation)) return null;
  if (await keepBackIfParted(store, translation)) return null;
  if (store.now() < translation.dueAt) throw new Error(`letter ${letterId} still waits for its translator`);
  const make: MakeEnding = (op, facts, letter) =>
    whyNotToCome(op, facts) ?? { state: "untranslated", by: null, letter: { ...letter, openingPriceCredits: 0 } };
  const ended = await told(store, translation, endWithRefund(store, translation, make));
  if (ended.ok) return ended.letter;
  if (ended.reason === "conflict") return null;
  throw new Error(`letter ${letterId} could not be released: ${ended.reason}`);
}

/**
 * Returns a waiting letter to its author if one of the two has blocked the other, is suspended or gone, if she has refused
 * contact with him, or if it would be the first of hers to come and he has ended introductions; what a man paid goes back
 * in the same commit. Answers whether that was so. A letter that has come is translated all the same, while both accounts
 * exist.
 */
export async function keepBackIfParted(store: Store, translation: Translation): Promise<boolean> {
  const hasCome = translation.askedBy !== undefined;
  const keptBack = await whyParted(store, translation) ?? (hasCome ? null : await whyUnwished(store, translation));
  if (!keptBack || (hasCome && keptBack !== "deleted")) return false;
  const make: MakeEnding = (op, facts, letter) => {
    takeUnlessCome(op, facts);
    return { state: "returned", by: null, keptBack, letter };
  };
  const ended = await endWithRefund(store, translation, make, "kept_back");
  // If its wait had ended before, the letter came or went back: nothing is left to do.
  if (!ended.ok && ended.reason !== "conflict") {
    throw new Error(`letter ${translation.letterId} is not kept back: ${ended.reason}`);
  }
  return true;
}

async function whyUnwished(store: Store, { author, manId, ladyId }: Translation): Promise<KeptBack | null> {
  if (author === "man" || await takesIntroductionsOf(store, manId, ladyId)) return null;
  return awaitsFirst(await dialogueBetween(store, manId, ladyId)) ? "introductions" : null;
}

/**
 * Why a waiting letter may not come now, though nothing was in its way a moment ago; makes the commit depend on that. The
 * job that follows what is in its way returns the letter.
 */
function whyNotToCome(op: Deno.AtomicOperation, { translation, way, mute, correspondence }: WaitFacts): Refusal | null {
  if (translation.value!.askedBy !== undefined) return null;
  way.check(op);
  if (way.refusal || !mute || !awaitsFirst(correspondence.dialogue)) return way.refusal;
  op.check(mute);
  return isWished(way.reader, mute) ? null : refuse("introductions_muted");
}

/** Takes a letter that never comes out of its dialogue; one whose translation was asked for afterwards has come. */
function takeUnlessCome(op: Deno.AtomicOperation, { translation, correspondence }: WaitFacts): void {
  const { letterId, askedBy } = translation.value!;
  if (askedBy === undefined) takeFromDialogue(op, letterId, correspondence.dialogue);
}

/** Decides from what was read how a wait ends, and adds what this end alone writes. */
type MakeEnding = (op: Deno.AtomicOperation, facts: WaitFacts, letter: Letter) => Ending | Refusal;

/** Ends a wait without moving credits, in the queue of the man's ledger, like all writes to his dialogues. */
function endFreely(store: Store, manId: number, letterId: number, make: MakeEnding): Promise<Ended> {
  return store.mutexes.run(`ledger:${manId}`, () =>
    transact<Ended>(async () => {
      const op = store.kv.atomic();
      const ended = addEnd(store, op, await readWaitFacts(store, letterId), store.now(), make);
      return ended.ok ? { commit: op, result: ended } : { done: ended };
    }));
}

/** Ends a wait and gives the man back what sending cost him, if anything; if that went back before, only ends the wait. */
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
    read: () => readWaitFacts(store, letterId),
    add(op: Deno.AtomicOperation, entry: Entry, facts) {
      ended = addEnd(store, op, facts, entry.at, make);
      if (!ended.ok) return ended;
    },
  });
  if (!posted.ok) return posted;
  return posted.isRepeat ? await endFreely(store, manId, letterId, make) : ended;
}

/** Adds everything that every end writes: record, queue, hold, letter, and its delivery unless it goes back. */
function addEnd(store: Store, op: Deno.AtomicOperation, facts: WaitFacts, atMs: number, make: MakeEnding): Ended {
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
  // A letter that nobody translated may be asked for again, and then taken up with the machine's draft.
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

/** Mails its reader, and its author if that is who asked; each in a job of its own, which is tried again by itself. */
function tellWhoWaits(store: Store, op: Deno.AtomicOperation, letter: Letter, { askedBy, origin }: Translation): void {
  for (const userId of new Set([recipientIdOf(letter), askedBy!])) {
    addJob(store, op, { kind: "translation_mail", letterId: letter.id, userId, ...(origin && { origin }) });
  }
}
