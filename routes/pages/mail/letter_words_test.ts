/** The language and the first words of letters, from texts as people write them. */
import { expect } from "expect";
import { languageOf, snippetOf } from "./boxes/letter_excerpt.ts";

Deno.test("the language of a letter is told by its letters", () => {
  expect(languageOf("Дорогой Джеймс! Лучшие крылья получаются из Шумана.", ["en"])).toBe("ru");
  expect(languageOf("Дорогий Джеймсе, сьогодні у Львові дощ і їжаки.", ["en"])).toBe("uk");
  expect(languageOf("Дарагі Джэймс, сёння ў Мінску вясна.", ["en"])).toBe("be");
  expect(languageOf("Dear Olena, see you soon.", ["zh-Hans"])).toBe("en");
  expect(languageOf("Dragă James, astăzi este frumos și nu mai plouă.", ["en"])).toBe("ro");
  expect(languageOf("Olena，你好：看到你修書", ["zh-Hant"])).toBe("zh-Hant");
  expect(languageOf("看到你修书", ["zh-Hans"])).toBe("zh-Hans");
  expect(languageOf("看到你修书", ["en"])).toBe("zh-Hans");
  expect(languageOf("12:30 … !", ["en"])).toBe("und");
});

Deno.test("a snippet leaves the greeting out and stands in one line", () => {
  expect(snippetOf("Dear James,\n\nMarko asked\ntoday.\n\nOlena")).toBe("Marko asked today. Olena");
  expect(snippetOf("Olena，你好：\n\n看到你修书。")).toBe("看到你修书。");
  expect(snippetOf("Yes!")).toBe("Yes!");
});

Deno.test("a long snippet is cut at a word and never inside a sign", () => {
  const cut = snippetOf("A letter that goes on and on, from the first line to the last, without an end", 40);
  expect(cut).toBe("A letter that goes on and on, from the…");
  const birds = snippetOf("🐦".repeat(60), 91);
  expect(birds).toBe("🐦".repeat(45) + "…");
  expect(birds.isWellFormed()).toBe(true);
});
