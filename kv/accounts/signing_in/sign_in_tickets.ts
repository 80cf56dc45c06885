/**
 * Sign-in links: a mailed ticket that signs in one member once, within 15 minutes, unless the address or the password has
 * changed. A request is answered alike for every address. Staff get no ticket: it would bypass the second factor.
 */
import type { Store } from "../../open.ts";
import { commitNow } from "../../store/commit.ts";
import { addJob } from "../../store/jobs/queue.ts";
import { keys } from "../../store/keys.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import { passwordOf } from "./passwords.ts";
import { hashToken, newSession, type Session, setSession } from "./sessions.ts";
import { recordSignIn } from "./sign_in_records.ts";
import { isStaff, isSuspended, type User, userByEmail, userById } from "../users.ts";
import type { Visitor } from "../visitors.ts";

export const ticketSeconds = 15 * 60;

export interface SignInTicket {
  id: string;
  /** `nobody` if the address is unknown, or its owner gets no link. */
  userId: number;
  /** The address that the link is mailed to. */
  email: string;
  /** The version of the password when the link was asked for; null for `nobody`. */
  passwordVersion: string | null;
  /** The path of this site that was wanted; "" for none. */
  next: string;
  expiresAt: number;
}

/** No account has this id. A ticket of `nobody` costs the same commit and mails nothing. */
const nobody = 0;

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
  return await ownerOf(store, (await readTicket(store, token)).value);
}

const readTicket = (store: Store, token: string): Promise<Deno.KvEntryMaybe<SignInTicket>> =>
  store.kv.get<SignInTicket>(keys.signInTicket(hashToken(token)));

async function ownerOf(store: Store, ticket: SignInTicket | null): Promise<User | null> {
  const user = ticket && ticket.expiresAt > store.now() ? await userById(store, ticket.userId) : null;
  if (!isWelcome(user) || user.email !== ticket?.email) return null;
  const { versionstamp } = await passwordOf(store, user.id);
  return versionstamp === ticket.passwordVersion ? user : null;
}

/**
 * Spends the ticket for a session. Returns as `next` the path that was wanted when the link was asked for. Refuses
 * `expired` for used, late and forged tickets.
 */
export async function redeemTicket(
  store: Store,
  token: string,
  { userAgent, visitor }: { userAgent?: string; visitor: Visitor },
): Promise<Result<{ user: User; token: string; session: Session; next: string }>> {
  const entry = await readTicket(store, token);
  const user = await ownerOf(store, entry.value);
  if (!user || !entry.value) return refuse("expired");
  const { passwordVersion, next } = entry.value;
  const started = newSession(store, user.id, false, { userAgent, mark: visitor.mark });
  const op = store.kv.atomic().check(entry)
    .check({ key: keys.password(user.id), versionstamp: passwordVersion })
    .delete(entry.key);
  setSession(op, started.session);
  recordSignIn(store, op, user, { by: "ticket", visitor });
  return await commitNow(op) ? { ok: true, user, next, ...started } : refuse("expired");
}
