/** Credits that a man gets when he has left already: their money goes back, because nobody is there to use them. */
import { deletionOf } from "../../accounts/deletions.ts";
import type { Store } from "../../open.ts";
import { addJob } from "../../store/jobs/queue.ts";

/**
 * Whether a man has left when a commit gives him credits. The commit does not check it, as it holds as many checks as a
 * store takes: of a man who leaves after this the erasing finds them a minute later.
 */
export const hasLeft = async (store: Store, manId: number): Promise<boolean> => await deletionOf(store, manId) !== null;

/** Adds to that commit the job that asks the money of the credits back. */
export const addLateMoney = (store: Store, op: Deno.AtomicOperation, manId: number): void =>
  addJob(store, op, { kind: "close_ledger", manId });
