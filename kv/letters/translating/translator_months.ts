/** What a translator finished in a month (UTC): numbers alone, counted in the commit that finishes each work. */
import type { Store } from "../../open.ts";
import { dayMs } from "../../store/days.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";

export interface TranslatorMonth {
  letters: number;
  profiles: number;
  /** Of the originals, in UTF-16 units. */
  signs: number;
}

/** How long a month is kept. */
export const monthsKeptDays = 400;

const nothing: TranslatorMonth = { letters: 0, profiles: 0, signs: 0 };

/** "2026-03". */
const monthOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 7);

/** The current month, for a commit that counts more in it. */
export const readMonth = (store: Store, translatorId: number): Promise<Deno.KvEntryMaybe<TranslatorMonth>> =>
  store.kv.get<TranslatorMonth>(keys.translatorMonth(translatorId, monthOf(store.now())));

/** Counts one more work. Adds one check. */
export function addToMonth(
  op: Deno.AtomicOperation,
  entry: Deno.KvEntryMaybe<TranslatorMonth>,
  { kind, signs }: { kind: "letters" | "profiles"; signs: number },
): void {
  const before = entry.value ?? nothing;
  const next: TranslatorMonth = { ...before, [kind]: before[kind] + 1, signs: before.signs + signs };
  op.check(entry).set(entry.key, next, { expireIn: monthsKeptDays * dayMs });
}

/** What a translator finished this month. */
export const thisMonthOf = async (store: Store, translatorId: number): Promise<TranslatorMonth> =>
  (await readMonth(store, translatorId)).value ?? nothing;

/** How many letters somebody has translated in this month and the eleven before it. */
export async function lettersOfYear(store: Store, translatorId: number): Promise<number> {
  const now = new Date(store.now());
  const from = monthOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11));
  const months = (await monthsOf(store, translatorId)).filter(({ key }) => String(key[2]) >= from);
  return months.reduce((sum, { value }) => sum + value.letters, 0);
}

/** All months that are known of somebody. */
export const monthsOf = (store: Store, translatorId: number): Promise<Deno.KvEntry<TranslatorMonth>[]> =>
  Array.fromAsync(store.kv.list<TranslatorMonth>({ prefix: prefixes.translatorMonths(translatorId) }));
