/**
 * A code, link or ticket begins a session once. If the answer with the session's cookie is lost, because the button was
 * pressed twice or the network failed, the same press gets a session within a minute, in place of the first, which nobody
 * has. Nothing is given again to another page or browser, after the first session was ended, or after another password.
 */
import type { Store } from "../../open.ts";
import { transact } from "../../store/commit.ts";
import { type Act, isSamePress, justDone, noteChanged, noteDone, type Press } from "../../store/just_done.ts";
import { keys } from "../../store/keys.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import type { User } from "../users.ts";
import type { Visitor } from "../visitors.ts";
import type { CodesMade } from "./codes_again.ts";
import {
  beginSession,
  deleteSession,
  hashToken,
  newSession,
  type Session,
  sessionTopic,
  type StartedSession,
} from "./sessions.ts";
import { recordSignIn, type SignInWay } from "./sign_in_records.ts";
import type { StoredPassword } from "./stored_password.ts";

/** The spending of a secret, and the press that spent it. */
export interface Spending {
  act: Act;
  press: Press;
}

/** What a spent secret opened. */
interface Opened {
  userId: number;
  by: SignInWay;
  /** Of the newest session that was given for it; null if none was to begin. */
  tokenHash: string | null;
  /** The hash of the stored password at that time. */
  password: string;
  /** The path that was wanted; "" for none. */
  next: string;
  /** Present if recovery codes were made with it. */
  codes?: CodesMade;
}

/** Adds to the commit that spends a secret what a second press is told. `passwordHash` is the stored hash. */
export function noteOpened(
  store: Store,
  op: Deno.AtomicOperation,
  { act, press }: Spending,
  { userId, by, started, passwordHash, next = "", codes }: {
    userId: number;
    by: SignInWay;
    started: StartedSession | null;
    passwordHash: string;
    next?: string;
    codes?: CodesMade;
  },
): void {
  const told: Opened = {
    userId,
    by,
    tokenHash: started?.session.tokenHash ?? null,
    password: hashToken(passwordHash),
    next,
    ...(codes && { codes }),
  };
  noteDone(store, op, { act, press, told });
}

/** What is given again; no session if none had begun. */
export type Again = { user: User; started: StartedSession | null; next: string };

/** Adds to the commit of the second press, or refuses. Is given what the note says, and returns what changes in it. */
type Also = (op: Deno.AtomicOperation, opened: Opened) => Promise<Result<Pick<Opened, "codes">>>;

/**
 * Gives the same press what its first time opened, with a session in place of the first. Refuses `expired` for everything
 * else, also where a session was given but none is wanted now (`visitor` is null), because somebody is signed in there.
 */
export async function beginAgain(
  store: Store,
  { act, press }: Spending,
  visitor: Visitor | null,
  also: Also = () => Promise.resolve({ ok: true }),
): Promise<Result<Again>> {
  const result = await transact<Result<Again & { former: string | null }>>(async () => {
    const note = await justDone<Opened>(store, act);
    if (!note || !isSamePress(store, note.value, press)) return { done: refuse("expired") };
    const { userId, tokenHash, password, by, next } = note.value;
    const [user, stored, former] = await store.kv.getMany<[User, StoredPassword, Session]>([
      keys.user(userId),
      keys.password(userId),
      keys.session(tokenHash ?? ""),
    ]);
    if (!user.value || !stored.value || hashToken(stored.value.hash) !== password) return { done: refuse("expired") };
    if (tokenHash === null) return { done: { ok: true, user: user.value, started: null, next, former: null } };
    if (!visitor || !former.value || former.value.expiresAt <= store.now()) return { done: refuse("expired") };
    // All sessions were ended since, and only the job that follows has not come to this one.
    if (former.value.sessionsEndedAt !== stored.value.sessionsEndedAt) return { done: refuse("expired") };
    const { remember, userAgent } = former.value;
    const started = newSession(store, userId, remember, { userAgent, mark: visitor.mark });
    const op = store.kv.atomic().check(note, stored, former);
    beginSession(deleteSession(op, former.value), started.session, stored.value);
    recordSignIn(store, op, user.value, { by, visitor });
    const added = await also(op, note.value);
    if (!added.ok) return { done: added };
    noteChanged(store, op, note, { tokenHash: started.session.tokenHash, ...(added.codes && { codes: added.codes }) });
    return { commit: op, result: { ok: true, user: user.value, started, next, former: tokenHash } };
  });
  if (!result.ok) return result;
  const { former, ...again } = result;
  if (former !== null) store.pubsub.publish([sessionTopic(former)]);
  return again;
}
