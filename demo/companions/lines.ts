/**
 * What the companions say: sentences of the demo's table of phrases, so that everybody who talks with them can read each in
 * their own language. They are given here in English.
 */
import type { ReadableLanguage } from "../../kv/accounts/languages.ts";
import { demoPhraseOf, sentencesOf } from "../../services/translation/demo_translator.ts";

export interface Character {
  /** The key of one of the demo's ladies. */
  key: string;
  /** The language in which she writes. */
  language: Extract<ReadableLanguage, "uk" | "ru" | "ro">;
  /** Where she lives, what she does, and something that happened. */
  place: string;
  work: string;
  story: string;
}

export const characters: readonly Character[] = [
  {
    key: "halyna",
    language: "uk",
    place: "I live in Ivano-Frankivsk, opposite the town hall.",
    work: "I sew, and save wedding dresses.",
    story: "I sing while I work, and my customers have begun to make requests.",
  },
  {
    key: "zoryana",
    language: "uk",
    place: "I live in Ternopil, and row on the pond in the evenings.",
    work: "I am the vet of three villages.",
    story: "Last week a farmer paid me with a goose.",
  },
  {
    key: "anastasia",
    language: "ru",
    place: "I live in Yaroslavl, not far from the Volga.",
    work: "I teach in a planetarium.",
    story: "Every day at noon I put out the sun.",
  },
  {
    key: "sofia",
    language: "ru",
    place: "I live in Kaliningrad, an hour from the beach.",
    work: "I make jewellery from amber that I find myself.",
    story: "One stone had an ant in it; it went for more than my bicycle.",
  },
  {
    key: "teodora",
    language: "ro",
    place: "I live in Brașov, under the mountain.",
    work: "I am a mountain guide.",
    story: "I have met bears eleven times, four of them behind my own house.",
  },
  {
    key: "ilinca",
    language: "ro",
    place: "I live in Timișoara, and go to work by bicycle.",
    work: "I play second violin in the opera.",
    story: "I have never seen who dies on the stage, only heard it.",
  },
];

const greetings = ["Hello!", "Hi!", "Good morning!", "Good afternoon!", "Good evening!"];
const farewells = [
  "I have to go.",
  "Goodbye!",
  "Good night!",
  "See you tomorrow!",
  "See you soon!",
  "Have a nice day!",
];

/** Her first words in a chat: that she is a companion is said before anything else. */
export const firstWords = ({ language }: Character): string =>
  said(["Hello!", "I am a companion of this demo: I answer automatically, in words prepared beforehand."], language);

/** Her answer to the message of that number, counted from 0; a phrase of the table gets an answer that fits it. */
export function answerTo(character: Character, message: string, number: number): string {
  const known = sentencesOf(message).map((each) => demoPhraseOf(each)?.en).findLast((each) => each !== undefined);
  return said((known && meant(character, known)) || untold(character, number), character.language);
}

function meant({ place, work, story }: Character, phrase: string): string[] | undefined {
  if (greetings.includes(phrase)) return [phrase, "How are you?"];
  if (farewells.includes(phrase)) return ["Goodbye!", "Have a nice day!"];
  const answers: Record<string, string[]> = {
    "How are you?": ["I am well, thank you.", "And you?"],
    "And you?": ["I am well, thank you."],
    "How was your day?": ["My day was good.", "And you?"],
    "Where do you live?": [place],
    "Where are you from?": [place],
    "What do you do?": [work],
    "Do you like your work?": ["Of course!", work],
    "What are you doing?": ["I am at work."],
    "Tell me about yourself.": [work, story],
    "Tell me more!": [story],
    "What is your name?": ["It is on my page."],
    "How old are you?": ["It is on my page."],
    "What do you like to do?": ["I like to travel."],
    "What music do you like?": ["I like music.", "And you?"],
    "Shall we talk by video?": ["I cannot call: a companion of the demo has no camera."],
    "I would like to see you.": ["I cannot call: a companion of the demo has no camera."],
    "Thank you!": ["You are welcome."],
    "Thank you very much!": ["You are welcome."],
    "Nice to meet you!": ["Nice to meet you!"],
    "Your photo is very beautiful.": ["Thank you very much!"],
  };
  return answers[phrase];
}

/** Her answer to a message that she is not prepared for: something of her own, or a question back. */
function untold({ place, work, story }: Character, number: number): string[] {
  const turns = [
    ["That is interesting!", "Tell me more!"],
    [place, "Where do you live?"],
    [work, "What do you do?"],
    ["I read that twice.", "And what is around you right now?"],
    [story],
    ["Write me a letter too: I answer within a minute."],
  ];
  return turns[number % turns.length]!;
}

/** Her answer to a letter, paragraph by paragraph, in a language of the table. */
export const answerIn = ({ place, work, story }: Character, language: string): string[] =>
  [
    ["Thank you for your letter!", "I read it by the window."],
    [place, work, story],
    ["Tell me about yourself.", "I am waiting for your next letter."],
  ].map((paragraph) => said(paragraph, language));

/** The sentences in a language of the table, as one text. Throws if the table lacks one. */
function said(sentences: string[], language: string): string {
  const texts = sentences.map((english) => {
    const text = demoPhraseOf(english)?.[language];
    if (!text) throw new Error(`the demo has no "${english}" in ${language}`);
    return text;
  });
  return texts.join(language.startsWith("zh") ? "" : " ");
}
