/**
 * What whoever is asked for a chat is told where no page is open, at once and when nobody has answered: the jobs of an
 * invitation, each written in the commit that it follows. The end of the minute is written with the beginning, so that it
 * comes also where a server has died.
 */
import type { Store } from "../open.ts";
import { laneOf } from "../store/jobs/lanes.ts";
import { addJob } from "../store/jobs/queue.ts";
import type { AskedFor } from "../store/jobs/work.ts";
import { keys } from "../store/keys.ts";

/** Adds the telling to the commit that asks. */
export function addAsked(store: Store, op: Deno.AtomicOperation, asked: AskedFor): void {
  addJob(store, op, { kind: "invitation_push", ...asked });
  const { invitationId, askerId, toId, endsAt } = asked;
  addJob(store, op, { kind: "invitation_over", ...asked }, endsAt, invitationId);
  addJob(store, op, { kind: "invitation_mail", askerId, toId, at: endsAt }, endsAt, invitationId);
}

/** Adds the telling to the commit that answers before the minute is over, or takes the invitation back. */
export function addEnded(store: Store, op: Deno.AtomicOperation, asked: AskedFor): void {
  for (const kind of ["invitation_over", "invitation_mail"] as const) {
    op.delete(keys.job(laneOf(kind), asked.endsAt, asked.invitationId));
  }
  addJob(store, op, { kind: "invitation_over", ...asked });
}
