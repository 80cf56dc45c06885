/**
 * Sign-up: it waits in a confirmation, and the account is created when its e-mail is confirmed (confirming.ts, where a
 * man gets his bonus). A taken address gets a confirmation like any other, password included, but its code is never
 * mailed: a stranger gets the same answers as for a free address.
 */
import { Buffer } from "node:buffer";
import { isAdult } from "../ladies/age.ts";
import { ladyCountries } from "../ladies/countries.ts";
import type { Store } from "../open.ts";
import { commitNow, transact } from "../store/commit.ts";
import { addJob } from "../store/jobs/queue.ts";
import { isRecent } from "../store/days.ts";
import { keys } from "../store/keys.ts";
import { limits, takeAttempt } from "../store/limits.ts";
import { getAll } from "../store/listing/get_all.ts";
import { prefixes } from "../store/prefixes.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { mailboxOf } from "./mailboxes.ts";
import { hashPassword, newPasswordFault } from "./signing_in/passwords.ts";
import { type GroupId, lady, normaliseEmail, type User } from "./users.ts";
import { type Traces, tracesOf, type Visitor } from "./visitors.ts";

export const codeSeconds = 30 * 60;
const resendAfterMs = 60_000;
/** How long an unconfirmed sign-up is kept, so that its code can still be sent again. */
const confirmationSeconds = 24 * 60 * 60;

/** How many sign-ups for one address may wait from one network; more would slow down sign-ups from elsewhere. */
const fromNetworkAtMost = 20;

export type SignUp =
  & Pick<User, "firstname" | "lastname" | "birthdate" | "countryId" | "promoEmails" | "locale" | "readsLanguages">
  & {
    email: string;
    groupId: GroupId & (1 | 2);
    passwordHash: string;
  };

/** What belongs to a sign-up besides its form. */
export interface Asking {
  /** Who signs up; the account keeps the password of the sign-up only if the same visitor confirms it (confirming.ts). */
  visitor: Visitor;
  /** Where it was asked for; see MailJob. */
  origin?: string;
  /** The path of this site to go to once the address is confirmed; "" for none. */
  next?: string;
}

export interface Confirmation {
  id: string;
  email: string;
  signUp: SignUp;
  from: Traces;
  /** Browsers in which the password of the sign-up has been proven since then. */
  provenIn: string[];
  next: string;
  /** Counts the requests for a code, the sign-up itself being the first. This and `sentAt` are all that a visitor learns. */
  issue: number;
  /** When a code was last requested. */
  sentAt: number;
  /**
   * The number of the request that was mailed last, and when its validity began: its code and link work. Null if none was
   * mailed; then nobody can know a code.
   */
  mailed: { issue: number; at: number } | null;
  origin?: string;
}

const issueOf = ({ mailed }: Confirmation): number => mailed?.issue ?? 0;

/** The six digits that were mailed last; made from the secret, stored nowhere. */
export function codeOf(store: Store, confirmation: Confirmation): string {
  const digest = Buffer.from(store.sign(`code:${confirmation.id}:${issueOf(confirmation)}`), "base64url");
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, "0");
}

/** The key of the mailed link; made from the secret, stored nowhere. */
export const activationKeyOf = (store: Store, confirmation: Confirmation): string =>
  store.sign(`activation:${confirmation.id}:${issueOf(confirmation)}`);

/**
 * Signs up with what the form asks for. Refuses `invalid` for minors, weak passwords and ladies of other countries, and
 * `too_many_requests` per network address.
 */
export async function signUp(
  store: Store,
  wanted: Omit<SignUp, "passwordHash"> & { password: string },
  asking: Asking,
): Promise<Result<{ confirmation: Confirmation }>> {
  const { password, ...account } = wanted;
  const fields = await signUpFaults(store, wanted);
  if (Object.keys(fields).length > 0) return refuse("invalid", { fields });
  const taken = await takeAttempt(store, limits.signUp, asking.visitor.address);
  if (!taken.ok) return taken;
  const passwordHash = await hashPassword(password);
  return { ok: true, confirmation: await beginSignUp(store, { ...account, passwordHash }, asking) };
}

