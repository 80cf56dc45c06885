/**
 * Which minutes of a chat are charged and given back; pure. Minutes follow one another in served time, each a minute
 * long, so at most two are not used up: the running one, and one that was paid ahead.
 */
import type { Posting } from "../credits/ledger/ledger.ts";
import { refundOf } from "../credits/ledger/refund_key.ts";
import { type Chat, type ChatKind, minuteMs } from "./chats.ts";
import type { Side } from "./pairs.ts";

/** A minute is given back if, because of her side or the server, less than this was served of it. */
export const servedMsMin = 30_000;

export const minuteKeyOf = (chatId: string, minute: number): string => `chat:${chatId}:${minute}`;
/** The id of the chat whose minute an idempotency key names; null if the key names another charge. */
export const chatIdOfMinute = (key: string): string | null => /^chat:(.+):\d+$/.exec(key)?.[1] ?? null;

/** What is given back, and what is charged instead. */
export interface MinuteChange {
  /** The numbers of the minutes that are given back. */
  reversed: number[];
  charged: { kind: ChatKind; count: number; fromMs: number } | null;
  /** The text minutes that are given back for video; they are charged again if the video minute is given back. */
  beforeVideo?: Chat["beforeVideo"];
}

const nothing: MinuteChange = { reversed: [], charged: null };
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

/** How many minutes were charged and not given back. */
export const keptMinutesOf = (chat: Pick<Chat, "charges">): number =>
  minutesOf(chat).filter(({ isReversed }) => !isReversed).length;

/** Whether a chat was ever a call, even one that never connected. */
export const wasCall = (chat: Pick<Chat, "charges">): boolean => minutesOf(chat).some(({ kind }) => kind === "video");

interface Pending extends ChargedMinute {
  fromMs: number;
  /** How much of the minute is served; zero or less if it was paid ahead. */
  ofMs: number;
}

/** The minutes that are not used up: the last one, and the running one. They are the same unless the last was paid ahead. */
export function pendingOf(chat: Chat, servedMs: number): { last: Pending | null; running: Pending | null } {
  const kept = minutesOf(chat).filter(({ isReversed }) => !isReversed);
  const at = (minute: ChargedMinute | undefined, fromMs: number): Pending | null =>
    minute ? { ...minute, fromMs, ofMs: servedMs - fromMs } : null;
  const fromMs = chat.paidMs - minuteMs;
  const last = at(kept.at(-1), fromMs);
  return { last, running: last && last.ofMs < 0 ? at(kept.at(-2), fromMs - minuteMs) : last };
}

/** Whether a minute is given back if `by` ends it. */
const isUndelivered = ({ ofMs }: Pick<Pending, "ofMs">, by: Side | "server"): boolean =>
  ofMs <= 0 || (by !== "man" && ofMs < servedMsMin);

/** How much was served of a minute that goes back at the end unless the end is the man's doing; null if there is none. */
export function undeliveredMsOf(chat: Chat, servedMs: number): number | null {
  const { last } = pendingOf(chat, servedMs);
  return last && isUndelivered(last, "server") && !isUndelivered(last, "man") ? last.ofMs : null;
}

/**
 * The text that a video minute took the place of, as it stands if that minute is given back: what was seen of the video is
 * free. Null if no text went back for it.
 */
function textBefore({ beforeVideo }: Chat, video: Pending): Chat["beforeVideo"] {
  return beforeVideo && { ...beforeVideo, fromMs: beforeVideo.fromMs + Math.max(0, video.ofMs) };
}

/**
 * What changes when a chat ends: one minute at most is given back. If it is the video minute for which text went back, the
 * text minute that was running then is charged again, unless it would have been given back as well.
 */
export function changeAtEnd(chat: Chat, by: Side | "server", servedMs: number): MinuteChange {
  const { last } = pendingOf(chat, servedMs);
  if (!last || !isUndelivered(last, by)) return nothing;
  const text = textBefore(chat, last);
  const isKept = text && !isUndelivered({ ofMs: servedMs - text.fromMs }, by);
  return { reversed: [last.number], charged: isKept ? { kind: "text", count: 1, fromMs: text.fromMs } : null };
}

/**
 * From text to video: text minutes that are not used up are given back, and a video minute is charged. A video minute
 * that still runs is used up first; then only a text minute that was paid ahead is exchanged.
 */
export function changeToVideo(chat: Chat, servedMs: number): MinuteChange {
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
 * From video to text: a delivered video minute covers text until it is used up; an undelivered one is given back, and a
 * text minute charged. If text went back for the video minute, it stands again as it stood.
 */
export function changeToText(chat: Chat, by: Side | "server", servedMs: number): MinuteChange {
  const { last, running } = pendingOf(chat, servedMs);
  if (!last || !running) return nothing;
  if (running.kind === "video" && isUndelivered(running, by)) {
    const reversed = running === last ? [running.number] : [running.number, last.number];
    const { fromMs, minutes } = textBefore(chat, running) ?? { fromMs: servedMs, minutes: 1 };
    return { reversed, charged: { kind: "text", count: minutes, fromMs } };
  }
  if (last.kind !== "video" || last === running) return nothing;
  return { reversed: [last.number], charged: { kind: "text", count: 1, fromMs: last.fromMs } };
}

/** The next minute of a chat, begun where the last one ends. */
export const changeToNext = (chat: Chat): MinuteChange => ({
  reversed: [],
  charged: { kind: chat.kind, count: 1, fromMs: chat.paidMs },
});

/** The chat after a change of its minutes. */
export function withChange(chat: Chat, { reversed, charged, beforeVideo }: MinuteChange): Chat {
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

/** The postings of a change: first what is given back, then what is charged. */
export function postingsOf(chat: Chat, { reversed, charged }: MinuteChange): Posting[] {
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
