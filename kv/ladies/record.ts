/** The record of one lady as it is stored: her facts once, her own words, and what translators made of them. */
import type { AccountLocale } from "../accounts/languages.ts";
import type {
  Drinking,
  Education,
  EnglishRating,
  EyeColor,
  HairColor,
  LookingFor,
  MaritalStatus,
  Profession,
  Religion,
  Smoking,
} from "./attributes.ts";
import { readableName, shownCity } from "./cities.ts";

/** The languages that the site publishes in: profiles are translated into them, the journal is written in them. */
export const wordLocales = ["en", "zh-Hant", "zh-Hans"] as const;
export type WordLocale = typeof wordLocales[number];

const isWordLocale = (locale: AccountLocale): locale is WordLocale =>
  (wordLocales as readonly string[]).includes(locale);

/** The one in which a reader of `locale` sees what the site itself publishes: English if it does not publish in theirs. */
export const wordLocaleOf = (locale: AccountLocale): WordLocale => isWordLocale(locale) ? locale : "en";

/** Everything about her that is written in a language. */
export interface LadyWords {
  firstname: string;
  city: string;
  /** At most 50 UTF-16 units. */
  quote: string;
  /** Paragraphs are divided by a blank line, here and in idealPartner. */
  about: string;
  idealPartner: string;
  interests: string[];
}

/** UTF-16 units. With translations into three languages a profile stays well below what one record may hold. */
export const wordLengths = {
  firstname: 40,
  city: 60,
  quote: 50,
  about: 2000,
  idealPartner: 1000,
  interest: 40,
} as const;

/** Her words in another language. Older translations have neither `author` nor `at`. */
export interface LadyTranslation extends LadyWords {
  /** Who made it, by name; absent where it is a machine's alone. */
  author?: string;
  /** When it was finished (ms since the epoch). */
  at?: number;
  /** The version of her words that it is of (`wordsVersion`); what she changed since stands in it as she wrote it. */
  version?: number;
  /** The machine that made it, or that filled what an author's lacked; absent once a person's takes its place. */
  machine?: string;
}

/** Addresses of one picture in its four sizes. */
export interface PhotoSizes {
  full: string;
  medium: string;
  quad: string;
  avatar: string;
  /** Up to 2048 pixels a side. Only uploads have it; drawings have nothing larger than `full`. */
  large?: string;
}

export interface LadyPhoto {
  id: number;
  /** Names the picture where it is stored. */
  key: string;
  /** The same addresses as sizes.full and sizes.quad: the names that clients know. */
  path: string;
  pathOfQuad: string;
  sizes: PhotoSizes;
  /** In her own words; absent where she wrote none. */
  caption?: string;
}

/** An absence from one day until another, on which she is back; both "YYYY-MM-DD" (UTC). */
export interface Away {
  from: string;
  until: string;
}

/** Her own words stand in LadyWords' fields directly, as she wrote them; city may be one of the list (cities.ts). */
export interface LadyRecord extends LadyWords {
  /** Equal to her user id. */
  id: number;
  /** "YYYY-MM-DD". */
  birthdate: string;
  /** ISO 3166-1 numeric, see countries.ts. */
  countryId: number;
  heightCm: number | null;
  weightKg: number | null;
  hairColor: HairColor | null;
  eyeColor: EyeColor | null;
  maritalStatus: MaritalStatus | null;
  education: Education | null;
  religion: Religion | null;
  smoking: Smoking | null;
  drinking: Drinking | null;
  englishRating: EnglishRating | null;
  profession: Profession | null;
  childrenNumber: number | null;
  lookingFor: LookingFor[];
  /** What translators made of her words; where a locale is absent her own words are shown. */
  localized: Partial<Record<WordLocale, LadyTranslation>>;
  /** How often her own words were changed; absent is 0. */
  wordsVersion?: number;
  /** Marks of words that were taken down lately (`markOf` of profile_draft.ts), the newest last; absent if none were. */
  takenDown?: string[];
  /** The first is the main one. */
  photos: LadyPhoto[];
  isPublished: boolean;
  /** Whether she is suspended (suspensions.ts): nothing of her is shown then, whatever else stands here. */
  isSuspended?: boolean;
  /** Whether she wishes to be in no list and no search; men who know her can still write to her. */
  isUnlisted?: boolean;
  /** When she does not answer (away.ts); absent or null while nothing is said. */
  away?: Away | null;
  /** Milliseconds since the epoch; null until she was published for the first time. */
  firstTimeActivatedAt: number | null;
  /** What orders the Top 50. */
  votes: number;
  /** Votes that she came with, as the demo's and generated ladies do; every other was cast here (votes.ts). */
  votesBefore?: number;
  /** The language that she grew up with, as a code ("uk"); absent or null until she says it. */
  motherTongue?: string | null;
}

/** Whether others may find her: published, and not suspended. */
export const isShown = (lady: Pick<LadyRecord, "isPublished" | "isSuspended">): boolean =>
  lady.isPublished && !lady.isSuspended;

/**
 * Her words for a reader of that locale: the translation where there is one, else her own. Name and city are in letters
 * that the reader knows, and a city of the list in the reader's language.
 */
export function wordsOf(lady: LadyRecord, locale: AccountLocale): LadyWords {
  const { countryId } = lady;
  const translated = isWordLocale(locale) ? lady.localized[locale] : undefined;
  const { firstname, quote, about, idealPartner, interests } = translated ?? lady;
  // A changed city stands in her translations as she wrote it.
  const isOwnCity = !translated?.city || translated.city === lady.city;
  return {
    firstname: readableName(firstname, countryId, locale),
    city: isOwnCity ? shownCity(lady.city, countryId, locale) : readableName(translated.city, countryId, locale),
    quote,
    about,
    idealPartner,
    interests,
  };
}
