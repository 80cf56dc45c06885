/** Sending letters: a man's is charged in the commit that sends it (design, sections 4 and 5). */
import { trimText } from "../../chat/shared/text.ts";
import type { ReadableLanguage } from "../accounts/languages.ts";
import { isSuspended, lady, man, usersByIds } from "../accounts/users.ts";
import { balanceOf, entryByKey, post } from "../credits/ledger/ledger.ts";
import { letterLengthMax } from "../credits/prices/prices.ts";
import { pricesAt, tariffs } from "../credits/prices/tariffs.ts";
import { publishedLadyById } from "../ladies/ladies.ts";
import type { Store } from "../open.ts";
import { contactRefusal } from "../safety/background/contact.ts";
import { isBlockedBetween } from "../safety/blocks.ts";
import { isKnownTo } from "../safety/known_people.ts";
import { noteDenial } from "../store/audit_log.ts";
import { transact } from "../store/commit.ts";
import { alsoIfLate } from "../store/health/health.ts";
import { keys } from "../store/keys.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { areSameEnclosures, checkEnclosures, claimEnclosures, readEnclosures } from "./attachments.ts";
import { addLetter, comingAt, type Correspondence, readCorrespondence, sendingAt } from "./delivery.ts";
import { awaitsFirst, hasBegun } from "./boxes/dialogues.ts";
import { claimFirstLetter } from "./introductions.ts";
import type { Wanted } from "./language.ts";
import { type Letter, type LetterText, recipientIdOf } from "./letter.ts";
import { letterById, textsFor } from "./letters.ts";
import { publishLetters } from "./notifications.ts";
import { readWay, refusalBetween } from "./parted.ts";
import { addTranslation } from "./translating/translations.ts";
import { type Written, writtenTo } from "./written.ts";

/** A longer one would not fit into a key of the store. */
const sendKeyLengthMax = 256;

export interface WantedLetter {
  authorId: number;
  recipientId: number;
  /** Whether its author was shown the recipient to write it, and may hear that this account is suspended meanwhile. */
  wasShown?: boolean;
  body: string;
  /** Pictures that its author uploaded, at most three, claimed in the letter's commit. */
  attachmentIds?: string[];
  /** False if its author wants it delivered as it is, even to somebody who does not read its language. */
  translate?: boolean;
  /** The language that it is written in, as its author says; recognised if absent, or if it is plainly another one. */
  language?: ReadableLanguage;
  /** The price that its author was told; absent if none was quoted. */
  quotedCredits?: number;
  /** The form's fresh id: the same one is the same letter, however often it is sent. */
  sendKey: string;
  /** As in kv/store/jobs/queue.ts: where the links of a demo's mails lead. */
  origin?: string;
}

export type Sent = Result<{ letter: Letter; balanceCredits: number | null; isRepeat: boolean }>;

/**
 * Sends a letter; a man's is paid in the same commit, at the price of the moment. Refuses `suspended`,
 * `partner_suspended`, `background_required`, `invalid` (empty or over 6000 UTF-16 units; more than three pictures, or
 * one that is gone), `not_found` (no such correspondent), `not_published`, `blocked`, `wrong_role` (its author is
 * neither man nor lady), `insufficient_credits`, `credits_owed`, `spending_limit_reached`, `too_many_introductions`,
 * `introductions_muted`, `quote_changed` if it costs something else than was quoted, and `idempotency_key_reused` if
 * the form's id already became another letter: answering with the first one would lose the second.
 */
