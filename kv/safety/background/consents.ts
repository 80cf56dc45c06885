/**
 * The consent of a lady to be in contact with one man in the United States: he shows her his statement and asks, she
 * consents or refuses, and may change her mind at any time. It holds for the statement that she has read, and no later one.
 */
import { isSuspended, man, userById } from "../../accounts/users.ts";
import { publishedLadyById } from "../../ladies/ladies.ts";
import type { Store } from "../../open.ts";
import { putAuditRecord } from "../../store/audit_log.ts";
import { changeRecord, transact } from "../../store/commit.ts";
import { keys } from "../../store/keys.ts";
import { addJob } from "../../store/jobs/queue.ts";
import { limits, takeAttempt } from "../../store/limits.ts";
import { getAll } from "../../store/listing/get_all.ts";
import { listKeys } from "../../store/listing/listing.ts";
import { prefixes } from "../../store/prefixes.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import { isBlockedBetween } from "../blocks.ts";
import { addNotice } from "../notices.ts";
import { addContactEnd } from "./contact_ends.ts";
import type { BackgroundStatement } from "./statement.ts";
import { faultOfSignature, statementOf } from "./statements.ts";

/** How she could read his own words: without help, in a machine's translation, or only as he wrote them. */
const readings = ["read", "machine", "original"] as const;
export type WordsReading = typeof readings[number];

export interface BackgroundConsent {
  manId: number;
  ladyId: number;
  /** The number of the statement that he has shown her last, and when (ms since the epoch). */
  shownNumber: number;
  shownAt: number;
  state: "asked" | "consented" | "refused";
  /** What she answered last; null until she did. */
  answer: ConsentAnswer | null;
}

export interface ConsentAnswer {
  /** The number of the statement that she was shown. */
  number: number;
  at: number;
  /** The language in which she was shown it. */
  locale: string;
  words: WordsReading;
  /** The address of the pamphlet that she was given. */
  pamphlet: string;
  /** The name by which she consented; empty for a refusal. */
  signature: string;
}

export const consentBetween = async (
  store: Store,
  manId: number,
  ladyId: number,
): Promise<BackgroundConsent | null> =>
  (await store.kv.get<BackgroundConsent>(keys.backgroundConsent(manId, ladyId))).value;

/** The consents that a man has asked for, newest first. */
export async function consentsAskedBy(store: Store, manId: number): Promise<BackgroundConsent[]> {
  const found: BackgroundConsent[] = [];
  for await (const { value } of store.kv.list<BackgroundConsent>({ prefix: prefixes.backgroundConsents(manId) })) {
    found.push(value);
  }
  return found.sort((one, other) => other.shownAt - one.shownAt);
}

/** The consents that a lady was asked for, newest first. */
export async function consentsAskedOf(store: Store, ladyId: number): Promise<BackgroundConsent[]> {
  const men = (await listKeys(store, prefixes.backgroundConsentsOf(ladyId))).map((key) => Number(key[2]));
  const found = await getAll<BackgroundConsent>(store, men.map((manId) => keys.backgroundConsent(manId, ladyId)));
  return found.filter((each) => each !== null).sort((one, other) => other.shownAt - one.shownAt);
}

/**
 * Shows a lady a man's statement and asks for her consent; asking again with the same statement changes nothing.
 * Refuses `wrong_role`, `background_required` if he has no statement that was searched, or she has refused, `not_found`
 * if she is not shown on the site, `blocked`, and `too_many_requests` beyond twenty a day.
 */