/** The fields that keep somebody from signing up, each with its fault; only the given fields are looked at. */
export async function signUpFaults(
  store: Store,
  { birthdate, groupId, countryId, password }:
    & Partial<Pick<SignUp, "birthdate" | "groupId" | "countryId">>
    & { password?: string },
): Promise<Record<string, string>> {
  const passwordFault = password === undefined ? null : await newPasswordFault(password);
  const isHerCountry = ladyCountries.some((country) => country.id === countryId);
  return {
    ...(birthdate !== undefined && !isAdult(birthdate, store.now()) && { birthdate: "adult" }),
    ...(groupId === lady && countryId !== undefined && !isHerCountry && { country: "country_of_ladies" }),
    ...(passwordFault && { password: passwordFault }),
  };
}

/** Stores a sign-up and sends its code. The answer is the same whether the address is free, waits already, or is taken. */
export async function beginSignUp(store: Store, wanted: SignUp, asking: Asking): Promise<Confirmation> {
  const email = normaliseEmail(wanted.email);
  const { visitor, origin, next = "" } = asking;
  const asked: Confirmation = {
    id: store.randomToken(),
    email,
    signUp: { ...wanted, email },
    from: tracesOf(store, visitor),
    provenIn: [],
    next,
    issue: 1,
    sentAt: store.now(),
    mailed: null,
    origin,
  };
  const op = store.kv.atomic();
  const confirmation = await mailCode(store, op, asked);
  keep(op, confirmation);
  const own = (await confirmationsOfEmail(store, email)).filter(({ from }) => from.network === asked.from.network);
  for (const { id } of own.slice(fromNetworkAtMost - 1)) {
    op.delete(keys.confirmation(id)).delete(keys.confirmationOfEmail(email, id));
  }
  await commitNow(op);
  return confirmation;
}

/**
 * Adds the mail of the latest request to a commit: the code or, for a taken address, a notice to its owner. A mailbox
 * must not be flooded: at the limit no mail is sent, what was mailed before stays valid, and the answer is the same.
 */
async function mailCode(store: Store, op: Deno.AtomicOperation, confirmation: Confirmation): Promise<Confirmation> {
  const { id: confirmationId, email, issue, sentAt, origin } = confirmation;
  const ownerId = (await store.kv.get<number>(keys.userIdByEmail(email))).value;
  const taken = await takeAttempt(store, limits.signUpMail, mailboxOf(email));
  if (taken.ok && ownerId !== null) addJob(store, op, { kind: "already_registered_mail", userId: ownerId, origin });
  if (!taken.ok || ownerId !== null) return confirmation;
  addJob(store, op, { kind: "confirmation_mail", confirmationId, origin });
  return { ...confirmation, mailed: { issue, at: sentAt } };
}

function keep(op: Deno.AtomicOperation, confirmation: Confirmation): void {
  const expireIn = confirmationSeconds * 1000;
  op.set(keys.confirmation(confirmation.id), confirmation, { expireIn })
    .set(keys.confirmationOfEmail(confirmation.email, confirmation.id), null, { expireIn });
}

export async function confirmationById(store: Store, confirmationId: string): Promise<Confirmation | null> {
  return (await store.kv.get<Confirmation>(keys.confirmation(confirmationId))).value;
}

/** The sign-ups that wait for an address, newest first. */
export async function confirmationsOfEmail(store: Store, email: string): Promise<Confirmation[]> {
  const ids: Deno.KvKey[] = [];
  for await (const { key } of store.kv.list({ prefix: prefixes.confirmationsOfEmail(normaliseEmail(email)) })) {
    ids.push(keys.confirmation(String(key.at(-1))));
  }
  const found = (await getAll<Confirmation>(store, ids)).filter((one) => one !== null);
  return found.sort((one, other) => other.sentAt - one.sentAt);
}

