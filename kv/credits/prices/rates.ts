/**
 * Price lists, each with the moment from which it holds: the first (prices.ts) has always held, later ones are planned.
 * A list that has begun is never changed, so that what was quoted from it can always be shown.
 */
import { canBeSeen } from "../../../chat/shared/text.ts";
import type { Store } from "../../open.ts";
import { putAuditRecord } from "../../store/audit_log.ts";
import { changeRecord, transact } from "../../store/commit.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import { isAsSeen, nextChangeOf } from "../../store/seen_changes.ts";
import {
  currencies,
  type Currency,
  firstCurrency,
  isPayable,
  type OtherCurrency,
  smallestChargeCents,
} from "./currencies.ts";
import { type Dated, faultOfStart, inOrder, listAt, refusalOfChange, refusalUnlessConfirmed } from "./dated_lists.ts";
import { currenciesOf, priceCentsIn, type PricedRate, type Rate, rateIn, rates as firstRates } from "./prices.ts";

export interface RateList extends Dated {
  rates: readonly Rate[];
  changedAt: number;
}

export const firstRateList: RateList = { id: 0, validFrom: null, rates: firstRates, changedAt: 0 };

export const ratesAtMost = 12;
const creditsAtMost = 100_000;
/** The highest price in each currency, in cents; anything above is a typing error. */
const priceCentsMost: Readonly<Record<Currency, number>> = {
  EUR: 10_000_000,
  USD: 10_000_000,
  GBP: 10_000_000,
  CNY: 99_999_999,
  HKD: 99_999_999,
  TWD: 99_999_900,
  JPY: 99_999_900,
};
export const rateNameLengthMax = 40;

/** All lists, the first one first, in the order in which they begin. */
export async function rateLists(store: Store): Promise<RateList[]> {
  const planned = await store.memory.recall(["rates", "lists"], async () => {
    const found = await Array.fromAsync(store.kv.list<RateList>({ prefix: prefixes.rateLists() }));
    return inOrder(found.map(({ value }) => value));
  });
  return [firstRateList, ...planned];
}

/** The list that holds at a moment (ms since the epoch). */
export const rateListAt: (lists: readonly RateList[], atMs: number) => RateList = listAt;

/** The packages for sale at a moment, ms since the epoch. */
export async function ratesAt(store: Store, atMs: number): Promise<readonly Rate[]> {
  return rateListAt(await rateLists(store), atMs).rates;
}

/** The packages for sale at a moment in a currency; none where the list does not sell in it. */
export async function ratesInAt(store: Store, currency: Currency, atMs: number): Promise<PricedRate[]> {
  const rates = await ratesAt(store, atMs);
  return currenciesOf(rates).includes(currency) ? rates.map((rate) => rateIn(rate, currency)!) : [];
}

/** A package that is for sale at a moment; null for any other id. */
export async function rateAt(store: Store, rateId: number, atMs: number): Promise<Rate | null> {
  return (await ratesAt(store, atMs)).find(({ id }) => id === rateId) ?? null;
}

/** Whether there is, was or will be a package of that id. */
export const wasForSale = async (store: Store, rateId: number): Promise<boolean> =>
  (await rateLists(store)).some(({ rates }) => rates.some(({ id }) => id === rateId));

/** The `words` of all packages there ever were, by the English name that quotes and entries keep; a later list overrides. */
export async function rateWords(store: Store): Promise<Map<string, Rate["words"]>> {
  const all = (await rateLists(store)).flatMap(({ rates }) => rates);
  return new Map(all.map(({ name, words }) => [name, words]));
}

export interface RateListWish {
  /** Absent for a new list. */
  id?: number;
  /** Null for now. */
  validFrom: number | null;
  /** A package without an id is a new one and gets its own. */
  rates: (Omit<Rate, "id"> & { id: number | null })[];
  /** When the list was changed last, as the editor saw it: a newer change is not overwritten. */
  seenChangedAt?: number;
  /** False if nobody has confirmed yet that the list is to begin at once. */
  isSure?: boolean;
  actorId: number;
}

/**
 * Plans a list, or changes one that does not hold yet. Refuses `not_found`, `conflict` for a list that holds already or
 * that somebody has changed since it was seen, and `invalid` with the fields at fault ("validFrom", "rates",
 * "rates.0.priceCents"; "sure" if it would begin at once and nobody has confirmed that).
 */
export async function planRates(store: Store, wish: RateListWish): Promise<Result<{ list: RateList }>> {
  const planned = await store.mutexes.run("rates", () =>
    transact<Result<{ list: RateList }>>(async () => {
      const now = store.now();
      const id = wish.id ?? await store.ids.reserveRange("rate_list", 1);
      const before = await store.kv.get<RateList>(keys.rateList(id));
      const all = await readLists(store);
      const refusal = wish.id === undefined ? null : refusalOfChange(before.value, now);
      if (refusal) return { done: refusal };
      const fields = faultsOf({ ...wish, id }, all, now);
      if (Object.keys(fields).length > 0) return { done: refuse("invalid", { fields }) };
      if (!isAsSeen(before.value, wish.seenChangedAt)) return { done: refuse("conflict") };
      const unasked = refusalUnlessConfirmed(wish);
      if (unasked) return { done: unasked };
      const list: RateList = {
        id,
        validFrom: wish.validFrom ?? now,
        rates: await withIds(store, wish.rates),
        changedAt: nextChangeOf(before.value, now),
      };
      const op = store.kv.atomic().check(before).set(before.key, list);
      putAuditRecord(store, op, {
        action: before.value ? "rates_changed" : "rates_planned",
        actorId: wish.actorId,
        subject: `rate_list:${id}`,
        details: { validFrom: list.validFrom, ...centsById(list) },
      });
      return { commit: op, result: { ok: true, list } };
    }));
  if (planned.ok) store.pageChanges.count++;
  return planned;
}

