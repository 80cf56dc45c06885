/** What an address asks of the search: as it was given, checked, and put into words. */
import type { Translate } from "../../components/page_context.ts";
import { formatDate } from "../../i18n/format.ts";
import type { Locale } from "../../i18n/locales.ts";
import { shortQuery } from "../../islands/search_form/state.ts";
import { parseInput } from "../http/read_input.ts";
import { boundsOf, choiceNames, choicesOf, labelOf, pageParameters, rangeNames, ranges } from "./filter_fields.ts";
import { type SearchInput, searchSchema } from "./search_query.ts";

/** The parameters that the page knows, each with its values; lists are already divided at their commas. */
export type Given = ReadonlyMap<string, readonly string[]>;

const single = new Set(["id", "firstname", "online", "sort", "page", "limit"]);

/** Reads an address; whatever the page does not know is left out. */
export function readGiven(parameters: URLSearchParams): Given {
  const given = new Map<string, string[]>();
  for (const name of pageParameters) {
    const values = parameters.getAll(name).map((value) => value.trim()).filter(Boolean);
    if (values.length === 0 || (name === "online" && /^(?:0|false)$/.test(values[0]!))) continue;
    given.set(name, single.has(name) ? [values[0]!] : values.flatMap((value) => value.split(",")).filter(Boolean));
  }
  return given;
}

/**
 * The shorter query that says the same; null if `parameters` names nothing twice, leaves nothing empty, and has no number
 * in the field for names.
 */
export function shorterQuery(parameters: URLSearchParams): string | null {
  const known = [...parameters].filter(([name]) => pageParameters.includes(name));
  const isWordy = known.some(([name, value], position) =>
    value.trim() === "" || known.findIndex(([other]) => other === name) !== position
  );
  const short = shortQuery(known);
  const isNumber = parameters.has("firstname") && !new URLSearchParams(short).has("firstname");
  return isWordy || isNumber ? short : null;
}

/** The shortest query for what was given, without the parameters in `without`. */
export function queryWithout(given: Given, ...without: string[]): string {
  const kept = [...given].filter(([name]) => !without.includes(name));
  return shortQuery(kept.flatMap(([name, values]) => values.map((value) => [name, value] as const)));
}

export type Checked =
  | { ok: true; input: SearchInput }
  /** Parameter → a key of the catalogues. */
  | { ok: false; problems: Record<string, string> };

/** Checks what was given; for a range that ends before it begins, the problem is that of its upper bound. */
export function checkGiven(given: Given): Checked {
  const raw = Object.fromEntries([...given].map(([name, values]) => [name, values.join(",")]));
  const parsed = parseInput(searchSchema, raw);
  const reversed = [...rangeNames.map(boundsOf), ["birthdateFrom", "birthdateTo"] as const]
    .filter(([from, to]) => isReversed(raw[from], raw[to]))
    .map(([, to]) => [to, "search:problem.reversed"] as const);
  if (parsed.ok && reversed.length === 0) return { ok: true, input: parsed.value };
  const refused = Object.entries(parsed.ok ? {} : parsed.fields ?? {})
    .map(([name, rule]) => [name.split(".")[0]!, `refusals:field.${rule}`] as const);
  return { ok: false, problems: Object.fromEntries([...reversed, ...refused]) };
}

/** Dates compare by their years. */
function isReversed(from: string | undefined, to: string | undefined): boolean {
  if (from === undefined || to === undefined) return false;
  return Number(from.slice(0, 4)) > Number(to.slice(0, 4));
}

/** One chosen filter in words, and the parameters that are dropped with it. */
export interface Chosen {
  parameters: string[];
  label: string;
  value: string;
}

/** What was chosen, in the order of the form; order and page are no filters. */
export function chosenOf(locale: Locale, t: Translate, given: Given): Chosen[] {
  const first = (name: string) => given.get(name)?.[0];
  const chosen: Chosen[] = [];
  const add = (parameters: string[], value: string | null, label = labelOf(t, parameters[0]!)) => {
    if (value) chosen.push({ parameters, label, value });
  };
  add(["id"], first("id") ?? null);
  add(["firstname"], first("firstname") ?? null);
  for (const name of rangeNames) {
    const [from, to] = boundsOf(name);
    const { unit } = ranges[name];
    const withUnit = (count: string | undefined) => count && t(unit, { count: Number(count) });
    add([from, to], spanOf(t, "range", first(from), first(to), withUnit));
  }
  for (const name of ["countryId", ...choiceNames] as const) {
    const labels = new Map(choicesOf(locale, t, name).map(({ value, label }) => [value, label]));
    const values = (given.get(name) ?? []).map((value) => labels.get(value)).filter(Boolean);
    add([name], values.join(t("search:comma")));
  }
  if (first("online")) add(["online"], t("common:onlineNow"));
  const day = (date: string | undefined) => date && formatDate(locale, Date.parse(date));
  const [bornFrom, bornTo] = [first("birthdateFrom"), first("birthdateTo")].map((date) => date?.slice(0, 4));
  add(["birthdateFrom", "birthdateTo"], spanOf(t, "days", bornFrom, bornTo));
  add(["firstTimeActivatedAtFrom"], spanOf(t, "days", day(first("firstTimeActivatedAtFrom")), undefined));
  return chosen;
}

/** "155 to 180 cm", "from 155 cm", "up to 180 cm"; null if neither end was given. */
function spanOf(
  t: Translate,
  words: "range" | "days",
  from: string | undefined,
  to: string | undefined,
  withUnit: (end: string | undefined) => string | undefined = (end) => end,
): string | null {
  if (from && to) return from === to ? withUnit(to)! : t(`search:${words}.both`, { from, to: withUnit(to) });
  if (from) return t(`search:${words}.from`, { from: withUnit(from) });
  return to ? t(`search:${words}.to`, { to: withUnit(to) }) : null;
}
