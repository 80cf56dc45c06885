/** What a letter is taken for when it is sent: its language, its place, and whether it waits for a translation. */
import { likelyLanguagesOf, type ReadableLanguage, readingOf } from "../accounts/languages.ts";
import type { User } from "../accounts/users.ts";
import { languageOf, plainLanguageOf, translationFor, type Wanted } from "./language.ts";
import type { Letter, LetterPlace } from "./letter.ts";

/** The words of a letter, their language, where they were written, and the translation that they wait for; null for none. */
export interface Written {
  body: string;
  language: string;
  place: Pick<Letter, "place">;
  held: Wanted | null;
}

/** `home` is where its author lives: a man's account says it, a lady's profile. */
export function writtenTo(
  recipient: User,
  { language, translate }: { language?: ReadableLanguage; translate?: boolean },
  body: string,
  author: User,
  home: LetterPlace,
): Written {
  const reading = readingOf(recipient);
  // Otherwise who named a language that nobody translates would have the credits back after 72 hours, for a letter that
  // was read.
  const plain = language ? plainLanguageOf(body, reading.reads, language) : null;
  const written = plain ?? language ?? languageOf(body, likelyLanguagesOf(author));
  const held = translationFor(written, reading, translate);
  return { body, language: written, place: placeOf(home), held };
}

/** A city as letters name it. */
export const namedCity = (city: string): string => city.trim();

/** An account that names no city says nothing of where a letter was written. */
function placeOf({ city, countryId }: LetterPlace): Pick<Letter, "place"> {
  const named = namedCity(city);
  return named ? { place: { city: named, countryId } } : {};
}
