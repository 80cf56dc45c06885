import { expect } from "expect";
import { canBeSeen, trimText, unifyLineEnds } from "./text.ts";

Deno.test("each line end is one character, and nothing else changes", () => {
  expect(unifyLineEnds(" a\r\nb\rc\n\r\n\r\rd\t\r\n")).toBe(" a\nb\nc\n\n\n\nd\t\n");
});

Deno.test("a trimmed text has no blanks and no blank lines at its ends", () => {
  expect(trimText("\r\n \ta\r\n\r\n b\rc \r\n\u3000\r")).toBe("a\n\n b\nc");
  expect(trimText(" \r\n\r ")).toBe("");
});

Deno.test("signs that are drawn as nothing are no text alone, and stay as they were written beside others", () => {
  const unseen = "\u200b \u200d \u2060 \u3164 \u2800 \u115f \u1160 \uffa0 \u00ad \ufeff \u034f \ufe0f \u{e0041} \u202e";
  for (const sign of [...unseen.split(" "), unseen]) expect([sign, trimText(`\n${sign}\r\n`)]).toEqual([sign, ""]);
  for (
    const text of ["😀", "❤️", "1️⃣", "🇺🇦", "👩\u200d💻", "می\u200cخواهم", ".", "？", "\u200bHello\u2060", "\u{1faef}"]
  ) {
    expect([text, trimText(` ${text}\n`), canBeSeen(text)]).toEqual([text, text, true]);
  }
});
