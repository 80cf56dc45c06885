/** The work page counts as the server does, and tells a lost line from a lost letter. */
import { expect } from "expect";
import { progressOf, savedBy } from "./state.ts";

Deno.test("length and gaps are counted as the server joins the paragraphs", () => {
  expect(progressOf(["раз ", "", "  ", "два\r\nтри"])).toEqual({ length: "раз\n\nдва\nтри".length, gaps: 2 });
  expect(progressOf([])).toEqual({ length: 0, gaps: 0 });
});

Deno.test("only an answer that says so means that the letter is gone", () => {
  expect([200, 409, 403, 404].map(savedBy)).toEqual(["saved", "gone", "gone", "gone"]);
  expect([0, 422, 500, 503].map(savedBy)).toEqual(["lost", "lost", "lost", "lost"]);
});
