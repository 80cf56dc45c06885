/** The curated ladies of the demo and the cities they live in, a file for each country; all of them are invented. */
import { z } from "zod";
import {
  drinkings,
  educations,
  englishRatings,
  eyeColors,
  hairColors,
  lookingFors,
  maritalStatuses,
  professions,
  religions,
  smokings,
} from "../../kv/ladies/attributes.ts";
import { ladyCountryIsos } from "../../kv/ladies/countries.ts";
import belarus from "./belarus.json" with { type: "json" };
import romania from "./romania.json" with { type: "json" };
import russia from "./russia.json" with { type: "json" };
import ukraine from "./ukraine.json" with { type: "json" };

const text = z.string().min(1);

const words = z.strictObject({
  firstname: text,
  quote: text.max(50),
  /** Paragraphs are divided by a blank line. */
  about: text,
  idealPartner: text,
  interests: z.array(text),
});

const demoLady = z.strictObject({
  /** Names her portrait files; unique in the demo world, lower-case ASCII. */
  key: text.regex(/^[a-z]+$/),
  country: z.enum(ladyCountryIsos),
  /** A key among the cities of her file. */
  city: text,
  birthdate: z.iso.date(),
  heightCm: z.int(),
  weightKg: z.int(),
  hairColor: z.enum(hairColors),
  eyeColor: z.enum(eyeColors),
  maritalStatus: z.enum(maritalStatuses),
  childrenNumber: z.int(),
  lookingFor: z.array(z.enum(lookingFors)),
  profession: z.enum(professions),
  education: z.enum(educations),
  religion: z.enum(religions),
  smoking: z.enum(smokings),
  drinking: z.enum(drinkings),
  englishRating: z.enum(englishRatings),
  /** Her own are those in Ukrainian where there are any, else the English ones. */
  words: z.strictObject({ uk: words.optional(), en: words, "zh-Hant": words, "zh-Hans": words }),
});

export type DemoLady = z.infer<typeof demoLady>;

const cityNames = z.strictObject({ en: text, "zh-Hant": text, "zh-Hans": text });
const country = z.strictObject({ cities: z.record(z.string(), cityNames), ladies: z.array(demoLady) });

const countries = [ukraine, belarus, romania, russia].map((file) => country.parse(file));

/** City names by the key that stands in a profile's address. */
export const demoCities = Object.assign({}, ...countries.map(({ cities }) => cities)) as Record<
  string,
  z.infer<typeof cityNames>
>;

/** All curated ladies, the countries shuffled into one another so that lists are mixed. */
export const demoLadies: DemoLady[] = Array.from(
  { length: Math.max(...countries.map(({ ladies }) => ladies.length)) },
  (_, row) => countries.flatMap(({ ladies }) => ladies[row] ?? []),
).flat();
