/**
 * Suspensions: an admin keeps somebody out, and lets them back in. Whoever is suspended gets no further than to the
 * reasons, is shown nowhere and reached by nobody. What was theirs stays as it is, so that reinstating restores it.
 */
import { trimText } from "../../chat/shared/text.ts";
import { addSessionsEnd, endEarlierSessions, type SessionsEnd } from "../accounts/signing_in/session_ends.ts";
import type { StoredPassword } from "../accounts/signing_in/stored_password.ts";
import { isActing, lady, type Suspension, type User } from "../accounts/users.ts";
import { transactLady } from "../ladies/profile/changing.ts";
import type { LadyRecord } from "../ladies/record.ts";
import type { Store } from "../open.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { addJob } from "../store/jobs/queue.ts";
import { keys } from "../store/keys.ts";
import { type Refusal, refuse, type Result } from "../store/refusals.ts";
import { putResumedVerification } from "../vetting/verification_steps.ts";
import { type Decision, type Ground, groundOfSuspension, newDecision, putDecision } from "./decisions.ts";
import { addFraudCase } from "./fraud_cases.ts";
import { addLastingSuspension, endLastingSuspension } from "./lasting_suspensions.ts";
import { type AnswerWords, putReportAnswer } from "./report_answers.ts";

export const suspensionReasonLengthMax = 500;
/** UTF-16 units of what the person reads. */
export const suspensionFactsLengthMax = 1000;

export interface WantedSuspension {
  userId: number;
  kind: Suspension["kind"];
  /** For the staff, 1 to 500 UTF-16 units. */
  reason: string;
  /** What was found, as the person reads it; it must not name anybody who reported anything. */
  facts?: string;
  /** The rule that was broken; the usual one of `kind` if none is named. */
  ground?: Ground;
  /** The report that led to it, and what its reporter reads: it is answered in the same commit. */
  answers?: AnswerWords;
  /** The admin. */
  actorId: number;
  /** As in kv/store/jobs/queue.ts: where the links of a demo's mails lead. */
  origin?: string;
}

export type Suspended = Result<{ user: User }>;

/**
 * Keeps somebody out from now on. A lady's suspension for fraud also tells and repays whoever wrote to her; one for
 * conduct may become one for fraud later. The same press again changes nothing. Refuses `invalid`, `not_found`,
 * `wrong_role` if the actor is no admin, `forbidden` for oneself, `conflict` if the person is suspended already, and
 * what `putReportAnswer` refuses.
 */
export async function suspend(store: Store, wanted: WantedSuspension): Promise<Suspended> {
  const { userId, kind, actorId, answers, origin } = wanted;
  const reason = readReason(wanted.reason);
  if (typeof reason !== "string") return reason;
  const facts = trimText(wanted.facts ?? "");
  if (facts.length > suspensionFactsLengthMax) return refuse("invalid", { fields: { facts: "too_long" } });
  const ground = wanted.ground ?? groundOfSuspension[kind];
  const { reportId } = answers ?? {};
  const made = { userId, kind: "suspension", facts, decidedBy: actorId, ground, reportId, origin } as const;
  let end: SessionsEnd | null = null;
  const suspended = await change(store, wanted, async (op, user) => {
    end = null;
    const before = user.suspension;
    const isRepeat = before?.kind === kind && before.by === actorId && before.reason === reason && !answers;
    if (isRepeat) return { ok: true, user };
    if (before && (before.kind === kind || before.kind === "fraud")) return refuse("conflict");
    const answered = answers && await putReportAnswer(store, op, { ...answers, actorId, outcome: "acted" });
    if (answered && !answered.ok) return answered;
    const decision = await newDecision(store, made);
    const suspension: Suspension = {
      at: store.now(),
      kind,
      reason,
      by: actorId,
      decisionId: decision.id,
      ...(before && { replaced: before }),
    };
    putAuditRecord(store, op, {
      action: "user_suspended",
      actorId,
      subject: `user:${userId}`,
      details: { kind, reason, ...putDecision(op, decision) },
    });
    addJob(store, op, { kind: "suspension_mail", userId, isOver: false, ...(origin && { origin }) });
    if (kind === "fraud" && user.groupId === lady) {
      // The time that the case covers ended when she was first kept out.
      addFraudCase(store, op, { ladyId: userId, at: before?.at ?? suspension.at, openedAt: suspension.at, origin });
    } else addJob(store, op, { kind: "keep_letters_back", userId, otherId: null });
    const keptOut = { ...user, suspension };
    const [password] = await Promise.all([
      store.kv.get<StoredPassword>(keys.password(userId)),
      addLastingSuspension(store, op, keptOut, decision),
    ]);
    end = addSessionsEnd(store, op, password, { userId, keepTokenHash: null });
    return keptOut;
  });
  if (suspended.ok && end) await endEarlierSessions(store, end);
  return suspended;
}

/** Names a suspension: by it a page says which one it showed. */
export const suspensionMark = ({ decisionId, at }: Suspension): number => decisionId ?? at;

/**
 * Lets somebody back in, whatever kept them out. Everything is as it was, except for letters that went back to their
 * authors. Nothing changes for who is in already. Refuses as `suspend`, but `conflict` if another suspension holds than the
 * one that was `seen` (`suspensionMark`): a fraud that was found since must not end unread.
 */