export async function sendLetter(store: Store, wanted: WantedLetter): Promise<Sent> {
  const isSendKey = wanted.sendKey.length > 0 && wanted.sendKey.length <= sendKeyLengthMax;
  if (!isSendKey) return refuse("invalid", { fields: { sendKey: "wrong_value" } });
  const body = trimText(wanted.body);
  if (body.length === 0) return refuse("invalid", { fields: { body: "required" } });
  if (body.length > letterLengthMax) return refuse("invalid", { fields: { body: "too_long" } });
  const tooMany = checkEnclosures(enclosuresOf(wanted));
  if (tooMany) return tooMany;
  const { authorId, recipientId } = wanted;
  store.memory.expect(() =>
    Promise.all([
      publishedLadyById(store, authorId),
      publishedLadyById(store, recipientId),
      store.ids.ready("letter"),
      tariffs(store),
    ])
  );
  const [[author, recipient], isBlocked] = await Promise.all([
    usersByIds(store, [authorId, recipientId]),
    isBlockedBetween(store, authorId, recipientId),
  ]);
  const refusal = refusalBetween(author, recipient, isBlocked);
  const her = author?.groupId === lady ? await publishedLadyById(store, authorId) : null;
  // What keeps the author from writing at all is told first: it says nothing of whoever has that number.
  if (author?.groupId === lady && !her && !isSuspended(author)) return refuse("not_published");
  if (refusal) {
    // What is between the two, or is said of the other, tells that there is such a person.
    const isTold = refusal.reason === "suspended" || wanted.wasShown ||
      author && await isKnownTo(store, author, recipientId);
    return isTold ? refusal : refuse("not_found");
  }
  if (author?.groupId === man && recipient?.groupId === lady) {
    if (!await publishedLadyById(store, recipientId)) return refuse("not_found");
    return await contactRefusal(store, { manId: authorId, ladyId: recipientId }, authorId) ??
      await sendFromMan(store, wanted, writtenTo(recipient, wanted, body, author, author));
  }
  if (author && her && recipient?.groupId === man) {
    return await contactRefusal(store, { manId: recipientId, ladyId: authorId }, authorId) ??
      await sendFromLady(store, wanted, writtenTo(recipient, wanted, body, author, her));
  }
  // Pages and calls let in men and ladies alone: anybody else here is an error of ours.
  if (author && author.groupId !== man && author.groupId !== lady) {
    await noteDenial(store, { action: "letter_denied", actorId: authorId, subject: "letter:new", details: {} });
    return refuse("wrong_role");
  }
  return refuse("not_found");
}

async function sendFromMan(store: Store, wanted: WantedLetter, written: Written): Promise<Sent> {
  const { body, language, place, held } = written;
  const { authorId, recipientId, sendKey, quotedCredits } = wanted;
  const [letterId, { sendLetter: credits }] = await Promise.all([
    store.ids.next("letter"),
    pricesAt(store, store.now()),
  ]);
  const idempotencyKey = chargeKeyOf(sendKey);
  let letter: Letter | null = null;
  const tell = () => publishLetters(store, [recipientId]);
  const posting = post(store, {
    manId: authorId,
    operation: "sent_letter",
    deltaCredits: -credits,
    reference: { letterId, partnerId: recipientId },
    idempotencyKey,
  }, {
    read: async () => {
      const [read, enclosed, way] = await Promise.all([
        readCorrespondence(store, authorId, recipientId),
        readEnclosures(store, enclosuresOf(wanted)),
        readWay(store, authorId, recipientId),
      ]);
      return { ...read, enclosed, way };
    },
    add(op, entry, read) {
      // Checked here, where repeats are answered already: what was sent at the former price stays sent.
      if ((quotedCredits ?? credits) !== credits) return refuse("quote_changed");
      const refusal = read.way.refusal ?? claimEnclosures(op, read.enclosed, { id: letterId, authorId });
      if (refusal) return refusal;
      read.way.check(op);
      const sending = sendingAt(read, store.now(), entry.at);
      letter = {
        ...newLetter,
        id: letterId,
        manId: authorId,
        ladyId: recipientId,
        language,
        ...place,
        ...sending,
        sentForCredits: credits,
        ...comingOf(held, read, sending.sentAt),
      };
      addLetter(store, op, letter, textOf(wanted, body), read, wanted.origin);
      const charge = { key: idempotencyKey, credits };
      if (held) addTranslation(store, op, letter, held, { body, charge, origin: wanted.origin });
    },
  });
  const posted = await alsoIfLate(posting, tell);
  if (!posted.ok) return posted;
  const { entry, isRepeat } = posted;
  if (isRepeat || !letter) {
    return await repeated(store, entry.reference.letterId!, wanted, body, await balanceOf(store, authorId));
  }
  if (!held) tell();
  return { ok: true, letter, balanceCredits: entry.balanceAfter, isRepeat };
}

const chargeKeyOf = (sendKey: string): string => `letter-send:${sendKey}`;

