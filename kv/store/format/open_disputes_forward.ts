/** Format 15: undecided disputes are in an index; older ones count as open since their payment last changed. */
import { keys } from "../keys.ts";
import { prefixes } from "../prefixes.ts";

interface Payment {
  id: string;
  changedAt: number;
  disputes: { id: string; outcome: string }[];
}

/** Writes the same if it is cut off and begun again, or carried out by two instances at once. */
export async function openDisputesForward(kv: Deno.Kv): Promise<void> {
  for await (const { value: { id, changedAt, disputes } } of kv.list<Payment>({ prefix: prefixes.allPayments() })) {
    const open = disputes.findLast(({ outcome }) => outcome === "open");
    if (open) await kv.set(keys.openDispute(id), { disputeId: open.id, since: changedAt });
  }
}
