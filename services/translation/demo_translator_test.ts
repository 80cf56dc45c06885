import { expect } from "expect";
import phrases from "./demo_phrases.json" with { type: "json" };
import { demoTranslator } from "./demo_translator.ts";
import { careful } from "./translator.ts";

const languages = ["en", "zh-Hant", "zh-Hans", "uk", "ru", "ro"] as const;
const { translate } = careful(demoTranslator());

Deno.test("every phrase is there in six languages, and is found from each of them", async () => {
  expect(phrases.length).toBeGreaterThanOrEqual(60);
  for (const phrase of phrases) {
    expect(Object.keys(phrase)).toEqual([...languages]);
    for (const from of languages) {
      for (const to of languages) {
        expect(await translate([phrase[from]], from, to)).toMatchObject({ ok: true, by: "demo" });
      }
    }
    expect(await translate([phrase.en], "en", "ro")).toMatchObject({ segments: [phrase.ro] });
    expect(phrase.ro).not.toMatch(/[şţ]/);
    expect(phrase.uk).not.toMatch(/[ыэъё]/);
    expect(phrase.ru).not.toMatch(/[іїєґ]/);
  }
});

Deno.test("small letters and other signs are the same phrase, and known sentences may follow each other", async () => {
  expect(await translate(["good EVENING"], "en", "uk")).toMatchObject({ segments: ["Доброго вечора!"] });
  expect(await translate(["Good evening, how are you"], "en", "uk")).toEqual({ ok: false, failure: "unsupported" });
  expect(await translate(["Hello!! How are you? 🌸"], "en", "zh-Hans")).toMatchObject({ segments: ["你好！你好吗？"] });
  expect(await translate(["谢谢！"], "zh", "ru")).toMatchObject({ segments: ["Спасибо!"] });
  expect(await translate(["謝謝！"], "zh", "ru")).toMatchObject({ segments: ["Спасибо!"] });
});

Deno.test("what does not stand in the table is not made up", async () => {
  for (
    const [text, from, to] of [
      ["I love you.", "en", "uk"],
      ["Hello! I love you.", "en", "uk"],
      ["Hello!", "uk", "en"],
      ["Hello!", "en", "be"],
      ["Вітаю!", "be", "en"],
      ["Hello!", "en", "constructor"],
      ["constructor", "en", "uk"],
    ]
  ) {
    expect(await translate([text!], from!, to!)).toEqual({ ok: false, failure: "unsupported" });
  }
});
