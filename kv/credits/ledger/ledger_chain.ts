/**
 * The chain of a man's entries: each holds a hash of itself and of the chain before it, so that no entry can be
 * changed, removed or inserted without changing all that follow. Computed from the entries alone; nothing is read here.
 */
import type { Store } from "../../open.ts";
import { hashOf, vouchFor } from "../../store/proof.ts";
import type { Entry } from "./entry.ts";

/** The entry `next` with its chain and signature, as it is written. */
export function chained(store: Pick<Store, "sign">, manId: number, last: Entry | null, next: Entry): Entry {
  const chain = chainAfter(manId, last, next);
  return { ...next, chain, vouch: vouchFor(store.sign, chain) };
}

/** The chain hash of the entry `next`, which follows `last`; `last` is null for the first entry. */
export function chainAfter(manId: number, last: Entry | null, next: Entry): string {
  const { chain: _chain, vouch: _vouch, ...facts } = next;
  return hashOf([manId, last && (last.chain ?? hashOf(last)), facts]);
}
