/** Sessions: a token known to the browser alone, of which the store keeps only the hash (design, section 4). */
import { createHash } from "node:crypto";
import type { Store } from "../../open.ts";
import { commitNow } from "../../store/commit.ts";
import { alsoIfLate, unlessAway } from "../../store/health/health.ts";
import { addJob } from "../../store/jobs/queue.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import { type PushSubscription, removeSubscriptionsOf } from "../push_subscriptions.ts";
import type { StoredPassword } from "./stored_password.ts";

export const sessionSeconds = 3 * 60 * 60;
export const rememberedSessionSeconds = 30 * 24 * 60 * 60;
/** A session in use slides forward, and is written again, only when this much time has passed since the last time. */
export const slideAfterSeconds = 5 * 60;

export interface Session {
  userId: number;
  tokenHash: string;
  remember: boolean;
  createdAt: number;
  lastSeenAt: number;
  expiresAt: number;
  /** What the browser called itself when the session began, cut short; absent where it said nothing. */
  userAgent?: string;
  /** The hash of the mark of the browser where it began (visitors.ts); absent where it had none. */
  browser?: string;
  /** When the browser last got the cookie: uses that cannot set one, such as the chat's, slide the session without it. */
  cookieAt?: number;
  /** `sessionsEndedAt` of the password when the session began (stored_password.ts); absent if none of the person's ever were. */
  sessionsEndedAt?: number;
}

/** Where a session begins. */
export interface SessionPlace {
  userAgent?: string;
  /** The mark that this site left in the browser; null if there is none. */
  mark?: string | null;
}

const userAgentLengthMax = 300;

export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

export interface StartedSession {
  token: string;
  session: Session;
}

/** Begins a session, in the commit that `op` holds; the token is returned once and never stored. */
export async function startSession(
  store: Store,
  userId: number,
  remember: boolean,
  place: SessionPlace = {},
  op = store.kv.atomic(),
): Promise<StartedSession> {
  const started = newSession(store, userId, remember, place);
  const password = await store.kv.get<StoredPassword>(keys.password(userId));
  if (!await commitNow(beginSession(op.check(password), started.session, password.value))) {
    throw new Error(`the session of user ${userId} did not begin`);
  }
  return started;
}

/** A session that begins with the commit to which `beginSession` adds it. */
export function newSession(
  store: Store,
  userId: number,
  remember: boolean,
  { userAgent, mark }: SessionPlace,
): StartedSession {
  const token = store.randomToken();
  const now = store.now();
  const session: Session = {
    userId,
    tokenHash: hashToken(token),
    remember,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + lifetimeMs(remember),
    cookieAt: now,
    ...(mark && { browser: hashToken(mark) }),
    ...(userAgent && { userAgent: userAgent.slice(0, userAgentLengthMax) }),
  };
  return { token, session };
}

/** The session of a token, slid forward if due; null for forged, ended or expired ones. */
export const sessionByToken = async (store: Store, token: string): Promise<Session | null> =>
  (await usedSession(store, token, "other"))?.session ?? null;

/** How a session is used: only the answer to a request with the cookie can renew the cookie. */
export type SessionUse = "cookie" | "other";

export interface KeptSession {
  session: Session;
  /** Whether the session was slid forward just now; its cookie must then be renewed, too. */
  isSlid: boolean;
}

/** As `sessionByToken`, and tells whether the session slid. */
export async function usedSession(store: Store, token: string, by: SessionUse): Promise<KeptSession | null> {
  if (token.length < 16 || token.length > 128) return null;
  return await keepSession(store, hashToken(token), by);
}

/** A session by its token hash, slid forward if due; null if it has ended or expired. */
export async function keepSession(store: Store, tokenHash: string, by: SessionUse): Promise<KeptSession | null> {
  const session = await aliveSession(store, tokenHash);
  if (!session) return null;
  const now = store.now();
  const slidAt = by === "cookie" ? session.cookieAt ?? session.createdAt : session.lastSeenAt;
  if (now - slidAt < slideAfterSeconds * 1000) return { session, isSlid: false };
  const slid: Session = {
    ...session,
    lastSeenAt: now,
    expiresAt: now + lifetimeMs(session.remember),
    ...(by === "cookie" && { cookieAt: now }),
  };
  const isSlid = await unlessAway(slideSession(store, slid), false);
  return { session: isSlid ? slid : session, isSlid };
}

const recallSession = (store: Store, tokenHash: string): Promise<Session | null> =>
  store.memory.recall(
    ["session", tokenHash],
    async () => (await store.kv.get<Session>(keys.session(tokenHash))).value,
  );

/** A session that has neither ended nor expired, else null. Does not slide it. */
export async function aliveSession(store: Store, tokenHash: string): Promise<Session | null> {
  const session = await recallSession(store, tokenHash);
  // expireIn may fire a minute late: the stored time decides.
  return session && session.expiresAt > store.now() ? session : null;
}

/** Whether a session has neither ended nor expired. */
export const isSessionAlive = async (store: Store, tokenHash: string): Promise<boolean> =>
  await aliveSession(store, tokenHash) !== null;

/** The topic of a session: published when it was ended. */
export const sessionTopic = (tokenHash: string): string => `session:${tokenHash}`;

