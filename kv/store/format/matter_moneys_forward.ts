/** Format 18: money that came otherwise than ordered, or a second time, leads to its payment as the paid money does. */
import { keys } from "../keys.ts";
import { prefixes } from "../prefixes.ts";

interface Payment {
  id: string;
  provider: string;
  matters?: { kind: string; moneyId?: string }[];
}

/** Leaves alone what is there already; two instances at once write the same. */
export async function matterMoneysForward(kv: Deno.Kv): Promise<void> {
  for await (const { value: { id, provider, matters = [] } } of kv.list<Payment>({ prefix: prefixes.allPayments() })) {
    for (const { kind, moneyId } of matters) {
      if (kind !== "mispaid" || moneyId === undefined) continue;
      const key = keys.paymentIdByProviderId(provider, moneyId);
      await kv.atomic().check({ key, versionstamp: null }).set(key, id).commit();
    }
  }
}
