/** Notes to devices as jobs: a letter's to all devices of its recipient, each of which is tried on its own. */
import { translatorFor } from "../../i18n/translate.ts";
import {
  type PushSubscription,
  removeSubscription,
  subscriptionById,
  subscriptionsOf,
} from "../../kv/accounts/push_subscriptions.ts";
import { letterNotificationOf } from "../../kv/letters/notifications.ts";
import { commitNow } from "../../kv/store/commit.ts";
import { addJob } from "../../kv/store/jobs/queue.ts";
import type { Job } from "../../kv/store/jobs/work.ts";
import type { PushDelivery } from "../../services/push.ts";
import type { Dependencies } from "../http/env.ts";
import { letterPlace } from "./mails/letter_mail.ts";
import { linksFor } from "./mails/mail_links.ts";

/** What a note says; its worker shows it (static/worker.js). Never a name, never a word of the letter. */
export interface Note {
  title: string;
  body: string;
  lang: string;
  url: string;
  /** Of notes with the same one a device shows the latest alone; where none is said, all letters have one. */
  tag?: string;
  /** For what pages ring for as well: what is said quietly where it is over, and whether it is. */
  past?: { title: string; body: string };
  isOver?: boolean;
  /** For workers of before `isOver`, which compare it with their device's clock: 0 where it is over, else far away. */
  until?: number;
}

/** What is no news any more after a day, as a letter. */
export const dayDelivery: PushDelivery = { ttlSeconds: 24 * 60 * 60, urgency: "normal" };

/** One job for each device of the recipient; none where the letter was read meanwhile or nothing is pushed. */
export async function spreadPush({ store, push }: Dependencies, job: Job & { kind: "letter_push" }): Promise<void> {
  const notification = push && await letterNotificationOf(store, job.letterId);
  if (!notification) return;
  const devices = await subscriptionsOf(store, notification.recipient.id);
  if (devices.length === 0) return;
  const op = store.kv.atomic();
  for (const { id, userId } of devices) {
    const about = { letterId: job.letterId, ...(job.origin && { origin: job.origin }) };
    addJob(store, op, { kind: "push", ...about, userId, subscriptionId: id });
  }
  await commitNow(op);
}

/** Sends the note of a letter to one device. Throws when it must be tried again. */
export async function sendPush(deps: Dependencies, job: Job & { kind: "push" }): Promise<void> {
  await sendNote(deps, job, dayDelivery, async () => {
    const notification = await letterNotificationOf(deps.store, job.letterId);
    if (notification?.recipient.id !== job.userId) return null;
    const { letter, recipient } = notification;
    const { locale } = recipient;
    const t = translatorFor(locale);
    return {
      title: t("notifications:push.title"),
      body: t("notifications:push.body"),
      lang: locale,
      url: linksFor(deps.config, locale, job.origin)(...letterPlace(letter, recipient)),
    };
  });
}

/**
 * Sends a note to one device where the site pushes and the device is still named, and forgets one that is gone. `write`
 * answers null where there is nothing to say any more. Throws when it must be tried again.
 */
export async function sendNote(
  { store, push }: Pick<Dependencies, "store" | "push">,
  { userId, subscriptionId }: { userId: number; subscriptionId: string },
  delivery: PushDelivery,
  write: (device: PushSubscription) => Promise<Note | null> | Note,
): Promise<void> {
  const device = push && await subscriptionById(store, userId, subscriptionId);
  const note = device && await write(device);
  if (!note) return;
  const outcome = await push.send(device, JSON.stringify(note), delivery);
  if (outcome === "gone") await removeSubscription(store, userId, subscriptionId);
}
