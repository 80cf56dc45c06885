/** CSV files for spreadsheets (RFC 4180): streamed line by line, with no cell that a spreadsheet would run as a formula. */
import type { AppContext } from "./env.ts";

export type Cell = string | number;

/** Answers with the lines as a file; each line is produced when it is sent. */
export function sendCsv(c: AppContext, fileName: string, lines: AsyncIterable<string> | Iterable<string>): Response {
  c.header("content-type", "text/csv; charset=utf-8");
  c.header("content-disposition", `attachment; filename="${fileName}"`);
  c.header("cache-control", "private, no-store");
  return c.body(ReadableStream.from(withMark(lines)).pipeThrough(new TextEncoderStream()));
}

/** Puts first the byte order mark by which spreadsheets recognise UTF-8. */
async function* withMark(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  yield "\ufeff";
  yield* lines;
}

export const lineOf = (cells: readonly Cell[]): string => cells.map(cellOf).join(",") + "\r\n";

/** A cell as CSV. A text that begins like a formula gets an apostrophe in front, so that no spreadsheet runs it. */
export function cellOf(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  const harmless = /^\s*[=+\-@\t\r\n＝＋－＠]/u.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
