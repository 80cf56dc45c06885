import { expect } from "expect";
import { wordsOfQuery } from "../../../../kv/letters/boxes/search.ts";
import { foundIn, markedName, type Part } from "./match_excerpt.ts";

/** The parts as one text, with the found words in brackets. */
const shown = (parts: Part[] | null) =>
  parts && parts.map(({ text, isFound }) => isFound ? `[${text}]` : text).join("");
const found = (body: string, query: string, most?: number) => shown(foundIn(body, wordsOfQuery(query), most));

Deno.test("found words are marked as they stand in the text, whatever their case and form", () => {
  expect(found("The Heron at the weir", "WEIR heron")).toBe("The [Heron] at the [weir]");
  expect(found("Ｈｅｒｏｎ, says the sign", "heron")).toBe("[Ｈｅｒｏｎ], says the sign");
  expect(found("E\u0301tienne came", "étienne")).toBe("[E\u0301tienne] came");
  expect(found("The ﬁrst of May", "first")).toBe("The [ﬁrst] of May");
  expect(found("春天來了，又是春天。", "春天")).toBe("[春天]來了，又是[春天]。");
  expect(found("I don’t know", "don't")).toBe("I [don’t] know");
  expect(found("I don't know", "dont")).toBe("I [don't] know");
  expect(found("herons and heron", "heron herons")).toBe("[herons] and [heron]");
  expect(found("İstanbul calls", "stan")).toBe("İ[stan]bul calls");
});

Deno.test("of a long letter only the surroundings of the first found word are shown, in one line", () => {
  const long = `${"Some words before. ".repeat(40)}\n\nThe heron\nkeeps its promise. ${"And some after. ".repeat(40)}`;
  const line = found(long, "heron")!;
  expect(line).toMatch(/^….{10,40}\[heron\] keeps its promise\. .*…$/);
  expect(line.length).toBeLessThan(130);
  expect(line).not.toContain("\n");
  expect(found("𝒳".repeat(300) + "heron" + "𝒳".repeat(300), "heron")).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
});

Deno.test("what is not there is not marked", () => {
  expect(foundIn("Nothing of birds", ["heron"])).toBe(null);
  expect(markedName("Olena", ["heron"])).toBe(null);
  expect(shown(markedName("Olena", wordsOfQuery("LEN")))).toBe("O[len]a");
});

Deno.test("a found name is marked across its apostrophes, hyphens and spellings", () => {
  const named = (name: string, query: string) => shown(markedName(name, wordsOfQuery(query)));
  expect(named("Вячеслав", "В'ячеслав")).toBe("[Вячеслав]");
  expect(named("В’ячеслав", "вячес")).toBe("[В’ячес]лав");
  expect(named("Юлія", "юлия")).toBe("[Юлія]");
  expect(named("Anna–Maria", "anna-maria")).toBe("[Anna–Maria]");
  expect(named("Anna Maria", "annamaria")).toBe(null);
  expect(named("O'Neil", "'")).toBe(null);
});
