/** Format 15: disputes that no bank has decided stand in an index, those from before it since their payment last changed. */
import { keys } from "../keys.ts";
import { prefixes } from "../prefixes.ts";

interface Payment {
  id: string;
  changedAt: number;
  disputes: { id: string; outcome: string }[];
}

/** Cut off and begun again, or carried out by two at once, it writes the same. */
export async function openDisputesForward(kv: Deno.Kv): Promise<void> {
  for await (const { value: { id, changedAt, disputes } } of kv.list<Payment>({ prefix: prefixes.allPayments() })) {
    const open = disputes.findLast(({ outcome }) => outcome === "open");
    if (open) await kv.set(keys.openDispute(id), { disputeId: open.id, since: changedAt });
  }
}