/** Whether a sign-up was asked for, or its password proven, in the visitor's browser. */
export function isOfBrowser(store: Store, { from, provenIn }: Confirmation, visitor: Visitor): boolean {
  const { browser } = tracesOf(store, visitor);
  return browser !== null && (from.browser === browser || provenIn.includes(browser));
}

/**
 * Whether a sign-up is of the visitor's browser, or came from the visitor's network, which is all that is known of a
 * program without cookies.
 */
export const isOfVisitor = (store: Store, confirmation: Confirmation, visitor: Visitor): boolean =>
  isOfBrowser(store, confirmation, visitor) || confirmation.from.network === tracesOf(store, visitor).network;

/**
 * The sign-up for an address that a visitor means: the visitor's own newest one, else the newest. What others ask for at
 * the same address changes nothing for a visitor who has one.
 */
export async function waitingFor(store: Store, email: string, visitor: Visitor): Promise<Confirmation | null> {
  const waiting = await confirmationsOfEmail(store, email);
  return waiting.find((one) => isOfVisitor(store, one, visitor)) ?? waiting[0] ?? null;
}

const browsersAtMost = 5;

/** Records that the password of a sign-up was proven in this browser, which may go on with the sign-up as its own. */
export async function noteProven(store: Store, confirmationId: string, visitor: Visitor): Promise<void> {
  const { browser } = tracesOf(store, visitor);
  await change(store, confirmationId, (known) => {
    if (browser === null || isOfBrowser(store, known, visitor)) return null;
    return { ...known, provenIn: [...known.provenIn, browser].slice(-browsersAtMost) };
  });
}

/**
 * Sends a new code, which replaces earlier ones. Does not tell whether there was anything to send. The first new code may
 * be requested at once, because the mail of the sign-up may never arrive; later ones once a minute.
 */
export async function resendCode(store: Store, confirmationId: string): Promise<void> {
  await change(store, confirmationId, (known, op) => {
    const isTooSoon = known.issue > 1 && secondsUntilResend(known, store.now()) > 0;
    return isTooSoon ? null : mailCode(store, op, { ...known, issue: known.issue + 1, sentAt: store.now() });
  });
}

/** How many seconds a page waits before it asks for a new code. */
export const secondsUntilResend = ({ sentAt }: Pick<Confirmation, "sentAt">, nowMs: number): number =>
  isRecent(nowMs, sentAt, resendAfterMs) ? Math.ceil((sentAt + resendAfterMs - nowMs) / 1000) : 0;

/**
 * The sign-up whose code is to be mailed now; null if there is none. The validity of a code begins when it is mailed:
 * otherwise a mail that was delayed by retries would bring an expired code.
 */
export async function confirmationToMail(store: Store, confirmationId: string): Promise<Confirmation | null> {
  const known = await confirmationById(store, confirmationId);
  if (!known?.mailed) return null;
  if (isRecent(store.now(), known.mailed.at, resendAfterMs)) return known;
  await change(store, confirmationId, (one) => one.mailed && { ...one, mailed: { ...one.mailed, at: store.now() } });
  return await confirmationById(store, confirmationId);
}

async function change(
  store: Store,
  confirmationId: string,
  next: (known: Confirmation, op: Deno.AtomicOperation) => Promise<Confirmation> | Confirmation | null,
): Promise<void> {
  // One at a time: a retry would count twice against the mails that an address may get.
  await store.mutexes.run(`confirmation:${confirmationId}`, () =>
    transact<void>(async () => {
      const entry = await store.kv.get<Confirmation>(keys.confirmation(confirmationId));
      const op = store.kv.atomic().check(entry);
      const changed = entry.value && await next(entry.value, op);
      if (!changed) return { done: undefined };
      keep(op, changed);
      return { commit: op, result: undefined };
    }));
}
