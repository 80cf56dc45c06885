/** Files for spreadsheets (RFC 4180): written as they are read, and never run as formulas. */
import type { AppContext } from "./env.ts";

export type Cell = string | number;

/** Answers lines as a file; each comes when it is asked for. */
export function sendCsv(c: AppContext, fileName: string, lines: AsyncIterable<string> | Iterable<string>): Response {
  c.header("content-type", "text/csv; charset=utf-8");
  c.header("content-disposition", `attachment; filename="${fileName}"`);
  c.header("cache-control", "private, no-store");
  return c.body(ReadableStream.from(withMark(lines)).pipeThrough(new TextEncoderStream()));
}

/** The mark by which spreadsheets know that this is UTF-8. */
async function* withMark(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  yield "\ufeff";
  yield* lines;
}

export const lineOf = (cells: readonly Cell[]): string => cells.map(cellOf).join(",") + "\r\n";

/** A spreadsheet would run a text that begins like a formula: an apostrophe before it makes it words again. */
export function cellOf(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  const harmless = /^\s*[=+\-@\t\r\n＝＋－＠]/u.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
