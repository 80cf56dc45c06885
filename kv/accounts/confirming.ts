/**
 * Confirms an e-mail address by the mailed code or link. This creates the account and, for a man, adds the bonus; who left
 * suspended begins suspended and gets none. The reader of the mailbox may not be the one who signed up: after a sign-up in
 * another browser, the account begins with a new password, chosen by whoever confirms.
 */
import type { Entry } from "../credits/ledger/entry.ts";
import { nextEntry, noteMovement } from "../credits/ledger/ledger.ts";
import { chained } from "../credits/ledger/ledger_chain.ts";
import { signUpBonusCredits } from "../credits/prices/prices.ts";
import { addNewLady } from "../ladies/new_ladies.ts";
import type { Store } from "../open.ts";
import { continueSuspension } from "../safety/lasting_suspensions.ts";
import { transact } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { forgiveAttempt, limits, takeAttempt } from "../store/limits.ts";
import { type Refusal, refuse, type Result } from "../store/refusals.ts";
import { isSameSecret } from "../store/same_secret.ts";
import { hashPassword, newPasswordFault } from "./signing_in/passwords.ts";
import {
  activationKeyOf,
  codeOf,
  codeSeconds,
  type Confirmation,
  confirmationsOfEmail,
  isOfBrowser,
  isOfVisitor,
} from "./sign_up.ts";
import { addUser, isSuspended, man, newUser, normaliseEmail, type User } from "./users.ts";
import type { Visitor } from "./visitors.ts";

export interface Proving {
  email: string;
  visitor: Visitor;
  /**
   * How we know that the person who confirms also signed up, so that the password of the sign-up can be kept.
   * `browser`: the browser has the mark of the sign-up (pages). `network`: the same mark or network (programs).
   * `code`: taken for granted, because only the one who signed up is given the code.
   */
  by: "browser" | "network" | "code";
  /** The password for the account if the sign-up was asked for elsewhere. */
  newPassword?: string;
}

/** `next` is the path that the sign-up wanted to go to. */
export type Proven = Result<{ user: User; next: string }>;

/**
 * Confirms the address by the mailed code. Refuses `invalid_code`, `expired`, `already_confirmed`, `invalid` if a new
 * password is needed, and `too_many_requests`. Wrong codes count per network and e-mail. They also count against one
 * limit per e-mail, which never stops a visitor who has a sign-up of her or his own.
 */
export async function confirmByCode(store: Store, proving: Proving, code: string): Promise<Proven> {
  const { visitor } = proving;
  const email = normaliseEmail(proving.email);
  const here = `${visitor.address} ${email}`;
  const taken = await takeAttempt(store, limits.confirm, here);
  if (!taken.ok) return taken;
  const waiting = await confirmationsOfEmail(store, email);
  const own = waiting.filter((one) => isOfVisitor(store, one, visitor));
  const fits = (one: Confirmation) => one.mailed !== null && isSameSecret(code, codeOf(store, one));
  let match = own.find(fits);
  if (!match) {
    const elsewhere = await takeAttempt(store, limits.confirmElsewhere, email);
    if (!elsewhere.ok && own.length === 0) return elsewhere;
    match = elsewhere.ok ? waiting.find(fits) : undefined;
    if (match) await forgiveAttempt(store, limits.confirmElsewhere, email);
  }
  if (!match) return refuse("invalid_code", { fields: { code: "invalid_code" } });
  await forgiveAttempt(store, limits.confirm, here);
  return await confirm(store, proving, match, waiting);
}

/** Confirms the address by the mailed link, even after too many wrong codes. */
export async function confirmByKey(store: Store, proving: Proving, key: string): Promise<Proven> {
  const waiting = await confirmationsOfEmail(store, proving.email);
  const match = waiting.find((one) => fitsKey(store, one, key));
  return match ? await confirm(store, proving, match, waiting) : refuse("expired");
}

/** Whether a mailed link still works here, and if so whether it needs a new password. Changes nothing. */
export async function needsNewPassword(store: Store, proving: Proving, key: string): Promise<boolean> {
  const waiting = await confirmationsOfEmail(store, proving.email);
  const match = waiting.find((one) => fitsKey(store, one, key) && !hasExpired(store, one));
  return match !== undefined && !await isTaken(store, match) &&
    !isSure(store, proving, chosen(store, proving, match, waiting));
}

