/** Format 4: a refund is found under its charge's key, so that the charge is not given back again. */
import { keys } from "../keys.ts";
import { prefixes } from "../prefixes.ts";

interface Entry {
  seq: number;
  reversesSeq?: number;
  idempotencyKey: string;
}

/** An entry keeps the key that it was written with, which its chain covers; it is found under both. */
export async function refundsForward(kv: Deno.Kv): Promise<void> {
  for await (const { key, value: { seq, reversesSeq } } of kv.list<Entry>({ prefix: prefixes.allEntries() })) {
    if (reversesSeq === undefined) continue;
    const manId = Number(key[1]);
    const charge = (await kv.get<Entry>(keys.entry(manId, reversesSeq))).value;
    if (charge) await kv.set(keys.entrySeqByIdempotencyKey(manId, `refund:${charge.idempotencyKey}`), seq);
  }
}
