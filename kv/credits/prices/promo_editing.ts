/** Promo codes as staff manages them: created, changed from now on, ended, and removed only if they were never used. */
import type { Store } from "../../open.ts";
import { putAuditRecord } from "../../store/audit_log.ts";
import { changeRecord, transact } from "../../store/commit.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import { isAsSeen, lastChangeOf, nextChangeOf } from "../../store/seen_changes.ts";
import { faultsOfPromo, isPromoCode, normaliseCode, type Promo } from "./promo_codes.ts";

export interface PromoInUse extends Promo {
  changedAt: number;
  /** Uses of all men: held by open payments, and used up. */
  uses: number;
  /** True if no payment ever used the code: only then it can be removed. */
  isUnused: boolean;
}

/** All codes in alphabetical order. */
export async function listPromos(store: Store): Promise<PromoInUse[]> {
  const found = await Array.fromAsync(store.kv.list<Promo>({ prefix: prefixes.promos() }));
  return await Promise.all(found.map(({ value }) => withUses(store, value)));
}

/** A code by its letters, or null. */
export async function promoInUse(store: Store, code: string): Promise<PromoInUse | null> {
  if (!isPromoCode(normaliseCode(code))) return null;
  const { value } = await store.kv.get<Promo>(keys.promo(normaliseCode(code)));
  return value && await withUses(store, value);
}

async function withUses(store: Store, promo: Promo): Promise<PromoInUse> {
  const total = await store.kv.get<number>(keys.promoTotal(promo.code));
  const changedAt = lastChangeOf(promo);
  return { ...promo, changedAt, uses: total.value ?? 0, isUnused: total.versionstamp === null };
}

/** Creates a promo code. Refuses `conflict` if the code exists already, and `invalid` with the fields at fault. */
export function createPromo(store: Store, promo: Promo, actorId: number): Promise<Result<{ promo: Promo }>> {
  const wanted = { ...promo, code: normaliseCode(promo.code) };
  return write(store, wanted, actorId, (before) => before ? refuse("conflict", { fields: { code: "taken" } }) : null);
}

/**
 * Changes what a code gives from now on; payments that were begun keep their quote. Refuses `not_found`, `invalid`, and
 * `conflict` where somebody has changed it since it was seen.
 */
export function changePromo(
  store: Store,
  promo: Promo,
  actorId: number,
  seenChangedAt?: number,
): Promise<Result<{ promo: Promo }>> {
  const wanted = { ...promo, code: normaliseCode(promo.code) };
  return write(store, wanted, actorId, (before) => {
    if (!before) return refuse("not_found");
    return isAsSeen(before, seenChangedAt) ? null : refuse("conflict");
  });
}

async function write(
  store: Store,
  wanted: Promo,
  actorId: number,
  refusalOf: (before: Promo | null) => ReturnType<typeof refuse> | null,
): Promise<Result<{ promo: Promo }>> {
  const fields = faultsOfPromo(wanted);
  if (Object.keys(fields).length > 0) return refuse("invalid", { fields });
  return await transact<Result<{ promo: Promo }>>(async () => {
    const entry = await store.kv.get<Promo>(keys.promo(wanted.code));
    const refusal = refusalOf(entry.value);
    if (refusal) return { done: refusal };
    const promo: Promo = { ...wanted, changedAt: nextChangeOf(entry.value, store.now()) };
    const op = store.kv.atomic().check(entry).set(entry.key, promo);
    const { code, changedAt: _, ...details } = promo;
    const action = entry.value ? "promo_changed" : "promo_created";
    putAuditRecord(store, op, { action, actorId, subject: `promo:${code}`, details });
    return { commit: op, result: { ok: true, promo } };
  });
}

/** Ends a code now; payments that were begun with it keep it. Refuses `not_found`, and `conflict` if it is over already. */
export async function endPromo(store: Store, code: string, actorId: number): Promise<Result<{ promo: Promo }>> {
  const ended = await changeRecord<Promo>(store, keys.promo(normaliseCode(code)), (promo, op) => {
    const now = store.now();
    if ((promo.validUntil ?? Infinity) <= now) return refuse("conflict");
    putAuditRecord(store, op, { action: "promo_ended", actorId, subject: `promo:${promo.code}`, details: {} });
    const validFrom = promo.validFrom === null ? null : Math.min(promo.validFrom, now - 1);
    return { ...promo, validFrom, validUntil: now, changedAt: nextChangeOf(promo, now) };
  });
  return ended.ok ? { ok: true, promo: ended.record } : ended;
}

/**
 * Removes a code that no payment ever used. Refuses `not_found`, and `conflict` if one did, or if somebody has changed
 * the code since it was seen.
 */
export async function removePromo(
  store: Store,
  code: string,
  actorId: number,
  seenChangedAt?: number,
): Promise<Result<object>> {
  return await changeRecord<Promo>(store, keys.promo(normaliseCode(code)), async (promo, op) => {
    if (!isAsSeen(promo, seenChangedAt)) return refuse("conflict");
    const total = await store.kv.get(keys.promoTotal(promo.code));
    // Also if the count is zero again: an expired payment may still be paid, at the price that the code gave it.
    if (total.versionstamp !== null) return refuse("conflict");
    putAuditRecord(store, op.check(total), {
      action: "promo_removed",
      actorId,
      subject: `promo:${promo.code}`,
      details: {},
    });
    return null;
  });
}
