/** Notes to devices as jobs: the note of a letter goes to all devices of its recipient, to each by a job of its own. */
import { translatorFor } from "../../i18n/translate.ts";
import {
  type PushSubscription,
  removeSubscription,
  subscriptionById,
  subscriptionsOf,
} from "../../kv/accounts/push_subscriptions.ts";
import { isOthersBrowser } from "../../kv/accounts/visitors.ts";
import { letterNotificationOf } from "../../kv/letters/notifications.ts";
import { commitNow } from "../../kv/store/commit.ts";
import { addJob } from "../../kv/store/jobs/queue.ts";
import type { Job } from "../../kv/store/jobs/work.ts";
import type { PushDelivery } from "../../services/push.ts";
import type { Dependencies } from "../http/env.ts";
import { letterPlace } from "./mails/letter_mail.ts";
import { linksFor } from "./mails/mail_links.ts";

/** What a note says; the site's worker shows it (static/worker.js). Never a name, never a word of the letter. */
export interface Note {
  title: string;
  body: string;
  lang: string;
  url: string;
  /** A device shows only the latest of the notes with the same tag; without one, the note has the tag of all letters. */
  tag?: string;
  /** For invitations, for which open pages ring as well: what is quietly said once it is over, and whether it is over. */
  past?: { title: string; body: string };
  isOver?: boolean;
  /** For workers from before `isOver`, which compare it with their device's clock: 0 if it is over, else far away. */
  until?: number;
}

/** For what is no longer news after a day, such as a letter. */
export const dayDelivery: PushDelivery = { ttlSeconds: 24 * 60 * 60, urgency: "normal" };

/** Adds one job for each device of the recipient; none if the letter was read meanwhile or nothing is pushed. */
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
  await sendNote(deps, job, dayDelivery, async ({ origin = job.origin }) => {
    const notification = await letterNotificationOf(deps.store, job.letterId);
    if (notification?.recipient.id !== job.userId) return null;
    const { letter, recipient } = notification;
    const { locale } = recipient;
    const t = translatorFor(locale);
    return {
      title: t("notifications:push.title"),
      body: t("notifications:push.body"),
      lang: locale,
      url: linksFor(deps.config, locale, origin)(...letterPlace(letter, recipient)),
    };
  });
}

/**
 * Sends a note to one device, if the site pushes and the device is still subscribed; removes a device that is gone, that was
 * subscribed with a former key of the site, or in whose browser somebody else has signed in since. `write` returns null if
 * there is nothing to say any more. Throws when it must be tried again.
 */
export async function sendNote(
  { store, push }: Pick<Dependencies, "store" | "push">,
  { userId, subscriptionId }: { userId: number; subscriptionId: string },
  delivery: PushDelivery,
  write: (device: PushSubscription) => Promise<Note | null> | Note,
): Promise<void> {
  const device = push && await subscriptionById(store, userId, subscriptionId);
  if (!device) return;
  // Its service answers 403 for ever (RFC 8292, 4.2), as it also does for a signature or a clock that is wrong here: so only the
  // key tells. The browser offers the notes anew.
  const isOfFormerKey = device.siteKey !== undefined && device.siteKey !== push.publicKey;
  // Her or his session there ran out unseen, and whoever uses the browser now would see the note.
  if (isOfFormerKey || (device.browser && await isOthersBrowser(store, userId, device.browser))) {
    return await removeSubscription(store, userId, subscriptionId);
  }
  const note = await write(device);
  if (!note) return;
  const outcome = await push.send(device, JSON.stringify(note), delivery);
  if (outcome === "gone") await removeSubscription(store, userId, subscriptionId);
}
