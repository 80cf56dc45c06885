/** Tells one of two people what became of a time to talk: a mail, and a note to each device, as jobs of the same commit. */
import { subscriptionsOf } from "../accounts/push_subscriptions.ts";
import { isSuspended, type User, usersByIds } from "../accounts/users.ts";
import { partnerIn } from "../chats/pairs.ts";
import type { Store } from "../open.ts";
import { isBlockedBetween } from "../safety/blocks.ts";
import { addJob } from "../store/jobs/queue.ts";
import type { TalkJob, TalkNews } from "../store/jobs/work.ts";
import { keys } from "../store/keys.ts";
import type { Talk } from "./talk.ts";

/** Adds what is to be told to the commit that it follows from; `origin` as in kv/store/jobs/work.ts. */
export async function tellOfTalk(
  store: Store,
  op: Deno.AtomicOperation,
  { manId, ladyId, id }: Talk,
  userId: number,
  news: TalkNews,
  origin?: string,
): Promise<void> {
  const about = { manId, ladyId, talkId: id, userId, news, ...(origin && { origin }) };
  addJob(store, op, { kind: "talk_mail", ...about });
  for (const { id: subscriptionId } of await subscriptionsOf(store, userId)) {
    addJob(store, op, { kind: "talk_push", ...about, subscriptionId });
  }
}

export interface TalkTold {
  talk: Talk;
  reader: User;
  partner: User;
  /** Whether the partner is suspended, or one of the two has blocked the other: then nobody is named any more. */
  isPartnerHidden: boolean;
  /** When it is no news any more. */
  untilMs: number;
}

const stateOfNews: Record<TalkNews, Talk["state"]> = {
  proposed: "proposed",
  agreed: "agreed",
  declined: "declined",
  called_off: "called_off",
  soon: "agreed",
};

/**
 * The news and its two people while it is true: a retry never tells what is over. Of who is suspended or kept away nobody
 * hears anything but that a time was called off.
 */
export async function talkToTell(
  store: Store,
  { manId, ladyId, talkId, userId, news }: Extract<TalkJob, { news: TalkNews }>,
): Promise<TalkTold | null> {
  const { value: talk } = await store.kv.get<Talk>(keys.talk(manId, ladyId));
  if (talk?.id !== talkId || talk.state !== stateOfNews[news]) return null;
  const untilMs = talk.at ?? talk.moments.at(-1)!;
  if (untilMs <= store.now()) return null;
  const [reader, partner] = await usersByIds(store, [userId, partnerIn(talk, userId)]);
  if (!reader || !partner || isSuspended(reader)) return null;
  const isPartnerHidden = isSuspended(partner) || await isBlockedBetween(store, reader.id, partner.id);
  if (isPartnerHidden && news !== "called_off") return null;
  return { talk, reader, partner, isPartnerHidden, untilMs };
}
