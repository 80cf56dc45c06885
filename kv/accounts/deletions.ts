/**
 * Deletion of accounts: what ends as soon as a person asks for it, and the mark that remains. A job of the same commit
 * erases everything else (kv/records/own_data/erase.ts); after an interruption it starts over.
 */
import { publishedTopic } from "../ladies/ladies.ts";
import type { LadyRecord } from "../ladies/record.ts";
import type { Store } from "../open.ts";
import { addLastingSuspension } from "../safety/lasting_suspensions.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { commitNow, transact } from "../store/commit.ts";
import { alsoIfLate } from "../store/health/health.ts";
import { nobody } from "../store/ids.ts";
import { addJob } from "../store/jobs/queue.ts";
import { type Act, noteDone, wasJustDone } from "../store/just_done.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { addFarewell, type Leaver } from "./farewells.ts";
import { passwordOf, verifyPassword } from "./signing_in/passwords.ts";
import { endOtherSessions, hashToken } from "./signing_in/sessions.ts";
import { keepBonusMark } from "./sign_up_bonus.ts";
import { isStaff, isSuspended, lady, type User } from "./users.ts";

/** What remains of a deleted account: its number, when it ended, and whether a lady was suspended as a fraud then. */
export interface Deletion {
  userId: number;
  groupId: User["groupId"];
  /** When the account ended, and when everything was erased; both in ms since the epoch. `erasedAt` is null until then. */
  at: number;
  erasedAt: number | null;
  /** Finds the records that hold the address instead of the number; null once everything is erased. */
  email: string | null;
  /** The language of the farewell mail (farewells.ts); absent once the mail is queued, and if the person was told before. */
  locale?: User["locale"];
  /** Whether that mail tells what stays of a suspension; goes together with `locale`. */
  wasSuspended?: true;
  /** Whether the person wants money back for unused purchased credits; otherwise they end with the account. */
  wantsRefund: boolean;
  /** Whether a lady was suspended as a fraud at that time; absent in older deletions. */
  wasFraud?: boolean;
}

/** Whatever was under way when the account ended is over by then, and everything is searched once more. */
export const secondPassMs = 60_000;

/** Names the deletion by its session, whose token only that browser has; the note of it names nobody. */
const deletedIn = (tokenHash: string): Act => ["account_deleted", tokenHash];

/** Whether the account of an ended session was deleted in it within the last minute. */
export const wasJustDeletedIn = (store: Store, token: string): Promise<boolean> =>
  wasJustDone(store, deletedIn(hashToken(token)));

/**
 * Deletes a person's own account: from this commit on nobody can sign in to it, it is shown nowhere, and all of its
 * sessions end. A repeat returns the first deletion. Refuses `wrong_password`, `not_found`, and `wrong_role` for staff.
 */
export async function deleteAccount(
  store: Store,
  userId: number,
  wish: { password: string; wantsRefund: boolean; tokenHash?: string },
): Promise<Result<{ deletion: Deletion }>> {
  const password = await passwordOf(store, userId);
  const isRight = await verifyPassword(password.value?.hash ?? null, wish.password);
  const deleting = transact<Result<{ deletion: Deletion }>>(async () => {
    const [user, present, record, earlier] = await store.kv.getMany<[User, unknown, LadyRecord, Deletion]>([
      keys.user(userId),
      password.key,
      keys.lady(userId),
      keys.deletion(userId),
    ]);
    if (earlier.value) return { done: { ok: true, deletion: earlier.value } };
    if (!user.value) return { done: refuse("not_found") };
    if (isStaff(user.value)) return { done: refuse("wrong_role") };
    // A password that was changed since is not the one that was verified.
    if (!isRight || present.versionstamp !== password.versionstamp) {
      return { done: refuse("wrong_password", { fields: { password: "wrong_password" } }) };
    }
    const op = store.kv.atomic().check(user, present, record, earlier).delete(record.key);
    const deletion = await addDeletion(store, op, user.value, { wantsRefund: wish.wantsRefund, actorId: userId });
    if (wish.tokenHash) noteDone(store, op, { act: deletedIn(wish.tokenHash), told: { userId: nobody } });
    return { commit: op, result: { ok: true, deletion } };
  });
  const tell = () => store.pubsub.publish([publishedTopic(userId)]);
  // If the answer is late, the sessions are ended by the job.
  const deleted = await alsoIfLate(deleting, tell);
  if (!deleted.ok) return deleted;
  // Before everything else, so that an open chat ends as this person's doing.
  await endOtherSessions(store, userId, null);
  if (deleted.deletion.groupId === lady) {
    // Waits for changes to her profile that are under way, so that none of them puts her back into the index.
    await store.mutexes.run(`lady:${userId}`, async () => void store.ladies.remove(userId));
    tell();
  }
  return { ok: true, deletion: deleted.deletion };
}