const fitsKey = (store: Store, one: Confirmation, key: string): boolean =>
  one.mailed !== null && isSameSecret(key, activationKeyOf(store, one));

const hasExpired = (store: Store, { mailed }: Confirmation): boolean =>
  !mailed || mailed.at + codeSeconds * 1000 <= store.now();

/** Whether the address has an account by now. */
const isTaken = async (store: Store, { email }: Confirmation): Promise<boolean> =>
  (await store.kv.get(keys.userIdByEmail(email))).value !== null;

/**
 * The sign-up that the account is created from: one of this browser if there is any, else the one that was mailed. Either
 * way the mailbox is proven, so a stranger's sign-ups for the same address change nothing.
 */
function chosen(store: Store, { visitor }: Proving, match: Confirmation, waiting: Confirmation[]): Confirmation {
  if (isOfBrowser(store, match, visitor)) return match;
  return waiting.find((one) => isOfBrowser(store, one, visitor)) ?? match;
}

const isSure = (store: Store, { by, visitor }: Proving, one: Confirmation): boolean =>
  by === "code" || (by === "network" ? isOfVisitor : isOfBrowser)(store, one, visitor);

async function confirm(
  store: Store,
  proving: Proving,
  match: Confirmation,
  waiting: Confirmation[],
): Promise<Proven> {
  if (hasExpired(store, match)) return refuse("expired", { fields: { code: "expired" } });
  if (await isTaken(store, match)) return refuse("already_confirmed");
  const wanted = chosen(store, proving, match, waiting);
  const passwordHash = await passwordFor(store, proving, wanted);
  if (typeof passwordHash !== "string") return passwordHash;
  const others = waiting.filter((one) => one.id !== wanted.id && isOfBrowser(store, one, proving.visitor));
  return await begin(store, wanted, passwordHash, others);
}

async function passwordFor(store: Store, proving: Proving, wanted: Confirmation): Promise<string | Refusal> {
  const { newPassword = "" } = proving;
  if (isSure(store, proving, wanted)) return wanted.signUp.passwordHash;
  if (newPassword === "") return refuse("invalid", { fields: { newPassword: "required" } });
  const fault = await newPasswordFault(newPassword);
  if (fault) return refuse("invalid", { fields: { newPassword: fault } });
  return await hashPassword(newPassword);
}

/**
 * Creates the account, ends this confirmation and the same browser's others and, for a man, adds the bonus, unless the
 * account begins suspended; one commit.
 */
async function begin(
  store: Store,
  confirmation: Confirmation,
  hash: string,
  others: Confirmation[],
): Promise<Proven> {
  const { id: confirmationId, email, signUp: { passwordHash: _, ...account }, next } = confirmation;
  const id = await store.ids.next("user");
  return await transact<Proven>(async () => {
    const entry = await store.kv.get<Confirmation>(keys.confirmation(confirmationId));
    if (!entry.value) return { done: refuse("already_confirmed") };
    const taken = await store.kv.get(keys.userIdByEmail(email));
    if (taken.value !== null) return { done: refuse("already_confirmed") };

    const op = store.kv.atomic().check(entry);
    const begun = newUser({ ...account, id, createdAt: entry.value.sentAt, confirmedAt: store.now() });
    const user = await continueSuspension(store, op, begun, entry.value.origin);
    for (const one of [confirmation, ...others]) {
      op.delete(keys.confirmation(one.id)).delete(keys.confirmationOfEmail(email, one.id));
    }
    addUser(op, user, hash);
    if (user.groupId !== man) addNewLady(op, user);
    else if (!isSuspended(user)) addBonus(store, op, user.id);
    return { commit: op, result: { ok: true, user, next } };
  });
}

/** The first entry of a new man's ledger; nobody else can write there before the account exists. */
function addBonus(store: Store, op: Deno.AtomicOperation, manId: number): void {
  const first = nextEntry(null, {
    manId,
    operation: "sign_up_bonus",
    deltaCredits: signUpBonusCredits,
    reference: {},
    idempotencyKey: "sign-up-bonus",
  }, store.now()) as Entry;
  const bonus = chained(store, manId, null, first);
  noteMovement(op, manId, bonus);
  op.check({ key: keys.entry(manId, bonus.seq), versionstamp: null })
    .set(keys.entry(manId, bonus.seq), bonus)
    .set(keys.entrySeqByIdempotencyKey(manId, bonus.idempotencyKey), bonus.seq);
}