export async function askConsent(
  store: Store,
  { manId, ladyId, origin }: { manId: number; ladyId: number; origin?: string },
): Promise<Result<{ consent: BackgroundConsent; isRepeat: boolean }>> {
  const [user, her, isBlocked, statement] = await Promise.all([
    userById(store, manId),
    publishedLadyById(store, ladyId),
    isBlockedBetween(store, manId, ladyId),
    statementOf(store, manId),
  ]);
  if (user?.groupId !== man) return refuse("wrong_role");
  if (!her) return refuse("not_found");
  if (isBlocked) return refuse("blocked");
  if (!statement) return refuse("background_required");
  if (!statement.search) return refuse("background_required", { wording: "searching" });
  const { number } = statement;
  const before = await consentBetween(store, manId, ladyId);
  if (before?.shownNumber !== number) {
    const counted = await takeAttempt(store, limits.backgroundAsks, String(manId));
    if (!counted.ok) return counted;
  }
  return await transact<Result<{ consent: BackgroundConsent; isRepeat: boolean }>>(async () => {
    const entry = await store.kv.get<BackgroundConsent>(keys.backgroundConsent(manId, ladyId));
    const { value } = entry;
    // She alone changes a no: another statement is no second chance to ask.
    if (value?.state === "refused") return { done: refuse("background_required", { wording: "refused" }) };
    if (value?.shownNumber === number) return { done: { ok: true, consent: value, isRepeat: true } };
    const consent: BackgroundConsent = {
      manId,
      ladyId,
      shownNumber: number,
      shownAt: store.now(),
      state: "asked",
      answer: value?.answer ?? null,
    };
    const op = store.kv.atomic().check(entry).set(entry.key, consent)
      .set(keys.backgroundConsentOf(ladyId, manId), null);
    addNotice(store, op, ladyId, `background:${manId}:${number}`, { kind: "background_shown", manId }, { origin });
    putAuditRecord(store, op, {
      action: "background_shown",
      actorId: manId,
      subject: `user:${ladyId}`,
      details: { number },
    });
    return { commit: op, result: { ok: true, consent, isRepeat: false } };
  });
}

/** Whether a man and what he states are kept from a lady, by a block between the two or by his suspension. */
async function isKeptFrom(store: Store, ladyId: number, manId: number): Promise<boolean> {
  const [user, isBlocked] = await Promise.all([userById(store, manId), isBlockedBetween(store, manId, ladyId)]);
  return isBlocked || (user !== null && isSuspended(user));
}

/**
 * The consent and the statement for a lady whom a man has asked; `statement` is null while it is not searched. Null for
 * anybody else, and while a block or a suspension keeps him from her.
 */
export async function statementFor(
  store: Store,
  ladyId: number,
  manId: number,
): Promise<{ statement: BackgroundStatement | null; consent: BackgroundConsent } | null> {
  const [consent, statement, isKept] = await Promise.all([
    consentBetween(store, manId, ladyId),
    statementOf(store, manId),
    isKeptFrom(store, ladyId, manId),
  ]);
  return isKept ? null : consent && { consent, statement: statement?.search ? statement : null };
}

export interface WantedAnswer extends Omit<ConsentAnswer, "at"> {
  manId: number;
  ladyId: number;
  consents: boolean;
  /** As in kv/store/jobs/work.ts. */
  origin?: string;
}

/**
 * Notes that she consents to be in contact with this man, or refuses; a refusal ends the times to talk of the two and
 * returns letters that wait for a translator. The same answer to the same statement again changes nothing.
 * Refuses `not_found` if he has not asked her, or is kept from her, `conflict` if she consents to another statement
 * than the one that holds now, and `invalid` if she consents without her name.
 */
export async function answerConsent(
  store: Store,
  { manId, ladyId, number, consents, locale, words, pamphlet, signature, origin }: WantedAnswer,
): Promise<Result<{ consent: BackgroundConsent; isRepeat: boolean }>> {
  const [statement, isKept] = await Promise.all([statementOf(store, manId), isKeptFrom(store, ladyId, manId)]);
  if (isKept) return refuse("not_found");
  const fields = consents ? faultOfSignature(signature) : {};
  if (Object.keys(fields).length > 0) return refuse("invalid", { fields });
  const state = consents ? "consented" as const : "refused" as const;
  const changed = await changeRecord<BackgroundConsent>(
    store,
    keys.backgroundConsent(manId, ladyId),
    (current, op) => {
      // A refusal need not be about the statement that holds now.
      if (consents && (!statement?.search || statement.number !== number)) return refuse("conflict");
      if (current.state === state && (!consents || current.answer?.number === number)) return current;
      const at = store.now();
      const answer = { number, at, locale, words, pamphlet, signature: consents ? signature.trim() : "" };
      const about = { kind: "background_answered" as const, ladyId, isConsent: consents };
      addNotice(store, op, manId, `background_answered:${ladyId}:${at}`, about, { origin });
      putAuditRecord(store, op, {
        action: consents ? "background_consented" : "background_refused",
        actorId: ladyId,
        subject: `user:${manId}`,
        details: { number, locale, words },
      });
      if (!consents) {
        addJob(store, op, { kind: "keep_letters_back", userId: ladyId, otherId: manId });
        addContactEnd(store, op, manId);
      }
      return { ...current, state, shownNumber: consents ? number : current.shownNumber, answer };
    },
  );
  return changed.ok ? { ok: true, consent: changed.record, isRepeat: !changed.isChanged } : changed;
}