export async function reinstate(
  store: Store,
  wanted: Pick<WantedSuspension, "userId" | "reason" | "actorId" | "origin"> & { seen?: number },
): Promise<Suspended> {
  const reason = readReason(wanted.reason);
  if (typeof reason !== "string") return reason;
  return await change(store, wanted, (op, user) => {
    if (!user.suspension) return { ok: true, user };
    if (wanted.seen !== undefined && wanted.seen !== suspensionMark(user.suspension)) return refuse("conflict");
    return lift(store, op, user, { ...wanted, reason });
  });
}

/**
 * Takes back a decision to keep somebody out, whether or not it is the one that keeps them out now. The suspension that
 * it replaced holds again; if there was none, the person is let in. `along` adds to the commit. Refuses as `suspend`
 * and `along` do.
 */
export async function takeSuspensionBack(
  store: Store,
  wanted: Pick<WantedSuspension, "userId" | "actorId" | "origin"> & { decisionId: number },
  along: (op: Deno.AtomicOperation) => Promise<Refusal | null>,
): Promise<Suspended> {
  const { userId, actorId, decisionId } = wanted;
  return await change(store, wanted, async (op, user) => {
    const refused = await along(op);
    if (refused) return refused;
    if (!user.suspension) return user;
    const suspension = withoutDecision(user.suspension, decisionId);
    if (!suspension) return await lift(store, op, user, { ...wanted, reason: `appeal against decision ${decisionId}` });
    await endLastingSuspension(store, op, user, suspension);
    if (user.suspension.decisionId === decisionId) {
      const { kind, decisionId: holding } = suspension;
      const details = { kind, ...(holding !== undefined && { decisionId: holding }) };
      putAuditRecord(store, op, { action: "suspension_restored", actorId, subject: `user:${userId}`, details });
    }
    return { ...user, suspension };
  });
}

/** What is left of a suspension without this decision; undefined if nothing is. */
function withoutDecision({ replaced, ...suspension }: Suspension, decisionId: number): Suspension | undefined {
  const before = replaced && withoutDecision(replaced, decisionId);
  return suspension.decisionId === decisionId ? before : { ...suspension, ...(before && { replaced: before }) };
}

/** Whether a decision to keep somebody out no longer holds, because the person was let in since. */
export const hasEnded = ({ kind, id }: Decision, { suspension }: Pick<User, "suspension">): boolean =>
  kind === "suspension" && !holds(suspension, id);

/** Whether a suspension rests on a decision. One from before there were decisions may rest on any. */
const holds = (suspension: Suspension | undefined, decisionId: number): boolean =>
  suspension !== undefined &&
  ((suspension.decisionId ?? decisionId) === decisionId || holds(suspension.replaced, decisionId));

async function lift(
  store: Store,
  op: Deno.AtomicOperation,
  user: User,
  { userId, actorId, reason, origin }: Pick<WantedSuspension, "userId" | "actorId" | "reason" | "origin">,
): Promise<User> {
  await endLastingSuspension(store, op, user);
  const { suspension: _, ...restored } = user;
  putAuditRecord(store, op, { action: "user_reinstated", actorId, subject: `user:${userId}`, details: { reason } });
  addJob(store, op, { kind: "suspension_mail", userId, isOver: true, ...(origin && { origin }) });
  return restored;
}

function readReason(text: string) {
  const reason = trimText(text);
  if (reason === "") return refuse("invalid", { fields: { reason: "required" } });
  return reason.length > suspensionReasonLengthMax ? refuse("invalid", { fields: { reason: "too_long" } }) : reason;
}

/** What becomes of the person, or, with nothing to write, the answer. */
type Change = (op: Deno.AtomicOperation, user: User) => User | Suspended | Promise<User | Suspended>;

async function change(
  store: Store,
  { userId, actorId }: Pick<WantedSuspension, "userId" | "actorId">,
  make: Change,
): Promise<Suspended> {
  return await transactLady<Suspended>(store, userId, async () => {
    const [actor, user, profile] = await store.kv.getMany<[User, User, LadyRecord]>(
      [keys.user(actorId), keys.user(userId), keys.lady(userId)],
    );
    if (!isActing(actor.value)) return { done: refuse("wrong_role") };
    if (userId === actorId) return { done: refuse("forbidden") };
    if (!user.value) return { done: refuse("not_found") };
    // Check the actor as well: if two admins keep each other out at once, one is left who can let the other in.
    const op = store.kv.atomic().check(actor, user);
    const next = await make(op, user.value);
    if ("ok" in next) return { done: next };
    op.set(user.key, next);
    const marked = profile.value && withSuspension(profile.value, next.suspension !== undefined);
    // Only if she was kept out until now: a lady who was let in before has waited for nothing since.
    const isBack = profile.value?.isSuspended === true && !marked?.isSuspended;
    const changed = marked && isBack ? await putResumedVerification(store, op, marked) : marked;
    if (changed) op.check(profile).set(profile.key, changed);
    return { commit: op, result: { ok: true, user: next }, lady: changed, isVisibilityChanged: true };
  });
}

function withSuspension({ isSuspended: _, ...rest }: LadyRecord, isSuspended: boolean): LadyRecord {
  return isSuspended ? { ...rest, isSuspended } : rest;
}
