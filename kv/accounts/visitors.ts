/**
 * What can be known of a visitor who is not signed in: the network, and a mark that this site left in the browser. The
 * store keeps only hashes of both. Strangers' failed sign-ins to an account do not count against places from which its
 * owner signed in before.
 */
import type { Store } from "../open.ts";
import { commitNow } from "../store/commit.ts";
import { dayMs } from "../store/days.ts";
import { deleteUnder } from "../store/deleting.ts";
import { keys } from "../store/keys.ts";
import { networkOf } from "../store/network.ts";
import { prefixes } from "../store/prefixes.ts";
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
const knownPlaceMs = knownPlaceDays * dayMs;

export interface KnownPlace {
  /** The last sign-in from there. */
  at: number;
}

interface LastInBrowser extends KnownPlace {
  userId: number;
}

/** Adds to the commit of a sign-in where it came from. */
export function noteKnownPlace(store: Store, op: Deno.AtomicOperation, userId: number, visitor: Visitor): void {
  const place: KnownPlace = { at: store.now() };
  const { network, browser } = tracesOf(store, visitor);
  for (const trace of [network, browser]) {
    if (trace !== null) op.set(keys.knownPlace(userId, trace), place, { expireIn: knownPlaceMs });
  }
  if (browser !== null) op.set(keys.lastInBrowser(browser), { ...place, userId }, { expireIn: knownPlaceMs });
}

/** Whether somebody else was the last to sign in in this browser (hashed). */
export async function isOthersBrowser(store: Store, userId: number, browser: string): Promise<boolean> {
  const last = (await store.kv.get<LastInBrowser>(keys.lastInBrowser(browser))).value;
  return last !== null && last.userId !== userId;
}

/** Forgets where a person signed in from. */
export async function forgetKnownPlaces(store: Store, userId: number): Promise<void> {
  const places = await Array.fromAsync(store.kv.list<KnownPlace>({ prefix: prefixes.knownPlacesOf(userId) }));
  for (const { key: [, , trace] } of places) {
    const last = await store.kv.get<LastInBrowser>(keys.lastInBrowser(String(trace)));
    if (last.value?.userId === userId) await commitNow(store.kv.atomic().check(last).delete(last.key));
  }
  await deleteUnder(store, prefixes.knownPlacesOf(userId));
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
