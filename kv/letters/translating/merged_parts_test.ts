/** Two pages of one translator: each replaces what it has shown, and nothing else. */
import { expect } from "expect";
import * as fc from "fast-check";
import { type KeptParts, marksOf, mergeParts } from "./merged_parts.ts";

const nothing: KeptParts = { segments: [] };
const merged = (...given: Parameters<typeof mergeParts>) => mergeParts(...given)!;

Deno.test("a page changes the parts that it changed, and leaves the others as they stand by now", () => {
  const base = marksOf(["", "", ""]);
  const first = merged(["Дорогая Дарья,", "Ящик разобран.", ""], { base, page: "b" }, nothing);
  const both = merged(["", "", "Джеймс"], { base, page: "a" }, first);
  expect(both).toEqual({ segments: ["Дорогая Дарья,", "Ящик разобран.", "Джеймс"], pages: ["b", "b", "a"], rest: [] });
});

Deno.test("a part that both changed is the later page's, and the other words lie beside it until they stand in a part", () => {
  const base = marksOf(["Начало"]);
  const first = merged(["Начало здесь"], { base, page: "b" }, { segments: ["Начало"] });
  const both = merged(["Начало там"], { base, page: "a" }, first);
  expect(both).toMatchObject({ segments: ["Начало там"], rest: ["Начало здесь"] });
  // B goes on and hears of nothing: what it had written before is in what it writes now.
  const on = merged(["Начало здесь и теперь"], { base, page: "b" }, both);
  expect(on).toMatchObject({ segments: ["Начало здесь и теперь"], rest: ["Начало там"] });
  const copied = merged(["Начало здесь и теперь. Начало там"], { base: marksOf(on.segments) }, on);
  expect(copied.rest).toEqual([]);
});

Deno.test("a page may change its own words before it hears that they are kept", () => {
  const base = marksOf(["", ""]);
  const first = merged(["раз", ""], { base, page: "a" }, nothing);
  expect(merged(["два", ""], { base, page: "a" }, first)).toMatchObject({ segments: ["два", ""], rest: [] });
  expect(merged(["", ""], { base, page: "a" }, first)).toMatchObject({ segments: ["", ""], rest: [] });
  // Without JavaScript a page has no name.
  const bare = merged(["раз", ""], { base }, nothing);
  expect(merged(["два", ""], { base }, bare)).toMatchObject({ segments: ["два", ""], rest: ["раз"] });
});

Deno.test("line ends and blanks at the end are no other words, and without marks a page takes the place of all", () => {
  const kept: KeptParts = { segments: ["раз\nдва", "три"] };
  expect(merged(["раз\r\nдва  ", "три"], { base: marksOf(["раз\r\nдва", "три"]) }, kept).segments)
    .toEqual(["раз\nдва", "три"]);
  expect(merged(["раз", ""], {}, kept)).toMatchObject({ segments: ["раз", ""], rest: [] });
});

Deno.test("what has no room beside the translation is refused rather than lost; the oldest goes first", () => {
  const [one, two, three] = ["а", "б", "в"].map((sign) => sign.repeat(9_000)) as [string, string, string];
  const base = marksOf([""]);
  const kept = { segments: [two], rest: [one, "г".repeat(9_000)] };
  expect(merged([three], { base }, kept).rest).toEqual([two, one]);
  expect(mergeParts(["д".repeat(16_000)], { base }, { segments: ["е".repeat(16_000)] })).toBe(null);
});

Deno.test("however two pages save in turn, every word that was ever sent is kept while a part stands for it or beside it", () => {
  const step = fc.record({ page: fc.constantFrom("a", "b"), at: fc.nat(2), hears: fc.boolean() });
  fc.assert(fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
    const pages: Record<string, { parts: string[]; base: string[] }> = {};
    for (const page of ["a", "b"]) pages[page] = { parts: ["", "", ""], base: marksOf(["", "", ""]) };
    let kept: Required<KeptParts> = { segments: ["", "", ""], pages: [], rest: [] };
    steps.forEach(({ page, at, hears }, count) => {
      const mine = pages[page]!;
      mine.parts = mine.parts.with(at, `${mine.parts[at]} ${page}${count}`.trim());
      kept = merged(mine.parts, { base: mine.base, page }, kept);
      if (hears) pages[page] = { parts: kept.segments, base: marksOf(kept.segments) };
    });
    const all = [...kept.segments, ...kept.rest].join(" ");
    steps.forEach(({ page }, count) => expect(all).toContain(`${page}${count}`));
  }));
});
