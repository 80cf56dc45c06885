/**
 * What follows if a man comes to be asked for his background, states it anew, or is refused by a lady: contact that was open
 * may be closed.
 */
import type { Store } from "../../open.ts";
import { addJob } from "../../store/jobs/queue.ts";

/**
 * Adds to the commit that may close contact the job that ends his times to talk and his chat, as far as contact is closed
 * then. Does nothing on a site that asks for no backgrounds.
 */
export function addContactEnd(store: Store, op: Deno.AtomicOperation, manId: number): void {
  if (store.asksBackground) addJob(store, op, { kind: "end_contact", manId });
}