/**
 * Takes back a list that does not hold yet. Refuses `not_found`, and `conflict` for one that holds or held, or that
 * somebody has changed since it was seen.
 */
export async function dropRates(
  store: Store,
  id: number,
  actorId: number,
  seenChangedAt?: number,
): Promise<Result<object>> {
  const dropped = await changeRecord<RateList>(store, keys.rateList(id), (list, op) => {
    const refusal = refusalOfChange(list, store.now());
    if (refusal) return refusal;
    if (!isAsSeen(list, seenChangedAt)) return refuse("conflict");
    const details = { validFrom: list.validFrom };
    putAuditRecord(store, op, { action: "rates_dropped", actorId, subject: `rate_list:${id}`, details });
    return null;
  });
  if (dropped.ok) store.pageChanges.count++;
  return dropped;
}

async function readLists(store: Store): Promise<RateList[]> {
  const found = await Array.fromAsync(store.kv.list<RateList>({ prefix: prefixes.rateLists() }));
  return found.map(({ value }) => value);
}

/** Every fault of a wished list by its field. */
function faultsOf(wish: RateListWish & { id: number }, all: RateList[], now: number): Record<string, string> {
  const fields: Record<string, string> = {};
  const { rates } = wish;
  const start = faultOfStart(wish, all, now);
  if (start) fields.validFrom = start;
  if (rates.length === 0) fields.rates = "required";
  if (rates.length > ratesAtMost) fields.rates = "too_big";
  const known = new Set([...firstRates, ...all.flatMap((list) => list.rates)].map((rate) => rate.id));
  // If one package has a price in a currency, all of them must have one.
  const soldIn = currencies.filter((currency) => rates.some((rate) => priceCentsIn(rate, currency) !== undefined));
  for (const [at, rate] of rates.entries()) {
    for (const [field, rule] of Object.entries(faultsOfRate(rate))) fields[`rates.${at}.${field}`] = rule;
    const earlier = rates.slice(0, at);
    if (rate.id !== null && earlier.some(({ id }) => id === rate.id)) fields[`rates.${at}.name`] = "taken";
    if (rate.id !== null && !known.has(rate.id)) fields[`rates.${at}.name`] = "wrong_value";
    if (earlier.some(({ name }) => name.toLowerCase() === rate.name.toLowerCase())) {
      fields[`rates.${at}.name`] = "taken";
    }
    for (const currency of soldIn) {
      if (priceCentsIn(rate, currency) === undefined) fields[`rates.${at}.${priceFieldOf(currency)}`] = "required";
    }
    if (rate.mark && earlier.some(({ mark }) => mark === rate.mark)) fields[`rates.${at}.mark`] = "taken";
  }
  return fields;
}

/** The name of a currency's price field in faults: "priceCents", "priceCentsUSD". */
export const priceFieldOf = (currency: Currency): PriceField =>
  currency === firstCurrency ? "priceCents" : `priceCents${currency}`;

export type PriceField = "priceCents" | `priceCents${OtherCurrency}`;

/** The faults of one package, by field; the audit uses it too. */
export function faultsOfRate(rate: Omit<Rate, "id">): Record<string, string> {
  const fields: Record<string, string> = {};
  const range = (name: string, value: number, from: number, to: number) => {
    if (!Number.isSafeInteger(value)) fields[name] = "wrong_value";
    else if (value < from) fields[name] = "too_small";
    else if (value > to) fields[name] = "too_big";
  };
  range("credits", rate.credits, 1, creditsAtMost);
  range("bonusCredits", rate.bonusCredits, 0, creditsAtMost);
  for (const currency of currencies) {
    const cents = priceCentsIn(rate, currency);
    if (cents === undefined) continue;
    range(priceFieldOf(currency), cents, smallestChargeCents[currency], priceCentsMost[currency]);
    if (!isPayable({ cents, currency })) fields[priceFieldOf(currency)] ??= "wrong_value";
  }
  const names = {
    name: rate.name,
    ...(rate.words && { zhHant: rate.words["zh-Hant"], zhHans: rate.words["zh-Hans"] }),
  };
  for (const [field, name] of Object.entries(names)) {
    if (!canBeSeen(name)) fields[field] = "required";
    else if (name.length > rateNameLengthMax) fields[field] = "too_long";
  }
  return fields;
}

async function withIds(store: Store, rates: RateListWish["rates"]): Promise<Rate[]> {
  const all: Rate[] = [];
  // A range of one each time: a package's number is told to customers, and a gap of sixty would look strange.
  for (const rate of rates) all.push({ ...rate, id: rate.id ?? await store.ids.reserveRange("rate", 1) });
  return all;
}

/** What each package costs, for the log: "rate1", and "rate1USD" in dollars. */
const centsById = ({ rates }: RateList): Record<string, number> =>
  Object.fromEntries(rates.flatMap(({ id, priceCents, otherPriceCents = {} }) => [
    [`rate${id}`, priceCents],
    ...Object.entries(otherPriceCents).map(([currency, cents]) => [`rate${id}${currency}`, cents]),
  ]));
