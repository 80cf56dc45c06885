/** Devices that notify somebody, each of a session of its own unless one is named. */
import {
  type Device,
  type DeviceSession,
  keepSubscription,
  type PushSubscription,
} from "../accounts/push_subscriptions.ts";
import { startSession } from "../accounts/signing_in/sessions.ts";
import type { Store } from "../open.ts";

/** Signs somebody in on a device, and lets it be notified. */
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
