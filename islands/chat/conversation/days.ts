/** Divides a long conversation into pieces that stay the same while others change, so that it scrolls smoothly. */
import type { ChatMessage } from "../../../chat/shared/server_events.ts";
import { dayOf } from "../../clock.ts";
import type { Conversation, Mark } from "../types.ts";

export type Row =
  | { kind: "message"; message: ChatMessage }
  | { kind: "mark"; mark: Mark };

/** Some rows of one day; the first piece of a day carries its date. */
export interface Piece {
  key: string;
  /** The reader's calendar day, "2026-03-14", if this is its first piece; else null. */
  day: string | null;
  rows: readonly Row[];
}

const rowsAtMost = 50;

/** Divides by day and by blocks of 50 numbers (`seq`), so that loading older messages never moves those already shown. */
export function piecesOf({ messages, marks }: Pick<Conversation, "messages" | "marks">): Piece[] {
  const pieces: Piece[] = [];
  let day: string | null = null;
  let rows: Row[] = [];
  let block = -1;
  let nextMark = 0;

  const begin = (key: string, ofDay: string, blockNow: number) => {
    rows = [];
    pieces.push({ key, day: ofDay === day ? null : ofDay, rows });
    day = ofDay;
    block = blockNow;
  };
  const putMarks = (beforeSeq: number) => {
    for (; nextMark < marks.length && marks[nextMark]!.afterSeq < beforeSeq; nextMark++) {
      const mark = marks[nextMark]!;
      const ofDay = dayOf(mark.atMs);
      if (pieces.length === 0 || ofDay !== day) begin(`mark${nextMark}`, ofDay, -1);
      rows.push({ kind: "mark", mark });
    }
  };

  for (const message of messages) {
    putMarks(message.seq);
    const ofDay = dayOfMessage(message);
    const blockNow = Math.floor(message.seq / rowsAtMost);
    if (pieces.length === 0 || ofDay !== day || (block !== -1 && blockNow !== block)) {
      begin(`${blockNow}-${ofDay}`, ofDay, blockNow);
    }
    block = blockNow;
    rows.push({ kind: "message", message });
  }
  putMarks(Infinity);
  return pieces;
}

/** Returns the pieces of `now`; a piece that shows the same as one of `before` is that very object. */
export function piecesAfter(before: readonly Piece[], now: Pick<Conversation, "messages" | "marks">): Piece[] {
  const known = new Map(before.map((piece) => [piece.key, piece]));
  return piecesOf(now).map((piece) => {
    const same = known.get(piece.key);
    return same && isSamePiece(same, piece) ? same : piece;
  });
}

/** Compares row by row, by identity. */
function isSamePiece(one: Piece, other: Piece): boolean {
  return one.key === other.key && one.day === other.day && one.rows.length === other.rows.length &&
    one.rows.every((row, at) => thingOf(row) === thingOf(other.rows[at]!));
}

const thingOf = (row: Row) => row.kind === "message" ? row.message : row.mark;

/** The days of messages, remembered as long as the message is: each new message asks for the days of all. */
const days = new WeakMap<ChatMessage, string>();

function dayOfMessage(message: ChatMessage): string {
  const known = days.get(message);
  if (known !== undefined) return known;
  const day = dayOf(Date.parse(message.createdAt));
  days.set(message, day);
  return day;
}
