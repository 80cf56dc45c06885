import { expect } from "expect";
import { trimText, unifyLineEnds } from "./text.ts";

Deno.test("each line end is one character, and nothing else changes", () => {
  expect(unifyLineEnds(" a\r\nb\rc\n\r\n\r\rd\t\r\n")).toBe(" a\nb\nc\n\n\n\nd\t\n");
});

Deno.test("a trimmed text has no blanks and no blank lines at its ends", () => {
  expect(trimText("\r\n \ta\r\n\r\n b\rc \r\n\u3000\r")).toBe("a\n\n b\nc");
  expect(trimText(" \r\n\r ")).toBe("");
});
