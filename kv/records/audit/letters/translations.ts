/** The audit of translations: each letter that waited has its record and its place in the queue, and one end at most. */
import { translator, type User } from "../../../accounts/users.ts";
import { isByOwnRules, refundKeyOf } from "../../../credits/ledger/refund_key.ts";
import { type Term, termsAtMost } from "../../../letters/translating/glossary.ts";
import { type Letter, type LetterText, sentByClockAtOf } from "../../../letters/letter.ts";
import { claimsAtMost, isOpen, type Translation } from "../../../letters/translating/translations.ts";
import type { Job } from "../../../store/jobs/work.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import type { Reader, Report } from "../reader.ts";

export async function auditTranslations(reader: Reader, report: Report): Promise<void> {
  const toRelease = new Set<number>();
  await reader.walk<Job>(prefixes.jobs(), (job) => {
    if (job.kind === "release_untranslated") toRelease.add(job.letterId);
  });
  await reader.walk<Translation>(prefixes.allTranslations(), async (translation, key) => {
    const id = Number(key[1]);
    const fault: Report = (sentence) => report(`the translation of letter ${id} ${sentence}`);
    if (translation.letterId !== id) fault(`calls itself ${translation.letterId}`);
    const letter = await reader.valueAt<Letter>(keys.letter(id));
    if (!letter) return fault("has no letter");
    const { manId, ladyId, author, sentAt, askedBy, letterSentAt = letter.sentAt } = translation;
    const since = askedBy === undefined ? sentByClockAtOf(letter) : letter.asked?.at;
    const isSame = letter.manId === manId && letter.ladyId === ladyId && letter.author === author &&
      since === sentAt && letterSentAt === letter.sentAt;
    if (!isSame) fault("names other people or another time than the letter");
    if (isOpen(translation) && !toRelease.has(id)) fault("has no job that would end it");
    await auditState(reader, translation, letter, fault);
    // A translation that was asked for later costs nothing, and nothing goes back.
    if (askedBy === undefined) await auditRefund(reader, translation, fault);
    else if (translation.charge) fault("was asked for later and names a charge");
  });
  await reader.walk<Letter>(prefixes.letters(), async (letter) => {
    const isAsked = letter.translationState !== undefined;
    if ((isAsked || letter.asked) && !await reader.isThere(keys.translation(letter.id))) {
      report(`letter ${letter.id} asked for a translator that nobody knows of`);
    }
    if (!isAsked && letter.deliveredAt === null) report(`letter ${letter.id} has not come and waits for nothing`);
  });
  await auditQueue(reader, report);
  await auditHolds(reader, report);
  await auditGlossaries(reader, report);
}

async function auditState(reader: Reader, translation: Translation, letter: Letter, fault: Report): Promise<void> {
  const { state, letterId, sentAt, claimedBy, leaseUntil } = translation;
  const open = isOpen(translation);
  const expected = open ? "waiting" : state;
  const isLater = translation.askedBy !== undefined;
  const told = isLater ? letter.asked?.state : letter.translationState;
  if (told !== expected) fault(`is ${state}, but its letter is ${told}`);
  const hasCome = isLater || state === "done" || state === "untranslated";
  if (hasCome !== (letter.deliveredAt !== null)) fault(`is ${state}, but its letter has ${hasCome ? "not " : ""}come`);
  if (open !== await reader.isThere(keys.translationQueue(sentAt, letterId))) {
    fault(open ? "is not in the queue" : "is over and still in the queue");
  }
  if ((state === "claimed") !== (claimedBy !== null && leaseUntil !== null)) {
    fault("is held by nobody, or freed in part");
  }
  const text = await reader.valueAt<LetterText>(keys.letterText(letterId));
  const isTranslated = letter.erasedAt === undefined ? text?.translation !== null : state === "done";
  if ((state === "done") !== isTranslated) fault(`is ${state}, which its text does not bear out`);
  if (!isLater && state === "untranslated" && letter.openingPriceCredits !== 0) {
    fault("never came, and its letter costs something");
  }
  if (!isLater && translation.keptBack !== letter.keptBack) {
    fault("disagrees with its letter about why it was kept back");
  }
  if (!isLater && state === "returned" && !translation.note && !translation.keptBack) {
    fault("was returned without a reason");
  }
}

