/**
 * What is left to do when sessions were ended: jobs of the commit that ended them, for a process that died or got no answer
 * before it did the rest. Sessions that began after that commit stay.
 */
import type { Store } from "../../open.ts";
import type { SessionJob } from "../../store/jobs/work.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { removeSubscriptionsOf } from "../push_subscriptions.ts";
import { dropSession, isOfSession, type Session } from "./sessions.ts";

type JobOf<Kind> = Extract<SessionJob, { kind: Kind }>;

/** Forgets the devices of a session that was ended. One registered since belongs to a later session of that browser. */
export async function endNotes(store: Store, { userId, at, ...session }: JobOf<"end_notes">): Promise<void> {
  await removeSubscriptionsOf(store, userId, (device) => {
    const isItsOwn = device.tokenHash === session.tokenHash;
    return isItsOwn || (device.createdAt <= at && isOfSession(device, session));
  });
}

/**
 * Ends all sessions of a person but the one that stays and those that began after the commit of this job, and the notes to
 * all other devices.
 */
export async function endEarlierSessions(
  store: Store,
  { userId, keepTokenHash, at }: JobOf<"end_sessions">,
): Promise<void> {
  const password = await store.kv.get(keys.password(userId));
  // Also the notes of one that has run out meanwhile stay.
  const staying: Pick<Session, "tokenHash" | "browser">[] = keepTokenHash === null
    ? []
    : [{ tokenHash: keepTokenHash }];
  for await (const { key, versionstamp } of store.kv.list({ prefix: prefixes.sessionsOfUser(userId) })) {
    const tokenHash = String(key.at(-1));
    const session = (await store.kv.get<Session>(keys.session(tokenHash))).value;
    const stays = session && (tokenHash === keepTokenHash || beganAfter(at, session, versionstamp, password));
    if (stays) staying.push(session);
    else await dropSession(store, { userId, tokenHash });
  }
  await removeSubscriptionsOf(store, userId, (device) => !staying.some((session) => isOfSession(device, session)));
}

/**
 * Whether a session began after a moment, and not by an earlier password: one may still begin by that until a new password
 * is written. Which was first is told by the versions, as long as sliding has not written the session anew.
 */
function beganAfter(
  at: number,
  { createdAt, lastSeenAt }: Session,
  written: string,
  password: Deno.KvEntryMaybe<unknown>,
): boolean {
  const isByEarlier = lastSeenAt === createdAt && password.versionstamp !== null && written < password.versionstamp;
  return createdAt > at && !isByEarlier;
}