/** The words and pictures that this author sent to somebody with this key; null if nothing was sent. */
export async function sentWith(
  store: Store,
  { authorId, recipientId, sendKey }: Pick<WantedLetter, "authorId" | "recipientId" | "sendKey">,
): Promise<LetterText | null> {
  // A man's letter is found by the key of its charge.
  const [charge, { value: free }] = await Promise.all([
    entryByKey(store, authorId, chargeKeyOf(sendKey)),
    store.kv.get<number>(keys.letterIdBySendKey(authorId, sendKey)),
  ]);
  const letterId = charge?.reference.letterId ?? free;
  const letter = letterId ? await letterById(store, letterId) : null;
  if (!letter || recipientIdOf(letter) !== recipientId) return null;
  return (await textsFor(store, authorId, [letter])).get(letter.id) ?? null;
}

/** A letter that waits for a translator has not come. */
const comingOf = (held: Wanted | null, read: Correspondence, sentAt: number) =>
  held ? { deliveredAt: null, translationState: "waiting" as const } : comingAt(read, sentAt);

const newLetter = {
  author: "man" as const,
  isIntroduction: false,
  openingPriceCredits: 0,
  paidAt: null,
  readAt: null,
  deletedAt: { man: null, lady: null },
};

const enclosuresOf = (wanted: WantedLetter): string[] => wanted.attachmentIds ?? [];

const textOf = (wanted: WantedLetter, body: string): LetterText => ({
  body,
  translation: null,
  attachments: enclosuresOf(wanted),
});

/** Returns the letter that a form's id became before; refuses another text, picture or recipient, so that none is lost. */
async function repeated(
  store: Store,
  letterId: number,
  wanted: WantedLetter,
  body: string,
  balanceCredits: number | null,
): Promise<Sent> {
  const [letter, text] = await store.kv.getMany<[Letter, LetterText]>([
    keys.letter(letterId),
    keys.letterText(letterId),
  ]);
  if (!letter.value || !text.value) throw new Error(`letter ${letterId} was sent and is not there`);
  const isSame = recipientIdOf(letter.value) === wanted.recipientId && text.value.body === body &&
    await areSameEnclosures(store, text.value.attachments, enclosuresOf(wanted));
  return isSame ? { ok: true, letter: letter.value, balanceCredits, isRepeat: true } : refuse("idempotency_key_reused");
}

async function sendFromLady(store: Store, wanted: WantedLetter, written: Written): Promise<Sent> {
  const { body, language, place, held } = written;
  const { authorId, recipientId } = wanted;
  const [letterId, { openLetter }] = await Promise.all([store.ids.next("letter"), pricesAt(store, store.now())]);
  const sendKey = keys.letterIdBySendKey(authorId, wanted.sendKey);
  // All writes to a man's dialogues run in the queue of his ledger, whichever of the two writes.
  const sending = store.mutexes.run(`ledger:${recipientId}`, () =>
    transact<Sent>(async () => {
      const [{ value: earlierId }, read, enclosed, way] = await Promise.all([
        store.kv.get<number>(sendKey),
        readCorrespondence(store, recipientId, authorId),
        readEnclosures(store, enclosuresOf(wanted)),
        readWay(store, authorId, recipientId),
      ]);
      if (earlierId !== null) return { done: await repeated(store, earlierId, wanted, body, null) };
      if (way.refusal) return { done: way.refusal };
      const op = store.kv.atomic().check({ key: sendKey, versionstamp: null }).set(sendKey, letterId);
      way.check(op);
      const isIntroduction = !hasBegun(read.dialogue);
      if (awaitsFirst(read.dialogue)) {
        const pair = { ladyId: authorId, manId: recipientId };
        const refusal = await claimFirstLetter(store, op, { ...pair, his: way.reader, isIntroduction });
        if (refusal) return { done: refusal };
      }
      const refusal = claimEnclosures(op, enclosed, { id: letterId, authorId });
      if (refusal) return { done: refusal };
      const sending = sendingAt(read, store.now());
      const letter: Letter = {
        ...newLetter,
        id: letterId,
        manId: recipientId,
        ladyId: authorId,
        author: "lady",
        language,
        ...place,
        ...sending,
        isIntroduction,
        openingPriceCredits: isIntroduction ? 0 : openLetter,
        ...comingOf(held, read, sending.sentAt),
      };
      addLetter(store, op, letter, textOf(wanted, body), read, wanted.origin);
      if (held) addTranslation(store, op, letter, held, { body, charge: null, origin: wanted.origin });
      return { commit: op, result: { ok: true, letter, balanceCredits: null, isRepeat: false } };
    }));
  const tell = () => publishLetters(store, [recipientId]);
  const sent = await alsoIfLate(sending, tell);
  if (sent.ok && !sent.isRepeat && !held) tell();
  return sent;
}
