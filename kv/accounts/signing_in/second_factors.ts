/**
 * Second factors: the secret that a person's authenticator app shares with this site, encrypted, and the codes made from
 * it. A code works once: the commit that it authorises also stores its step. Who may sign in without a second factor is
 * decided in sign_in.ts.
 */
import type { Store } from "../../open.ts";
import { putAuditRecord } from "../../store/audit_log.ts";
import { commitNow, transact } from "../../store/commit.ts";
import { keys } from "../../store/keys.ts";
import { forgiveAttempt, limits, takeAttempt } from "../../store/limits.ts";
import { type Refusal, refuse, type Result } from "../../store/refusals.ts";
import { decrypt, encrypt, randomBytes } from "../../store/encryption.ts";
import { codesAgain, noteCodes } from "./codes_again.ts";
import { hashOf, makeRecoveryCodes } from "./recovery_codes.ts";
import type { SecondFactor } from "./second_factor.ts";
import { addSessionsEnd, endEarlierSessions, type SessionsEnd } from "./session_ends.ts";
import type { Session } from "./sessions.ts";
import type { StoredPassword } from "./stored_password.ts";
import { base32Of, otpAddress, secretBytes, stepOfCode } from "./totp.ts";

/** A secret that is shown to a person, and becomes the second factor with the first right code. */
export interface Offer {
  /** Encrypted. */
  secret: string;
  expiresAt: number;
}

/** The offer to somebody who is signed in: only the session that proved who it is sees and confirms it. */
export interface OwnOffer extends Offer {
  /** Of that session. */
  tokenHash: string;
}

/** The session in which an offer is made, seen and confirmed. */
export type OfferingSession = Pick<Session, "userId" | "tokenHash">;

/** What a person needs to set up an app. */
export interface ShownOffer {
  /** To be typed by hand. */
  base32: string;
  /** To be scanned as a QR code. */
  address: string;
}

export const offerSeconds = 30 * 60;

/**
 * Adds further writes to the commit that a code authorises, or refuses. Called anew in each attempt, with the second factor
 * as it will be.
 */
export type Also = (op: Deno.AtomicOperation, factor: SecondFactor) => Promise<Refusal | void> | Refusal | void;

const purposeOf = (userId: number): string => `second-factor:${userId}`;

export async function secondFactorOf(store: Store, userId: number): Promise<SecondFactor | null> {
  return (await store.kv.get<SecondFactor>(keys.secondFactor(userId))).value;
}

export const hasSecondFactor = async (store: Store, userId: number): Promise<boolean> =>
  await secondFactorOf(store, userId) !== null;

/** A fresh secret for somebody, to be shown to nobody else. */
export async function makeOffer(store: Store, userId: number): Promise<Offer> {
  const secret = await encrypt(store, purposeOf(userId), randomBytes(store, secretBytes));
  return { secret, expiresAt: store.now() + offerSeconds * 1000 };
}

/** An offer as its person sees it. Throws where it was not made for this person by this site. */
export async function showOffer(
  store: Store,
  userId: number,
  offer: Offer,
  names: { label: string; issuer: string },
): Promise<ShownOffer> {
  const secret = await decrypt(store, purposeOf(userId), offer.secret);
  if (!secret) throw new Error(`the offer of user ${userId} cannot be opened`);
  return { base32: base32Of(secret), address: otpAddress(secret, names.label, names.issuer) };
}

/**
 * The current offer of this session; null if there is none, if it has expired, if it was made in another session, or if it
 * was encrypted with a secret that this site no longer has.
 */
export async function openOffer(store: Store, session: OfferingSession): Promise<OwnOffer | null> {
  return (await ownOffer(store, session))?.value ?? null;
}

async function ownOffer(
  store: Store,
  { userId, tokenHash }: OfferingSession,
): Promise<Deno.KvEntry<OwnOffer> | null> {
  const entry = await store.kv.get<OwnOffer>(keys.secondFactorOffer(userId));
  if (!entry.value || entry.value.tokenHash !== tokenHash || entry.value.expiresAt <= store.now()) return null;
  return await decrypt(store, purposeOf(userId), entry.value.secret) ? entry : null;
}

