/**
 * Promotions: what the line above the header says, from when until when. Several may hold at once; the line then tells
 * one after another. What has been shown is never deleted.
 */
import { canBeSeen } from "../../../chat/shared/text.ts";
import { type AccountLocale, accountLocales } from "../../accounts/languages.ts";
import { type WordLocale, wordLocaleOf } from "../../ladies/record.ts";
import type { Store } from "../../open.ts";
import { putAuditRecord } from "../../store/audit_log.ts";
import { transact } from "../../store/commit.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import { isAsSeen, nextChangeOf } from "../../store/seen_changes.ts";

export interface PromotionWords {
  title: string;
  description: string;
}

/** Complete in the languages that the site publishes in; in the others where somebody wrote them. */
export type WordsByLocale = Record<WordLocale, PromotionWords> & Partial<Record<AccountLocale, PromotionWords>>;

export interface Promotion {
  id: number;
  /** Ms since the epoch; null has no beginning. */
  activeFrom: number | null;
  /** The first moment at which it is over; null has no end. */
  activeUntil: number | null;
  /** Null for the one that came with the site, whose words are in the catalogues. */
  words: WordsByLocale | null;
  changedAt: number;
}

/** The wallet discount, which stands until somebody ends it (specification, section 3). */
export const firstPromotion: Promotion = { id: 1, activeFrom: null, activeUntil: null, words: null, changedAt: 0 };

export const promotionTitleLengthMax = 120;
export const promotionDescriptionLengthMax = 600;

const startOf = ({ activeFrom }: Pick<Promotion, "activeFrom">): number => activeFrom ?? -Infinity;
const endOf = ({ activeUntil }: Pick<Promotion, "activeUntil">): number => activeUntil ?? Infinity;

/** What a reader is told, and in which locale: in English where nobody wrote it in theirs. */
export function promotionWordsFor(
  words: WordsByLocale,
  reads: AccountLocale,
): PromotionWords & { locale: AccountLocale } {
  const locale = words[reads] ? reads : wordLocaleOf(reads);
  return { ...words[locale]!, locale };
}

/** All promotions, the latest first. */
export function promotions(store: Store): Promise<Promotion[]> {
  return store.memory.recall(["promotion", "all"], () => readPromotions(store));
}

async function readPromotions(store: Store): Promise<Promotion[]> {
  const entries = await Array.fromAsync(store.kv.list<Promotion>({ prefix: prefixes.promotions() }));
  const found = entries.map(({ value }) => value);
  const all = found.some(({ id }) => id === firstPromotion.id) ? found : [...found, firstPromotion];
  return all.sort((one, other) => startOf(other) - startOf(one) || other.id - one.id);
}

/** One promotion, to be changed by a commit that checks its entry. */
async function readPromotion(store: Store, id: number) {
  const entry = await store.kv.get<Promotion>(keys.promotion(id));
  return { entry, before: entry.value ?? (id === firstPromotion.id ? firstPromotion : null) };
}

export const isActiveAt = (promotion: Promotion, atMs: number): boolean =>
  startOf(promotion) <= atMs && atMs < endOf(promotion);

/** The promotions of a moment (ms since the epoch), the latest first. */
export const promotionsAt = async (store: Store, atMs: number): Promise<Promotion[]> =>
  (await promotions(store)).filter((each) => isActiveAt(each, atMs));

export interface PromotionWish {
  /** Absent for a new one. */
  id?: number;
  /** Null for now; ignored for a promotion that has begun. */
  activeFrom: number | null;
  activeUntil: number | null;
  /** Null only for the first promotion: it keeps its words from the catalogues. */
  words: Promotion["words"];
  /** When the promotion was changed last, as the editor saw it: a newer change is not overwritten. */
  seenChangedAt?: number;
  actorId: number;
}

/**
 * Plans a promotion, or changes one that is not over. Refuses `not_found`, `conflict` for one that is over or that
 * somebody has changed since it was seen, and `invalid` with the fields at fault ("activeFrom", "activeUntil",
 * "en.title").
 */
