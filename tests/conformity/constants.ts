/** The business constants and limits of the specification's section 9, with the place in the site that holds each. */
import { chatRows } from "./constants/chat.ts";
import { moneyRows } from "./constants/money.ts";
import { pagesRows } from "./constants/pages.ts";
import type { ConstantRow } from "./row.ts";

export const constants: ConstantRow[] = [...moneyRows, ...chatRows, ...pagesRows];

/** The values of a lady's attributes, section 3. */
export const vocabularies: Record<string, string> = {
  drinkings: "never occasionally socially",
  educations: "college doctor high_school master university_degree",
  eyeColors: "black blue brown green grey hazel",
  hairColors: "black brown golden light_brown",
  maritalStatuses: "divorced never widow",
  smokings: "no sometimes yes",
  religions: "baptist buddhist catholic christian daonism jewish lutheran mormon muslim none other protestant " +
    "russian_orthodox",
  englishRatings: "beginner intermediate advanced fluent",
  zodiacSigns: "aries taurus gemini cancer leo virgo libra scorpio sagittarius capricorn aquarius pisces",
  lookingFors: "casual experienced_parent marriage serious single_parent hanging_out chatting flirting sugar_baby",
};
