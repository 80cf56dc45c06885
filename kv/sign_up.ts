/**
 * Sign-up: what was asked for waits in a confirmation, and the account begins to exist when its e-mail is confirmed.
 * A taken address gets a confirmation of the same shape that can never be confirmed, and a mail that says so.
 */
import { Buffer } from "node:buffer";
import { isAdult } from "./age.ts";
import { commitNow, transact } from "./commit.ts";
import { ladyCountries } from "./countries.ts";
import { addJob } from "./jobs.ts";
import { keys } from "./keys.ts";
import { addNewLady } from "./new_ladies.ts";
import { type Entry, nextEntry, noteMovement } from "./ledger.ts";
import { chained } from "./ledger_chain.ts";
import { limits, takeAttempt } from "./limits.ts";
import type { Store } from "./open.ts";
import { hashPassword, isPasswordAllowed } from "./passwords.ts";
import { prefixes } from "./prefixes.ts";
import { signUpBonusCredits } from "./prices.ts";
import { refuse, type Result } from "./refusals.ts";
import { addUser, type GroupId, lady, man, newUser, normaliseEmail, type User } from "./users.ts";

export const codeSeconds = 30 * 60;
export const resendAfterSeconds = 60;
/** How long an unconfirmed sign-up is kept, so that its code can still be sent again. */
const confirmationSeconds = 24 * 60 * 60;
const guessesAtMost = 10;
/** Only the newest sign-ups of an address answer to a code, or many of them would make a guess that much luckier. */
const codesAtMost = 5;

export type SignUp = Pick<User, "firstname" | "lastname" | "birthdate" | "countryId" | "promoEmails" | "locale"> & {
  email: string;
  groupId: GroupId & (1 | 2);
  passwordHash: string;
};

export interface Confirmation {
  id: string;
  email: string;
  /** Null where the address belongs to somebody already: nothing will ever confirm it. */
  signUp: SignUp | null;
  /** As asked for, also where the address is taken: pages must not differ. */
  groupId: SignUp["groupId"];
  locale: User["locale"];
  /** Counts the codes sent; each issue has its own code and key. */
  issue: number;
  sentAt: number;
  codeExpiresAt: number;
  guesses: number;
  /** Where it was asked for; see MailJob. */
  origin?: string;
}

/** The six digits of the present issue; made from the secret, stored nowhere. */
export function codeOf(store: Store, confirmation: Confirmation): string {
  const digest = Buffer.from(store.sign(`code:${confirmation.id}:${confirmation.issue}`), "base64url");
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, "0");
}

/** The key of the mailed link; made from the secret, stored nowhere. */
export const activationKeyOf = (store: Store, confirmation: Confirmation): string =>
  store.sign(`activation:${confirmation.id}:${confirmation.issue}`);

/**
 * What the sign-up form asks for. Refuses `invalid` for minors, weak passwords and ladies of other countries,
 * and `too_many_requests` per network address.
 */
export async function signUp(
  store: Store,
  wanted: Omit<SignUp, "passwordHash"> & { password: string; address: string; origin?: string },
): Promise<Result<{ confirmation: Confirmation }>> {
  const { password, address, origin, ...account } = wanted;
  if (!isAdult(account.birthdate, store.now())) return refuse("invalid", { fields: { birthdate: "adult" } });
  if (!isPasswordAllowed(password)) return refuse("invalid", { fields: { password: "password_rules" } });
  const isHerCountry = ladyCountries.some((country) => country.id === account.countryId);
  if (account.groupId === lady && !isHerCountry) return refuse("invalid", { fields: { country: "country" } });
  const taken = await takeAttempt(store, limits.signUp, address);
  if (!taken.ok) return taken;
  const passwordHash = await hashPassword(password);
  return { ok: true, confirmation: await beginSignUp(store, { ...account, passwordHash }, origin) };
}

/** Keeps a sign-up and sends its code. Answers alike whether the address is free or taken. */
export async function beginSignUp(store: Store, wanted: SignUp, origin?: string): Promise<Confirmation> {
  const email = normaliseEmail(wanted.email);
  const ownerId = (await store.kv.get<number>(keys.userIdByEmail(email))).value;
  const now = store.now();
  const confirmation: Confirmation = {
    id: store.randomToken(),
    email,
    signUp: ownerId === null ? { ...wanted, email } : null,
    groupId: wanted.groupId,
    locale: wanted.locale,
    issue: 1,
    sentAt: now,
    codeExpiresAt: now + codeSeconds * 1000,
    guesses: 0,
    origin,
  };
  const expireIn = confirmationSeconds * 1000;
  const op = store.kv.atomic()
    .set(keys.confirmation(confirmation.id), confirmation, { expireIn })
    .set(keys.confirmationOfEmail(email, confirmation.id), null, { expireIn });
  // A stranger's mailbox must not be flooded; the answer stays the same, and a code can be asked for later.
  if ((await takeAttempt(store, limits.signUpMail, email)).ok) addMail(store, op, confirmation, ownerId);
  await commitNow(op);
  return confirmation;
}

export async function confirmationById(store: Store, confirmationId: string): Promise<Confirmation | null> {
  return (await store.kv.get<Confirmation>(keys.confirmation(confirmationId))).value;
}

/** The sign-ups that wait for an address, newest first. */
export async function confirmationsOfEmail(store: Store, email: string): Promise<Confirmation[]> {
  const found: Confirmation[] = [];
  for await (const entry of store.kv.list({ prefix: prefixes.confirmationsOfEmail(normaliseEmail(email)) })) {
    const confirmation = await confirmationById(store, String(entry.key.at(-1)));
    if (confirmation) found.push(confirmation);
  }
  return found.sort((one, other) => other.sentAt - one.sentAt);
}

