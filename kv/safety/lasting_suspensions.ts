/**
 * Lasting suspensions: what stays of a suspension whose person deletes the account while it holds. For a year its reasons
 * are kept under a keyed hash of the mailbox (mailboxes.ts), with no name and no number of the person. An account that begins
 * with it begins suspended for the same reasons; from then on they stand in that account, and here nothing is left.
 */
import { mailboxOf } from "../accounts/mailboxes.ts";
import type { Suspension, User } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { commitNow } from "../store/commit.ts";
import { dayMs } from "../store/days.ts";
import { addJob } from "../store/jobs/queue.ts";
import { keys } from "../store/keys.ts";
import type { BareStore } from "../store/open.ts";
import { prefixes } from "../store/prefixes.ts";
import { type Decision, decisionOf, groundOfSuspension, newDecision, putDecision } from "./decisions.ts";

export const lastingSuspensionDays = 365;

export interface LastingSuspension {
  /** When the account was deleted, ms since the epoch. */
  at: number;
  /** What held then, and after it what it had replaced. */
  held: Held[];
}

/** `by` is the admin, who must not be the one who answers an objection. */
type Held = Pick<Suspension, "kind" | "reason" | "by"> & Pick<Decision, "ground" | "facts">;

const keyOf = (store: Pick<BareStore, "sign">, email: string): Deno.KvKey =>
  keys.lastingSuspension(store.sign(`suspended-address:${mailboxOf(email)}`));

/** Adds to the commit that deletes an account what stays of its suspension; nothing if none holds. */
export async function addLastingSuspension(store: Store, op: Deno.AtomicOperation, user: User): Promise<void> {
  if (!user.suspension) return;
  const lasting: LastingSuspension = { at: store.now(), held: await heldOf(store, user.id, user.suspension) };
  op.set(keyOf(store, user.email), lasting);
}

async function heldOf(store: Store, userId: number, suspension: Suspension): Promise<Held[]> {
  const { kind, reason, by, decisionId = NaN, replaced } = suspension;
  const decision = await decisionOf(store, userId, decisionId);
  const { ground, facts } = decision ?? { ground: groundOfSuspension[kind], facts: "" };
  return [{ kind, reason, by, ground, facts }, ...replaced ? await heldOf(store, userId, replaced) : []];
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
  if (!entry.value || entry.value.at + lastingSuspensionDays * dayMs <= store.now()) return user;
  let suspension: Suspension | undefined;
  for (const held of entry.value.held.toReversed()) {
    const decisionId = await decideAgain(store, op, user.id, held, origin);
    const { kind, reason, by } = held;
    suspension = { at: store.now(), kind, reason, by, decisionId, ...(suspension && { replaced: suspension }) };
  }
  op.delete(entry.key);
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

/** Puts back one that an older backup does not know; one that is there stays as it is. */
export async function putLastingAgain(store: Store, [addressHash, lasting]: LastingEntry): Promise<void> {
  const key = keys.lastingSuspension(addressHash);
  await commitNow(store.kv.atomic().check({ key, versionstamp: null }).set(key, lasting));
}
