/**
 * What is left to do when sessions were ended: jobs of the commit that ended them, for a process that died or got no answer
 * before it did the rest. Sessions that began after that commit stay.
 */
import type { Store } from "../../open.ts";
import type { SessionJob } from "../../store/jobs/account_work.ts";
import { addJob } from "../../store/jobs/queue.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { removeSubscriptionsOf } from "../push_subscriptions.ts";
import { dropSession, isOfSession, type Session } from "./sessions.ts";
import type { StoredPassword } from "./stored_password.ts";

type JobOf<Kind> = Extract<SessionJob, { kind: Kind }>;

/** Forgets the devices of a session that was ended. One registered since belongs to a later session of that browser. */
export async function endNotes(store: Store, { userId, at, ...session }: JobOf<"end_notes">): Promise<void> {
  await removeSubscriptionsOf(store, userId, (device) => {
    const isItsOwn = device.tokenHash === session.tokenHash;
    return isItsOwn || (device.createdAt <= at && isOfSession(device, session));
  });
}

/** The end of all sessions of a person that began before `at`, but for `keepTokenHash`. */
export type SessionsEnd = Omit<JobOf<"end_sessions">, "kind">;

/**
 * Adds to a commit that the person's sessions end with it, and the job that sees to it. A session that began beside it, with
 * the password as it was read here, ends as well; one that began after it is known by `sessionsEndedAt` of the password.
 * `hash` is that of a new password.
 */
export function addSessionsEnd(
  store: Store,
  op: Deno.AtomicOperation,
  password: Deno.KvEntryMaybe<StoredPassword>,
  { userId, keepTokenHash, hash = password.value?.hash }: {
    userId: number;
    keepTokenHash: string | null;
    hash?: string;
  },
): SessionsEnd {
  // The clock may have been put back since the time before.
  const at = Math.max(store.now(), (password.value?.sessionsEndedAt ?? 0) + 1);
  op.check(password);
  if (hash !== undefined) op.set(password.key, { hash, sessionsEndedAt: at } satisfies StoredPassword);
  addJob(store, op, { kind: "end_sessions", userId, keepTokenHash, at });
  return { userId, keepTokenHash, at };
}

/**
 * Ends all sessions of a person but the one that stays and those that began since, and the notes to all other devices. For
 * the process that committed the end, and for the job.
 */
export async function endEarlierSessions(store: Store, { userId, keepTokenHash, at }: SessionsEnd): Promise<void> {
  // Also the notes of one that has run out meanwhile stay; what began since and has run out is known by its devices.
  const staying: Pick<Session, "tokenHash" | "browser">[] = keepTokenHash === null
    ? []
    : [{ tokenHash: keepTokenHash }];
  for await (const { key } of store.kv.list({ prefix: prefixes.sessionsOfUser(userId) })) {
    const tokenHash = String(key.at(-1));
    const session = (await store.kv.get<Session>(keys.session(tokenHash))).value;
    const stays = session && (tokenHash === keepTokenHash || (session.sessionsEndedAt ?? 0) >= at);
    if (stays) staying.push(session);
    else await dropSession(store, { userId, tokenHash });
  }
  await removeSubscriptionsOf(
    store,
    userId,
    (device) => (device.sessionsEndedAt ?? 0) < at && !staying.some((session) => isOfSession(device, session)),
  );
}
