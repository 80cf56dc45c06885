/**
 * What a man in the United States states of his background before he is in contact with anybody abroad: the shape of it, as
 * 8 U.S.C. § 1375a(d)(2)(B) lists it, and what is wrong with one that is about to be filed. Pure.
 */
import { countryById } from "../../ladies/countries.ts";
import { dayMs } from "../../store/days.ts";

/** The questions that are answered by yes or no, and by his own words where it is yes. */
export const toldQuestions = ["protectionOrders", "violence", "prostitution", "substances", "sponsored"] as const;
export type ToldQuestion = typeof toldQuestions[number];

/** Groups of the crimes that the law names one by one. */
export const offences = [
  "homicide",
  "assault",
  "domestic",
  "sexual",
  "children",
  "trafficking",
  "kidnapping",
  "stalking",
] as const;
export type Offence = typeof offences[number];

export const endings = ["divorce", "death", "annulment"] as const;
export type Ending = typeof endings[number];

/** The states, district and territories that immigration law counts as the United States (8 U.S.C. § 1101(a)(38)). */
export const states = [
  ..."AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK"
    .split(" "),
  ..."OR PA RI SC SD TN TX UT VT VA WA WV WI WY GU MP PR VI".split(" "),
] as const;

/** UTF-16 units of each answer in his own words, and of a name that signs. */
export const ownWordsLengthMax = 1000;
export const signatureLengthMax = 120;
/** The form has no rows for more. */
export const formerMarriagesMax = 6;
export const countriesMax = 8;
const childrenMax = 20;

export interface FormerMarriage {
  ended: Ending;
  /** "YYYY-MM-DD". */
  endedOn: string;
}

export interface Background {
  /** His own words to each question that he answers with yes; null is no. */
  told: Record<ToldQuestion, string | null>;
  /** The kinds of his arrests and convictions for violence; empty if there are none. */
  offences: Offence[];
  isMarried: boolean;
  formerMarriages: FormerMarriage[];
  /** In years, of children under 18. */
  childrenAges: number[];
  /** Where he has lived since he was 18: postal codes of states, and numbers of other countries. */
  states: string[];
  countryIds: number[];
}

export interface BackgroundStatement {
  manId: number;
  /** Counts his statements from 1. */
  number: number;
  /** Ms since the epoch. */
  filedAt: number;
  answers: Background;
  /** The language of his own words, BCP 47; "und" where there are none. */
  language: string;
  /** The name by which he certified it. */
  signature: string;
  /** What the site found in the registry; null until it has looked. */
  search: RegistrySearch | null;
}

/** A search of the National Sex Offender Public Website. */
export interface RegistrySearch {
  /** "YYYY-MM-DD": when it was made. */
  day: string;
  /** What the registry says of him, in the staff's words; null where it has no record. */
  found: string | null;
  /** The admin. */
  by: number;
}

/** All of his own words, in the order of the questions. */
export const ownWordsOf = ({ told }: Background): string[] =>
  toldQuestions.flatMap((question) => told[question] === null ? [] : [told[question]]);

/** What is wrong with answers as of a moment, by field and rule of the catalogue; empty where nothing is. */
export function faultsOf(answers: Background, nowMs: number): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const question of toldQuestions) {
    const words = answers.told[question];
    if (words === "") faults[`${question}Words`] = "required";
    if (words !== null && words.length > ownWordsLengthMax) faults[`${question}Words`] = "too_long";
  }
  if ((answers.told.violence !== null) !== (answers.offences.length > 0)) faults.offences = "required";
  if (!areMarriages(answers.formerMarriages, nowMs)) faults.formerMarriages = "date";
  if (!areAges(answers.childrenAges)) faults.childrenAges = "wrong_value";
  if (answers.states.some((each) => !states.includes(each))) faults.states = "wrong_value";
  // An adult has lived somewhere.
  if (answers.states.length + answers.countryIds.length === 0) faults.states = "required";
  const areCountries = answers.countryIds.length <= countriesMax && answers.countryIds.every((id) => countryById(id));
  if (!areCountries) faults.countries = "wrong_value";
  return faults;
}

const areMarriages = (marriages: FormerMarriage[], nowMs: number): boolean =>
  marriages.length <= formerMarriagesMax &&
  marriages.every(({ endedOn }) => isPastDay(endedOn, nowMs));

/** Whether a "YYYY-MM-DD" is a real day, at most one ahead of UTC: somewhere in the world it may have begun. */
export function isPastDay(day: string, nowMs: number): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : NaN;
  return at <= nowMs + dayMs && new Date(at).toISOString().startsWith(day);
}

const areAges = (ages: number[]): boolean =>
  ages.length <= childrenMax && ages.every((age) => Number.isInteger(age) && age >= 0 && age < 18);
