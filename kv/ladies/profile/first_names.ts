/** Changing one's own first name: a man's holds at once, a lady's waits for approval (design, section 4). */
import { man, shownTopic, type User } from "../../accounts/users.ts";
import type { Store } from "../../open.ts";
import { transact } from "../../store/commit.ts";
import { alsoIfLate } from "../../store/health/health.ts";
import { keys } from "../../store/keys.ts";
import { nameFault } from "../../store/one_line.ts";
import { refuse, type Result } from "../../store/refusals.ts";
import { addApproval, type Decider, endApproval, removeApproval } from "../../vetting/approvals.ts";
import { checkAgencyDeed } from "../agencies/agency_log.ts";
import { transactLady } from "./changing.ts";
import { addProfileTranslations, withWords } from "./words.ts";
import { type LadyRecord, wordLengths } from "../record.ts";
import { countNameChange } from "./name_changes.ts";
import { type Asking, meantIn } from "./seen_facts.ts";

export interface PendingName {
  firstname: string;
  /** The agency that asked in her stead; absent where she asked herself. */
  askedBy?: number;
  /** Ms since the epoch. */
  at: number;
  /** Absent while it waits. */
  refusedAt?: number;
  /** Why it was refused, where words were given. */
  refusedFor?: string;
}

/** The name as it would be if the pending wish, waiting or refused, were fulfilled. */
export const nameWith = ({ firstname }: Pick<User, "firstname">, pending: PendingName | null): string =>
  pending?.firstname ?? firstname;

export const isNameWaiting = (name: PendingName | null): name is PendingName => name !== null && !name.refusedAt;

const firstNameLengthMax = wordLengths.firstname;

export type NameChange = Result<{ user: User; isPending: boolean }>;

/**
 * Changes a man's first name, or asks for a lady's; `isPending` says whether a wish waits. Refuses `invalid` for anything
 * but a name of at most 40 UTF-16 units (one_line.ts), `not_found`, for a man's name `too_many_requests` (name_changes.ts), for a
 * lady's `conflict` as seen_facts.ts does, and what `checkAgencyDeed` refuses.
 */
export async function changeFirstName(
  store: Store,
  userId: number,
  wanted: string,
  { agencyId, seen }: Asking = {},
): Promise<NameChange> {
  const firstname = wanted.trim();
  const fault = nameFault(firstname, firstNameLengthMax);
  if (fault) return refuse("invalid", { fields: { firstname: fault }, wording: "name" });
  const changing = transact<NameChange>(async () => {
    const [entry, pending] = await store.kv.getMany<[User, PendingName]>([
      keys.user(userId),
      keys.pendingName(userId),
    ]);
    if (!entry.value) return { done: refuse("not_found") };
    if (entry.value.groupId !== man) {
      const shown = nameWith(entry.value, pending.value);
      const said = meantIn({ firstname }, { firstname: shown }, seen);
      if (!said.ok) return { done: said };
      const isPending = isNameWaiting(pending.value);
      // The same wish again changes nothing: the waiting one keeps its place in the queue and the name of its asker.
      const standsSo = firstname === shown && (isPending || pending.value === null);
      if (standsSo || said.meant.firstname === undefined) return { done: { ok: true, user: entry.value, isPending } };
      const op = store.kv.atomic().check(entry, pending);
      const notHers = await checkAgencyDeed(store, op, agencyId, "name_asked", userId);
      if (notHers) return { done: notHers };
      const waits = await askName(store, op, entry.value, firstname, agencyId);
      return { commit: op, result: { ok: true, user: entry.value, isPending: waits } };
    }
    const user = { ...entry.value, firstname };
    const op = store.kv.atomic().check(entry).set(entry.key, user);
    const tooOften = await countNameChange(store, op, entry.value, user);
    if (tooOften) return { done: tooOften };
    return { commit: op, result: { ok: true, user, isPending: false } };
  });
  const tell = () => store.pubsub.publish([shownTopic(userId)]);
  const changed = await alsoIfLate(changing, tell);
  // A lady's name changes only with its approval, and is told with her record.
  if (changed.ok && changed.user.groupId === man) tell();
  return changed;
}

/** Adds the wish to a commit; a wish for the present name takes the waiting one back. Returns whether a wish waits. */
async function askName(
  store: Store,
  op: Deno.AtomicOperation,
  user: User,
  firstname: string,
  askedBy?: number,
): Promise<boolean> {
  const key = keys.pendingName(user.id);
  const subject = { kind: "name", subjectId: user.id, userId: user.id } as const;
  if (firstname === user.firstname) {
    await removeApproval(store, op.delete(key), subject);
    return false;
  }
  await addApproval(store, op, subject);
  op.set(key, { firstname, ...(askedBy && { askedBy }), at: store.now() } satisfies PendingName);
  return true;
}

/** The name that somebody asked for and does not have, waiting or refused; null where there is none. */
export async function pendingNameOf(store: Store, userId: number): Promise<PendingName | null> {
  return (await store.kv.get<PendingName>(keys.pendingName(userId))).value;
}

/** Gives a lady the name that she asked for, in her account and her profile, or leaves it to her as refused. */
export const decideName: Decider = (store, approval, verdict, tell) => {
  const userId = approval.value.subjectId;
  return transactLady<Result<object>>(store, userId, async (tries) => {
    const present = tries === 0 ? approval : await store.kv.get<typeof approval.value>(approval.key);
    const [user, lady, pending] = await store.kv.getMany<[User, LadyRecord, PendingName]>([
      keys.user(userId),
      keys.lady(userId),
      keys.pendingName(userId),
    ]);
    if (!present.value || !user.value || !pending.value) return { done: refuse("not_found") };
    const op = store.kv.atomic().check(user, lady, pending);
    endApproval(store, op, present, verdict);
    const noAdmin = await tell(op);
    if (noAdmin) return { done: noAdmin };
    const { firstname } = pending.value;
    if (!verdict.isApproved) {
      const refused: PendingName = {
        ...pending.value,
        refusedAt: store.now(),
        ...(verdict.reason !== null && { refusedFor: verdict.reason }),
      };
      return { commit: op.set(pending.key, refused), result: { ok: true } };
    }
    op.set(user.key, { ...user.value, firstname }).delete(pending.key);
    const renamed = lady.value && withWords(lady.value, { firstname });
    if (renamed) {
      op.set(lady.key, renamed);
      addProfileTranslations(store, op, userId);
    }
    return { commit: op, result: { ok: true }, lady: renamed };
  });
};
