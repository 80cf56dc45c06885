/** A time to talk as a file for calendars (RFC 5545): one event in UTC, which a later file of the same UID changes. */
import { unifyLineEnds } from "../../chat/shared/text.ts";
import { type Talk, talkMinutes } from "../../kv/talks/talk.ts";

interface CalendarWords {
  /** The brand of the site, for the name of the product. */
  brand: string;
  summary: string;
  description: string;
  /** Where the two meet: an absolute address. */
  url: string;
}

const linesEnd = "\r\n";
/** Octets of a line, its end not counted (RFC 5545, 3.1). */
const lineBytesMax = 75;

/**
 * The file of an agreed time, or of one that was called off, which takes the event out of a calendar. Null for one that
 * was never agreed. `host` is what makes the UID the site's own; it must stay the same.
 */
export function calendarOf(talk: Talk, host: string, words: CalendarWords): string | null {
  const { id, at, state, changedAt, sequence } = talk;
  if (at === null) return null;
  const isOff = state === "called_off";
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escapeText(words.brand)}//Times to talk//EN`,
    "CALSCALE:GREGORIAN",
    ...isOff ? ["METHOD:CANCEL"] : [],
    "BEGIN:VEVENT",
    `UID:talk-${id}@${host}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${utc(changedAt!)}`,
    `DTSTART:${utc(at)}`,
    `DTEND:${utc(at + talkMinutes * 60_000)}`,
    `SUMMARY:${escapeText(words.summary)}`,
    `DESCRIPTION:${escapeText(words.description)}`,
    `URL:${words.url}`,
    `STATUS:${isOff ? "CANCELLED" : "CONFIRMED"}`,
    "TRANSP:OPAQUE",
    "CLASS:PRIVATE",
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map(foldLine).join("");
}

/** "20261126T180000Z". */
const utc = (atMs: number): string => new Date(atMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, "") + "Z";

/** A text as a value: signs with a meaning are escaped, and control characters except line breaks become blanks. */
export const escapeText = (text: string): string =>
  unifyLineEnds(text)
    // deno-lint-ignore no-control-regex
    .replaceAll(/[\u0000-\u0009\u000B-\u001F\u007F]/g, " ")
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll("\n", String.raw`\n`);

/** Folds a line into lines of at most 75 octets, each after the first beginning with a blank; no character is cut apart. */
export function foldLine(line: string): string {
  const encoder = new TextEncoder();
  let [out, bytes] = ["", 0];
  for (const character of line) {
    const more = encoder.encode(character).length;
    if (bytes + more > lineBytesMax) {
      out += `${linesEnd} `;
      bytes = 1;
    }
    out += character;
    bytes += more;
  }
  return out + linesEnd;
}
