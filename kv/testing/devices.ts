/** Devices on which somebody is notified; each belongs to a session of its own unless one is given. */
import {
  type Device,
  type DeviceSession,
  keepSubscription,
  type PushSubscription,
} from "../accounts/push_subscriptions.ts";
import { startSession } from "../accounts/signing_in/sessions.ts";
import type { Store } from "../open.ts";

/** Lets a device be notified; without `session` it is signed in first. */
export async function addDevice(
  store: Store,
  userId: number,
  device: Partial<Device> = {},
  session?: DeviceSession,
): Promise<PushSubscription> {
  const wished = { endpoint: `https://push.example/${userId}`, p256dh: "p", auth: "a", ...device };
  const kept = await keepSubscription(store, session ?? (await startSession(store, userId, false)).session, wished);
  if (!kept.ok) throw new Error(`the device of user ${userId} was not kept: ${kept.reason}`);
  return kept.subscription;
}
