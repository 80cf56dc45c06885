/**
 * Lasting suspensions: for a year the reasons of a member's suspension are kept under a keyed hash of the mailbox
 * (mailboxes.ts), with no name and no number of the person but a keyed hash of the account's, and for another year from when
 * the account is deleted while it holds. Each account that begins with the mailbox in that time begins suspended for the
 * same reasons. What is taken back in one of the accounts ends here as well.
 */
import { mailboxOf } from "../accounts/mailboxes.ts";
import { isStaff, type Suspension, type User } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { transact } from "../store/commit.ts";
import { dayMs } from "../store/days.ts";
import { addJob } from "../store/jobs/queue.ts";
import { keys } from "../store/keys.ts";
import type { BareStore } from "../store/open.ts";
import { prefixes } from "../store/prefixes.ts";
import { type Decision, decisionOf, groundOfSuspension, newDecision, putDecision } from "./decisions.ts";

export const lastingSuspensionDays = 365;

export interface LastingSuspension {
  /** When somebody was suspended, or an account was deleted while it was suspended, the last time; ms since the epoch. */
  at: number;
  /** What holds: the newest first, but frauds before anything else; at most `heldMax`. */
  held: Held[];
}

/**
 * `by` is the admin, who must not be the one who answers an objection. `begunIn` tells apart what several accounts were
 * suspended for in the same words; absent in older ones.
 */
type Held = Pick<Suspension, "kind" | "reason" | "by" | "begunIn"> & Pick<Decision, "ground" | "facts">;

/** With the longest words these are half of what a value of the store may hold. */
const heldMax = 10;

const hashOf = (store: Pick<BareStore, "sign">, email: string): string =>
  store.sign(`suspended-address:${mailboxOf(email)}`);

const keyOf = (store: Pick<BareStore, "sign">, email: string): Deno.KvKey =>
  keys.lastingSuspension(hashOf(store, email));

const isOver = (store: BareStore, { at }: LastingSuspension): boolean =>
  at + lastingSuspensionDays * dayMs <= store.now();

/** Whether an account that begins now with this address begins suspended. */
export async function isKeptOut(store: Store, email: string): Promise<boolean> {
  const { value } = await store.kv.get<LastingSuspension>(keyOf(store, email));
  return value !== null && !isOver(store, value);
}

/**
 * Adds to the commit that suspends somebody or deletes an account, with one check, that the suspension lasts for the
 * mailbox; nothing if none holds, or for staff. `made` is a decision of the same commit.
 */
export async function addLastingSuspension(
  store: Store,
  op: Deno.AtomicOperation,
  user: User,
  made?: Decision,
): Promise<void> {
  if (!user.suspension || isStaff(user)) return;
  const [held, entry] = await Promise.all([
    heldOf(store, user.id, user.suspension, made),
    store.kv.get<LastingSuspension>(keyOf(store, user.email)),
  ]);
  op.check(entry).set(entry.key, joined(store, { at: store.now(), held }, entry.value));
}

/**
 * Adds to the commit that takes a suspension back, with one check, that it no longer lasts for the mailbox either, except
 * for what still holds in the account. What another account of the mailbox left stays.
 */
export async function endLastingSuspension(
  store: Store,
  op: Deno.AtomicOperation,
  user: User,
  still?: Suspension,
): Promise<void> {
  const [before, after, entry] = await Promise.all([
    user.suspension ? heldOf(store, user.id, user.suspension) : [],
    still ? heldOf(store, user.id, still) : [],
    store.kv.get<LastingSuspension>(keyOf(store, user.email)),
  ]);
  op.check(entry);
  if (!entry.value) return;
  const held = entry.value.held.filter((one) => isAmong(after, one) || !isAmong(before, one));
  if (held.length === 0) op.delete(entry.key);
  else op.set(entry.key, { ...entry.value, held });
}

/** What holds by either, once; what is past its time no longer counts. */
function joined(store: BareStore, one: LastingSuspension, other: LastingSuspension | null): LastingSuspension {
  const also = other && !isOver(store, other) ? other : { at: one.at, held: [] };
  const all = [...one.held, ...also.held.filter((each) => !isAmong(one.held, each))];
  const held = all.toSorted((a, b) => weightOf(b) - weightOf(a)).slice(0, heldMax);
  return { at: Math.max(one.at, also.at), held };
}

const weightOf = ({ kind }: Held): number => kind === "fraud" ? 1 : 0;

/** By their words, and by the account in which they were first found, which an account that began with them copies. */
const isAmong = (all: Held[], one: Held): boolean =>
  all.some((each) => wordsOf(each) === wordsOf(one) && (each.begunIn ?? one.begunIn) === (one.begunIn ?? each.begunIn));

