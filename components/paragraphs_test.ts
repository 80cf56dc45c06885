/** How a written text is divided. */
import { expect } from "expect";
import { paragraphsOf } from "./paragraphs.ts";

Deno.test("blank lines divide paragraphs and single newlines divide lines", () => {
  expect(paragraphsOf("Dear James,\n\nthe bird\nsurvived.\n\n\n\nDaria")).toEqual([
    ["Dear James,"],
    ["the bird", "survived."],
    ["Daria"],
  ]);
});

Deno.test("line ends of Windows and blank lines with spaces divide alike", () => {
  expect(paragraphsOf("a\r\nb\r\n \t\r\nc")).toEqual([["a", "b"], ["c"]]);
});

Deno.test("an empty text has no paragraph", () => {
  expect(paragraphsOf("")).toEqual([]);
  expect(paragraphsOf(" \n\n \n")).toEqual([]);
});
