/**
 * What can be known of a visitor who is not signed in: the network, and a mark that this site left in the browser. The
 * store keeps only hashes of both. Strangers' failed sign-ins to an account do not count against places from which its
 * owner signed in before.
 */
import type { Store } from "../open.ts";
import { keys } from "../store/keys.ts";
import { networkOf } from "../store/network.ts";
import { hashToken } from "./signing_in/sessions.ts";

export interface Visitor {
  /** The network address of the client. */
  address: string;
  /** The mark in the browser's cookie; null if there is none. */
  mark: string | null;
}

/** A visitor as the store knows her or him: hashes of network and browser. */
export interface Traces {
  network: string;
  browser: string | null;
}

export const tracesOf = (store: Store, { address, mark }: Visitor): Traces => ({
  // Addresses are few: a hash without a key would be undone by trying all of them.
  network: store.sign(`network:${networkOf(address)}`),
  browser: mark === null ? null : hashToken(mark),
});

/** How long a browser or network is known after the last sign-in there. */
const knownPlaceDays = 90;
const knownPlaceMs = knownPlaceDays * 24 * 3600_000;

export interface KnownPlace {
  /** The last sign-in from there. */
  at: number;
}

/** Adds to the commit of a sign-in where it came from. */
export function noteKnownPlace(store: Store, op: Deno.AtomicOperation, userId: number, visitor: Visitor): void {
  const place: KnownPlace = { at: store.now() };
  for (const trace of Object.values(tracesOf(store, visitor))) {
    if (trace !== null) op.set(keys.knownPlace(userId, trace), place, { expireIn: knownPlaceMs });
  }
}

/** Whether a user signed in from this browser or network before; costs the same for an account that does not exist. */
export async function isKnownPlace(store: Store, userId: number, visitor: Visitor): Promise<boolean> {
  const { network, browser } = tracesOf(store, visitor);
  const places = await store.kv.getMany<[KnownPlace, KnownPlace]>([
    keys.knownPlace(userId, network),
    keys.knownPlace(userId, browser ?? ""),
  ]);
  return places.some(({ value }) => value !== null && value.at + knownPlaceMs > store.now());
}