/** Makes an offer to a signed-in person, in the session that has just proved who it is; it replaces an earlier one. */
export async function beginOffer(store: Store, { userId, tokenHash }: OfferingSession): Promise<OwnOffer> {
  const offer: OwnOffer = { ...await makeOffer(store, userId), tokenHash };
  const op = store.kv.atomic().set(keys.secondFactorOffer(userId), offer, { expireIn: offerSeconds * 1000 });
  const record = { action: "second_factor_offered", actorId: userId, subject: `user:${userId}`, details: {} };
  putAuditRecord(store, op, record);
  await commitNow(op);
  return offer;
}

/** Withdraws the offer of this session; that of another stays. */
export async function dropOffer(store: Store, session: OfferingSession): Promise<void> {
  const entry = await ownOffer(store, session);
  if (entry) await commitNow(store.kv.atomic().check(entry).delete(entry.key));
}

/**
 * Turns the offer of this session into the person's second factor, as `enrol` does, and ends the person's other sessions; a
 * second press gets new codes. Also refuses `expired` for an offer that was withdrawn, and for a session that has ended,
 * even while the code was checked.
 */
export async function confirmOffer(
  store: Store,
  session: OfferingSession,
  given: { code: string; atMs?: number },
): Promise<Result<{ recoveryCodes: string[] }>> {
  const opened = await ownOffer(store, session);
  const enrolled = opened ? await enrolHere(store, session, opened, given) : refuse("expired");
  if (!enrolled.ok) return enrolled.reason === "expired" ? await codesAgain(store, session, given) : enrolled;
  await endEarlierSessions(store, enrolled.end);
  return { ok: true, recoveryCodes: enrolled.recoveryCodes };
}

async function enrolHere(
  store: Store,
  session: OfferingSession,
  opened: Deno.KvEntry<OwnOffer>,
  given: { code: string; atMs?: number },
): Promise<Result<{ recoveryCodes: string[]; end: SessionsEnd }>> {
  const { userId, tokenHash } = session;
  let end!: SessionsEnd;
  const enrolled = await enrol(store, userId, opened.value, given, async (op, factor) => {
    const [offer, alive, password] = await store.kv.getMany<[OwnOffer, Session, StoredPassword]>(
      [opened.key, keys.session(tokenHash), keys.password(userId)],
    );
    if (offer.versionstamp !== opened.versionstamp || !alive.value) return refuse("expired");
    noteCodes(store, op.check(offer, alive), session, { code: given.code, factor });
    end = addSessionsEnd(store, op, password, { userId, keepTokenHash: tokenHash });
  });
  return enrolled.ok ? { ...enrolled, end } : enrolled;
}

/**
 * Turns an offer into the person's second factor by its first right code; it replaces an earlier factor. Returns the
 * recovery codes, which are shown only this once. Refuses `expired`, `invalid_code` and `too_many_requests`, and what
 * `also` refuses.
 */
export async function enrol(
  store: Store,
  userId: number,
  offer: Offer,
  { code, atMs = store.now() }: { code: string; atMs?: number },
  also: Also = () => {},
): Promise<Result<{ recoveryCodes: string[] }>> {
  const taken = await takeAttempt(store, limits.secondFactor, String(userId));
  if (!taken.ok) return taken;
  if (offer.expiresAt <= store.now()) return refuse("expired");
  const secret = await decrypt(store, purposeOf(userId), offer.secret);
  const lastStep = secret && stepOfCode(secret, plainCode(code), atMs);
  if (lastStep === null) return wrongCode();
  const { codes, hashes } = makeRecoveryCodes(store, userId);
  const done = await transact<{ ok: true } | Refusal>(async () => {
    const entry = await store.kv.get<SecondFactor>(keys.secondFactor(userId));
    const now = store.now();
    const factor: SecondFactor = {
      secret: offer.secret,
      enrolledAt: now,
      lastStep,
      lastUsedAt: now,
      recoveryHashes: hashes,
    };
    const op = store.kv.atomic().check(entry).delete(keys.secondFactorOffer(userId)).set(entry.key, factor);
    const record = { action: "second_factor_enrolled", actorId: userId, subject: `user:${userId}` };
    putAuditRecord(store, op, { ...record, details: { isAnother: entry.value !== null } });
    const refusal = await also(op, factor);
    return refusal ? { done: refusal } : { commit: op, result: { ok: true } };
  });
  if (!done.ok) return done;
  await forgiveAttempt(store, limits.secondFactor, String(userId));
  return { ok: true, recoveryCodes: codes };
}

