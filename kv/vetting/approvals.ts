/**
 * The approval queue: what waits for a staff member to look at it, oldest first. It holds ids only; what was
 * asked, and by whom, lies where its kind keeps it. Asking anew gives a new id, so that nobody approves what nobody has seen.
 */
import type { Store } from "../open.ts";
import { type Decision, putDecision } from "../safety/decisions.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { keys } from "../store/keys.ts";
import { getAll } from "../store/listing/get_all.ts";
import { prefixes } from "../store/prefixes.ts";
import type { Refusal, Result } from "../store/refusals.ts";
import { putBegun } from "./verifications.ts";

/** A lady's changed profile, a lady's wished first name, anybody's new photo. */
export const approvalKinds = ["profile", "name", "photo"] as const;
export type ApprovalKind = typeof approvalKinds[number];

/** The thing that waits: the user's id for profiles and names, the photo's id for photos. */
export interface ApprovalSubject {
  kind: ApprovalKind;
  subjectId: number;
}

export interface Approval extends ApprovalSubject {
  /** Rises with every approval that is asked for. */
  id: number;
  /** Whose it is, and who is told. */
  userId: number;
  /** Ms since the epoch. */
  askedAt: number;
}

type Asked = ApprovalSubject & Pick<Approval, "userId">;

/**
 * Adds an approval to a commit, of something that was sent to be seen; it replaces one that waits for the same thing. To be
 * called anew in each attempt: the commit fails if the same thing was asked for or decided in the meantime. Adds up to two
 * checks.
 */
export async function addApproval(store: Store, op: Deno.AtomicOperation, asked: Asked): Promise<Approval> {
  const [approval] = await Promise.all([renewApproval(store, op, asked), putBegun(store, op, asked.userId)]);
  return approval;
}

/** The same of something that stands otherwise now although its owner has sent nothing. Adds one check. */
export async function renewApproval(store: Store, op: Deno.AtomicOperation, asked: Asked): Promise<Approval> {
  const id = await store.ids.next("approval");
  const { kind, subjectId, userId } = asked;
  const waiting = await removeApproval(store, op, asked);
  const approval: Approval = { id, kind, subjectId, userId, askedAt: store.now() };
  op.set(keys.approval(id), approval).set(waiting.key, id);
  return approval;
}

/** Adds to a commit that no approval waits for this thing any more, as when it was taken back. Adds one check. */
export async function removeApproval(
  store: Store,
  op: Deno.AtomicOperation,
  { kind, subjectId }: ApprovalSubject,
): Promise<Deno.KvEntryMaybe<number>> {
  const waiting = await store.kv.get<number>(keys.approvalIdOf(kind, subjectId));
  op.check(waiting);
  if (waiting.value !== null) op.delete(waiting.key).delete(keys.approval(waiting.value));
  return waiting;
}

/**
 * The same for several things. Adds no check: the caller checks the record that holds them, which every asking and every
 * decision changes.
 */
export async function removeApprovals(
  store: Store,
  op: Deno.AtomicOperation,
  subjects: readonly ApprovalSubject[],
): Promise<void> {
  const idKeys = subjects.map(({ kind, subjectId }) => keys.approvalIdOf(kind, subjectId));
  for (const [at, id] of (await getAll<number>(store, idKeys)).entries()) {
    if (id !== null) op.delete(idKeys[at]!).delete(keys.approval(id));
  }
}

/** What a staff member has decided, and why. */
export interface Verdict {
  isApproved: boolean;
  /** The words that the one who asked reads; null if none were given, or if it was approved. */
  reason: string | null;
  /** Null for the operator's own command. */
  actorId: number | null;
  /** The rejection with its reasons; null if it was approved. */
  decision: Decision | null;
}

/**
 * Adds the end of a decided approval to a commit, with its reasons and its record in the audit log. The commit fails if
 * the approval has ended or was replaced in the meantime.
 */
export function endApproval(
  store: Store,
  op: Deno.AtomicOperation,
  approval: Deno.KvEntry<Approval>,
  { isApproved, reason, actorId, decision }: Verdict,
): void {
  const { id, kind, subjectId, userId } = approval.value;
  op.check(approval).delete(approval.key).delete(keys.approvalIdOf(kind, subjectId));
  putAuditRecord(store, op, {
    action: isApproved ? "approval_approved" : "approval_refused",
    actorId,
    subject: `user:${userId}`,
    details: {
      kind,
      asking: id,
      about: subjectId,
      ...(reason !== null && { reason }),
      ...(decision && putDecision(op, decision)),
    },
  });
}

export const approvalEntry = (store: Store, approvalId: number): Promise<Deno.KvEntryMaybe<Approval>> =>
  store.kv.get<Approval>(keys.approval(approvalId));

/** The approval that waits for a thing, or null. */
export async function approvalOf(store: Store, { kind, subjectId }: ApprovalSubject): Promise<Approval | null> {
  const id = (await store.kv.get<number>(keys.approvalIdOf(kind, subjectId))).value;
  return id === null ? null : (await approvalEntry(store, id)).value;
}

/** The oldest approval that waits behind `afterId`; 0 stands before all. */
export async function approvalAfter(store: Store, afterId: number): Promise<Approval | null> {
  const range = { prefix: prefixes.approvals(), start: keys.approval(afterId + 1) };
  for await (const { value } of store.kv.list<Approval>(range, { limit: 1 })) return value;
  return null;
}

/** The approvals of one person that wait, oldest first. */
export async function approvalsOf(store: Store, userId: number): Promise<Approval[]> {
  const waiting: Approval[] = [];
  for await (const { value } of store.kv.list<Approval>({ prefix: prefixes.approvals() }, { batchSize: 500 })) {
    if (value.userId === userId) waiting.push(value);
  }
  return waiting;
}

/** All approvals that wait, oldest first, `limit` at most. */
export async function waitingApprovals(store: Store, limit = 100): Promise<Approval[]> {
  const waiting: Approval[] = [];
  for await (const entry of store.kv.list<Approval>({ prefix: prefixes.approvals() }, { limit })) {
    waiting.push(entry.value);
  }
  return waiting;
}

/**
 * Carries out a decision, in one commit with `endApproval` and what `tell` adds. Refuses `not_found` if the approval has
 * ended or was replaced in the meantime.
 */
export type Decider = (
  store: Store,
  approval: Deno.KvEntry<Approval>,
  verdict: Verdict,
  tell: Tell,
) => Promise<Result<Record<never, never>>>;

/**
 * Adds to the commit of a decision the mail to the one who asked, unless `isMailed` is false, and checks that who decides
 * still may: refuses `wrong_role` if not. To be called anew in each attempt.
 */
export type Tell = (op: Deno.AtomicOperation, isMailed?: boolean) => Promise<Refusal | null>;
