/**
 * Which minutes of a chat are charged and given back; pure. Minutes follow one another in served time, each a minute
 * long, so that at most two are not used up: the one that runs, and one that was paid ahead of it.
 */
import type { Posting } from "../credits/ledger/ledger.ts";
import { refundOf } from "../credits/ledger/refund_key.ts";
import { type Chat, type ChatKind, minuteMs } from "./chats.ts";
import type { Side } from "./pairs.ts";

/** A minute of which less was served because of her side or the server is given back. */
export const servedMsMin = 30_000;

export const minuteKeyOf = (chatId: string, minute: number): string => `chat:${chatId}:${minute}`;
/** The chat whose minute a key names; null where it names another charge. */
export const chatIdOfMinute = (key: string): string | null => /^chat:(.+):\d+$/.exec(key)?.[1] ?? null;

/** What is given back, and what is charged instead. */
export interface Change {
  /** Numbers of minutes. */
  reversed: number[];
  charged: { kind: ChatKind; count: number; fromMs: number } | null;
  /** The text that goes back for video: should nothing come of it, it stands again. */
  beforeVideo?: Chat["beforeVideo"];
}

const nothing: Change = { reversed: [], charged: null };
const letters: Record<ChatKind, string> = { text: "t", video: "v" };

export interface ChargedMinute {
  number: number;
  kind: ChatKind;
  isReversed: boolean;
}

/** All minutes that were charged, in order. */
export const minutesOf = ({ charges }: Pick<Chat, "charges">): ChargedMinute[] =>
  [...charges].map((letter, at) => ({
    number: at + 1,
    kind: letter.toLowerCase() === letters.video ? "video" : "text",
    isReversed: letter !== letter.toLowerCase(),
  }));

/** How many minutes stand charged: those that were given back are none of them. */
export const keptMinutesOf = (chat: Pick<Chat, "charges">): number =>
  minutesOf(chat).filter(({ isReversed }) => !isReversed).length;

/** Whether a chat was a call at some time, also where nothing came of it. */
export const wasCall = (chat: Pick<Chat, "charges">): boolean => minutesOf(chat).some(({ kind }) => kind === "video");

interface Pending extends ChargedMinute {
  fromMs: number;
  /** Served of it; not more than nothing where it was paid ahead. */
  ofMs: number;
}

/** The minutes that are not used up: the last one, which may be paid ahead, and then the one that runs. */
export function pendingOf(chat: Chat, servedMs: number): { last: Pending | null; running: Pending | null } {
  const kept = minutesOf(chat).filter(({ isReversed }) => !isReversed);
  const at = (minute: ChargedMinute | undefined, fromMs: number): Pending | null =>
    minute ? { ...minute, fromMs, ofMs: servedMs - fromMs } : null;
  const fromMs = chat.paidMs - minuteMs;
  const last = at(kept.at(-1), fromMs);
  return { last, running: last && last.ofMs < 0 ? at(kept.at(-2), fromMs - minuteMs) : last };
}

/** Whether a minute goes back where `by` ends it. */
const isUndelivered = ({ ofMs }: Pending, by: Side | "server"): boolean =>
  ofMs <= 0 || (by !== "man" && ofMs < servedMsMin);

/** What goes back when a chat ends: one minute at most. */
export function changeAtEnd(chat: Chat, by: Side | "server", servedMs: number): Change {
  const { last } = pendingOf(chat, servedMs);
  return last && isUndelivered(last, by) ? { reversed: [last.number], charged: null } : nothing;
}

/** Text becomes video: text that is not used up goes back; in a video minute that still runs nothing is charged. */
export function changeToVideo(chat: Chat, servedMs: number): Change {
  const { last, running } = pendingOf(chat, servedMs);
  if (!last || !running) return nothing;
  const texts = [running, last].filter((each, at, all) => each.kind === "text" && all.indexOf(each) === at);
  if (texts.length === 0) return nothing;
  const reversed = texts.map(({ number }) => number);
  if (running.kind === "video") return { reversed, charged: { kind: "video", count: 1, fromMs: last.fromMs } };
  const beforeVideo = { fromMs: running.fromMs, minutes: texts.length };
  return { reversed, charged: { kind: "video", count: 1, fromMs: servedMs }, beforeVideo };
}

/**
 * Video becomes text: what was delivered of a video minute covers text until it is used up, what was not goes back for
 * a minute of text. Where nothing at all came of the video, the text stands as it stood before.
 */
export function changeToText(chat: Chat, by: Side | "server", servedMs: number): Change {
  const { last, running } = pendingOf(chat, servedMs);
  if (!last || !running) return nothing;
  if (running.kind === "video" && isUndelivered(running, by)) {
    const reversed = running === last ? [running.number] : [running.number, last.number];
    const { beforeVideo } = chat;
    const isAsBefore = running.ofMs <= 0 && beforeVideo !== null;
    const { fromMs, minutes } = isAsBefore ? beforeVideo : { fromMs: servedMs, minutes: 1 };
    return { reversed, charged: { kind: "text", count: minutes, fromMs } };
  }
  if (last.kind !== "video" || last === running) return nothing;
  return { reversed: [last.number], charged: { kind: "text", count: 1, fromMs: last.fromMs } };
}

/** The next minute of a chat, begun where the last one ends. */
export const changeToNext = (chat: Chat): Change => ({
  reversed: [],
  charged: { kind: chat.kind, count: 1, fromMs: chat.paidMs },
});

/** A chat with a change of its minutes, or with none. */
export function withChange(chat: Chat, { reversed, charged, beforeVideo }: Change): Chat {
  const minutes = minutesOf(chat);
  const kept = [...chat.charges].map((letter, at) => reversed.includes(at + 1) ? letter.toUpperCase() : letter);
  const refunded = reversed.reduce((sum, number) => sum + chat.prices[minutes[number - 1]!.kind], 0);
  const count = charged?.count ?? 0;
  return {
    ...chat,
    charges: kept.join("") + (charged ? letters[charged.kind].repeat(count) : ""),
    minutes: chat.minutes + count,
    costCredits: chat.costCredits + (charged ? count * chat.prices[charged.kind] : 0),
    refundedCredits: chat.refundedCredits + refunded,
    paidMs: charged ? charged.fromMs + count * minuteMs : chat.paidMs,
    beforeVideo: beforeVideo ?? null,
    revision: chat.revision + 1,
  };
}

/** The entries of a change: first what goes back, then what is charged. */
export function postingsOf(chat: Chat, { reversed, charged }: Change): Posting[] {
  const minutes = minutesOf(chat);
  const entry = { manId: chat.manId, reference: { partnerId: chat.ladyId } };
  const given = reversed.map((number): Posting => ({
    ...entry,
    ...refundOf(minuteKeyOf(chat.id, number)),
    deltaCredits: chat.prices[minutes[number - 1]!.kind],
  }));
  const taken = Array.from({ length: charged?.count ?? 0 }, (_, at): Posting => ({
    ...entry,
    operation: charged!.kind === "text" ? "chat_session" : "video_chat",
    deltaCredits: -chat.prices[charged!.kind],
    idempotencyKey: minuteKeyOf(chat.id, chat.minutes + at + 1),
  }));
  return [...given, ...taken];
}
