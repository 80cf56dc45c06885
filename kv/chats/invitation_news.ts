/**
 * The jobs of an invitation: they tell the person who is asked for a chat where no page is open, at once and again when
 * nobody has answered. Each is written in the commit that it follows. The jobs for the end of the minute are written with
 * the invitation, so that they are done even if a server has died.
 */
import type { Store } from "../open.ts";
import { laneOf } from "../store/jobs/lanes.ts";
import { addJob } from "../store/jobs/queue.ts";
import type { AskedFor } from "../store/jobs/work.ts";
import { keys } from "../store/keys.ts";

/** Adds the jobs of a new invitation to the commit that asks. */
export function addAsked(store: Store, op: Deno.AtomicOperation, asked: AskedFor): void {
  addJob(store, op, { kind: "invitation_push", ...asked });
  const { invitationId, askerId, toId, endsAt } = asked;
  addJob(store, op, { kind: "invitation_over", ...asked }, endsAt, invitationId);
  addJob(store, op, { kind: "invitation_mail", askerId, toId, at: endsAt }, endsAt, invitationId);
}

/** Adds to the commit that answers in time, or withdraws: the end is told now, not at the end of the minute. */
export function addEnded(store: Store, op: Deno.AtomicOperation, asked: AskedFor): void {
  for (const kind of ["invitation_over", "invitation_mail"] as const) {
    op.delete(keys.job(laneOf(kind), asked.endsAt, asked.invitationId));
  }
  addJob(store, op, { kind: "invitation_over", ...asked });
}
