import { expect } from "expect";
import phrases from "../../services/translation/demo_phrases.json" with { type: "json" };
import { demoPhraseOf, sentencesOf } from "../../services/translation/demo_translator.ts";
import { demoLadies } from "../ladies/ladies.ts";
import { answerIn, answerTo, characters, firstWords } from "./lines.ts";

const [halyna, , anastasia, , teodora] = characters;

Deno.test("at least six ladies of the demo answer, none of those whom somebody plays", () => {
  const keys = characters.map(({ key }) => key);
  expect(new Set(keys).size).toBeGreaterThanOrEqual(6);
  expect(keys.filter((key) => !demoLadies.some((lady) => lady.key === key))).toEqual([]);
  expect(keys.filter((key) => ["olena", "daria", "ioana"].includes(key))).toEqual([]);
});

Deno.test("whatever a companion is told, each of her sentences stands in the table, so that every reader reads it", () => {
  for (const character of characters) {
    const told = [
      "",
      "What is this?",
      ...(phrases as Record<string, string>[]).flatMap((phrase) => Object.values(phrase)),
    ];
    const answers = told.flatMap((message) =>
      [0, 1, 2, 3, 4, 5, 6].map((number) => answerTo(character, message, number))
    );
    const letters = ["en", "zh-Hant", "zh-Hans", "uk", "ru", "ro"].flatMap((language) => answerIn(character, language));
    for (const text of new Set([firstWords(character), ...answers, ...letters])) {
      const sentences = sentencesOf(text);
      expect(sentences.length).toBeGreaterThan(0);
      expect(sentences.filter((sentence) => demoPhraseOf(sentence) === null)).toEqual([]);
    }
  }
});

Deno.test("a known question is answered as it is meant, in whatever language it is asked, and in hers", () => {
  expect(answerTo(halyna!, "What do you do?", 0)).toBe("Я шию й рятую весільні сукні.");
  expect(answerTo(anastasia!, "你住在哪裡？", 3)).toBe(
    demoPhraseOf("I live in Yaroslavl, not far from the Volga.")!.ru,
  );
  expect(answerTo(teodora!, "hello!! how are you", 5)).toBe("Sunt bine, mulțumesc. Dar tu?");
  expect(answerTo(teodora!, "I love the sea at dawn. Goodbye!", 0)).toBe("La revedere! O zi frumoasă!");
});

Deno.test("to what she was not prepared for she says something else each time, and then begins again", () => {
  const answers = Array.from({ length: 6 }, (_, number) => answerTo(halyna!, "My boat leaks.", number));
  expect(new Set(answers).size).toBe(6);
  expect(answerTo(halyna!, "My boat leaks.", 6)).toBe(answers[0]);
});
