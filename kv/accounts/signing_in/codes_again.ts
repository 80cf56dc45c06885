/**
 * Recovery codes for who presses twice. The answer with the ten codes may be lost, and the store keeps only their hashes: so
 * the same press gets ten others in their place within a minute, unless the second factor was used meanwhile.
 */
import type { Store } from "../../open.ts";
import { putAuditRecord } from "../../store/audit_log.ts";
import { transact } from "../../store/commit.ts";
import { type Act, isSamePress, justDone, noteChanged, noteDone } from "../../store/just_done.ts";
import { keys } from "../../store/keys.ts";
import { forgiveAttempt, limits, takeAttempt } from "../../store/limits.ts";
import { hashOf } from "../../store/proof.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import { makeRecoveryCodes } from "./recovery_codes.ts";
import type { SecondFactor } from "./second_factor.ts";
import type { Session } from "./sessions.ts";

/** For which second factor codes were made: they are made anew only while it is as it was then. */
export interface CodesMade {
  userId: number;
  /** The hash of its record. */
  factor: string;
}

export const codesMadeFor = (userId: number, factor: SecondFactor): CodesMade => ({ userId, factor: hashOf(factor) });

/** Adds ten codes in place of those to a commit. Refuses `expired` if the factor was used, replaced or taken away since. */
export async function remakeCodes(
  store: Store,
  op: Deno.AtomicOperation,
  { userId, factor }: CodesMade,
): Promise<Result<{ recoveryCodes: string[]; made: CodesMade }>> {
  const entry = await store.kv.get<SecondFactor>(keys.secondFactor(userId));
  if (!entry.value || hashOf(entry.value) !== factor) return refuse("expired");
  const { codes, hashes } = makeRecoveryCodes(store, userId);
  const next = { ...entry.value, recoveryHashes: hashes };
  op.check(entry).set(entry.key, next);
  const record = { action: "recovery_codes_renewed", actorId: userId, subject: `user:${userId}`, details: {} };
  putAuditRecord(store, op, record);
  return { ok: true, recoveryCodes: codes, made: codesMadeFor(userId, next) };
}

/** The session in which they were made. */
type MakingSession = Pick<Session, "userId" | "tokenHash">;

const actOf = ({ tokenHash }: MakingSession): Act => ["codes_made", tokenHash];

/** Adds to the commit that makes codes for a session what a second press there is told. */
export const noteCodes = (
  store: Store,
  op: Deno.AtomicOperation,
  session: MakingSession,
  { code, factor }: { code: string; factor: SecondFactor },
): void => noteDone(store, op, { act: actOf(session), press: code, told: codesMadeFor(session.userId, factor) });

/** The codes for the same press in the same session. Refuses `expired` for everything else, and `too_many_requests`. */
export async function codesAgain(
  store: Store,
  session: MakingSession,
  { code }: { code: string },
): Promise<Result<{ recoveryCodes: string[] }>> {
  const subject = String(session.userId);
  if (!await justDone(store, actOf(session))) return refuse("expired");
  const taken = await takeAttempt(store, limits.secondFactor, subject);
  if (!taken.ok) return taken;
  const made = await transact<Result<{ recoveryCodes: string[] }>>(async () => {
    const note = await justDone<CodesMade>(store, actOf(session));
    const alive = await store.kv.get(keys.session(session.tokenHash));
    if (!note || !isSamePress(store, note.value, code) || !alive.value) return { done: refuse("expired") };
    const op = store.kv.atomic().check(note, alive);
    const remade = await remakeCodes(store, op, note.value);
    if (!remade.ok) return { done: remade };
    const { recoveryCodes, made } = remade;
    return { commit: noteChanged(store, op, note, made), result: { ok: true, recoveryCodes } };
  });
  if (made.ok) await forgiveAttempt(store, limits.secondFactor, subject);
  return made;
}
