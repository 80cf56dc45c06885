import { expect } from "expect";
import type { Talk } from "../../kv/talks/talk.ts";
import { calendarOf, escapeText, foldLine } from "./calendar.ts";

const at = Date.UTC(2026, 2, 29, 1);
const agreed: Talk = {
  manId: 1,
  ladyId: 2,
  id: "token-1",
  proposerId: 1,
  kind: "video",
  moments: [at],
  proposedAt: at - 9e7,
  state: "agreed",
  at,
  changedAt: at - 8e7,
  sequence: 0,
  remindedAt: null,
};
const words = { brand: "Vesna", summary: "Video chat with Olena", description: "5 a minute", url: "https://a.test/x" };

/** Reads a file as a calendar does: unfolded lines, by their names. */
function read(file: string): Map<string, string> {
  const lines = file.replaceAll("\r\n ", "").split("\r\n").filter((line) => line !== "");
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]));
}

Deno.test("an agreed time is one event in UTC, half an hour long", () => {
  const file = calendarOf(agreed, "vesna.test", words)!;
  expect(file.startsWith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")).toBe(true);
  expect(file.endsWith("END:VEVENT\r\nEND:VCALENDAR\r\n")).toBe(true);
  expect(file.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  const event = read(file);
  expect(event.get("UID")).toBe("talk-token-1@vesna.test");
  expect([event.get("DTSTART"), event.get("DTEND")]).toEqual(["20260329T010000Z", "20260329T013000Z"]);
  expect([event.get("SEQUENCE"), event.get("STATUS"), event.has("METHOD")]).toEqual(["0", "CONFIRMED", false]);
});

Deno.test("one that was called off cancels the same event with a higher sequence", () => {
  const event = read(calendarOf({ ...agreed, state: "called_off", sequence: 1 }, "vesna.test", words)!);
  expect(event.get("UID")).toBe("talk-token-1@vesna.test");
  expect([event.get("METHOD"), event.get("SEQUENCE"), event.get("STATUS")]).toEqual(["CANCEL", "1", "CANCELLED"]);
  expect(calendarOf({ ...agreed, state: "proposed", at: null, changedAt: null }, "vesna.test", words)).toBe(null);
});

Deno.test("no name writes a line of its own into the file", () => {
  const summary = "Olena\r\nATTENDEE:mailto:x@evil.test\nA;B,C\\D\u0007";
  const file = calendarOf(agreed, "vesna.test", { ...words, summary })!;
  expect(file).not.toMatch(/^ATTENDEE/m);
  expect(read(file).get("SUMMARY")).toBe(String.raw`Olena\nATTENDEE:mailto:x@evil.test\nA\;B\,C\\D `);
  expect(escapeText("plain")).toBe("plain");
});

Deno.test("no line is longer than 75 octets, and no character is cut apart", () => {
  const long = `DESCRIPTION:${"春信 ".repeat(60)}${"Олена ".repeat(40)}${"👩‍💻".repeat(20)}`;
  const folded = foldLine(long);
  const lines = folded.split("\r\n").slice(0, -1);
  for (const line of lines) expect(new TextEncoder().encode(line).length <= 75).toBe(true);
  expect(lines.length).toBeGreaterThan(9);
  expect(folded.replaceAll("\r\n ", "")).toBe(`${long}\r\n`);
  expect(foldLine("x".repeat(75))).toBe(`${"x".repeat(75)}\r\n`);
});
