/**
 * Whose address mails do not reach: to such a one go codes alone, and nothing that comes by itself, until one arrives or the
 * person has another. And who complained of mails: nothing that can be unwished is sent any more.
 */
import type { Store } from "../open.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { changeRecord } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { unwishMails } from "./mail_wishes.ts";
import { normaliseEmail, type Unreachable, type User, userByEmail } from "./users.ts";

/** Notes that mails do not reach an address, once; nothing where it is nobody's. */
export const noteUnreachable = (store: Store, email: string, { why, at }: Unreachable): Promise<void> =>
  changeOwner(store, email, (user, op) => {
    if (user.unreachable) return user;
    noteInLog(store, op, user, "mail_unreachable", why);
    return { ...user, unreachable: { why, at } };
  });

/** `accepted` by the server of an address; `delivered`, as the provider that sends mails reports. */
export interface Arrival {
  by: "accepted" | "delivered";
  /** Ms since the epoch. */
  at: number;
}

/**
 * Notes that a mail reached an address after all. A server that takes one takes back what it said; mails that came back
 * are disproved only by one that was delivered later.
 */
export async function noteReached(store: Store, email: string, arrival: Arrival): Promise<void> {
  const owner = await userByEmail(store, email);
  // Of nearly everybody, who costs no more than this.
  if (!owner?.unreachable) return;
  await changeOwner(store, email, (user) => {
    if (!user.unreachable || !disproves(arrival, user.unreachable)) return user;
    const { unreachable: _, ...reached } = user;
    return reached;
  });
}

const disproves = ({ by, at }: Arrival, unreachable: Unreachable): boolean =>
  at >= unreachable.at && (by === "delivered" || unreachable.why === "refused");

/** Ends all mails that can be unwished, for who told her or his provider that one was not wanted. */
export const noteComplaint = (store: Store, email: string): Promise<void> =>
  changeOwner(store, email, (user, op) => {
    const quiet = unwishMails(user, store.now());
    if (quiet !== user) noteInLog(store, op, user, "mail_complained", null);
    return quiet;
  });

type OwnerChange = (user: User, op: Deno.AtomicOperation) => User;

/** Changes who has the address: whoever has another by the time of the commit is left as she or he is. */
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
