/**
 * Promo codes: what each gives, when, and how often. An open payment holds its use until it ends, a paid one has used
 * it up. Each hold is part of the commit that begins or ends a payment, so that the limits are kept.
 */
import type { Store } from "../../open.ts";
import { noteDenial } from "../../store/audit_log.ts";
import { keys } from "../../store/keys.ts";
import { forgiveAttempt, isUsedUp, limits, takeAttempt } from "../../store/limits.ts";
import { type Refusal, refuse, type Result } from "../../store/refusals.ts";
import type { PromoGift } from "./quote.ts";

export interface Promo extends PromoGift {
  /** Ms since the epoch; null has no beginning. */
  validFrom: number | null;
  /** The first moment at which it is over; null has no end. */
  validUntil: number | null;
  /** 1 to 100. */
  usesPerMan: number;
  /** Null is no limit. */
  usesTotal: number | null;
  /** When staff changed it last, ms since the epoch; absent where that was before changes were noted. */
  changedAt?: number;
}

/** One man's uses of a code: the payments that hold or have used one. */
export interface PromoUses {
  paymentIds: string[];
}

/** Codes are told apart without regard to case and spaces around them. */
export const normaliseCode = (code: string): string => code.trim().toUpperCase();

/** Whether a normalised text can be a code. */
export const isPromoCode = (code: string): boolean => /^[A-Z0-9][A-Z0-9_-]{0,39}$/.test(code);

/** The code to look up for a text; the empty string, under which there is none, if the text cannot be a code. */
const lettersOf = (wanted: string): string => isPromoCode(normaliseCode(wanted)) ? normaliseCode(wanted) : "";

/** Creates a code, or changes what it gives from now on; payments that were begun keep their quote. Throws on nonsense. */
export async function putPromo(store: Store, promo: Promo): Promise<Promo> {
  const whole = { ...promo, code: normaliseCode(promo.code) };
  const fields = Object.keys(faultsOfPromo(whole));
  if (fields.length > 0) throw new Error(`the promo code ${promo.code} is impossible: ${fields.join(", ")}`);
  await store.kv.set(keys.promo(whole.code), whole);
  return whole;
}

/** The faults of a code, by field; the audit uses it too. */
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

/**
 * A code that this man may use now. Refuses `promo_unknown`, `promo_expired` (also before its time) and `promo_used`;
 * and `too_many_requests` after twenty different unknown codes in a quarter of an hour, so that none can be guessed.
 */
export async function verifyPromo(store: Store, manId: number, code: string): Promise<Result<{ promo: Promo }>> {
  const miss = `${manId}:${lettersOf(code)}`;
  const [isKnownMiss, facts] = await Promise.all([
    isUsedUp(store, limits.promoMisses, miss),
    readPromoFacts(store, manId, code),
  ]);
  // The order page asks for its code again with every package that he looks at: that is no further guess.
  if (isKnownMiss) return checkPromo(store, facts);
  const guess = await takeAttempt(store, limits.promoGuesses, String(manId));
  if (!guess.ok) {
    await noteDenial(store, { action: "promo_guessing", actorId: manId, subject: "promo", details: {} });
    return guess;
  }
  if (facts.promo.value) await forgiveAttempt(store, limits.promoGuesses, String(manId));
  else await takeAttempt(store, limits.promoMisses, miss);
  return checkPromo(store, facts);
}

// ── in the commits of a payment ───────────────────────────────────────────

/** What a commit that takes or gives back a use depends on. */
export interface PromoFacts {
  promo: Deno.KvEntryMaybe<Promo>;
  uses: Deno.KvEntryMaybe<PromoUses>;
  /** All uses of all men, held and used up. */
  total: Deno.KvEntryMaybe<number>;
}

export async function readPromoFacts(store: Store, manId: number, wanted: string): Promise<PromoFacts> {
  const code = lettersOf(wanted);
  const [promo, uses, total] = await store.kv.getMany<[Promo, PromoUses, number]>([
    keys.promo(code),
    keys.promoUses(code, manId),
    keys.promoTotal(code),
  ]);
  return { promo, uses, total };
}

/** Whether the code may be used once more, as `verifyPromo` answers it; pure but for the clock. */
export function checkPromo(store: Store, { promo: { value: promo }, uses, total }: PromoFacts): Result<
  { promo: Promo }
> {
  if (!promo) return refusePromo("promo_unknown");
  const now = store.now();
  if ((promo.validFrom ?? 0) > now || (promo.validUntil ?? Infinity) <= now) return refusePromo("promo_expired");
  const isUsedUp = (uses.value?.paymentIds.length ?? 0) >= promo.usesPerMan ||
    (promo.usesTotal !== null && (total.value ?? 0) >= promo.usesTotal);
  return isUsedUp ? refusePromo("promo_used") : { ok: true, promo };
}

/** The refusal of a code, beside its field. */
export const refusePromo = (reason: "promo_unknown" | "promo_expired" | "promo_used"): Refusal =>
  refuse(reason, { fields: { promoCode: reason } });

/** Adds a payment's hold to its commit, with two checks; nothing if the payment has one already. */
export function holdPromo(op: Deno.AtomicOperation, { uses, total }: PromoFacts, paymentId: string): void {
  const paymentIds = uses.value?.paymentIds ?? [];
  if (paymentIds.includes(paymentId)) return;
  op.check(uses).check(total)
    .set(uses.key, { paymentIds: [...paymentIds, paymentId] } satisfies PromoUses)
    .set(total.key, (total.value ?? 0) + 1);
}

/** Releases a payment's hold in the commit that ends it unpaid, with two checks; nothing if the payment has none. */
export function releasePromo(op: Deno.AtomicOperation, { uses, total }: PromoFacts, paymentId: string): void {
  const paymentIds = uses.value?.paymentIds ?? [];
  if (!paymentIds.includes(paymentId)) return;
  op.check(uses).check(total)
    .set(uses.key, { paymentIds: paymentIds.filter((each) => each !== paymentId) } satisfies PromoUses)
    .set(total.key, Math.max(0, (total.value ?? 0) - 1));
}
