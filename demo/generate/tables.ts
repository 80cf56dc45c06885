/** What generated ladies are called, where they live and what they say, each text in three languages. */
import { z } from "zod";
import { professions } from "../../kv/ladies/attributes.ts";
import { ladyCountryIsos } from "../../kv/ladies/countries.ts";
import aboutTable from "./about.json" with { type: "json" };
import idealTable from "./ideal.json" with { type: "json" };
import interestsTable from "./interests.json" with { type: "json" };
import namesTable from "./names.json" with { type: "json" };
import workTable from "./work.json" with { type: "json" };

/** English (or Latin letters), zh-Hant, zh-Hans. */
export const threefold = z.tuple([z.string().min(1), z.string().min(1), z.string().min(1)]).readonly();
export type Threefold = z.infer<typeof threefold>;

const texts = z.array(threefold);
const byCountry = z.record(z.enum(ladyCountryIsos), texts);

/** More than sixty first names for each country of ladies; the larger cities come first. */
export const { firstnames, cities } = z.strictObject({ firstnames: byCountry, cities: byCountry }).parse(namesTable);

/** Sentences a lady says about herself; each group fits ladies of a certain life, so that facts and words agree. */
export const about = z.strictObject({
  /** How she comes to be where she is; {city} is her city. */
  openings: texts,
  characters: texts,
  alone: texts,
  oneChild: texts,
  moreChildren: texts,
  divorced: texts,
  widowed: texts,
  /** How well she reads the letters she hopes for. */
  english: z.strictObject({ beginner: texts, intermediate: texts, advanced: texts, fluent: texts }),
}).parse(aboutTable);

/** What she hopes for in him, and her quote. */
export const ideal = z.strictObject({ qualities: texts, togethers: texts, withChildren: texts, quotes: texts })
  .parse(idealTable);

/** What her days are made of, a sentence for each profession. */
export const work = z.record(z.enum(professions), threefold).parse(workTable);

/** Interests, each with the sentence in which a lady speaks of it. */
export const interests = z.array(z.strictObject({ label: threefold, sentence: threefold })).parse(interestsTable);
