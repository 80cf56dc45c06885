/**
 * The devices on which people want to be notified: at most ten per person, and each device for one person only, so that
 * nobody sees the notes of its former user.
 */
import { createHash } from "node:crypto";
import type { Store } from "../open.ts";
import { transact } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import { refuse, type Result } from "../store/refusals.ts";

export interface PushSubscription {
  /** The hash of the endpoint. */
  id: string;
  userId: number;
  /** Nobody can send to it without our key, but it shows which push service the browser uses. */
  endpoint: string;
  p256dh: string;
  auth: string;
  /** The key of this site that the browser subscribed with: no other can send to the device. Absent in older records. */
  siteKey?: string;
  /** The session in which it was registered. Ending that session ends the notes too (sessions.ts); its expiry does not. */
  tokenHash: string;
  /** The browser of that session: ending a later session of the same person in it ends the notes as well. */
  browser?: string;
  /** That of its session: a smaller one tells that the notes were to end with it. Absent in older records as well. */
  sessionsEndedAt?: number;
  /** Scheme and host where it was registered; links lead there in a demo without canonical addresses. */
  origin?: string;
  createdAt: number;
}

export const subscriptionsPerPerson = 10;

export const subscriptionIdOf = (endpoint: string): string => createHash("sha256").update(endpoint).digest("base64url");

/** What a browser tells about its device. */
export type Device = Pick<PushSubscription, "endpoint" | "p256dh" | "auth" | "siteKey" | "origin">;

/** The session in which a browser registers its device. */
export type DeviceSession = Pick<PushSubscription, "userId" | "tokenHash" | "browser">;

/**
 * Registers a device for the person who is signed in on it. It replaces the person's oldest one if there are ten, and a
 * former user of the device loses it. Refuses `not_signed_in` if the session has ended meanwhile: nothing would end its
 * notes any more.
 */
export function keepSubscription(
  store: Store,
  { userId, tokenHash, browser }: DeviceSession,
  device: Device,
): Promise<Result<{ subscription: PushSubscription }>> {
  const id = subscriptionIdOf(device.endpoint);
  return store.mutexes.run(`push:${userId}`, () =>
    transact<Result<{ subscription: PushSubscription }>>(async () => {
      const [subscriber, session] = await store.kv.getMany<[number, Pick<PushSubscription, "sessionsEndedAt">]>([
        keys.pushSubscriber(id),
        keys.session(tokenHash),
      ]);
      if (session.value === null) return { done: refuse("not_signed_in") };
      const others = (await subscriptionsOf(store, userId)).filter((each) => each.id !== id);
      const op = store.kv.atomic().check(subscriber, session);
      if (subscriber.value !== null && subscriber.value !== userId) {
        op.delete(keys.pushSubscription(subscriber.value, id));
      }
      for (const old of others.slice(0, Math.max(0, others.length - subscriptionsPerPerson + 1))) removeFrom(op, old);
      const { sessionsEndedAt } = session.value;
      const wished = {
        ...device,
        tokenHash,
        ...(browser && { browser }),
        ...(sessionsEndedAt !== undefined && { sessionsEndedAt }),
      };
      const subscription: PushSubscription = { ...wished, id, userId, createdAt: store.now() };
      op.set(keys.pushSubscription(userId, id), subscription).set(keys.pushSubscriber(id), userId);
      return { commit: op, result: { ok: true, subscription } };
    }));
}

/** Forgets a person's device; does nothing if the device is not this person's. */
export function removeSubscription(store: Store, userId: number, subscriptionId: string): Promise<void> {
  return transact<void>(async () => {
    const subscriber = await store.kv.get<number>(keys.pushSubscriber(subscriptionId));
    if (subscriber.value !== userId) return { done: undefined };
    return {
      commit: removeFrom(store.kv.atomic().check(subscriber), { userId, id: subscriptionId }),
      result: undefined,
    };
  });
}

/** Forgets a person's devices of which `wasEnded` says that their session was ended. */
export async function removeSubscriptionsOf(
  store: Store,
  userId: number,
  wasEnded: (subscription: PushSubscription) => boolean,
): Promise<void> {
  for (const subscription of await subscriptionsOf(store, userId)) {
    if (wasEnded(subscription)) await removeSubscription(store, userId, subscription.id);
  }
}

/** A person's devices, oldest first. */
export async function subscriptionsOf(store: Store, userId: number): Promise<PushSubscription[]> {
  const found = await Array.fromAsync(store.kv.list<PushSubscription>({ prefix: prefixes.pushSubscriptions(userId) }));
  return found.map(({ value }) => value).sort((one, other) => one.createdAt - other.createdAt);
}

/** Whether a person can be notified while none of her or his pages is open. */
export const hasDevice = async (store: Store, userId: number): Promise<boolean> =>
  !store.without.has("push") && (await subscriptionsOf(store, userId)).length > 0;

export async function subscriptionById(store: Store, userId: number, id: string): Promise<PushSubscription | null> {
  return (await store.kv.get<PushSubscription>(keys.pushSubscription(userId, id))).value;
}

const removeFrom = (
  op: Deno.AtomicOperation,
  { userId, id }: Pick<PushSubscription, "userId" | "id">,
): Deno.AtomicOperation => op.delete(keys.pushSubscription(userId, id)).delete(keys.pushSubscriber(id));
