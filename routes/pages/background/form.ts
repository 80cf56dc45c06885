/** Reads a statement from its form, and turns a statement back into the form's values. */
import * as z from "zod";
import { trimText } from "../../../chat/shared/text.ts";
import {
  type Background,
  countriesMax,
  endings,
  formerMarriagesMax,
  offences,
  ownWordsLengthMax,
  signatureLengthMax,
  type ToldQuestion,
  toldQuestions,
} from "../../../kv/safety/background/statement.ts";
import { type Body, type Input, parseInput, trimmedTextIn } from "../../http/read_input.ts";

/** The numbers of so many rows, from 1. */
const rows = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);
export const marriageRows = rows(formerMarriagesMax);
export const countryRows = rows(countriesMax);

const yesOrNo = z.enum(["yes", "no"], { error: ({ input }) => input ? "wrong_value" : "required" });
/** Lets texts through up to twice the limit: kv/safety/background/statement.ts refuses those that are too long. */
const words = z.string().max(2 * ownWordsLengthMax, "too_long").transform(trimText)
  .default("");
const several = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat().filter(Boolean))
  .default([]);

/** The union gives the whole row one rule: what is wrong with a row stands at the question, which has no other place. */
const formerMarriage = z.union([z.object({ ended: z.enum(endings), endedOn: z.string() }), z.never()], "date");

const form = z.object({
  protectionOrders: yesOrNo,
  protectionOrdersWords: words,
  violence: yesOrNo,
  violenceWords: words,
  offences: several.pipe(z.array(z.enum(offences))),
  prostitution: yesOrNo,
  prostitutionWords: words,
  substances: yesOrNo,
  substancesWords: words,
  sponsored: yesOrNo,
  sponsoredWords: words,
  married: yesOrNo,
  formerMarriages: z.array(formerMarriage),
  childrenAges: z.string().trim().regex(/^(?:\d{1,2}(?:[\s,;，、]+\d{1,2})*)?$/, "wrong_value").default(""),
  states: several,
  signature: z.string().max(2 * signatureLengthMax, "too_long").default(""),
  certifies: z.string("required"),
}).loose();

/** Every field at which the form shows what is wrong. */
export const fieldNames: readonly string[] = [...Object.keys(form.shape), "countries"];

export function readStatement(body: Body): Input<{ answers: Background; signature: string }> {
  const read = parseInput(form, { ...body, formerMarriages: formerMarriagesIn(body) });
  if (!read.ok) return read;
  const { value } = read;
  const told = Object.fromEntries(
    toldQuestions.map((each) => [each, value[each] === "yes" ? value[`${each}Words`] : null]),
  ) as Record<ToldQuestion, string | null>;
  const answers: Background = {
    told,
    // Boxes ticked before the answer was changed to no do not count.
    offences: told.violence === null ? [] : value.offences,
    isMarried: value.married === "yes",
    formerMarriages: value.formerMarriages,
    childrenAges: (value.childrenAges.match(/\d+/g) ?? []).map(Number),
    states: value.states,
    countryIds: countryRows.map((row) => trimmedTextIn(body[`country${row}`])).filter(Boolean).map(Number),
  };
  return { ok: true, value: { answers, signature: value.signature } };
}

/** The rows that hold anything. */
const formerMarriagesIn = (body: Body) =>
  marriageRows.map((row) => ({
    ended: trimmedTextIn(body[`ended${row}`]),
    endedOn: trimmedTextIn(body[`endedOn${row}`]),
  })).filter(({ ended, endedOn }) => ended || endedOn);

/** What was typed and ticked, to be shown again: several ticks under one name are joined by blanks. */
export const sentTexts = (body: Body): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body).filter(([, value]) => typeof value === "string" || Array.isArray(value))
      .map(([name, value]) => [name, [value].flat().join(" ").slice(0, 2 * ownWordsLengthMax)]),
  );

/** The answers of the last statement, with which the form for a new one begins; he signs and certifies again. */
export function valuesOf({ told, ...answers }: Background): Record<string, string> {
  const values: Record<string, string> = {
    offences: answers.offences.join(" "),
    married: answers.isMarried ? "yes" : "no",
    childrenAges: answers.childrenAges.join(", "),
    states: answers.states.join(" "),
  };
  for (const each of toldQuestions) {
    values[each] = told[each] === null ? "no" : "yes";
    values[`${each}Words`] = told[each] ?? "";
  }
  answers.formerMarriages.forEach(({ ended, endedOn }, at) => {
    values[`ended${at + 1}`] = ended;
    values[`endedOn${at + 1}`] = endedOn;
  });
  answers.countryIds.forEach((id, at) => values[`country${at + 1}`] = String(id));
  return values;
}
