/** The filters of the search as the page groups them: which control each has, its bounds and its words. */
import type { Choice } from "../../components/choices.tsx";
import type { Translate } from "../../components/page_context.ts";
import type { Locale } from "../../i18n/locales.ts";
import type { User } from "../../kv/accounts/users.ts";
import * as values from "../../kv/ladies/attributes.ts";
import { maySortByBirthday } from "../account/birthdates.ts";
import { countryName, ladyCountryIds } from "../account/country_names.ts";

/** Filters with a fixed vocabulary, of which several values may be chosen. */
const vocabularies = {
  lookingFor: values.lookingFors,
  hairColor: values.hairColors,
  eyeColor: values.eyeColors,
  maritalStatus: values.maritalStatuses,
  education: values.educations,
  profession: values.professions,
  religion: values.religions,
  smoking: values.smokings,
  drinking: values.drinkings,
  englishRating: values.englishRatings,
  zodiacSign: values.zodiacSigns,
} as const;

export type ChoiceName = keyof typeof vocabularies;
export const choiceNames = Object.keys(vocabularies) as ChoiceName[];

/** Filters with a lower and an upper bound: the parameters are `${name}From` and `${name}To`. */
export const ranges = {
  age: { label: "attributes:field.age", unit: "search:unit.age", min: 18, max: 120 },
  height: { label: "search:field.height", unit: "attributes:unit.height", min: 100, max: 250 },
  weight: { label: "search:field.weight", unit: "attributes:unit.weight", min: 30, max: 250 },
  childrenNumber: { label: "attributes:field.childrenNumber", unit: "search:unit.children", min: 0, max: 20 },
} as const;

export type RangeName = keyof typeof ranges;
export const rangeNames = Object.keys(ranges) as RangeName[];

export type GroupName = "lookingFor" | "appearance" | "family" | "work" | "habits" | "english" | "dates";

/** The folded groups below age, country, presence and name, and the parameters in each. */
export const groups: Record<GroupName, { ranges: RangeName[]; choices: ChoiceName[]; isDates?: true }> = {
  lookingFor: { ranges: [], choices: ["lookingFor"] },
  appearance: { ranges: ["height", "weight"], choices: ["hairColor", "eyeColor"] },
  family: { ranges: ["childrenNumber"], choices: ["maritalStatus"] },
  work: { ranges: [], choices: ["education", "profession", "religion"] },
  habits: { ranges: [], choices: ["smoking", "drinking"] },
  english: { ranges: [], choices: ["englishRating", "zodiacSign"] },
  dates: { ranges: [], choices: [], isDates: true },
};

export const groupNames = Object.keys(groups) as GroupName[];

const dateNames = ["birthdateFrom", "birthdateTo", "firstTimeActivatedAtFrom"];

export const parametersOfGroup = (name: GroupName): string[] => [
  ...groups[name].ranges.flatMap(boundsOf),
  ...groups[name].choices,
  ...(groups[name].isDates ? dateNames : []),
];

export const boundsOf = (name: RangeName): [string, string] => [`${name}From`, `${name}To`];

/** Every parameter that the page of the search reads, in the order in which addresses name them. */
export const pageParameters: readonly string[] = [
  "id",
  "firstname",
  ...boundsOf("age"),
  "countryId",
  "online",
  ...groupNames.flatMap(parametersOfGroup),
  "sort",
  "page",
  "limit",
];

const sorts = ["new", "online", "top", "birthday"] as const;
export type Sort = typeof sorts[number];

/** The orders that this viewer may choose. */
export const sortsFor = (viewer: User | undefined, of: readonly Sort[] = sorts): readonly Sort[] =>
  of.filter((sort) => sort !== "birthday" || maySortByBirthday(viewer));

/** The label of a parameter, in words. */
export function labelOf(t: Translate, parameter: string): string {
  const range = rangeNames.find((name) => boundsOf(name).includes(parameter));
  if (range) return t(`attributes:field.${range}`);
  if (parameter === "countryId") return t("attributes:field.country");
  if (parameter.startsWith("birthdate")) return t("search:field.birthdate");
  if (parameter === "firstTimeActivatedAtFrom") return t("search:field.since");
  if (parameter === "id") return t("search:field.name");
  return t(
    (choiceNames as string[]).includes(parameter) ? `attributes:field.${parameter}` : `search:field.${parameter}`,
  );
}

const choices = new Map<string, readonly Choice[]>();

/** The values of a filter with their words, looked up once per locale. */
export function choicesOf(locale: Locale, t: Translate, name: ChoiceName | "countryId"): readonly Choice[] {
  const key = `${locale} ${name}`;
  const known = choices.get(key);
  if (known) return known;
  const made = name === "countryId"
    ? ladyCountryIds.map((id) => ({ value: String(id), label: countryName(locale, id) }))
    : vocabularies[name].map((value) => ({ value, label: t(`attributes:${name}.${value}`) }));
  choices.set(key, made);
  return made;
}
