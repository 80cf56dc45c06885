/** The shape of one curated demo lady: facts once, her words in all three languages of the site. */
import type { WordLocale } from "../../kv/ladies/record.ts";
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
} from "../../kv/ladies/attributes.ts";

export interface DemoWords {
  firstname: string;
  /** At most 50 UTF-16 units. */
  quote: string;
  /** Paragraphs are divided by a blank line. */
  about: string;
  idealPartner: string;
  interests: string[];
}

export interface DemoLady {
  /** Names her portrait files; unique in the demo world, lower-case ASCII. */
  key: string;
  country: "BY" | "RO" | "RU" | "UA";
  /** A key of demo/cities.ts. */
  city: string;
  /** "YYYY-MM-DD". */
  birthdate: string;
  heightCm: number;
  weightKg: number;
  hairColor: HairColor;
  eyeColor: EyeColor;
  maritalStatus: MaritalStatus;
  childrenNumber: number;
  lookingFor: LookingFor[];
  profession: Profession;
  education: Education;
  religion: Religion;
  smoking: Smoking;
  drinking: Drinking;
  englishRating: EnglishRating;
  words: Record<WordLocale, DemoWords>;
}