interface AskedDeletion {
  wantsRefund: boolean;
  actorId: number | null;
  /** From an earlier deletion; by default from the present suspension. */
  wasFraud?: boolean;
}

/**
 * Adds what every deletion writes: the mark, the end of the account and of its sign-ins, what stays of a suspension, that his
 * mailbox had the credits for joining, and the job for the rest.
 */
async function addDeletion(
  store: Store,
  op: Deno.AtomicOperation,
  user: User,
  { wantsRefund, actorId, wasFraud = user.suspension?.kind === "fraud" }: AskedDeletion,
): Promise<Deletion> {
  const { id: userId, groupId, email, locale } = user;
  // A repeated deletion has no actor and needs no farewell mail: that was sent after the first.
  const told = actorId === null ? {} : { locale, ...(isSuspended(user) && { wasSuspended: true as const }) };
  const about = groupId === lady ? { wasFraud } : {};
  const deletion: Deletion = {
    userId,
    groupId,
    at: store.now(),
    erasedAt: null,
    email,
    wantsRefund,
    ...told,
    ...about,
  };
  op.set(keys.deletion(userId), deletion)
    .delete(keys.user(userId))
    .delete(keys.userIdByEmail(email))
    .delete(keys.password(userId));
  // What lasts after a repeated one, the former store knows: the suspension may have ended before the account.
  if (actorId !== null) await addLastingSuspension(store, op, user);
  await keepBonusMark(store, op, user);
  const details = { groupId, wantsRefund };
  putAuditRecord(store, op, { action: "account_deleted", actorId, subject: `user:${userId}`, details });
  addJob(store, op, { kind: "erase_member", userId });
  return deletion;
}

/**
 * Deletes again an account that came back with an older backup; the job runs once the server has started. Returns false
 * if there is no such account, if it is staff's, or if it is newer than the deletion: a restored store gives numbers
 * again that it gave before. If a refund was wanted, it is asked for again, by what the ledger says now.
 */
export function repeatDeletion(store: Store, former: Deletion): Promise<boolean> {
  return transact<boolean>(async () => {
    const [user, record] = await store.kv.getMany<[User, LadyRecord]>([
      keys.user(former.userId),
      keys.lady(former.userId),
    ]);
    if (!user.value || user.value.groupId !== former.groupId || isStaff(user.value)) return { done: false };
    if (user.value.confirmedAt > former.at) return { done: false };
    const op = store.kv.atomic().check(user, record).delete(record.key);
    // The restored account may be older than her suspension, or than its end.
    const asked = { wantsRefund: former.wantsRefund, wasFraud: former.wasFraud };
    await addDeletion(store, op, user.value, { ...asked, actorId: null });
    return { commit: op, result: true };
  });
}

/** Restarts erasures given up after half a day of failures: when the site starts, and every night (retention.ts). */
export async function resumeErasures(store: Store): Promise<void> {
  for await (const { userId, at, erasedAt } of deletions(store)) {
    if (erasedAt !== null || at > store.now() - 3600_000) continue;
    const op = store.kv.atomic();
    addJob(store, op, { kind: "erase_member", userId }, store.now(), `erase-${userId}`);
    await commitNow(op);
  }
}

/** The deletion of an account; null if the account exists, or never did. */
export async function deletionOf(store: Store, userId: number): Promise<Deletion | null> {
  if (!Number.isSafeInteger(userId)) return null;
  return (await store.kv.get<Deletion>(keys.deletion(userId))).value;
}

/** All deletions, by the number of the account. */
export async function* deletions(store: Store): AsyncGenerator<Deletion> {
  for await (const { value } of store.kv.list<Deletion>({ prefix: prefixes.deletions() })) yield value;
}

/**
 * Records the end of a pass over all data: the first is followed by a second, after which the account is erased. `told` is
 * what the farewell mail says of his credits.
 */
export async function noteErased(
  store: Store,
  userId: number,
  isSecondPass: boolean,
  told: Pick<Leaver, "owed" | "forgoneCredits">,
): Promise<void> {
  await transact<void>(async () => {
    const entry = await store.kv.get<Deletion>(keys.deletion(userId));
    const deletion = entry.value;
    if (!deletion || deletion.erasedAt !== null) return { done: undefined };
    const op = store.kv.atomic().check(entry);
    if (!isSecondPass) {
      addJob(store, op, { kind: "erase_member", userId }, deletion.at + secondPassMs, `erase-${userId}`);
    } else {
      const { locale: _, wasSuspended: __, ...mark } = deletion;
      op.set(entry.key, { ...mark, email: null, erasedAt: store.now() } satisfies Deletion);
      await addFarewell(store, op, { ...deletion, ...told });
      putAuditRecord(store, op, { action: "account_erased", actorId: null, subject: `user:${userId}`, details: {} });
    }
    return { commit: op, result: undefined };
  });
}
