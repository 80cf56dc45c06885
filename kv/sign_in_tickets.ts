/**
 * Sign-in tickets: a link that signs one member in once, within 15 minutes; the store keeps only a hash. Who works here
 * has none: it would pass the second factor by.
 */
import { commitNow } from "./commit.ts";
import { keys } from "./keys.ts";
import type { Store } from "./open.ts";
import { refuse, type Result } from "./refusals.ts";
import { hashToken, newSession, type Session, setSession } from "./sessions.ts";
import { noteSignedIn } from "./sign_in_notes.ts";
import { isStaff, isSuspended, type User, userById } from "./users.ts";

export const ticketSeconds = 15 * 60;

interface Ticket {
  userId: number;
  expiresAt: number;
}

/** Issues a ticket for the address of a page; it is shown to nobody but its owner. */
export async function issueTicket(store: Store, userId: number): Promise<string> {
  const token = store.randomToken();
  const ticket: Ticket = { userId, expiresAt: store.now() + ticketSeconds * 1000 };
  await store.kv.set(keys.signInTicket(hashToken(token)), ticket, { expireIn: ticketSeconds * 1000 });
  return token;
}

/** Whose ticket it is, without spending it; null for used, late and forged ones. */
export async function ownerOfTicket(store: Store, token: string): Promise<User | null> {
  return await ownerOf(store, (await readTicket(store, token)).value);
}

const readTicket = (store: Store, token: string): Promise<Deno.KvEntryMaybe<Ticket>> =>
  store.kv.get<Ticket>(keys.signInTicket(hashToken(token)));

async function ownerOf(store: Store, ticket: Ticket | null): Promise<User | null> {
  const user = ticket && ticket.expiresAt > store.now() ? await userById(store, ticket.userId) : null;
  return user && !isStaff(user) && !isSuspended(user) ? user : null;
}

/** Spends the ticket for a session; refuses `expired` for a second use. */
export async function redeemTicket(
  store: Store,
  token: string,
  { userAgent, address }: { userAgent?: string; address: string },
): Promise<Result<{ user: User; token: string; session: Session }>> {
  const entry = await readTicket(store, token);
  const user = await ownerOf(store, entry.value);
  if (!user) return refuse("expired");
  const started = newSession(store, user.id, false, userAgent);
  const op = setSession(store.kv.atomic().check(entry).delete(entry.key), started.session);
  noteSignedIn(store, op, user, { by: "ticket", address });
  return await commitNow(op) ? { ok: true, user, ...started } : refuse("expired");
}
