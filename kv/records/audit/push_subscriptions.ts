/** The audit of the devices that are notified: each belongs to one person, who is there. */
import { type PushSubscription, subscriptionIdOf, subscriptionsPerPerson } from "../../accounts/push_subscriptions.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import type { Reader, Report } from "./reader.ts";

export async function auditPushSubscriptions(reader: Reader, report: Report): Promise<void> {
  const counts = new Map<number, number>();
  await reader.walk<PushSubscription>(prefixes.allPushSubscriptions(), async (subscription, key) => {
    const userId = Number(key[1]);
    counts.set(userId, (counts.get(userId) ?? 0) + 1);
    if (subscription.userId !== userId || subscription.id !== key[2]) {
      report(`a device of user ${userId} calls itself another's`);
    }
    if (subscriptionIdOf(subscription.endpoint) !== subscription.id) {
      report(`a device of user ${userId} is not at the address of its name`);
    }
    if (!await reader.isThere(keys.user(userId))) report(`a device belongs to user ${userId}, who is not there`);
    if (await reader.valueAt<number>(keys.pushSubscriber(subscription.id)) !== userId) {
      report(`a device of user ${userId} is known as somebody else's`);
    }
  });
  await reader.walk<number>(prefixes.allPushSubscribers(), async (userId, key) => {
    if (!await reader.isThere(keys.pushSubscription(userId, String(key[1])))) {
      report(`a device is known as user ${userId}'s, who does not have it`);
    }
  });
  for (const [userId, count] of counts) {
    if (count > subscriptionsPerPerson) report(`user ${userId} has ${count} devices, more than there may be`);
  }
}
