/**
 * A table of everyday phrases that stands in for a provider in the demo. It knows what is written in it and nothing
 * else: it shows how a translation looks, and is no machine that translates.
 */
import phrases from "./demo_phrases.json" with { type: "json" };
import { hasWords } from "./fitting.ts";
import { baseOf, entryOf, type Translator } from "./types.ts";

/** The same words in each language. */
export type Phrase = Record<string, string>;

/** Each language's phrases, by their words alone; "zh" has those of both scripts. */
const byLanguage = new Map<string, Map<string, Phrase>>();
for (const phrase of phrases as Phrase[]) {
  for (const [language, text] of Object.entries(phrase)) {
    for (const name of new Set([language, baseOf(language)])) {
      const known = byLanguage.get(name) ?? new Map<string, Phrase>();
      // If two phrases are the same in this language, the first is meant.
      if (!known.has(wordsOf(text))) known.set(wordsOf(text), phrase);
      byLanguage.set(name, known);
    }
  }
}

/** Translates by the demo's table, in its own process, asking nobody. What is not in the table is "unsupported". */
export function demoTranslator(): Translator {
  return {
    name: "demo",
    translate(segments, from, to) {
      const known = byLanguage.get(from);
      const texts = segments.map((segment) => known ? translated(segment, known, to) : null);
      const isWhole = texts.every((text) => text !== null);
      return Promise.resolve(
        isWhole ? { ok: true, segments: texts, by: "demo" } : { ok: false, failure: "unsupported" },
      );
    },
  };
}

/** The phrase of the table that has these words, in whatever language they are; null if there is none. */
export function demoPhraseOf(text: string): Phrase | null {
  const words = wordsOf(text);
  for (const known of byLanguage.values()) {
    const phrase = known.get(words);
    if (phrase) return phrase;
  }
  return null;
}

/** The sentences of a text, without what holds no words. */
export const sentencesOf = (text: string): string[] =>
  (text.match(/[^.!?。！？…]+[.!?。！？…\s]*/gu) ?? []).map((each) => each.trim()).filter(hasWords);

/** Translates a text as a whole, or sentence by sentence; null if a sentence is not known. */
function translated(text: string, known: Map<string, Phrase>, to: string): string | null {
  const phraseIn = (words: string) => entryOf(known.get(words) ?? {}, to);
  const whole = phraseIn(wordsOf(text));
  if (whole) return whole;
  const parts = sentencesOf(text).map((each) => phraseIn(wordsOf(each)));
  if (parts.length === 0 || parts.some((part) => !part)) return null;
  return parts.join(baseOf(to) === "zh" ? "" : " ");
}

/** Letters and numbers, however they are written and whatever stands between them. */
function wordsOf(text: string): string {
  return text.normalize("NFC").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}