/** A man's credits went back, once, if and only if his letter came without a translation or not at all. */
async function auditRefund(reader: Reader, { manId, state, charge, author }: Translation, fault: Report) {
  if ((charge !== null) !== (author === "man")) fault("says wrongly who paid for it");
  if (!charge) return;
  const paid = await reader.entryByKey(manId, charge.key);
  if (paid?.deltaCredits !== -charge.credits) fault(`names a charge of ${charge.credits} credits, which nobody paid`);
  const refund = await reader.entryByKey(manId, refundKeyOf(charge.key));
  const isDue = state === "returned" || state === "untranslated";
  // By a decision of its own the site may give a charge back, whatever comes of the letter.
  if (refund ? !isDue && isByOwnRules(refund) : isDue) {
    fault(`is ${state}, and ${refund ? "credits" : "no credits"} went back`);
  }
  const back = refund?.deltaCredits ?? charge.credits;
  if (back !== charge.credits) fault(`gave back ${back} of ${charge.credits} credits`);
}

async function auditQueue(reader: Reader, report: Report): Promise<void> {
  await reader.walk<null>(prefixes.translationQueue(), async (_, key) => {
    const [sentAt, id] = [Number(key[1]), Number(key[2])];
    const translation = await reader.valueAt<Translation>(keys.translation(id));
    if (translation && isOpen(translation) && translation.sentAt === sentAt) return;
    report(`the queue of translators has letter ${id} at ${sentAt}, which does not wait there`);
  });
}

async function auditHolds(reader: Reader, report: Report): Promise<void> {
  await reader.walk<number[]>(prefixes.allTranslatorHolds(), async (ids, key) => {
    const translatorId = Number(key[1]);
    const owner = await reader.valueAt<User>(keys.user(translatorId));
    if (owner?.groupId !== translator) report(`user ${translatorId} has a translator's hold and is none`);
    const found = await Promise.all(ids.map((id) => reader.valueAt<Translation>(keys.translation(id))));
    const live = found.filter((each) => each?.claimedBy === translatorId && each.leaseUntil! > reader.now);
    if (live.length > claimsAtMost) report(`translator ${translatorId} holds ${live.length} letters`);
  });
  await reader.walk<object>(prefixes.translatorAbouts(), async (_, key) => {
    const owner = await reader.valueAt<User>(keys.user(Number(key[1])));
    if (owner?.groupId !== translator) report(`user ${Number(key[1])} is introduced as a translator and is none`);
  });
  await reader.walk<Translation>(prefixes.allTranslations(), async ({ letterId, claimedBy, leaseUntil }) => {
    if (claimedBy === null || leaseUntil === null || leaseUntil <= reader.now) return;
    const hold = await reader.valueAt<number[]>(keys.translatorHold(claimedBy));
    if (!hold?.includes(letterId)) report(`letter ${letterId} is not in the hold of translator ${claimedBy}`);
  });
}

async function auditGlossaries(reader: Reader, report: Report): Promise<void> {
  await reader.walk<Term[]>(prefixes.allGlossaries(), async (terms, key) => {
    const [manId, ladyId] = [Number(key[1]), Number(key[2])];
    const name = `the glossary of man ${manId} and lady ${ladyId}`;
    if (!await reader.isThere(keys.dialogue(manId, ladyId))) report(`${name} has no dialogue`);
    const names = new Set(terms.map(({ term }) => term.toLowerCase()));
    if (terms.length > termsAtMost || names.size !== terms.length) report(`${name} has a term twice, or too many`);
  });
}
