/**
 * What letters, minutes and videos cost in credits. Each tariff has the moment from which it holds: the first
 * (prices.ts) has always held, later ones are planned. A tariff that has begun is never changed. A chat keeps the
 * tariff that held when it began, and a sealed letter the one that held when it was written.
 */
import type { Store } from "../../open.ts";
import { putAuditRecord } from "../../store/audit_log.ts";
import { changeRecord, transact } from "../../store/commit.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import { isAsSeen, nextChangeOf } from "../../store/seen_changes.ts";
import {
  type Dated,
  faultOfStart,
  inOrder,
  listAt,
  refusalOfChange,
  refusalUnlessConfirmed,
  startOf,
} from "./dated_lists.ts";
import { type ActPrices, acts, prices as firstPrices } from "./prices.ts";

export interface Tariff extends Dated {
  prices: ActPrices;
  changedAt: number;
}

export const firstTariff: Tariff = { id: 0, validFrom: null, prices: firstPrices, changedAt: 0 };

const actCreditsMax = 1000;

/** All tariffs, the first one first, in the order in which they begin. */
export const tariffs = (store: Store): Promise<Tariff[]> =>
  store.memory.recall(["tariffs", "lists"], () => readTariffs(store));

async function readTariffs(store: Store): Promise<Tariff[]> {
  const planned = await Array.fromAsync(store.kv.list<Tariff>({ prefix: prefixes.tariffs() }));
  return inOrder([firstTariff, ...planned.map(({ value }) => value)]);
}

/** What everything costs at a moment, ms since the epoch. */
export const pricesAt = async (store: Store, atMs: number): Promise<ActPrices> =>
  listAt(await tariffs(store), atMs).prices;

/** What is planned after a moment, the next one first. */
export const tariffsAfter = async (store: Store, atMs: number): Promise<Tariff[]> =>
  (await tariffs(store)).filter((tariff) => startOf(tariff) > atMs);

export interface TariffWish {
  /** Absent for a new tariff. */
  id?: number;
  /** Null for now. */
  validFrom: number | null;
  prices: ActPrices;
  /** When the tariff was changed last, as the editor saw it: a newer change is not overwritten. */
  seenChangedAt?: number;
  /** False if nobody has confirmed yet that the tariff is to begin at once. */
  isSure?: boolean;
  actorId: number;
}

/**
 * Plans a tariff, or changes one that does not hold yet. Refuses `not_found`, `conflict` for one that holds already or
 * that somebody has changed since it was seen, and `invalid` with the fields at fault ("validFrom", "sendLetter", …;
 * "sure" if it would begin at once and nobody has confirmed that).
 */
export async function planTariff(store: Store, wish: TariffWish): Promise<Result<{ tariff: Tariff }>> {
  const planned = await store.mutexes.run("tariffs", () =>
    transact<Result<{ tariff: Tariff }>>(async () => {
      const now = store.now();
      const id = wish.id ?? await store.ids.reserveRange("tariff", 1);
      const [before, all] = await Promise.all([store.kv.get<Tariff>(keys.tariff(id)), readTariffs(store)]);
      const refusal = wish.id === undefined ? null : refusalOfChange(before.value, now);
      if (refusal) return { done: refusal };
      const start = faultOfStart({ id, validFrom: wish.validFrom }, all.filter((each) => each.id !== 0), now);
      const fields = { ...(start && { validFrom: start }), ...faultsOfPrices(wish.prices) };
      if (Object.keys(fields).length > 0) return { done: refuse("invalid", { fields }) };
      if (!isAsSeen(before.value, wish.seenChangedAt)) return { done: refuse("conflict") };
      const unasked = refusalUnlessConfirmed(wish);
      if (unasked) return { done: unasked };
      const changedAt = nextChangeOf(before.value, now);
      const tariff: Tariff = { id, validFrom: wish.validFrom ?? now, prices: wish.prices, changedAt };
      const op = store.kv.atomic().check(before).set(before.key, tariff);
      putAuditRecord(store, op, {
        action: before.value ? "tariff_changed" : "tariff_planned",
        actorId: wish.actorId,
        subject: `tariff:${id}`,
        details: { validFrom: tariff.validFrom, ...tariff.prices },
      });
      return { commit: op, result: { ok: true, tariff } };
    }));
  if (planned.ok) store.pageChanges.count++;
  return planned;
}

/**
 * Takes back a tariff that does not hold yet. Refuses `not_found`, and `conflict` for one that holds or held, or that
 * somebody has changed since it was seen.
 */
export async function dropTariff(
  store: Store,
  id: number,
  actorId: number,
  seenChangedAt?: number,
): Promise<Result<object>> {
  const dropped = await changeRecord<Tariff>(store, keys.tariff(id), (tariff, op) => {
    const refusal = refusalOfChange(tariff, store.now());
    if (refusal) return refusal;
    if (!isAsSeen(tariff, seenChangedAt)) return refuse("conflict");
    const details = { validFrom: tariff.validFrom };
    putAuditRecord(store, op, { action: "tariff_dropped", actorId, subject: `tariff:${id}`, details });
    return null;
  });
  if (dropped.ok) store.pageChanges.count++;
  return dropped;
}

/** The faults of prices, by act; the audit uses it too. No price is 0: nothing that costs credits becomes free. */
export function faultsOfPrices(prices: ActPrices): Partial<Record<keyof ActPrices, string>> {
  const faults: Partial<Record<keyof ActPrices, string>> = {};
  for (const act of acts) {
    const credits = prices[act];
    if (!Number.isSafeInteger(credits)) faults[act] = "wrong_value";
    else if (credits < 1) faults[act] = "too_small";
    else if (credits > actCreditsMax) faults[act] = "too_big";
  }
  return faults;
}
