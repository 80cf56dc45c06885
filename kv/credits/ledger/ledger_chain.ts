/**
 * The chain of a man's entries: each holds a hash of itself and of the chain before it, so that none can be changed,
 * taken out or put in without all that follow. What it depends on is the entry alone; nothing is read here.
 */
import type { Store } from "../../open.ts";
import { hashOf, vouchFor } from "../../store/proof.ts";
import type { Entry } from "./entry.ts";

/** An entry as it is written. */
export function chained(store: Pick<Store, "sign">, manId: number, last: Entry | null, next: Entry): Entry {
  const chain = chainAfter(manId, last, next);
  return { ...next, chain, vouch: vouchFor(store.sign, chain) };
}

/** The chain of an entry after the one before it, null for the first. */
export function chainAfter(manId: number, last: Entry | null, next: Entry): string {
  const { chain: _chain, vouch: _vouch, ...facts } = next;
  return hashOf([manId, last && (last.chain ?? hashOf(last)), facts]);
}
