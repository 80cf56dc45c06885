/** Tells one of two people what became of a time to talk: a mail, and a note to each device, as jobs of the same commit. */
import { subscriptionsOf } from "../accounts/push_subscriptions.ts";
import { isSuspended, type User, usersByIds } from "../accounts/users.ts";
import { mayChat, partnerIn } from "../chats/pairs.ts";
import type { Store } from "../open.ts";
import { isBlockedBetween } from "../safety/blocks.ts";
import { addJob } from "../store/jobs/queue.ts";
import type { TalkJob, TalkNews } from "../store/jobs/work.ts";
import { keys } from "../store/keys.ts";
import { isStanding, minuteMs, type Talk, talkMinutes } from "./talk.ts";

type TellingJob = Extract<TalkJob, { news: TalkNews }>;

/** Adds the jobs that tell the news to the commit that causes it; `origin` as in kv/store/jobs/work.ts. */
export async function tellOfTalk(
  store: Store,
  op: Deno.AtomicOperation,
  { manId, ladyId, id, kind, moments, at }: Talk,
  userId: number,
  news: TalkNews,
  { origin }: Pick<TellingJob, "origin"> = {},
): Promise<void> {
  const ended = isOff(news) ? { ended: { kind, moments, at } } : {};
  const about = { manId, ladyId, talkId: id, userId, news, ...(origin && { origin }), ...ended };
  addJob(store, op, { kind: "talk_mail", ...about });
  for (const { id: subscriptionId } of await subscriptionsOf(store, userId)) {
    addJob(store, op, { kind: "talk_push", ...about, subscriptionId });
  }
}

/** Adds to the commit that calls off a talk which the two may no longer have that both hear so, if they had agreed. */
export async function tellFallenThrough(store: Store, op: Deno.AtomicOperation, before: Talk, origin?: string) {
  if (before.state !== "agreed") return;
  for (const userId of [before.manId, before.ladyId]) {
    await tellOfTalk(store, op, before, userId, "fell_through", { origin });
  }
}

export interface TalkTold {
  talk: Pick<Talk, "kind" | "moments" | "at">;
  reader: User;
  partnerId: number;
  /** Null if the two may no longer talk: nobody is named then, and they have no page together. */
  partner: User | null;
  /** When the news is over, ms since the epoch. */
  untilMs: number;
}

const stateOfNews: Record<TalkNews, Talk["state"]> = {
  proposed: "proposed",
  agreed: "agreed",
  declined: "declined",
  called_off: "called_off",
  fell_through: "called_off",
  soon: "agreed",
};

/** Whether it is told that the talk will not take place. */
const isOff = (news: TalkNews): boolean => stateOfNews[news] === "called_off";

/**
 * What a job has to tell, and its two people; null once it is no longer true, so that a retry never tells what is over.
 * Of somebody who is out of sight, kept away or gone, only that a time was called off is told.
 */
export async function talkToTell(store: Store, job: TellingJob): Promise<TalkTold | null> {
  const { userId, news } = job;
  const partnerId = partnerIn(job, userId);
  const talk = await talkOf(store, job);
  if (!talk) return null;
  const untilMs = newsUntil(talk, news);
  if (untilMs <= store.now()) return null;
  const [reader, partner] = await usersByIds(store, [userId, partnerId]);
  if (!reader || isSuspended(reader)) return null;
  const mayTalk = partner && await mayChat(store, partner) && !await isBlockedBetween(store, userId, partnerId);
  if (!mayTalk && !isOff(news)) return null;
  return { talk, reader, partnerId, partner: mayTalk ? partner : null, untilMs };
}

/** Until when news is told: of an agreed talk while it stands, "soon" until it begins, of a proposal to its last moment. */
function newsUntil({ at, moments }: TalkTold["talk"], news: TalkNews): number {
  if (at === null) return moments.at(-1)!;
  return news === "soon" ? at : at + talkMinutes * minuteMs;
}

/**
 * The talk that a job tells of; one that is over comes with the job. Null if something else became of the talk since, or
 * if the two have set up the same time anew: then the older news would end it for its reader.
 */
async function talkOf(
  store: Store,
  { manId, ladyId, talkId, news, ended }: TellingJob,
): Promise<TalkTold["talk"] | null> {
  const { value: talk } = await store.kv.get<Talk>(keys.talk(manId, ladyId));
  if (!ended) return talk?.id === talkId && talk.state === stateOfNews[news] ? talk : null;
  const isAnew = talk !== null && isStanding(talk, store.now()) && ended.at !== null && talk.moments.includes(ended.at);
  return isAnew ? null : ended;
}
