import { expect } from "expect";
import { draftKeyOf } from "../letter_composer/local_draft.ts";
import { draftToKeep } from "../letter_composer/state.ts";
import { unsentLetters } from "./unsent.ts";

const [james, wei, olena, daria] = [1, 10, 2, 3];
const begun = (to: string, savedAt: number) => draftToKeep({ text: `Dear ${to},`, savedAt, to });

Deno.test("James finds the letters that he began, the latest first; Wei's are not told to him, nor to a guest", () => {
  const stored: [string, unknown][] = [
    [draftKeyOf(james, olena), begun("Olena", 5)],
    [draftKeyOf(wei, olena), begun("Olena", 7)],
    ["theme", "dark"],
    [draftKeyOf(james, daria), begun("Daria", 6)],
  ];
  const his = [{ name: "Daria", savedAt: 6 }, { name: "Olena", savedAt: 5 }];
  expect(unsentLetters(stored, james)).toEqual(his);
  expect(unsentLetters(stored, wei)).toEqual([{ name: "Olena", savedAt: 7 }]);
  expect(unsentLetters(stored, 0)).toEqual([]);
});

Deno.test("what is no draft, or says not to whom it is, is passed by", () => {
  const stored: [string, unknown][] = [
    [draftKeyOf(james, olena), "{"],
    [draftKeyOf(james, daria), draftToKeep({ text: "Dear", savedAt: 5 })],
  ];
  expect(unsentLetters(stored, james)).toEqual([]);
});
