/**
 * What whoever is asked for a chat is told where no page is open: the jobs of an invitation, each written in the commit
 * that it follows. The end of the minute is written with the beginning, so that it comes also where a server has died.
 */
import type { Store } from "../open.ts";
import { laneOf } from "../store/jobs/lanes.ts";
import { addJob } from "../store/jobs/queue.ts";
import type { AskedFor } from "../store/jobs/work.ts";
import { keys } from "../store/keys.ts";

/** Adds the telling to the commit that asks. */
export function addAsked(store: Store, op: Deno.AtomicOperation, asked: AskedFor): void {
  addJob(store, op, { kind: "invitation_push", ...asked });
  addJob(store, op, { kind: "invitation_over", ...asked }, asked.endsAt, asked.invitationId);
}

/** Adds the telling to the commit that answers before the minute is over, or takes the invitation back. */
export function addEnded(store: Store, op: Deno.AtomicOperation, asked: AskedFor): void {
  op.delete(keys.job(laneOf("invitation_over"), asked.endsAt, asked.invitationId));
  addJob(store, op, { kind: "invitation_over", ...asked });
}
