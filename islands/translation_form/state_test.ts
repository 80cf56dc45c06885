/** The work page counts as the server does, and tells a lost connection from a lost letter. */
import { expect } from "expect";
import { canBeSeen } from "../../chat/shared/text.ts";
import { everySign } from "../testing/every_sign.ts";
import { broughtTogether, progressOf, savedBy } from "./state.ts";

Deno.test("length and gaps are counted as the server joins the paragraphs", () => {
  expect(progressOf(["раз ", "", "  ", "два\r\nтри"])).toEqual({ length: "раз\n\nдва\nтри".length, gaps: 2 });
  expect(progressOf([])).toEqual({ length: 0, gaps: 0 });
  expect(progressOf(["раз", "\u200b", "\u3164"])).toEqual({ length: "раз".length, gaps: 2 });
  expect(everySign().filter((sign) => (progressOf([sign]).gaps === 0) !== canBeSeen(sign))).toEqual([]);
});

Deno.test("only an answer that says so means that the letter is gone", () => {
  expect([200, 409, 403, 404].map(savedBy)).toEqual(["saved", "gone", "gone", "gone"]);
  expect([0, 422, 500, 503].map(savedBy)).toEqual(["lost", "lost", "lost", "lost"]);
});

Deno.test("what another page wrote comes into parts that are untouched here, and no key that was pressed meanwhile is lost", () => {
  const sent = ["", "раз ", "", "два"];
  const kept = { segments: ["чужое", "раз", "чужое тоже", "два"], base: ["n1", "n2", "n3", "n4"], hasSetAside: false };
  const shown = { parts: ["", "раз ", "пишу", "два три"], base: ["o1", "o2", "o3", "o4"] };
  expect(broughtTogether(shown, sent, kept)).toEqual({
    parts: ["чужое", "раз ", "пишу", "два три"],
    // The third part keeps its old base: its writer has not seen the words that the account has there.
    base: ["n1", "n2", "o3", "n4"],
  });
});
