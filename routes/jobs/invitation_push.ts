/** Notes to the devices of a person who is asked for a chat: that somebody asks, while it is true, then that it is over. */
import { translatorFor } from "../../i18n/translate.ts";
import { subscriptionsOf } from "../../kv/accounts/push_subscriptions.ts";
import { isSuspended, lady, userById } from "../../kv/accounts/users.ts";
import { isAsking } from "../../kv/chats/invitations.ts";
import { commitNow } from "../../kv/store/commit.ts";
import { addJob } from "../../kv/store/jobs/queue.ts";
import type { InvitationJob, Job } from "../../kv/store/jobs/work.ts";
import type { Dependencies } from "../http/env.ts";
import { linksFor, type LinkTo, withoutSixDigits } from "./mails/mail_links.ts";
import { sendNote } from "./push_jobs.ts";

/** For how long a device is told of the end. Later it may go on showing the old note: nobody looks at it any more. */
const overForMs = 60_000;
/** How long a topic may be at most (RFC 8030, section 5.4). */
const topicLengthMax = 32;

/** Adds one job for each device of the person who is asked; none if it is no longer true, or if nothing is pushed. */
export async function spreadInvitation(
  { store, push }: Dependencies,
  job: Job & InvitationJob & { kind: "invitation_push" | "invitation_over" },
): Promise<void> {
  const { invitationId, askerId, toId, endsAt } = job;
  const isOver = job.kind === "invitation_over";
  if (!push || !await isNews(store, job, isOver)) return;
  const devices = await subscriptionsOf(store, toId);
  if (devices.length === 0) return;
  const op = store.kv.atomic();
  for (const { id } of devices) {
    const about = { invitationId, askerId, toId, endsAt };
    addJob(store, op, { kind: "invitation_note", ...about, subscriptionId: id, isOver });
  }
  await commitNow(op);
}

/** Sends the note to one device. Throws when it must be tried again. */
export async function sendInvitationNote(
  deps: Dependencies,
  job: Job & InvitationJob & { kind: "invitation_note" },
): Promise<void> {
  const { store, config } = deps;
  const { invitationId, askerId, toId, endsAt, isOver } = job;
  if (!await isNews(store, job, isOver)) return;
  const leftMs = isOver ? overForMs : Math.max(0, endsAt - store.now());
  const delivery = {
    ttlSeconds: Math.ceil(leftMs / 1000),
    urgency: "high",
    topic: invitationId.slice(0, topicLengthMax),
  } as const;
  await sendNote(deps, { userId: toId, subscriptionId: job.subscriptionId }, delivery, async (device) => {
    const user = await userById(store, toId);
    if (!user || isSuspended(user)) return null;
    const t = translatorFor(user.locale);
    const said = (key: "asks" | "asked") => ({
      title: t(`notifications:push.${key}.title`),
      body: t(`notifications:push.${key}.body`),
    });
    return {
      ...said(isOver ? "asked" : "asks"),
      past: said("asked"),
      lang: user.locale,
      url: chatLink(linksFor(config, user.locale, device.origin), user.groupId === lady ? "lady" : "man", askerId),
      tag: `invitation-${askerId}`,
      isOver,
      until: isOver ? 0 : Number.MAX_SAFE_INTEGER,
    };
  });
}

/** The address of the conversation with `partnerId`. */
export const chatLink = (linkTo: LinkTo, side: "man" | "lady", partnerId: number): string =>
  `${linkTo(side, "chat")}?with=${withoutSixDigits(String(partnerId))}`;

async function isNews(store: Dependencies["store"], job: InvitationJob, isOver: boolean): Promise<boolean> {
  return isOver ? store.now() < job.endsAt + overForMs : await isAsking(store, job);
}
