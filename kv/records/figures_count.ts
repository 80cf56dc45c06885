/** Counts one day from the records that its index names, without walking through anything else. */
import type { User } from "../accounts/users.ts";
import type { Chat } from "../chats/chats.ts";
import { type CreditSplit, noCredits, SplitCount } from "../credits/ledger/credit_split.ts";
import type { Entry } from "../credits/ledger/entry.ts";
import type { Payment } from "../credits/payments/payments.ts";
import type { Letter } from "../letters/letter.ts";
import type { Translation } from "../letters/translating/translations.ts";
import type { Store } from "../open.ts";
import type { Happening } from "../store/daily/day_index.ts";
import { startOfDay, utcDayOf } from "../store/days.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import { type DayFigures, Tally } from "./figures_tally.ts";

export interface CountedDay {
  /** The figures of the day; bought and given credits are how many came or went on it. */
  figures: DayFigures;
  /** The credits of the men whose credits moved, as they stand at the end of the day. */
  splits: Map<number, CreditSplit>;
}

/** A counted day with the credits that stand at its end, counted on from the day before it. */
export const countedOn = (figures: DayFigures, before: DayFigures | null): DayFigures => ({
  ...figures,
  boughtCredits: figures.boughtCredits + (before?.boughtCredits ?? 0),
  givenCredits: figures.givenCredits + (before?.givenCredits ?? 0),
});

/** Counts a day from its records as they are now. */
export async function countDay(store: Store, day: number): Promise<CountedDay> {
  const tally = new Tally();
  const happened = await idsOf(store, day);
  const read = <T>(kind: Happening, keyOf: (id: never) => Deno.KvKey) =>
    readAll<T>(store, (happened.get(kind) ?? []).map((id) => keyOf(id as never)));
  const [users, letters, chats, translations, splits] = await Promise.all([
    read<User>("joined", keys.user),
    read<Letter>("letter", keys.letter),
    read<Chat>("chat", keys.chat),
    read<Translation>("translation", keys.translation),
    countLedgers(store, day, (happened.get("ledger") ?? []).map(Number), tally),
  ]);
  for (const each of users) tally.addUser(each);
  for (const each of letters) tally.addLetter(each);
  for (const each of chats) tally.addChat(each);
  for (const each of translations) tally.addTranslation(each);
  return { figures: tally.on(day), splits };
}

async function idsOf(store: Store, day: number): Promise<Map<Happening, (number | string)[]>> {
  const found = new Map<Happening, (number | string)[]>();
  for await (const { key } of store.kv.list({ prefix: prefixes.onDay(day) }, { batchSize: 500 })) {
    const [kind, id] = [key[2] as Happening, key[3] as number | string];
    const ids = found.get(kind);
    if (ids) ids.push(id);
    else found.set(kind, [id]);
  }
  return found;
}

const menAtOnce = 100;

async function countLedgers(store: Store, day: number, menIds: number[], tally: Tally) {
  const splits = new Map<number, CreditSplit>();
  for (let from = 0; from < menIds.length; from += menAtOnce) {
    const some = menIds.slice(from, from + menAtOnce);
    const moved = await Promise.all(some.map((manId) => movementsOf(store, manId, day)));
    const paymentIds = moved.flatMap(({ entries }) => entries.flatMap(({ reference }) => reference.paymentId ?? []));
    const payments = await readAll<Payment>(store, [...new Set(paymentIds)].map(keys.payment));
    const quotes = new Map(payments.map(({ id, quote }) => [id, quote]));
    for (const [at, { entries, before, after }] of moved.entries()) {
      for (const entry of entries) tally.addEntry(entry, quotes.get(entry.reference.paymentId ?? "") ?? null);
      tally.addLevels(day, { bought: after.bought - before.bought, given: after.given - before.given });
      splits.set(some[at]!, after);
    }
  }
  return splits;
}

/** A man's entries of a day, with his credits before and after it; read from where he was counted last. */
async function movementsOf(store: Store, manId: number, day: number) {
  const kept = (await store.kv.get<CreditSplit>(keys.creditSplit(manId))).value ?? noCredits;
  return (await movementsSince(store, manId, day, kept) ?? await movementsSince(store, manId, day, noCredits))!;
}

/** The same, read from behind `from`; null if a charge was given back that was counted in `from`. */
async function movementsSince(store: Store, manId: number, day: number, from: CreditSplit) {
  const range = { start: keys.entry(manId, from.seq + 1), end: keys.entry(manId, Number.MAX_SAFE_INTEGER) };
  const entries: Entry[] = [];
  const count = new SplitCount(from);
  let before = count.split;
  for await (const { value } of store.kv.list<Entry>(range, { batchSize: 200 })) {
    const on = utcDayOf(value.at);
    if (on > day) break;
    if (count.needsEarlier(value)) return null;
    count.follow(value);
    if (value.at < startOfDay(day)) before = count.split;
    else entries.push(value);
  }
  return { entries, before, after: count.split };
}

const keysAtOnce = 10;
const readsAtOnce = 50;

/** The values under the keys, in no order; missing ones are left out. */
async function readAll<T>(store: Store, wanted: Deno.KvKey[]): Promise<T[]> {
  const found: T[] = [];
  const step = keysAtOnce * readsAtOnce;
  for (let from = 0; from < wanted.length; from += step) {
    const some = wanted.slice(from, from + step);
    const parts = Array.from(
      { length: Math.ceil(some.length / keysAtOnce) },
      (_, at) => store.kv.getMany<T[]>(some.slice(at * keysAtOnce, (at + 1) * keysAtOnce)),
    );
    for (const entry of (await Promise.all(parts)).flat()) if (entry.value !== null) found.push(entry.value as T);
  }
  return found;
}
