/**
 * The statements that men in the United States make of their background: the one that holds, those before it, and the
 * staff's mark that the registry was searched. A new statement takes the place of the former one and needs a search of
 * its own; the answers of a statement are never changed.
 */
import { trimText } from "../../../chat/shared/text.ts";
import { likelyLanguagesOf } from "../../accounts/languages.ts";
import { checkActingAdmin, man, userById } from "../../accounts/users.ts";
import { languageOf } from "../../letters/language.ts";
import type { Store } from "../../open.ts";
import { putAuditRecord } from "../../store/audit_log.ts";
import { changeRecord, transact } from "../../store/commit.ts";
import { keys } from "../../store/keys.ts";
import { limits, takeAttempt } from "../../store/limits.ts";
import { listKeys } from "../../store/listing/listing.ts";
import { prefixes } from "../../store/prefixes.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import { addNotice } from "../notices.ts";
import { addContactEnd } from "./contact_ends.ts";
import {
  type Background,
  type BackgroundStatement,
  faultsOf,
  isPastDay,
  ownWordsLengthMax,
  ownWordsOf,
  signatureLengthMax,
} from "./statement.ts";

/** The statement that holds; null where he has made none. */
export const statementOf = async (store: Store, manId: number): Promise<BackgroundStatement | null> =>
  (await store.kv.get<BackgroundStatement>(keys.background(manId))).value;

/** The statements that hold no longer, newest first. */
export async function formerStatementsOf(store: Store, manId: number): Promise<BackgroundStatement[]> {
  const found: BackgroundStatement[] = [];
  const newestFirst = { reverse: true, batchSize: 100 };
  const all = store.kv.list<BackgroundStatement>({ prefix: prefixes.formerBackgrounds(manId) }, newestFirst);
  for await (const { value } of all) found.push(value);
  return found;
}

export interface WantedStatement {
  manId: number;
  answers: Background;
  /** The name by which he certifies that it is true and complete. */
  signature: string;
}

/**
 * Files a statement in the place of the one before it, and so ends the contact that the earlier one had opened; the very
 * same answers again change nothing. Refuses `invalid`, `wrong_role` where he is no man, and `too_many_requests` beyond ten
 * a day.
 */
export async function fileStatement(
  store: Store,
  { manId, answers, signature }: WantedStatement,
): Promise<Result<{ statement: BackgroundStatement; isRepeat: boolean }>> {
  const user = await userById(store, manId);
  if (user?.groupId !== man) return refuse("wrong_role");
  const fields = { ...faultsOf(answers, store.now()), ...faultOfSignature(signature) };
  if (Object.keys(fields).length > 0) return refuse("invalid", { fields });
  const counted = await takeAttempt(store, limits.backgrounds, String(manId));
  if (!counted.ok) return counted;
  const language = languageOf(ownWordsOf(answers).join("\n"), likelyLanguagesOf(user));
  return await transact<Result<{ statement: BackgroundStatement; isRepeat: boolean }>>(async () => {
    const entry = await store.kv.get<BackgroundStatement>(keys.background(manId));
    const former = entry.value;
    if (former && JSON.stringify(former.answers) === JSON.stringify(answers)) {
      return { done: { ok: true, statement: former, isRepeat: true } };
    }
    const number = (former?.number ?? 0) + 1;
    const filedAt = store.now();
    const statement = { manId, number, filedAt, answers, language, signature: signature.trim(), search: null };
    const op = store.kv.atomic().check(entry).set(entry.key, statement);
    if (former) {
      op.set(keys.formerBackground(manId, former.number), former)
        .delete(keys.backgroundToSearch(former.filedAt, manId));
      addContactEnd(store, op, manId);
    }
    // After the deletion: if both were filed in the same millisecond, it is the same key.
    op.set(keys.backgroundToSearch(filedAt, manId), null);
    putAuditRecord(store, op, {
      action: "background_filed",
      actorId: manId,
      subject: `user:${manId}`,
      details: { number },
    });
    return { commit: op, result: { ok: true, statement, isRepeat: false } };
  });
}

/** What is wrong with a name that signs. */
export function faultOfSignature(signature: string): Record<string, string> {
  const name = signature.trim();
  // Hangul fillers are letters that nobody sees.
  if (!/(?!\p{DI})\p{L}/u.test(name)) return { signature: "required" };
  return name.length > signatureLengthMax ? { signature: "too_long" } : {};
}

export interface WantedSearch {
  manId: number;
  /** The number of the statement that the searcher was looking at. */
  number: number;
  /** "YYYY-MM-DD". */
  day: string;
  /** What the registry says of him; empty where it has no record of him. */
  found: string;
  actorId: number;
  /** As in kv/store/jobs/work.ts. */
  origin?: string;
}

/**
 * Marks that the registry was searched, once for each statement, and tells the man. Refuses `wrong_role` where the actor
 * is no admin, `invalid`, `not_found`, and `conflict` where he has made another statement or it was searched already.
 */
export async function noteSearch(
  store: Store,
  { manId, number, day, found, actorId, origin }: WantedSearch,
): Promise<Result<{ statement: BackgroundStatement }>> {
  if (!isPastDay(day, store.now())) return refuse("invalid", { fields: { day: day ? "date" : "required" } });
  const words = trimText(found);
  if (words.length > ownWordsLengthMax) return refuse("invalid", { fields: { found: "too_long" } });
  const changed = await changeRecord<BackgroundStatement>(store, keys.background(manId), async (current, op) => {
    const noAdmin = await checkActingAdmin(store, op, actorId);
    if (noAdmin) return noAdmin;
    if (current.number !== number || current.search) return refuse("conflict");
    op.delete(keys.backgroundToSearch(current.filedAt, manId));
    addNotice(store, op, manId, `background_searched:${number}`, { kind: "background_searched" }, { origin });
    const details = { number, day, isListed: words !== "" };
    putAuditRecord(store, op, { action: "background_searched", actorId, subject: `user:${manId}`, details });
    return { ...current, search: { day, found: words || null, by: actorId } };
  });
  return changed.ok ? { ok: true, statement: changed.record } : changed;
}

/** The men whose statement waits for the search, and since when (ms since the epoch), the oldest first. */
export async function waitingSearches(store: Store): Promise<{ manId: number; filedAt: number }[]> {
  const waiting = await listKeys(store, prefixes.backgroundsToSearch());
  return waiting.map(([, filedAt, manId]) => ({ manId: Number(manId), filedAt: Number(filedAt) })).reverse();
}