/**
 * Sends a new code; earlier ones end. Says nothing about whether there was anything to send to. The first wish counts at
 * once, because the mail of the sign-up may never come; later ones count once a minute.
 */
export async function resendCode(store: Store, confirmationId: string): Promise<void> {
  await transact<void>(async () => {
    const entry = await store.kv.get<Confirmation>(keys.confirmation(confirmationId));
    const now = store.now();
    if (!entry.value) return { done: undefined };
    const isTooSoon = entry.value.issue > 1 && now - entry.value.sentAt < resendAfterSeconds * 1000;
    if (isTooSoon) return { done: undefined };
    const next: Confirmation = {
      ...entry.value,
      issue: entry.value.issue + 1,
      sentAt: now,
      codeExpiresAt: now + codeSeconds * 1000,
      guesses: 0,
    };
    const ownerId = (await store.kv.get<number>(keys.userIdByEmail(next.email))).value;
    const expireIn = confirmationSeconds * 1000;
    const op = store.kv.atomic().check(entry)
      .set(entry.key, next, { expireIn })
      .set(keys.confirmationOfEmail(next.email, next.id), null, { expireIn });
    addMail(store, op, next, ownerId);
    return { commit: op, result: undefined };
  });
}

/** The person proves the address by the code; refuses `invalid_code`, `expired`, `already_confirmed`. */
export function confirmByCode(store: Store, email: string, code: string): Promise<Result<{ user: User }>> {
  // One guess after another: many at once would all read the count before any of them raised it.
  return store.mutexes.run(`confirm:${normaliseEmail(email)}`, async () => {
    const waiting = (await confirmationsOfEmail(store, email)).slice(0, codesAtMost);
    const match = waiting.find((one) => one.signUp && one.guesses < guessesAtMost && codeOf(store, one) === code);
    if (match) return await confirm(store, match);
    for (const one of waiting) await countGuess(store, one.id);
    return refuse("invalid_code", { fields: { code: "invalid_code" } });
  });
}

/** The person proves the address by the mailed link. */
export async function confirmByKey(store: Store, email: string, key: string): Promise<Result<{ user: User }>> {
  const waiting = await confirmationsOfEmail(store, email);
  const match = waiting.find((one) => one.signUp && activationKeyOf(store, one) === key);
  return match ? await confirm(store, match) : refuse("expired");
}

/** One commit: the account, the end of the confirmation, and for a man the bonus, once. */
async function confirm(store: Store, confirmation: Confirmation): Promise<Result<{ user: User }>> {
  const wanted = confirmation.signUp;
  if (!wanted) return refuse("invalid_code", { fields: { code: "invalid_code" } });
  if (confirmation.codeExpiresAt <= store.now()) return refuse("expired", { fields: { code: "expired" } });
  const id = await store.ids.next("user");
  return await transact<Result<{ user: User }>>(async () => {
    const entry = await store.kv.get<Confirmation>(keys.confirmation(confirmation.id));
    if (!entry.value) return { done: refuse("already_confirmed") };
    const taken = await store.kv.get(keys.userIdByEmail(confirmation.email));
    if (taken.value !== null) return { done: refuse("already_confirmed") };

    const { passwordHash, ...account } = wanted;
    const user = newUser({ ...account, id, createdAt: confirmation.sentAt, confirmedAt: store.now() });
    const op = store.kv.atomic().check(entry)
      .delete(entry.key)
      .delete(keys.confirmationOfEmail(confirmation.email, confirmation.id));
    addUser(op, user, passwordHash);
    if (user.groupId === man) addBonus(store, op, user.id);
    else addNewLady(store, op, user);
    return { commit: op, result: { ok: true, user } };
  });
}

/** The first line of a new man's ledger; nobody else can write there before the account exists. */
function addBonus(store: Store, op: Deno.AtomicOperation, manId: number): void {
  const first = nextEntry(null, {
    manId,
    operation: "sign_up_bonus",
    deltaCredits: signUpBonusCredits,
    reference: {},
    idempotencyKey: "sign-up-bonus",
  }, store.now()) as Entry;
  const bonus = chained(store, manId, null, first);
  noteMovement(op, manId, null, bonus);
  op.check({ key: keys.entry(manId, bonus.seq), versionstamp: null })
    .set(keys.entry(manId, bonus.seq), bonus)
    .set(keys.entrySeqByIdempotencyKey(manId, bonus.idempotencyKey), bonus.seq);
}

function addMail(store: Store, op: Deno.AtomicOperation, confirmation: Confirmation, ownerId: number | null): void {
  const { id: confirmationId, origin } = confirmation;
  if (ownerId === null) addJob(store, op, { kind: "confirmation_mail", confirmationId, origin });
  else addJob(store, op, { kind: "already_registered_mail", userId: ownerId, origin });
}

async function countGuess(store: Store, confirmationId: string): Promise<void> {
  await transact<void>(async () => {
    const entry = await store.kv.get<Confirmation>(keys.confirmation(confirmationId));
    if (!entry.value) return { done: undefined };
    const next = { ...entry.value, guesses: entry.value.guesses + 1 };
    const expireIn = Math.max(1000, entry.value.sentAt + confirmationSeconds * 1000 - store.now());
    return { commit: store.kv.atomic().check(entry).set(entry.key, next, { expireIn }), result: undefined };
  });
}
