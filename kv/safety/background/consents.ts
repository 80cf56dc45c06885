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
import type { BackgroundStatement } from "./statement.ts";
import { faultOfSignature, statementOf } from "./statements.ts";

/** How she could read his own words: they need no translation, had a machine's, or stood as he wrote them. */
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
  /** Of the statement that she had before her eyes. */
  number: number;
  at: number;
  /** In which language it stood there. */
  locale: string;
  words: WordsReading;
  /** Where the pamphlet was that she was given. */
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

/** Whom a man has asked. */
export async function consentsAskedBy(store: Store, manId: number): Promise<BackgroundConsent[]> {
  const found: BackgroundConsent[] = [];
  for await (const { value } of store.kv.list<BackgroundConsent>({ prefix: prefixes.backgroundConsents(manId) })) {
    found.push(value);
  }
  return found.sort((one, other) => other.shownAt - one.shownAt);
}

/** What a lady was asked, newest first. */
export async function consentsAskedOf(store: Store, ladyId: number): Promise<BackgroundConsent[]> {
  const men = (await listKeys(store, prefixes.backgroundConsentsOf(ladyId))).map((key) => Number(key[2]));
  const found = await getAll<BackgroundConsent>(store, men.map((manId) => keys.backgroundConsent(manId, ladyId)));
  return found.filter((each) => each !== null).sort((one, other) => other.shownAt - one.shownAt);
}

/**
 * A man shows a lady his statement and asks for her consent; asking again with the same one changes nothing. Refuses
 * `wrong_role`, `background_required` where there is no statement that was searched, or she has refused, `not_found` for
 * who is not shown, `blocked`, and `too_many_requests` beyond twenty a day.
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

/** Two whom a block keeps apart are not shown to each other, and nobody is who is kept out; nor is what he states. */
async function isKeptFrom(store: Store, ladyId: number, manId: number): Promise<boolean> {
  const [user, isBlocked] = await Promise.all([userById(store, manId), isBlockedBetween(store, manId, ladyId)]);
  return isBlocked || (user !== null && isSuspended(user));
}

/**
 * The statement as it is shown to a lady whom its author has asked, which is null while it is not searched; nothing for
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
 * She consents to be in contact with this man, or refuses, which ends the times to talk of the two and gives letters that
 * wait for a translator back; the same answer to the same statement again changes nothing.
 * Refuses `not_found` where he has not asked her, or is kept from her, `conflict` where she had another statement before her
 * eyes than holds now, and `invalid` where she consents without her name.
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
      // A no needs no statement to be about.
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
      if (!consents) addJob(store, op, { kind: "keep_letters_back", userId: ladyId, otherId: manId });
      return { ...current, state, shownNumber: consents ? number : current.shownNumber, answer };
    },
  );
  return changed.ok ? { ok: true, consent: changed.record, isRepeat: !changed.isChanged } : changed;
}
