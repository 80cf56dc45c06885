/** Promo codes as staff keeps them: made, changed from now on, ended, and taken away only where none was ever used. */
import { putAuditLine } from "./audit_log.ts";
import { transact } from "./commit.ts";
import { keys, prefixes } from "./keys.ts";
import type { Store } from "./open.ts";
import { isPromoCode, normaliseCode, type Promo } from "./promo_codes.ts";
import { refuse, type Result } from "./refusals.ts";

export interface PromoInUse extends Promo {
  /** Uses of all men: held by open payments, and used up. */
  uses: number;
  /** True where no payment ever had it: only then it can be taken away. */
  isUnused: boolean;
}

/** All codes in the order of their letters. */
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
  return { ...promo, uses: total.value ?? 0, isUnused: total.versionstamp === null };
}

/**
 * Makes a code. Refuses `conflict` where there is one of these letters, and `invalid` with the fields at fault.
 */
export function createPromo(store: Store, promo: Promo, actorId: number): Promise<Result<{ promo: Promo }>> {
  const wanted = { ...promo, code: normaliseCode(promo.code) };
  return write(store, wanted, actorId, (before) => before ? refuse("conflict", { fields: { code: "taken" } }) : null);
}

/**
 * Changes what a code gives from now on; payments that were begun keep their quote. Refuses `not_found`, `invalid`.
 */
export function changePromo(store: Store, promo: Promo, actorId: number): Promise<Result<{ promo: Promo }>> {
  const wanted = { ...promo, code: normaliseCode(promo.code) };
  return write(store, wanted, actorId, (before) => before ? null : refuse("not_found"));
}

async function write(
  store: Store,
  promo: Promo,
  actorId: number,
  refusalOf: (before: Promo | null) => ReturnType<typeof refuse> | null,
): Promise<Result<{ promo: Promo }>> {
  const fields = faultsOfPromo(promo);
  if (Object.keys(fields).length > 0) return refuse("invalid", { fields });
  return await transact<Result<{ promo: Promo }>>(async () => {
    const entry = await store.kv.get<Promo>(keys.promo(promo.code));
    const refusal = refusalOf(entry.value);
    if (refusal) return { done: refusal };
    const op = store.kv.atomic().check(entry).set(entry.key, promo);
    const { code, ...details } = promo;
    const action = entry.value ? "promo_changed" : "promo_created";
    putAuditLine(store, op, { action, actorId, subject: `promo:${code}`, details });
    return { commit: op, result: { ok: true, promo } };
  });
}

/** Every fault of a code by its field; also what the audit asks. */
export function faultsOfPromo(promo: Promo): Record<string, string> {
  const { code, percent, credits, usesPerMan, usesTotal, validFrom, validUntil } = promo;
  const fields: Record<string, string> = {};
  const range = (name: string, value: number, from: number, to: number) => {
    if (!Number.isSafeInteger(value)) fields[name] = "wrong_value";
    else if (value < from) fields[name] = "too_small";
    else if (value > to) fields[name] = "too_big";
  };
  if (!isPromoCode(code)) fields.code = code === "" ? "required" : "wrong_value";
  range("percent", percent, 0, 100);
  range("credits", credits, 0, 10_000);
  range("usesPerMan", usesPerMan, 1, 100);
  if (usesTotal !== null) range("usesTotal", usesTotal, 0, 1_000_000);
  if (!fields.percent && !fields.credits && (percent === 0) === (credits === 0)) fields.percent = "either";
  if (validFrom !== null && !Number.isSafeInteger(validFrom)) fields.validFrom = "wrong_value";
  if (validUntil !== null && (!Number.isSafeInteger(validUntil) || validUntil <= (validFrom ?? -Infinity))) {
    fields.validUntil = "past";
  }
  return fields;
}

/** Ends a code now; what was begun with it stands. Refuses `not_found`, and `conflict` where it is over. */
export async function endPromo(store: Store, code: string, actorId: number): Promise<Result<{ promo: Promo }>> {
  return await transact<Result<{ promo: Promo }>>(async () => {
    const entry = await store.kv.get<Promo>(keys.promo(normaliseCode(code)));
    if (!entry.value) return { done: refuse("not_found") };
    const now = store.now();
    if ((entry.value.validUntil ?? Infinity) <= now) return { done: refuse("conflict") };
    const validFrom = entry.value.validFrom === null ? null : Math.min(entry.value.validFrom, now - 1);
    const promo = { ...entry.value, validFrom, validUntil: now };
    const op = store.kv.atomic().check(entry).set(entry.key, promo);
    putAuditLine(store, op, { action: "promo_ended", actorId, subject: `promo:${promo.code}`, details: {} });
    return { commit: op, result: { ok: true, promo } };
  });
}

/** Takes a code away of which no payment ever had a use. Refuses `not_found`, and `conflict` where one had. */
export async function removePromo(store: Store, code: string, actorId: number): Promise<Result<object>> {
  return await transact<Result<object>>(async () => {
    const [entry, total] = await store.kv.getMany<[Promo, number]>([
      keys.promo(normaliseCode(code)),
      keys.promoTotal(normaliseCode(code)),
    ]);
    if (!entry.value) return { done: refuse("not_found") };
    // Also at zero: a payment that expired may yet be paid, at the price that the code gave it.
    if (total.versionstamp !== null) return { done: refuse("conflict") };
    const op = store.kv.atomic().check(entry).check(total).delete(entry.key);
    putAuditLine(store, op, { action: "promo_removed", actorId, subject: `promo:${entry.value.code}`, details: {} });
    return { commit: op, result: { ok: true } };
  });
}
