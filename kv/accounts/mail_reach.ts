/**
 * Addresses that mails do not reach: they get codes, links and warnings, but nothing else, until a mail arrives or the
 * person has another address. And people who complained about a mail: they get no more mails that can be unsubscribed
 * from.
 */
import type { Store } from "../open.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { changeRecord } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { unwishMails } from "./mail_wishes.ts";
import { normaliseEmail, type Unreachable, type User, userByEmail } from "./users.ts";

/** Records, once, that mails do not reach an address; does nothing if the address is nobody's. */
export const noteUnreachable = (store: Store, email: string, { why, at }: Unreachable): Promise<void> =>
  changeOwner(store, email, (user, op) => {
    if (user.unreachable) return user;
    noteInLog(store, op, user, "mail_unreachable", why);
    return { ...user, unreachable: { why, at } };
  });

/** `accepted`: the mail server of the address took the mail. `delivered`: the provider that sends mails reports so. */
export interface Arrival {
  by: "accepted" | "delivered";
  /** Ms since the epoch. */
  at: number;
}

/**
 * Records that a mail reached an address after all. If the mail server had refused mails, any later mail that it takes
 * disproves that; if mails had come back, only one that was delivered later does.
 */
export async function noteReached(store: Store, email: string, arrival: Arrival): Promise<void> {
  const owner = await userByEmail(store, email);
  // True of nearly everybody, for whom this costs no more than a read.
  if (!owner?.unreachable) return;
  await changeOwner(store, email, (user) => {
    if (!user.unreachable || !disproves(arrival, user.unreachable)) return user;
    const { unreachable: _, ...reached } = user;
    return reached;
  });
}

const disproves = ({ by, at }: Arrival, unreachable: Unreachable): boolean =>
  at >= unreachable.at && (by === "delivered" || unreachable.why === "refused");

/** Ends all mails that can be unsubscribed from, for a person who told the mail provider that one was unwanted. */
export const noteComplaint = (store: Store, email: string): Promise<void> =>
  changeOwner(store, email, (user, op) => {
    const quiet = unwishMails(user, store.now());
    if (quiet !== user) noteInLog(store, op, user, "mail_complained", null);
    return quiet;
  });

type OwnerChange = (user: User, op: Deno.AtomicOperation) => User;

/** Changes the account that has the address, unless it has another one by the time of the commit. */
async function changeOwner(store: Store, email: string, change: OwnerChange): Promise<void> {
  const wanted = normaliseEmail(email);
  const owner = await userByEmail(store, wanted);
  if (!owner) return;
  await changeRecord<User>(store, keys.user(owner.id), (user, op) => user.email === wanted ? change(user, op) : user);
}

function noteInLog(
  store: Store,
  op: Deno.AtomicOperation,
  { id }: User,
  action: "mail_unreachable" | "mail_complained",
  why: Unreachable["why"] | null,
): void {
  putAuditRecord(store, op, { action, actorId: null, subject: `user:${id}`, details: why ? { why } : {} });
}
