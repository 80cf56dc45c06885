/**
 * Deleted accounts: what ends at once with the person's own word, and the mark that stays. Everything else is erased by a
 * job of the same commit (kv/records/own_data/erase.ts), which begins anew wherever it was broken off.
 */
import { publishedTopic } from "../ladies/ladies.ts";
import type { LadyRecord } from "../ladies/record.ts";
import type { Store } from "../open.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { commitNow, transact } from "../store/commit.ts";
import { addJob } from "../store/jobs/queue.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { addFarewell } from "./farewells.ts";
import { passwordOf, verifyPassword } from "./signing_in/passwords.ts";
import { endOtherSessions } from "./signing_in/sessions.ts";
import { isStaff, lady, type User } from "./users.ts";

/** What remains of an account: a number, when it ended, and of a lady whether she was kept out as a fraud then. */
export interface Deletion {
  userId: number;
  groupId: User["groupId"];
  /** Ms since the epoch, both; null while there is still something to erase. */
  at: number;
  erasedAt: number | null;
  /** What the erasing looks for where no number stands; gone when it is done. */
  email: string | null;
  /** In which the last mail is written (farewells.ts); absent once it is, and for who was told already. */
  locale?: User["locale"];
  /** Whether unused purchased credits are asked back in money; without it they end with the account. */
  wantsRefund: boolean;
  /** Whether a lady was kept out as a fraud then; absent in deletions from before it was noted. */
  wasFraud?: boolean;
}

/** What was under way when the account ended is over by then: all is looked through once more. */
export const secondPassMs = 60_000;

/**
 * Deletes one's own account: from this commit on nobody can sign in with it, it is shown nowhere, and every session ends.
 * A second time answers the first deletion. Refuses `wrong_password`, and `wrong_role` for who works here.
 */
export async function deleteAccount(
  store: Store,
  userId: number,
  wish: { password: string; wantsRefund: boolean },
): Promise<Result<{ deletion: Deletion }>> {
  const password = await passwordOf(store, userId);
  const isRight = await verifyPassword(password.value?.hash ?? null, wish.password);
  const deleted = await transact<Result<{ deletion: Deletion; record?: LadyRecord }>>(async () => {
    const [user, present, record, earlier] = await store.kv.getMany<[User, unknown, LadyRecord, Deletion]>([
      keys.user(userId),
      password.key,
      keys.lady(userId),
      keys.deletion(userId),
    ]);
    if (earlier.value) return { done: { ok: true, deletion: earlier.value } };
    if (!user.value) return { done: refuse("not_found") };
    if (isStaff(user.value)) return { done: refuse("wrong_role") };
    // One that was changed since is not the one that was verified.
    if (!isRight || present.versionstamp !== password.versionstamp) {
      return { done: refuse("wrong_password", { fields: { password: "wrong_password" } }) };
    }
    const op = store.kv.atomic().check(user, present, record, earlier).delete(record.key);
    const deletion = addDeletion(store, op, user.value, { wantsRefund: wish.wantsRefund, actorId: userId });
    return { commit: op, result: { ok: true, deletion } };
  });
  if (!deleted.ok) return deleted;
  // First of all: a chat then ends as this person's doing.
  await endOtherSessions(store, userId, null);
  if (deleted.deletion.groupId === lady) {
    // Behind whatever was just changing her profile, so that the index ends without her.
    await store.mutexes.run(`lady:${userId}`, async () => void store.ladies.remove(userId));
    store.pubsub.publish([publishedTopic(userId)]);
  }
  return { ok: true, deletion: deleted.deletion };
}

interface AskedDeletion {
  wantsRefund: boolean;
  actorId: number | null;
  /** As it was at an earlier deletion; otherwise as it is now. */
  wasFraud?: boolean;
}

/** What every deletion writes: the mark, the end of the account and of the ways in, and the job that does the rest. */
function addDeletion(
  store: Store,
  op: Deno.AtomicOperation,
  { id: userId, groupId, email, locale, suspension }: User,
  { wantsRefund, actorId, wasFraud = suspension?.kind === "fraud" }: AskedDeletion,
): Deletion {
  // Nobody acts where a deletion is repeated: the last mail went out after the first.
  const told = actorId === null ? {} : { locale };
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
  const details = { groupId, wantsRefund };
  putAuditRecord(store, op, { action: "account_deleted", actorId, subject: `user:${userId}`, details });
  addJob(store, op, { kind: "erase_member", userId });
  return deletion;
}

/**
 * Deletes somebody anew who is here again because an older backup was put back; the job waits for the server. False
 * for who is not here, works here, or came later: an older store gives numbers again that were given after it. What was
 * asked back in money then is asked again by what the ledger says now.
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
    // The account that was put back may be from before she was let in, or kept out.
    const asked = { wantsRefund: former.wantsRefund, wasFraud: former.wasFraud };
    addDeletion(store, op, user.value, { ...asked, actorId: null });
    return { commit: op, result: true };
  });
}

/** Begins again what was given up after half a day of failing: when the site starts, and every night (retention.ts). */
export async function resumeErasures(store: Store): Promise<void> {
  for await (const { userId, at, erasedAt } of deletions(store)) {
    if (erasedAt !== null || at > store.now() - 3600_000) continue;
    const op = store.kv.atomic();
    addJob(store, op, { kind: "erase_member", userId }, store.now(), `erase-${userId}`);
    await commitNow(op);
  }
}

/** The deletion of somebody, or null for who is here, and for who never was. */
export async function deletionOf(store: Store, userId: number): Promise<Deletion | null> {
  if (!Number.isSafeInteger(userId)) return null;
  return (await store.kv.get<Deletion>(keys.deletion(userId))).value;
}

/** All that was deleted, by number. */
export async function* deletions(store: Store): AsyncGenerator<Deletion> {
  for await (const { value } of store.kv.list<Deletion>({ prefix: prefixes.deletions() })) yield value;
}

/** Notes the end of a look through everything: after the first a second follows, after that nothing is left. */
export async function noteErased(store: Store, userId: number, isSecondPass: boolean): Promise<void> {
  await transact<void>(async () => {
    const entry = await store.kv.get<Deletion>(keys.deletion(userId));
    const deletion = entry.value;
    if (!deletion || deletion.erasedAt !== null) return { done: undefined };
    const op = store.kv.atomic().check(entry);
    if (!isSecondPass) {
      addJob(store, op, { kind: "erase_member", userId }, deletion.at + secondPassMs, `erase-${userId}`);
    } else {
      const { locale: _, ...mark } = deletion;
      op.set(entry.key, { ...mark, email: null, erasedAt: store.now() } satisfies Deletion);
      await addFarewell(store, op, deletion);
      putAuditRecord(store, op, { action: "account_erased", actorId: null, subject: `user:${userId}`, details: {} });
    }
    return { commit: op, result: undefined };
  });
}
