/**
 * Sign-in links: a mailed ticket that signs in one member once, within 15 minutes, unless the address or the password has
 * changed. A request is answered alike for every address. Staff get no ticket: it would bypass the second factor.
 */
import type { Store } from "../../open.ts";
import { commitNow } from "../../store/commit.ts";
import { nobody } from "../../store/ids.ts";
import { addJob } from "../../store/jobs/queue.ts";
import { type Act, type Press, wasJustDone } from "../../store/just_done.ts";
import { keys } from "../../store/keys.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import { passwordOf } from "./passwords.ts";
import { beginAgain, noteOpened } from "./second_presses.ts";
import { beginSession, hashToken, newSession, type Session } from "./sessions.ts";
import { recordSignIn } from "./sign_in_records.ts";
import type { StoredPassword } from "./stored_password.ts";
import { isStaff, isSuspended, type User, userByEmail, userById } from "../users.ts";
import type { Visitor } from "../visitors.ts";

export const ticketSeconds = 15 * 60;

export interface SignInTicket {
  id: string;
  /** `nobody` if the address is unknown, or its owner gets no link. */
  userId: number;
  /** The address that the link is mailed to. */
  email: string;
  /** The version of the password when the link was asked for, which the end of all sessions changes; null for `nobody`. */
  passwordVersion: string | null;
  /** The path of this site that was wanted; "" for none. */
  next: string;
  expiresAt: number;
}

const isWelcome = (user: User | null): user is User => user !== null && !isStaff(user) && !isSuspended(user);

/** The token in the mailed link, made from the site's secret. The store keeps only a hash of the token. */
export const tokenOf = (store: Store, ticketId: string): string => store.sign(`sign-in-ticket:${ticketId}`);

/** Mails a link to a man or a lady; does the same work for any other address. */
export async function beginSignInLink(
  store: Store,
  email: string,
  { origin, next = "" }: { origin?: string; next?: string } = {},
): Promise<SignInTicket> {
  const user = await userByEmail(store, email);
  // A ticket of `nobody` costs the same commit and mails nothing.
  const userId = isWelcome(user) ? user.id : nobody;
  const password = await passwordOf(store, userId);
  const expireIn = ticketSeconds * 1000;
  const ticket: SignInTicket = {
    id: store.randomToken(),
    userId,
    email: user?.email ?? "",
    passwordVersion: password.versionstamp,
    next,
    expiresAt: store.now() + expireIn,
  };
  const op = store.kv.atomic().set(keys.signInTicket(hashToken(tokenOf(store, ticket.id))), ticket, { expireIn });
  addJob(store, op, { kind: "sign_in_link_mail", ticketId: ticket.id, origin });
  await commitNow(op);
  return ticket;
}

/** The owner of a ticket, without spending it; null for used, late and forged tickets. */
export async function ownerOfTicket(store: Store, token: string): Promise<User | null> {
  return (await ownerOf(store, (await readTicket(store, token)).value))?.user ?? null;
}

const readTicket = (store: Store, token: string): Promise<Deno.KvEntryMaybe<SignInTicket>> =>
  store.kv.get<SignInTicket>(keys.signInTicket(hashToken(token)));

async function ownerOf(
  store: Store,
  ticket: SignInTicket | null,
): Promise<{ user: User; password: Deno.KvEntry<StoredPassword> } | null> {
  const user = ticket && ticket.expiresAt > store.now() ? await userById(store, ticket.userId) : null;
  if (!isWelcome(user) || user.email !== ticket?.email) return null;
  const password = await passwordOf(store, user.id);
  return password.value && password.versionstamp === ticket.passwordVersion ? { user, password } : null;
}

const actOf = (token: string): Act => ["ticket", token];

/** Whether a ticket was spent within the last minute, in whatever browser. */
export const wasTicketJustSpent = (store: Store, token: string): Promise<boolean> => wasJustDone(store, actOf(token));

export type Redeemed = Result<{ user: User; token: string; session: Session; next: string }>;

interface Redeeming {
  userAgent?: string;
  visitor: Visitor;
  press?: Press;
}

/**
 * Spends the ticket for a session; the same press gets one once more (second_presses.ts). Returns as `next` the path that
 * was wanted when the link was asked for. Refuses `expired` for used, late and forged tickets.
 */
export async function redeemTicket(store: Store, token: string, redeeming: Redeeming): Promise<Redeemed> {
  const redeemed = await redeemOnce(store, token, redeeming);
  if (redeemed.ok) return redeemed;
  const { visitor, press = null } = redeeming;
  const again = await beginAgain(store, { act: actOf(token), press }, visitor);
  if (!again.ok || !again.started) return redeemed;
  const { user, next, started } = again;
  return { ok: true, user, next, ...started };
}

async function redeemOnce(
  store: Store,
  token: string,
  { userAgent, visitor, press = null }: Redeeming,
): Promise<Redeemed> {
  const entry = await readTicket(store, token);
  const owned = await ownerOf(store, entry.value);
  if (!owned || !entry.value) return refuse("expired");
  const { user, password } = owned;
  const { next } = entry.value;
  const by = "ticket";
  const started = newSession(store, user.id, false, { userAgent, mark: visitor.mark });
  const op = store.kv.atomic().check(entry, password).delete(entry.key);
  beginSession(op, started.session, password.value);
  recordSignIn(store, op, user, { by, visitor });
  const opened = { userId: user.id, by, started, passwordHash: password.value.hash, next } as const;
  noteOpened(store, op, { act: actOf(token), press }, opened);
  return await commitNow(op) ? { ok: true, user, next, ...started } : refuse("expired");
}