const wordsOf = ({ kind, reason, by, ground, facts }: Held): string =>
  JSON.stringify([kind, reason, by, ground, facts]);

async function heldOf(store: Store, userId: number, suspension: Suspension, made?: Decision): Promise<Held[]> {
  const { kind, reason, by, decisionId = NaN, replaced } = suspension;
  const [decision, before] = await Promise.all([
    made?.id === decisionId ? made : decisionOf(store, userId, decisionId),
    replaced ? heldOf(store, userId, replaced) : [],
  ]);
  const { ground, facts } = decision ?? { ground: groundOfSuspension[kind], facts: "" };
  const { begunIn = store.sign(`suspended-account:${userId}`) } = suspension;
  return [{ kind, reason, by, ground, facts, begunIn }, ...before];
}

/**
 * The account that is about to begin: suspended if a suspension lasts for its address. Adds to the commit, with one check,
 * the decisions that the person reads and may object to, the records of the log, and the mail.
 */
export async function continueSuspension(
  store: Store,
  op: Deno.AtomicOperation,
  user: User,
  origin?: string,
): Promise<User> {
  const entry = await store.kv.get<LastingSuspension>(keyOf(store, user.email));
  op.check(entry);
  if (!entry.value || isOver(store, entry.value)) return user;
  let suspension: Suspension | undefined;
  for (const held of entry.value.held.toReversed()) {
    const decisionId = await decideAgain(store, op, user.id, held, origin);
    const { kind, reason, by, begunIn } = held;
    suspension = {
      at: store.now(),
      kind,
      reason,
      by,
      decisionId,
      ...(begunIn && { begunIn }),
      ...(suspension && { replaced: suspension }),
    };
  }
  addJob(store, op, { kind: "suspension_mail", userId: user.id, isOver: false, ...(origin && { origin }) });
  return { ...user, suspension };
}

async function decideAgain(
  store: Store,
  op: Deno.AtomicOperation,
  userId: number,
  { kind, reason, by, ground, facts }: Held,
  origin?: string,
): Promise<number> {
  const made = await newDecision(store, {
    userId,
    kind: "suspension",
    facts,
    decidedBy: by,
    origin,
    ...(ground && { ground }),
  });
  const logged = putDecision(op, { ...made, isAutomated: true, isContinued: true });
  const details = { kind, reason, ...logged };
  putAuditRecord(store, op, { action: "suspension_continued", actorId: null, subject: `user:${userId}`, details });
  return made.id;
}

/** A lasting suspension, with the hash of its address. */
export type LastingEntry = [addressHash: string, lasting: LastingSuspension];

export async function* lastingSuspensions(store: BareStore): AsyncGenerator<LastingEntry> {
  for await (const { key, value } of store.kv.list<LastingSuspension>({ prefix: prefixes.lastingSuspensions() })) {
    yield [String(key[1]), value];
  }
}

/**
 * Makes what lasts in a restored store what the `former` one knew, so that what was taken back since the backup keeps nobody
 * out again. Beside that lasts what is newer than the former store, `servedUntil`, and what holds of accounts that came
 * back suspended: that ends with their suspensions.
 */
export async function putLastingAgain(
  store: Store,
  { suspensions, servedUntil }: { suspensions: LastingEntry[]; servedUntil: number | null },
): Promise<void> {
  const former = new Map(suspensions);
  const standing = await standingIn(store);
  const here = (await Array.fromAsync(lastingSuspensions(store))).map(([addressHash]) => addressHash);
  for (const addressHash of new Set([...former.keys(), ...here])) {
    const known = former.get(addressHash);
    const stands = standing.get(addressHash) ?? [];
    await transact<void>(async () => {
      const entry = await store.kv.get<LastingSuspension>(keys.lastingSuspension(addressHash));
      const isNewer = entry.value !== null && entry.value.at > (servedUntil ?? 0);
      const held = entry.value?.held.filter((one) => isNewer || isAmong(stands, one)) ?? [];
      const left = entry.value && held.length > 0 ? { ...entry.value, held } : null;
      const next = known ? joined(store, known, left) : left;
      const op = store.kv.atomic().check(entry);
      return { commit: next ? op.set(entry.key, next) : op.delete(entry.key), result: undefined };
    });
  }
}

/** What holds in accounts, by the hash of their mailbox. Walks all accounts. */
async function standingIn(store: Store): Promise<Map<string, Held[]>> {
  const standing = new Map<string, Held[]>();
  for await (const { value: user } of store.kv.list<User>({ prefix: prefixes.users() }, { batchSize: 500 })) {
    if (!user.suspension) continue;
    const addressHash = hashOf(store, user.email);
    const held = await heldOf(store, user.id, user.suspension);
    standing.set(addressHash, [...standing.get(addressHash) ?? [], ...held]);
  }
  return standing;
}
