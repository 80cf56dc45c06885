/**
 * Confirms an e-mail address by the mailed code or link. This creates the account and, for a man, adds the bonus, unless
 * his mailbox had it; whose mailbox is kept out begins suspended and gets none. The reader of the mailbox may not be the
 * one who signed up: after a sign-up in another browser, the account begins with a new password, chosen by whoever confirms.
 */
import { addNewLady } from "../ladies/new_ladies.ts";
import type { Store } from "../open.ts";
import { continueSuspension } from "../safety/lasting_suspensions.ts";
import { transact } from "../store/commit.ts";
import { type Act, type Press, wasJustDone } from "../store/just_done.ts";
import { keys } from "../store/keys.ts";
import { forgiveAttempt, limits, takeAttempt } from "../store/limits.ts";
import { type Refusal, refuse, type Result } from "../store/refusals.ts";
import { isSameSecret } from "../store/same_secret.ts";
import { hashPassword, newPasswordFault } from "./signing_in/passwords.ts";
import { type Again, beginAgain, noteOpened, type Spending } from "./signing_in/second_presses.ts";
import { beginSession, newSession } from "./signing_in/sessions.ts";
import { recordSignIn } from "./signing_in/sign_in_records.ts";
import {
  activationKeyOf,
  codeOf,
  codeSeconds,
  type Confirmation,
  confirmationsOfEmail,
  isOfBrowser,
  isOfVisitor,
} from "./sign_up.ts";
import { addBonus } from "./sign_up_bonus.ts";
import { addUser, isSuspended, man, newUser, normaliseEmail } from "./users.ts";
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
  /** What the button was pressed in; a second press is then given the account again. */
  press?: Press;
  /** The browser in which a session begins with the account; absent if none is to begin. */
  begins?: { userAgent?: string };
}

/** `next` is the path that the sign-up wanted to go to. */
export type Proven = Result<Again>;

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
  const act: Act = ["confirmed_by_code", email, code];
  const proven = match
    ? await confirm(store, proving, match, { waiting, act })
    : await again(store, proving, act, refuse("invalid_code", { fields: { code: "invalid_code" } }));
  if (match || proven.ok) await forgiveAttempt(store, limits.confirm, here);
  return proven;
}

/** Confirms the address by the mailed link, even after too many wrong codes. */
export async function confirmByKey(store: Store, proving: Proving, key: string): Promise<Proven> {
  const waiting = await confirmationsOfEmail(store, proving.email);
  const match = waiting.find((one) => fitsKey(store, one, key));
  const act = keyAct(key);
  return match
    ? await confirm(store, proving, match, { waiting, act })
    : await again(store, proving, act, refuse("expired"));
}

const keyAct = (key: string): Act => ["confirmed_by_key", key];

/** Whether a mailed link was used within the last minute, in whatever browser. */
export const wasKeyJustUsed = (store: Store, key: string): Promise<boolean> => wasJustDone(store, keyAct(key));

const spendingOf = ({ press = null }: Proving, act: Act): Spending => ({ act, press });

/** Answers a second press as the first one; anything else is refused as it was. */
async function again(store: Store, proving: Proving, act: Act, refusal: Refusal): Promise<Proven> {
  const { visitor, begins } = proving;
  const given = await beginAgain(store, spendingOf(proving, act), begins ? visitor : null);
  return given.ok ? given : refusal;
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
  { waiting, act }: { waiting: Confirmation[]; act: Act },
): Promise<Proven> {
  if (hasExpired(store, match)) return refuse("expired", { fields: { code: "expired" } });
  if (await isTaken(store, match)) return await again(store, proving, act, refuse("already_confirmed"));
  const wanted = chosen(store, proving, match, waiting);
  const passwordHash = await passwordFor(store, proving, wanted);
  if (typeof passwordHash !== "string") return passwordHash;
  const others = waiting.filter((one) => one.id !== wanted.id && isOfBrowser(store, one, proving.visitor));
  const begun = await begin(store, wanted, { proving, passwordHash, others, act });
  return begun.ok || begun.reason !== "already_confirmed" ? begun : await again(store, proving, act, begun);
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
 * Creates the account, ends this confirmation and the same browser's others, begins the session and, for a man, adds the
 * bonus, unless the account begins suspended or its mailbox had it (sign_up_bonus.ts); one commit.
 */
async function begin(
  store: Store,
  confirmation: Confirmation,
  { proving, passwordHash, others, act }: {
    proving: Proving;
    passwordHash: string;
    others: Confirmation[];
    act: Act;
  },
): Promise<Proven> {
  const { visitor, begins } = proving;
  const by = "confirmation";
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
    addUser(op, user, passwordHash);
    if (user.groupId !== man) addNewLady(op, user);
    else if (!isSuspended(user)) await addBonus(store, op, user);
    const started = begins ? newSession(store, id, false, { ...begins, mark: visitor.mark }) : null;
    if (started) {
      beginSession(op, started.session, null);
      recordSignIn(store, op, user, { by, visitor });
    }
    noteOpened(store, op, spendingOf(proving, act), { userId: id, by, started, passwordHash, next });
    return { commit: op, result: { ok: true, user, started, next } };
  });
}