/** Ends a session and the notes to its device, also those registered in an earlier session of the same browser. */
export async function endSession(
  store: Store,
  session: Pick<Session, "userId" | "tokenHash" | "browser">,
): Promise<void> {
  const { userId, tokenHash, browser } = session;
  const op = store.kv.atomic();
  // Once the session is gone nobody can sign out of it again, though the answer was an error.
  addJob(store, op, { kind: "end_notes", userId, tokenHash, ...(browser && { browser }), at: store.now() });
  await dropSession(store, session, op);
  await removeSubscriptionsOf(store, userId, (device) => isOfSession(device, session));
}

/** Whether a device is notified because of a session: it was registered in that, or in an earlier one of its browser. */
export const isOfSession = (device: PushSubscription, { tokenHash, browser }: Pick<Session, "tokenHash" | "browser">) =>
  device.tokenHash === tokenHash || (browser !== undefined && device.browser === browser);

/** Ends a session alone, in the commit that `op` holds, and tells those who have it open. */
export async function dropSession(
  store: Store,
  session: Pick<Session, "userId" | "tokenHash">,
  op = store.kv.atomic(),
): Promise<void> {
  const tell = () => store.pubsub.publish([sessionTopic(session.tokenHash)]);
  await alsoIfLate(commitNow(deleteSession(op, session)), tell);
  tell();
}

/** A person's active sessions, the last used first. */
export async function sessionsOf(store: Store, userId: number): Promise<Session[]> {
  const hashes = await otherSessionsOf(store, userId, null);
  const found = await Promise.all(hashes.map((tokenHash) => aliveSession(store, tokenHash)));
  return found.filter((session) => session !== null).sort((one, other) => other.lastSeenAt - one.lastSeenAt);
}

/** The id of a session in a person's own forms and calls: the start of its hash, from which nobody gets the token. */
export const sessionIdOf = ({ tokenHash }: Pick<Session, "tokenHash">): string => tokenHash.slice(0, 16);

/** Ends one of a person's own sessions. Refuses `not_found` if the person has no such session. */
export async function endOwnSession(store: Store, userId: number, sessionId: string): Promise<Result<object>> {
  const session = (await sessionsOf(store, userId)).find((each) => sessionIdOf(each) === sessionId);
  if (!session) return refuse("not_found");
  await endSession(store, session);
  return { ok: true };
}

/** The token hashes of a person's sessions except `keepTokenHash`. */
export async function otherSessionsOf(store: Store, userId: number, keepTokenHash: string | null): Promise<string[]> {
  const hashes: string[] = [];
  for await (const entry of store.kv.list({ prefix: prefixes.sessionsOfUser(userId) })) {
    const tokenHash = String(entry.key.at(-1));
    if (tokenHash !== keepTokenHash) hashes.push(tokenHash);
  }
  return hashes;
}

export const deleteSession = (
  op: Deno.AtomicOperation,
  session: Pick<Session, "userId" | "tokenHash">,
): Deno.AtomicOperation =>
  op.delete(keys.session(session.tokenHash)).delete(keys.sessionOfUser(session.userId, session.tokenHash));

/**
 * Ends all sessions of a person except `keepTokenHash`; null ends all. Also ends the notes to all other devices, even
 * those whose session had expired: a lost telephone would go on showing them.
 */
export async function endOtherSessions(store: Store, userId: number, keepTokenHash: string | null): Promise<void> {
  const dropOthers = async () => {
    const others = await otherSessionsOf(store, userId, keepTokenHash);
    for (const tokenHash of others) await dropSession(store, { userId, tokenHash });
    return others.length;
  };
  const kept = keepTokenHash === null
    ? null
    : await recallSession(store, keepTokenHash) ?? { tokenHash: keepTokenHash };
  const removeDevices = () =>
    removeSubscriptionsOf(store, userId, (device) => kept === null || !isOfSession(device, kept));
  // In parallel: neither needs what the other reads.
  const [ended] = await Promise.all([dropOthers(), removeDevices()]);
  // A device may have been registered until its session was ended.
  if (ended > 0) await removeDevices();
}

const lifetimeMs = (remember: boolean): number => (remember ? rememberedSessionSeconds : sessionSeconds) * 1000;

/**
 * Adds a new session to a commit that checks the person's password as it is in `password`, or creates the account (null).
 * Without that check, a session could begin beside the end of all others and be taken for a later one.
 */
export const beginSession = (
  op: Deno.AtomicOperation,
  session: Session,
  password: StoredPassword | null,
): Deno.AtomicOperation => {
  const { sessionsEndedAt } = password ?? {};
  return setSession(op, sessionsEndedAt === undefined ? session : { ...session, sessionsEndedAt });
};

export function setSession(op: Deno.AtomicOperation, session: Session): Deno.AtomicOperation {
  const expireIn = lifetimeMs(session.remember);
  return op.set(keys.session(session.tokenHash), session, { expireIn })
    .set(keys.sessionOfUser(session.userId, session.tokenHash), null, { expireIn });
}

/** Writes only while the session still exists, so that a late request cannot revive one that was ended. */
async function slideSession(store: Store, session: Session): Promise<boolean> {
  const current = await store.kv.get<Session>(keys.session(session.tokenHash));
  return current.value !== null && await commitNow(setSession(store.kv.atomic().check(current), session));
}
