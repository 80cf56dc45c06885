/** A long conversation in pieces that stay as they are while others change, so that it scrolls without a jolt. */
import type { ChatMessage } from "../../../chat/shared/server_events.ts";
import { dayOf } from "../../clock.ts";
import type { Conversation, Mark } from "../types.ts";

export type Row =
  | { kind: "message"; message: ChatMessage }
  | { kind: "mark"; mark: Mark };

/** Some rows of one day; the first piece of a day carries its date. */
export interface Piece {
  key: string;
  /** The day as the reader's calendar has it, "2026-03-14", where this piece begins it. */
  day: string | null;
  rows: readonly Row[];
}

const rowsAtMost = 50;

/** Pieces hold messages whose numbers share a block, so that an older page never moves what is there. */
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

/** The pieces of now, each the very one of before where it shows the same. */
export function piecesAfter(before: readonly Piece[], now: Pick<Conversation, "messages" | "marks">): Piece[] {
  const known = new Map(before.map((piece) => [piece.key, piece]));
  return piecesOf(now).map((piece) => {
    const same = known.get(piece.key);
    return same && isSamePiece(same, piece) ? same : piece;
  });
}

/** Message by message. */
function isSamePiece(one: Piece, other: Piece): boolean {
  return one.key === other.key && one.day === other.day && one.rows.length === other.rows.length &&
    one.rows.every((row, at) => thingOf(row) === thingOf(other.rows[at]!));
}

const thingOf = (row: Row) => row.kind === "message" ? row.message : row.mark;

/** Asked again with every message that comes, for all that are there: a message is its own key, and takes its day along. */
const days = new WeakMap<ChatMessage, string>();

function dayOfMessage(message: ChatMessage): string {
  const known = days.get(message);
  if (known !== undefined) return known;
  const day = dayOf(Date.parse(message.createdAt));
  days.set(message, day);
  return day;
}
