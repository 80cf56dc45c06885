/** A conversation is cut into pieces, by day and in blocks; pieces in which nothing changed stay the same objects. */
import { expect } from "expect";
import type { ChatMessage } from "../../../chat/shared/server_events.ts";
import { dayOf } from "../../clock.ts";
import { meter } from "../testing/state.ts";
import { spanOf, timesOf } from "../times.ts";
import { piecesAfter, piecesOf } from "./days.ts";

const start = new Date(2026, 2, 14, 23, 59, 0).getTime();
const messages = (from: number, to: number, everyMs = 1000): ChatMessage[] =>
  Array.from({ length: to - from + 1 }, (_, at) => ({
    _id: `m${from + at}`,
    seq: from + at,
    clientId: `c${from + at}`,
    from: 1,
    to: 2,
    body: "",
    createdAt: new Date(start + (from + at) * everyMs).toISOString(),
    viewed: false,
    fromName: "James",
    translation: null,
  }));

Deno.test("the first piece of a day carries its date, and no message is lost or doubled", () => {
  const pieces = piecesOf({ messages: messages(1, 130), marks: [] });
  expect(pieces.map(({ day }) => day)).toEqual(["2026-03-14", null, "2026-03-15", null, null].slice(0, pieces.length));
  const seqs = pieces.flatMap(({ rows }) => rows.map((row) => row.kind === "message" ? row.message.seq : -1));
  expect(seqs).toEqual(Array.from({ length: 130 }, (_, at) => at + 1));
  expect(Math.max(...pieces.map(({ rows }) => rows.length))).toBeLessThanOrEqual(50);
  expect(new Set(pieces.map(({ key }) => key)).size).toBe(pieces.length);
});

Deno.test("older messages and new ones leave the pieces between them as they are", () => {
  const all = messages(1, 300, 10);
  const before = piecesOf({ messages: all.slice(100, 250), marks: [] });
  const after = piecesAfter(before, { messages: all, marks: [] });
  const kept = before.filter((piece) => after.includes(piece));
  // Before, the first block lacked message 100, and the last one had only message 250: these two change.
  expect(kept.length).toBe(before.length - 2);
  const read = all.map((message) => message.seq === 120 ? { ...message, viewed: true } : message);
  const changed = piecesAfter(after, { messages: read, marks: [] });
  expect(changed.filter((piece, at) => piece !== after[at]).length).toBe(1);
});

Deno.test("marks stand where they came, also before any message and on a day of their own", () => {
  const ended = { minutes: 1, chargedCredits: 1, refundedCredits: 0 };
  const marks = [{ afterSeq: 0, atMs: start }, { afterSeq: 2, atMs: start + 90_000, ended }];
  expect(piecesOf({ messages: [], marks: marks.slice(0, 1) })).toMatchObject([{ day: dayOf(start), rows: [{}] }]);
  const rows = piecesOf({ messages: messages(1, 2), marks }).flatMap((piece) => piece.rows.map(({ kind }) => kind));
  expect(rows).toEqual(["mark", "message", "message", "mark"]);
});

Deno.test("spans are read like a clock", () => {
  expect([0, 59_999, 60_000, 3_725_000, -5].map(spanOf)).toEqual(["0:00", "0:59", "1:00", "1:02:05", "0:00"]);
});

Deno.test("time is counted on from the server's last word, stands still where it does, and ends with what is paid", () => {
  const told = meter({ paidMs: 60_000, servedMs: 10_000, at: start });
  expect(timesOf(told, start + 5000)).toEqual({ servedMs: 15_000, leftMs: 45_000 });
  expect(timesOf({ ...told, running: false }, start + 5000)).toEqual({ servedMs: 10_000, leftMs: 50_000 });
  expect(timesOf(told, start + 500_000)).toEqual({ servedMs: 60_000, leftMs: 0 });
  expect(timesOf(told, start - 500)).toEqual({ servedMs: 10_000, leftMs: 50_000 });
});