export async function savePromotion(store: Store, wish: PromotionWish): Promise<Result<{ promotion: Promotion }>> {
  const saved = await store.mutexes.run("promotions", () =>
    transact<Result<{ promotion: Promotion }>>(async () => {
      const now = store.now();
      const id = wish.id ?? await store.ids.reserveRange("promotion", 1);
      const { entry, before } = await readPromotion(store, id);
      if (wish.id !== undefined && !before) return { done: refuse("not_found") };
      if (before && endOf(before) <= now) return { done: refuse("conflict") };
      const hasBegun = before !== null && startOf(before) <= now;
      const promotion: Promotion = {
        id,
        activeFrom: hasBegun ? before.activeFrom : wish.activeFrom ?? now,
        activeUntil: wish.activeUntil,
        words: wish.words,
        changedAt: nextChangeOf(entry.value, now),
      };
      const fields = faultsOf(promotion, hasBegun, now);
      if (Object.keys(fields).length > 0) return { done: refuse("invalid", { fields }) };
      if (!isAsSeen(entry.value, wish.seenChangedAt)) return { done: refuse("conflict") };
      const op = store.kv.atomic().check(entry).set(entry.key, promotion);
      putAuditRecord(store, op, {
        action: before ? "promotion_changed" : "promotion_planned",
        actorId: wish.actorId,
        subject: `promotion:${id}`,
        details: { activeFrom: promotion.activeFrom, activeUntil: promotion.activeUntil },
      });
      return { commit: op, result: { ok: true, promotion } };
    }));
  if (saved.ok) store.pageChanges.count++;
  return saved;
}

function faultsOf(wanted: Promotion, hasBegun: boolean, now: number): Record<string, string> {
  const fields: Record<string, string> = {};
  const { activeFrom, activeUntil, words, id } = wanted;
  if (!hasBegun && (!Number.isSafeInteger(activeFrom) || activeFrom! < now)) fields.activeFrom = "past";
  if (activeUntil !== null && (!Number.isSafeInteger(activeUntil) || activeUntil <= Math.max(now, startOf(wanted)))) {
    fields.activeUntil = "past";
  }
  if (words === null && id !== firstPromotion.id) fields["en.title"] = "required";
  for (const locale of accountLocales) {
    if (!words?.[locale]) continue;
    const { title, description } = words[locale];
    if (!canBeSeen(title)) fields[`${locale}.title`] = "required";
    else if (title.length > promotionTitleLengthMax) fields[`${locale}.title`] = "too_long";
    if (!canBeSeen(description)) fields[`${locale}.description`] = "required";
    else if (description.length > promotionDescriptionLengthMax) fields[`${locale}.description`] = "too_long";
  }
  return fields;
}

/**
 * Ends a promotion that is shown, at once and also from an outdated page, or removes one that has not begun. Refuses
 * `not_found`, and `conflict` for one that is over, or that has not begun and that somebody has changed since it was seen.
 */
export async function endPromotion(
  store: Store,
  id: number,
  actorId: number,
  seenChangedAt?: number,
): Promise<Result<object>> {
  const ended = await store.mutexes.run("promotions", () =>
    transact<Result<object>>(async () => {
      const now = store.now();
      const { entry, before } = await readPromotion(store, id);
      if (!before) return { done: refuse("not_found") };
      if (endOf(before) <= now) return { done: refuse("conflict") };
      const hasBegun = startOf(before) <= now;
      if (!hasBegun && !isAsSeen(entry.value, seenChangedAt)) return { done: refuse("conflict") };
      const op = store.kv.atomic().check(entry);
      const over: Promotion = { ...before, activeUntil: now, changedAt: nextChangeOf(before, now) };
      if (hasBegun) op.set(entry.key, over);
      else op.delete(entry.key);
      const action = hasBegun ? "promotion_ended" : "promotion_dropped";
      putAuditRecord(store, op, { action, actorId, subject: `promotion:${id}`, details: {} });
      return { commit: op, result: { ok: true } };
    }));
  if (ended.ok) store.pageChanges.count++;
  return ended;
}
