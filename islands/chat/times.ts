/** Days and time spans as the chat's screen shows them, and the times of a chat. */
import { requestSeconds } from "../../chat/shared/limits.ts";
import type { ChatMeter } from "../../chat/shared/server_events.ts";
import { cached } from "../../i18n/format.ts";
import { intlTagOf, type Locale } from "../../i18n/locales.ts";

/** "Saturday 14 March"; with the year if it is not the current one. */
export function dayName(locale: Locale, day: string): string {
  const date = new Date(`${day}T12:00:00`);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  const formatter = cached(`chat:${locale}:${isThisYear}`, () =>
    new Intl.DateTimeFormat(intlTagOf(locale), {
      weekday: "long",
      day: "numeric",
      month: "long",
      ...(isThisYear ? {} : { year: "numeric" }),
    }));
  return formatter.format(date);
}

/** Until when an invitation waits, ms: a minute from now, or as long as the server says is left. */
export const untilOf = (nowMs: number, leftMs = requestSeconds * 1000): number => nowMs + leftMs;

/** "12:48"; with hours only if there are any. */
export function spanOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The served and the remaining part of a chat's paid time at `nowMs`, server time; never more is served than is paid. */
export function timesOf({ paidMs, servedMs, at, running }: ChatMeter, nowMs: number) {
  const served = Math.min(paidMs, servedMs + (running ? Math.max(0, nowMs - at) : 0));
  return { servedMs: served, leftMs: paidMs - served };
}
