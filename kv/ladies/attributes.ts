/** The fixed vocabularies of a profile (specification, section 3): every value a lady may choose, in the order shown. */

export const hairColors = ["black", "brown", "golden", "light_brown"] as const;
export const eyeColors = ["black", "blue", "brown", "green", "grey", "hazel"] as const;
export const maritalStatuses = ["never", "divorced", "widow"] as const;
export const educations = ["high_school", "college", "university_degree", "master", "doctor"] as const;
export const religions = [
  "russian_orthodox",
  "catholic",
  "protestant",
  "lutheran",
  "baptist",
  "christian",
  "jewish",
  "muslim",
  "buddhist",
  "daonism",
  "mormon",
  "none",
  "other",
] as const;
export const smokings = ["no", "sometimes", "yes"] as const;
export const drinkings = ["never", "occasionally", "socially"] as const;
export const englishRatings = ["beginner", "intermediate", "advanced", "fluent"] as const;
export const zodiacSigns = [
  "aries",
  "taurus",
  "gemini",
  "cancer",
  "leo",
  "virgo",
  "libra",
  "scorpio",
  "sagittarius",
  "capricorn",
  "aquarius",
  "pisces",
] as const;
export const lookingFors = [
  "serious",
  "marriage",
  "casual",
  "chatting",
  "flirting",
  "hanging_out",
  "experienced_parent",
  "single_parent",
  "sugar_baby",
] as const;
/** Wishes that records may hold and calls may name, but that forms offer only to people who have chosen them already. */
const unofferedWishes: readonly LookingFor[] = ["flirting", "experienced_parent", "sugar_baby"];

/** The wishes that a form offers, with those that are chosen already. */
export const offeredWishes = (chosen: readonly string[]): LookingFor[] =>
  lookingFors.filter((wish) => !unofferedWishes.includes(wish) || chosen.includes(wish));

export const professions = [
  "accountant",
  "actress",
  "architect",
  "artist",
  "baker",
  "biologist",
  "bookbinder",
  "chemist",
  "choreographer",
  "conservator",
  "cook",
  "dentist",
  "designer",
  "director",
  "doctor",
  "economist",
  "editor",
  "engineer",
  "entrepreneur",
  "florist",
  "geologist",
  "guide",
  "hairdresser",
  "historian",
  "housewife",
  "journalist",
  "laboratory_assistant",
  "lawyer",
  "librarian",
  "manager",
  "marketer",
  "musician",
  "nurse",
  "pharmacist",
  "photographer",
  "physiotherapist",
  "pilot",
  "programmer",
  "psychologist",
  "sales_assistant",
  "scientist",
  "seamstress",
  "secretary",
  "social_worker",
  "student",
  "surveyor",
  "teacher",
  "trainer",
  "translator",
  "veterinarian",
  "other",
] as const;

export type HairColor = typeof hairColors[number];
export type EyeColor = typeof eyeColors[number];
export type MaritalStatus = typeof maritalStatuses[number];
export type Education = typeof educations[number];
export type Religion = typeof religions[number];
export type Smoking = typeof smokings[number];
export type Drinking = typeof drinkings[number];
export type EnglishRating = typeof englishRatings[number];
export type ZodiacSign = typeof zodiacSigns[number];
export type LookingFor = typeof lookingFors[number];
export type Profession = typeof professions[number];

/** The western sign of a birthdate ("YYYY-MM-DD"), by the usual calendar bounds. */
export function zodiacSignOf(birthdate: string): ZodiacSign {
  const monthDay = birthdate.slice(5);
  const starts: [string, ZodiacSign][] = [
    ["12-22", "capricorn"],
    ["11-22", "sagittarius"],
    ["10-23", "scorpio"],
    ["09-23", "libra"],
    ["08-23", "virgo"],
    ["07-23", "leo"],
    ["06-21", "cancer"],
    ["05-21", "gemini"],
    ["04-20", "taurus"],
    ["03-21", "aries"],
    ["02-19", "pisces"],
    ["01-20", "aquarius"],
  ];
  return starts.find(([start]) => monthDay >= start)?.[1] ?? "capricorn";
}
