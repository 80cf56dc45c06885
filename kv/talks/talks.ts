/**
 * Times to talk: one of two people proposes up to three moments for a text chat or a call, the other accepts one of
 * them or declines, and either may call it off. Two people have one at a time, and none if one keeps the other away. A
 * talk costs nothing, and says nothing of what the chat itself costs.
 */
import type { ChatKind } from "../chats/chats.ts";
import { conversationOf } from "../chats/conversations.ts";
import { type Pair, pairOf, partnerIn } from "../chats/pairs.ts";
import { chatSettingsOf } from "../chats/settings.ts";
import { isBegunBetween } from "../letters/boxes/dialogues.ts";
import { takesIntroductionsOf } from "../letters/introductions.ts";
import type { Store } from "../open.ts";
import { contactRefusal } from "../safety/background/contact.ts";
import { isBlockedBetween } from "../safety/blocks.ts";
import { transact } from "../store/commit.ts";
import { dayMs } from "../store/days.ts";
import { addJob } from "../store/jobs/queue.ts";
import { keys } from "../store/keys.ts";
import { forgiveAttempt, limits, takeAttempt } from "../store/limits.ts";
import { type Refusal, refuse, type Result } from "../store/refusals.ts";
import { findTalk, talkBetween, talkCommit } from "./kept_talks.ts";
import { calledOff, daysAheadAtMost, isStanding, minuteMs, momentsAtMost, reminderMinutes, type Talk } from "./talk.ts";
import { tellFallenThrough, tellOfTalk } from "./telling.ts";

export interface ProposedTalk {
  proposerId: number;
  partnerId: number;
  kind: ChatKind;
  /** In any order; the same one twice is one. */
  moments: number[];
  /** As in kv/store/jobs/work.ts: where the links of a demo's mails lead. */
  origin?: string;
}

/**
 * Whether somebody may propose a time to another: whoever may write to each other may. Refuses `not_found`, `forbidden`,
 * `blocked`, `background_required`, and `introductions_muted` if a lady asks who has never been in touch with him, and
 * he wants no introductions. If a talk stands between the two already, she may look at it and end it all the same.
 */
export async function mayTalk(store: Store, userId: number, partnerId: number): Promise<Result<{ pair: Pair }>> {
  const [found, isBlocked] = await Promise.all([
    pairOf(store, userId, partnerId),
    isBlockedBetween(store, userId, partnerId),
  ]);
  if (!found.ok) return found;
  if (isBlocked) return refuse("blocked");
  const { pair } = found;
  const kept = await contactRefusal(store, pair, userId);
  if (kept) return kept;
  if (pair.manId === userId) return found;
  const [isBegun, conversation, takesThem, talk] = await Promise.all([
    isBegunBetween(store, pair.manId, pair.ladyId),
    conversationOf(store, pair),
    takesIntroductionsOf(store, pair.manId, pair.ladyId),
    talkBetween(store, pair),
  ]);
  const stands = talk !== null && isStanding(talk, store.now());
  const isKnown = isBegun || conversation.value !== null || stands;
  return isKnown || takesThem ? found : refuse("introductions_muted");
}

/** What is wrong with moments that somebody proposes, as of now; null where nothing is. */
function faultOfMoments(moments: number[], nowMs: number): Refusal | null {
  const fault = (rule: string) => refuse("invalid", { fields: { moments: rule } });
  if (moments.length === 0) return fault("required");
  if (moments.length > momentsAtMost) return fault("too_big");
  if (moments.some((at) => !Number.isSafeInteger(at) || at % minuteMs !== 0)) return fault("wrong_value");
  if (moments.some((at) => at <= nowMs)) return fault("past");
  return moments.some((at) => at > nowMs + daysAheadAtMost * dayMs) ? fault("too_far") : null;
}

/**
 * Proposes moments; the very same proposal again changes nothing. Refuses as `mayTalk` does, `invalid`,
 * `partner_not_accepting` where the other takes no such chats, `talk_open` where one stands between the two, and
 * `too_many_requests` beyond ten a day.
 */
export async function proposeTalk(
  store: Store,
  wanted: ProposedTalk,
): Promise<Result<{ talk: Talk; isRepeat: boolean }>> {
  const { proposerId, partnerId, kind, origin } = wanted;
  const moments = [...new Set(wanted.moments)].toSorted((one, other) => one - other);
  const fault = faultOfMoments(moments, store.now());
  if (fault) return fault;
  const allowed = await mayTalk(store, proposerId, partnerId);
  if (!allowed.ok) return allowed;
  const settings = await chatSettingsOf(store, partnerId);
  if (!(kind === "video" ? settings.allowVideoChat : settings.allowChat)) return refuse("partner_not_accepting");
  const counted = await takeAttempt(store, limits.talks, String(proposerId));
  if (!counted.ok) return counted;
  const { pair } = allowed;
  const proposed = await transact<Result<{ talk: Talk; isRepeat: boolean }>>(async () => {
    const found = await findTalk(store, pair);
    if (!found.ok) return { done: found };
    const { before } = found;
    const now = store.now();
    if (before && isStanding(before, now)) {
      const isSame = before.state === "proposed" && before.proposerId === proposerId && before.kind === kind &&
        before.moments.join() === moments.join();
      return { done: isSame ? { ok: true, talk: before, isRepeat: true } : refuse("talk_open") };
    }
    const talk: Talk = {
      ...pair,
      id: store.randomToken(),
      proposerId,
      kind,
      moments,
      proposedAt: now,
      state: "proposed",
      at: null,
      changedAt: null,
      sequence: 0,
      remindedAt: null,
    };
    const op = found.write(talk);
    await tellOfTalk(store, op, talk, partnerId, "proposed", { origin });
    return { commit: op, result: { ok: true, talk, isRepeat: false } };
  });
  if (!proposed.ok || proposed.isRepeat) await forgiveAttempt(store, limits.talks, String(proposerId));
  return proposed;
}