/** A right code: its kind, and the second factor after its use. */
export interface Spent {
  by: "totp" | "recovery";
  factor: SecondFactor;
}

/**
 * Spends a code of the app, or a recovery code, in one commit with what `also` writes; it never works again. `also` may
 * change `spent.factor`, which is what is stored. Refuses `second_factor_required` if there is no factor, `invalid_code`
 * for a wrong or used code, `too_many_requests`, and what `also` refuses.
 */
export async function spendCode(
  store: Store,
  userId: number,
  { code, atMs = store.now() }: { code: string; atMs?: number },
  also: (op: Deno.AtomicOperation, spent: Spent) => ReturnType<Also> = () => {},
): Promise<Result<Spent>> {
  const taken = await takeAttempt(store, limits.secondFactor, String(userId));
  if (!taken.ok) return taken;
  const result = await transact<Result<Spent>>(async () => {
    const entry = await store.kv.get<SecondFactor>(keys.secondFactor(userId));
    if (!entry.value) return { done: refuse("second_factor_required") };
    const spent = await useCode(store, userId, entry.value, plainCode(code), atMs);
    if (!spent) return { done: wrongCode() };
    const op = store.kv.atomic().check(entry);
    const refusal = await also(op, spent);
    return refusal ? { done: refusal } : { commit: op.set(entry.key, spent.factor), result: { ok: true, ...spent } };
  });
  if (result.ok) await forgiveAttempt(store, limits.secondFactor, String(userId));
  return result;
}

/** The second factor after the use of this code; null if the code is wrong or was used before. */
async function useCode(
  store: Store,
  userId: number,
  factor: SecondFactor,
  code: string,
  atMs: number,
): Promise<Spent | null> {
  // If the clock was put back, the factor must not seem used before it was set up.
  const lastUsedAt = Math.max(store.now(), factor.enrolledAt);
  const secret = await decrypt(store, purposeOf(userId), factor.secret);
  const step = secret && stepOfCode(secret, code, atMs);
  if (step !== null && step > factor.lastStep) {
    return { by: "totp", factor: { ...factor, lastStep: step, lastUsedAt } };
  }
  const hash = hashOf(store, userId, code);
  if (!factor.recoveryHashes.includes(hash)) return null;
  const recoveryHashes = factor.recoveryHashes.filter((each) => each !== hash);
  return { by: "recovery", factor: { ...factor, recoveryHashes, lastUsedAt } };
}

/**
 * Spends a code for ten new recovery codes; the old ones stop working, and a second press in the session gets others. Refuses
 * as `spendCode` does.
 */
export async function renewRecoveryCodes(
  store: Store,
  session: OfferingSession,
  given: { code: string; atMs?: number },
): Promise<Result<{ recoveryCodes: string[] }>> {
  const { userId } = session;
  const { codes, hashes } = makeRecoveryCodes(store, userId);
  const record = { action: "recovery_codes_renewed", actorId: userId, subject: `user:${userId}`, details: {} };
  const result = await spendCode(store, userId, given, (op, spent) => {
    spent.factor = { ...spent.factor, recoveryHashes: hashes };
    putAuditRecord(store, op, record);
    noteCodes(store, op, session, { code: given.code, factor: spent.factor });
  });
  if (result.ok) return { ok: true, recoveryCodes: codes };
  const again = result.reason === "invalid_code" ? await codesAgain(store, session, given) : result;
  return again.ok ? again : result;
}

/** Adds to a commit the removal of a person's second factor and offer. */
export const dropFactor = (op: Deno.AtomicOperation, userId: number): Deno.AtomicOperation =>
  op.delete(keys.secondFactor(userId)).delete(keys.secondFactorOffer(userId));

const wrongCode = (): Refusal => refuse("invalid_code", { fields: { otp: "invalid_code" } });

/** Normalises a code as people type and paste it: spaced, in capitals, or in the full-width digits of a Chinese keyboard. */
const plainCode = (code: string): string => code.slice(0, 60).normalize("NFKC").replaceAll(/[\s-]/g, "").toLowerCase();
