/** Sign-in tickets: a link that signs one person in once, within 15 minutes; the store keeps only a hash. */
import { keys } from "./keys.ts";
import type { Store } from "./open.ts";
import { refuse, type Result } from "./refusals.ts";
import { hashToken, type Session, startSession } from "./sessions.ts";
import { type User, userById } from "./users.ts";

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
  const ticket = (await store.kv.get<Ticket>(keys.signInTicket(hashToken(token)))).value;
  return ticket && ticket.expiresAt > store.now() ? await userById(store, ticket.userId) : null;
}

/** Spends the ticket for a session; refuses `expired` for a second use. */
export async function redeemTicket(
  store: Store,
  token: string,
  userAgent?: string,
): Promise<Result<{ user: User; token: string; session: Session }>> {
  const entry = await store.kv.get<Ticket>(keys.signInTicket(hashToken(token)));
  if (!entry.value || entry.value.expiresAt <= store.now()) return refuse("expired");
  const spent = await store.kv.atomic().check(entry).delete(entry.key).commit();
  const user = spent.ok ? await userById(store, entry.value.userId) : null;
  if (!user) return refuse("expired");
  return { ok: true, user, ...await startSession(store, user.id, false, userAgent) };
}