/** What the other says to a proposal: yes to one of its moments, or no. */
export type TalkAnswer = { talkId: string; at: number | null; origin?: string };

/**
 * Accepts one of the moments, or declines (`at` null); the same answer again changes nothing. Refuses `talk_over` if
 * the proposal was answered otherwise, called off or is past, `invalid` for a moment that was not proposed or is past,
 * and `blocked`.
 */
export function answerTalk(
  store: Store,
  userId: number,
  pair: Pair,
  { talkId, at, origin }: TalkAnswer,
): Promise<Result<{ talk: Talk; isRepeat: boolean }>> {
  return transact<Result<{ talk: Talk; isRepeat: boolean }>>(async () => {
    const found = await findTalk(store, pair);
    if (!found.ok) return { done: found };
    const { before } = found;
    const now = store.now();
    if (before?.id !== talkId || before.proposerId === userId) return { done: refuse("talk_over") };
    const state = at === null ? "declined" : "agreed";
    if (before.state === state && before.at === at) return { done: { ok: true, talk: before, isRepeat: true } };
    if (before.state !== "proposed" || !isStanding(before, now)) return { done: refuse("talk_over") };
    if (at !== null && !before.moments.includes(at)) {
      return { done: refuse("invalid", { fields: { at: "wrong_value" } }) };
    }
    if (at !== null && at <= now) return { done: refuse("invalid", { fields: { at: "past" } }) };
    const talk: Talk = { ...before, state, at, changedAt: now };
    const op = found.write(talk);
    await tellOfTalk(store, op, talk, before.proposerId, state, { origin });
    if (at !== null) addReminder(store, op, talk, now, origin);
    return { commit: op, result: { ok: true, talk, isRepeat: false } };
  });
}

/**
 * Takes back one's own proposal, or calls off an agreed time, whoever proposed it; doing so again changes nothing.
 * Refuses `talk_over` if it is past, or if the proposal is the other's.
 */
export function callOffTalk(
  store: Store,
  userId: number,
  pair: Pair,
  { talkId, origin }: { talkId: string; origin?: string },
): Promise<Result<{ talk: Talk; isRepeat: boolean }>> {
  return transact<Result<{ talk: Talk; isRepeat: boolean }>>(async () => {
    const entry = await store.kv.get<Talk>(keys.talk(pair.manId, pair.ladyId));
    const before = entry.value;
    if (before?.id !== talkId) return { done: refuse("talk_over") };
    if (before.state === "called_off") return { done: { ok: true, talk: before, isRepeat: true } };
    const isMine = before.state === "agreed" || before.proposerId === userId;
    if (!isMine || !isStanding(before, store.now())) return { done: refuse("talk_over") };
    const talk = calledOff(before, store.now());
    const op = talkCommit(store, talk, entry);
    await tellOfTalk(store, op, talk, partnerIn(pair, userId), "called_off", { origin });
    return { commit: op, result: { ok: true, talk, isRepeat: false } };
  });
}

/**
 * Reminds both of an agreed time, once; does nothing if it was called off or has begun. If the two may no longer talk, it is
 * called off, and both are told that instead: neither must wait in vain.
 */
export function remindOfTalk(
  store: Store,
  { manId, ladyId, talkId, origin }: Pair & { talkId: string; origin?: string },
): Promise<void> {
  return transact<void>(async () => {
    const entry = await store.kv.get<Talk>(keys.talk(manId, ladyId));
    const before = entry.value;
    const isDue = before?.id === talkId && before.state === "agreed" && before.remindedAt === null &&
      before.at! > store.now();
    if (!isDue) return { done: undefined };
    const [found, allowed] = await Promise.all([
      findTalk(store, { manId, ladyId }),
      mayTalk(store, manId, ladyId),
    ]);
    if (!found.ok || !allowed.ok) {
      const op = talkCommit(store, calledOff(before, store.now()), entry);
      await tellFallenThrough(store, op, before, origin);
      return { commit: op, result: undefined };
    }
    const talk: Talk = { ...before, remindedAt: store.now() };
    // It was read twice, and must be the same both times.
    const op = found.write(talk).check(entry);
    await tellOfTalk(store, op, talk, manId, "soon", { origin });
    await tellOfTalk(store, op, talk, ladyId, "soon", { origin });
    return { commit: op, result: undefined };
  });
}

/** Adds the reminder, unless its time is past: then the news that the talk was agreed is the reminder. */
function addReminder(store: Store, op: Deno.AtomicOperation, talk: Talk, now: number, origin?: string): void {
  const { manId, ladyId, id, at } = talk;
  const dueAt = at! - reminderMinutes * minuteMs;
  if (dueAt <= now) return;
  addJob(store, op, { kind: "talk_reminder", manId, ladyId, talkId: id, ...(origin && { origin }) }, dueAt);
}
