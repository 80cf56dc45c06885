/** Terms are kept for each direction of a dialogue and found in letters as whole words. */
import { expect } from "expect";
import * as fc from "fast-check";
import { testStore } from "../../testing/store.ts";
import { forgetTerm, glossaryOf, keepTerm, markTerms, termsAtMost } from "./glossary.ts";

const direction = { manId: 1, ladyId: 2, from: "en", to: "ru" };
const keep = (store: Awaited<ReturnType<typeof testStore>>, term: string, translation: string) =>
  keepTerm(store, direction, { term, translation, by: 7 });

Deno.test("a term is kept for its dialogue and direction alone, and the same one anew replaces it", async () => {
  using store = await testStore();
  await keep(store, "Colston  Hall", "Колстон-холл");
  await keep(store, "cuckoo", "кукушка");
  await keep(store, "colston hall", "зал Колстон");
  const terms = await glossaryOf(store, direction);
  expect(terms.map(({ term, translation }) => [term, translation])).toEqual([
    ["colston hall", "зал Колстон"],
    ["cuckoo", "кукушка"],
  ]);
  expect(await glossaryOf(store, { ...direction, from: "ru", to: "en" })).toEqual([]);
  expect(await glossaryOf(store, { ...direction, ladyId: 3 })).toEqual([]);
  await forgetTerm(store, direction, "CUCKOO");
  expect((await glossaryOf(store, direction)).map(({ term }) => term)).toEqual(["colston hall"]);
});

Deno.test("an empty or endless term is refused, and so is the hundred-and-first", async () => {
  using store = await testStore();
  expect(await keep(store, " ", "x")).toMatchObject({ reason: "invalid", fields: { term: "required" } });
  expect(await keep(store, "x", "")).toMatchObject({ reason: "invalid", fields: { translation: "required" } });
  expect(await keep(store, "x".repeat(61), "x")).toMatchObject({ fields: { term: "too_long" } });
  for (let count = 1; count <= termsAtMost; count++) await keep(store, `term ${count}`, "слово");
  expect(await keep(store, "one more", "ещё")).toMatchObject({ reason: "invalid", fields: { term: "too_big" } });
  expect(await glossaryOf(store, direction)).toHaveLength(termsAtMost);
});

Deno.test("terms are marked as whole words, the longest first, in whatever case and across line ends", () => {
  const terms = [
    { term: "clock", translation: "часы" },
    { term: "cuckoo clock", translation: "часы с кукушкой" },
    { term: "c++ (old)", translation: "си" },
  ];
  const found = (text: string) =>
    markTerms(text, terms).filter((piece) => piece.translation).map(({ text, translation }) => [text, translation]);
  expect(found("My Cuckoo\nclock is no clockwork; the clock is c++ (old).")).toEqual([
    ["Cuckoo\nclock", "часы с кукушкой"],
    ["clock", "часы"],
    ["c++ (old)", "си"],
  ]);
  const text = "A clock, a clock.";
  expect(markTerms(text, terms).map((piece) => piece.text).join("")).toBe(text);
  expect(markTerms(text, [])).toEqual([{ text, translation: null }]);
});

Deno.test("Chinese terms are found where no blanks divide the words, Cyrillic ones are not found inside of words", () => {
  expect(markTerms("西湖边的桂花", [{ term: "桂花", translation: "османтус" }])).toEqual([
    { text: "西湖边的", translation: null },
    { text: "桂花", translation: "османтус" },
  ]);
  expect(markTerms("крылья и крыло", [{ term: "крыл", translation: "wing" }]).every((piece) => !piece.translation))
    .toBe(true);
});

Deno.test("a term with a hyphen is marked as a whole", () => {
  const terms = [{ term: "Ростов-на-Дону", translation: "Rostov-on-Don" }];
  expect(markTerms("Мой Ростов-на-Дону, не Ростов-на-Доне.", terms)).toEqual([
    { text: "Мой ", translation: null },
    { text: "Ростов-на-Дону", translation: "Rostov-on-Don" },
    { text: ", не Ростов-на-Доне.", translation: null },
  ]);
});

Deno.test("every sign may stand in a term: it is found as it is, and no page fails because of it", () => {
  const ascii = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code)).filter((sign) => sign.trim());
  const signs = [...ascii, "\ud800", "\udc00", "\u{1f9f5}", "ё", "桂"];
  for (const sign of signs) {
    for (const term of [sign, `a${sign}`, `${sign}a`, `a${sign}b`]) {
      expect(markTerms(`「 ${term} 」`, [{ term, translation: "found" }])).toEqual([
        { text: "「 ", translation: null },
        { text: term, translation: "found" },
        { text: " 」", translation: null },
      ]);
    }
  }
});

Deno.test("whatever the terms are, marking them leaves the letter as it is", () => {
  const word = fc.oneof(fc.string({ maxLength: 60 }), fc.string({ unit: "binary", maxLength: 20 }));
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), fc.string(), (words, between) => {
      const text = words.join(between);
      const marked = markTerms(text, words.map((term) => ({ term, translation: "x" })));
      expect(marked.map((piece) => piece.text).join("")).toBe(text);
    }),
    { numRuns: 30 },
  );
});
