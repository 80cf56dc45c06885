/**
 * The schemas of one's own account and profile: the pages and the calls read the same fields. A field that is left out
 * stays as it is; an empty one is cleared. Anything else in a body is ignored: groups, balances and addresses of mail
 * are not fields of these forms.
 */
import * as z from "zod";
import { trimText } from "../../chat/shared/text.ts";
import { locales } from "../../i18n/locales.ts";
import { knownZone } from "../../i18n/zones.ts";
import * as values from "../../kv/ladies/attributes.ts";
import { readableLanguages } from "../../kv/accounts/languages.ts";
import { wordLengths } from "../../kv/ladies/record.ts";
import { inLines } from "../../kv/store/one_line.ts";
import { birthdateField, countryField, flag, line, requiredLine, wholeNumber } from "../http/fields.ts";

const interestsAtMost = 12;

/** The languages that can be named as mother tongue. */
export const motherTongues = ["ru", "uk", "be", "ro", "hu", "bg", "pl", "de", "tt", "ka", "hy", "kk"] as const;

export const heights = { min: 100, max: 250 } as const;
export const weights = { min: 30, max: 250 } as const;
export const children = { min: 0, max: 20 } as const;
const partnerAges = { min: 18, max: 99 } as const;

/** One of a vocabulary; nothing chosen is null. */
const choice = <const Values extends readonly string[]>(known: Values) =>
  z.preprocess(emptyIsNull, z.enum(known, "wrong_value").nullable()).optional();

/** A whole number within bounds; an empty field is null. */
const number = ({ min, max }: { min: number; max: number }) =>
  z.preprocess(
    emptyIsNull,
    wholeNumber.refine((value) => value >= min, "too_small").refine((value) => value <= max, "too_big")
      .meta({ minimum: min, maximum: max }).nullable(),
  ).optional();

const emptyIsNull = (given: unknown): unknown => given === "" ? null : given;

/** Several of a vocabulary, in its own order; a single checkbox comes as one text. */
export const choices = <const Values extends readonly string[]>(known: Values) =>
  z.preprocess(
    (given) => typeof given === "string" ? given === "" ? [] : [given] : given,
    z.array(z.enum(known, "wrong_value"), "wrong_type").max(known.length, "wrong_value")
      .transform((chosen) => known.filter((each) => chosen.includes(each)) as Values[number][]),
  ).optional();

/** Text of several lines, without invisible characters and without those that reverse the direction of writing. */
const prose = (most: number) =>
  z.string().transform(plainText).refine((text) => text.length <= most, "too_long").optional();

const plainText = (text: string): string => trimText(inLines(text).replace(/\n{3,}/g, "\n\n"));

const interests = z.preprocess(
  (given) => typeof given === "string" ? given.split(/[,，、;；\n]/).map((each) => each.trim()).filter(Boolean) : given,
  z.array(requiredLine(wordLengths.interest), "wrong_type").max(interestsAtMost, "too_many_interests")
    .transform((given) => [...new Set(given)]),
).optional();

/** The checkbox of a form or a JSON boolean; left out it says nothing. */
const wish = flag.unwrap().optional();

/** The name of a time zone that the site knows. */
const zone = z.string().refine((name) => knownZone(name) !== null, "wrong_value");

const accountFields = {
  firstname: requiredLine(wordLengths.firstname).optional(),
  lastname: line(60).optional(),
  phone: line(40).regex(/^[\d+()./\s-]*$/, "wrong_value").optional(),
  address: line(200).optional(),
  city: line(wordLengths.city).optional(),
  zipCode: line(20).optional(),
  country: countryField.optional(),
  birthdate: birthdateField.optional(),
  locale: z.enum(locales).optional(),
  timeZone: zone.or(z.literal("")).optional().describe("The time zone of one's choice; empty for the browser's"),
  deviceZone: zone.optional().describe("The time zone that one's browser has"),
  promoEmails: wish,
  letterEmails: wish,
  talkEmails: wish.describe("Whether mails tell of times to talk, and remind of them"),
  invitationEmails: wish.describe("Whether a mail tells that somebody asked to talk and did not reach one"),
  readsLanguages: choices(readableLanguages),
  readingLanguage: z.enum(locales).optional().describe("What letters, messages and profiles are translated into"),
  wantsTranslation: wish.describe("Whether letters in languages that one does not read are translated"),
};

const sharedFields = {
  height: number(heights),
  weight: number(weights),
  hairColor: choice(values.hairColors),
  eyeColor: choice(values.eyeColors),
  maritalStatus: choice(values.maritalStatuses),
  childrenNumber: number(children),
  education: choice(values.educations),
  profession: choice(values.professions),
  religion: choice(values.religions),
  smoking: choice(values.smokings),
  drinking: choice(values.drinkings),
  interests,
  about: prose(wordLengths.about),
  quote: line(wordLengths.quote).optional(),
  lookingFor: choices(values.lookingFors),
  idealPartner: prose(wordLengths.idealPartner),
};

export const manForm = z.object({
  ...accountFields,
  ...sharedFields,
  acceptsIntroductions: wish.describe("Whether ladies may write first"),
  ageFrom: number(partnerAges),
  ageTo: number(partnerAges),
});

export const ladyForm = z.object({
  ...accountFields,
  ...sharedFields,
  englishRating: choice(values.englishRatings),
  motherTongue: choice(motherTongues),
  isPutForward: wish.describe("Whether she stands in lists and is found by the search"),
});

/** The fields of all groups. */
export const ownForm = z.object({ ...manForm.shape, ...ladyForm.shape });

/** The fields that only one of the two groups has. */
export const mansFields = Object.keys(manForm.shape).filter((name) => !(name in ladyForm.shape));
export const ladysFields = Object.keys(ladyForm.shape).filter((name) => !(name in manForm.shape));

export type OwnForm = z.infer<typeof ownForm>;
