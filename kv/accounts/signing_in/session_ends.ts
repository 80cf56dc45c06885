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

/** The record that was written in the commit that ended the sessions. */
const changedRecords = { password: keys.password, second_factor: keys.secondFactor, suspension: keys.user } as const;

/**
 * Ends all sessions of a person but the one that stays and those that began after the commit, and the notes to all other
 * devices. Where the record is gone, no session is such a later one.
 */
export async function endEarlierSessions(
  store: Store,
  { userId, keepTokenHash, by }: JobOf<"end_sessions">,
): Promise<void> {
  const changed = (await store.kv.get(changedRecords[by](userId))).versionstamp;
  // Also the notes of one that has run out meanwhile stay.
  const staying: Pick<Session, "tokenHash" | "browser">[] = keepTokenHash === null
    ? []
    : [{ tokenHash: keepTokenHash }];
  for await (const { key, versionstamp } of store.kv.list({ prefix: prefixes.sessionsOfUser(userId) })) {
    const tokenHash = String(key.at(-1));
    const session = (await store.kv.get<Session>(keys.session(tokenHash))).value;
    const stays = session && (tokenHash === keepTokenHash || beganAfter(session, versionstamp, changed));
    if (stays) staying.push(session);
    else await dropSession(store, { userId, tokenHash });
  }
  await removeSubscriptionsOf(store, userId, (device) => !staying.some((session) => isOfSession(device, session)));
}

/**
 * Whether a session, written last in one version, began after another version. Sliding writes a session anew, and tells by
 * then that it is minutes old.
 */
const beganAfter = ({ createdAt, lastSeenAt }: Session, written: string, changed: string | null): boolean =>
  changed !== null && written >= changed && lastSeenAt === createdAt;
