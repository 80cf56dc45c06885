/**
 * Less of what a lady asked for: what others take out of it, when she parts from her agency or when a text of hers is taken
 * down. Refused facts go as well: they would be asked for again with the rest of their change.
 */
import type { Store } from "../../open.ts";
import { keys } from "../../store/keys.ts";
import { removeApprovals, renewApproval } from "../../vetting/approvals.ts";
import type { Verification } from "../../vetting/verifications.ts";
import type { LadyRecord } from "../record.ts";
import { type AskedFacts, withAskers, withoutAsker } from "./askers.ts";
import {
  isChangeWaiting,
  isFilled,
  isSame,
  isWholeNow,
  type LadyFacts,
  type ProfileChange,
  wholeWish,
} from "./profile_changes.ts";

/** The change without what an agency asked for in her stead (askers.ts); null if nothing is left of it. */
export const withoutAgency = (change: ProfileChange, agencyId: number): ProfileChange | null =>
  lessOf(change, (asked) => withoutAsker(asked, agencyId));

/** Her record before and after a text was taken out of it. */
export interface TakenDown {
  before: LadyRecord;
  after: LadyRecord;
  words: string;
}

/** The change without a text that is taken down; what she wrote anew stays. Null if nothing is left of it. */
export function withoutWords(change: ProfileChange, { before, after, words }: TakenDown): ProfileChange | null {
  const factLeft = (name: keyof LadyFacts, wanted: unknown): unknown => {
    const [stood, stands] = [before[name], after[name]];
    if (isSame(stood, stands)) return wanted;
    // Only a first profile asks for what stands already.
    if (isSame(wanted, stood)) return isFilled(stands) ? stands : undefined;
    const left = Array.isArray(wanted) ? wanted.filter((each) => each !== words) : wanted;
    return isSame(left, stands) ? undefined : left;
  };
  return lessOf(change, (asked) => {
    const left = Object.entries(asked.wanted)
      .map(([name, wanted]) => [name, factLeft(name as keyof LadyFacts, wanted)])
      .filter(([, fact]) => fact !== undefined);
    return withAskers(Object.fromEntries(left) as Partial<LadyFacts>, [asked]);
  });
}

/** What is left of a change and of the refused one beside it; null if that is nothing. */
function lessOf(
  change: ProfileChange,
  cut: (asked: AskedFacts<LadyFacts>) => AskedFacts<LadyFacts>,
): ProfileChange | null {
  const { stillRefused, askedAt, refusedAt, refusedFor } = change;
  const refused = stillRefused ? lessOf(stillRefused, cut) : null;
  const asked = cut(change);
  if (Object.keys(asked.wanted).length === 0) return refused;
  return {
    ...asked,
    askedAt,
    refusedAt,
    ...(refusedFor !== undefined && { refusedFor }),
    ...(refused && { stillRefused: refused }),
  };
}

/**
 * Adds to a commit that only this is left of a change. If no refused fact is left beside what waits of a new lady, or nothing
 * waits, her whole first profile does (`wholeWish`): as it is in `record`, or else as it is stored. The caller checks the
 * change. Adds up to three checks.
 */
export async function putLessened(
  store: Store,
  op: Deno.AtomicOperation,
  ladyId: number,
  change: ProfileChange,
  { stays, record }: { stays: ProfileChange | null; record?: LadyRecord },
): Promise<void> {
  const { left, isOther } = isRefusedPart(stays)
    ? { left: stays, isOther: !isSame(stays.wanted, change.wanted) }
    : await wholeLeft(store, op, change, { stays, record: record ?? await checkedRecord(store, op, ladyId) });
  const key = keys.profileChange(ladyId);
  if (left) op.set(key, left);
  else op.delete(key);
  const subject = { kind: "profile", subjectId: ladyId, userId: ladyId } as const;
  if (!isChangeWaiting(left)) await removeApprovals(store, op, [subject]);
  // Another wish has another number, so that nobody approves what nobody has seen.
  else if (isOther) await renewApproval(store, op, subject);
}

/** Whether something refused is left, alone or beside what waits: then approving approves no first profile. */
const isRefusedPart = (stays: ProfileChange | null): stays is ProfileChange =>
  stays !== null && (!isChangeWaiting(stays) || stays.stillRefused !== undefined);

async function checkedRecord(store: Store, op: Deno.AtomicOperation, ladyId: number): Promise<LadyRecord | null> {
  const record = await store.kv.get<LadyRecord>(keys.lady(ladyId));
  op.check(record);
  return record.value;
}

/** What waits where nothing refused is left, and whether it is another wish than before. Adds a check. */
async function wholeLeft(
  store: Store,
  op: Deno.AtomicOperation,
  before: ProfileChange,
  { stays, record }: { stays: ProfileChange | null; record: LadyRecord | null },
): Promise<{ left: ProfileChange | null; isOther: boolean }> {
  if (!record) return { left: stays, isOther: stays !== null };
  const verification = await store.kv.get<Verification>(keys.verification(record.id));
  op.check(verification);
  const wanted = wholeWish(record, verification.value, stays?.wanted ?? {});
  if (Object.keys(wanted).length === 0) return { left: null, isOther: false };
  return {
    left: { ...stays ?? { askedAt: store.now(), refusedAt: null }, wanted },
    isOther: !isSame(wanted, before.wanted) || isWholeNow(record, verification.value, { before }),
  };
}
