/** An original and its translation stay side by side, whatever a form brings. */
import { expect } from "expect";
import { fitted, gapsIn, segmentsFrom, segmentsOf } from "./segments.ts";

Deno.test("a letter is divided as its author divided it", () => {
  expect(segmentsOf("Dear Daria,\n\nOne line.\nAnother.\n \nJames")).toEqual([
    "Dear Daria,",
    "One line.\nAnother.",
    "James",
  ]);
  expect(segmentsOf("One")).toEqual(["One"]);
});

Deno.test("a letter of too many paragraphs keeps them all, the rest in the last part", () => {
  const body = Array.from({ length: 100 }, (_, at) => `p${at}`).join("\n\n");
  const segments = segmentsOf(body);
  expect(segments).toHaveLength(60);
  expect(segments.join("\n\n")).toBe(body);
});

Deno.test("a draft has as many parts as the original, and loses none of its words", () => {
  expect(fitted([], 2)).toEqual(["", ""]);
  expect(fitted(["a"], 2)).toEqual(["a", ""]);
  expect(fitted(["a", "b", "", "c"], 2)).toEqual(["a", "b\n\nc"]);
});

Deno.test("a form's parts are read as one or as many, and anything but text is empty", () => {
  expect(segmentsFrom({})).toBe(null);
  expect(segmentsFrom({ segment: "a\r\nb" })).toEqual(["a\nb"]);
  expect(segmentsFrom({ segment: ["a", new Blob([]), "c"] })).toEqual(["a", "", "c"]);
  expect(gapsIn(["a", " ", ""])).toBe(2);
});
