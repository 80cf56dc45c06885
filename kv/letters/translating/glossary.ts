/** The glossary of a dialogue: how its terms were translated before, for each direction; kept by its translators. */
import type { Store } from "../../open.ts";
import { transact } from "../../store/commit.ts";
import { keys } from "../../store/keys.ts";
import { inOneLine } from "../../store/one_line.ts";
import { refuse, type Result } from "../../store/refusals.ts";

export interface Term {
  term: string;
  translation: string;
  /** Who kept it last. */
  by: number;
  at: number;
}

/** Whose letters, and from which language into which. */
export interface Direction {
  manId: number;
  ladyId: number;
  from: string;
  to: string;
}

export const termLengthMax = 60;
export const termsAtMost = 100;

/** The terms of a direction, in the alphabetical order of their language. */
export async function glossaryOf(store: Store, direction: Direction): Promise<Term[]> {
  return (await store.kv.get<Term[]>(keyOf(direction))).value ?? [];
}

const keyOf = ({ manId, ladyId, from, to }: Direction) => keys.glossary(manId, ladyId, from, to);

/** One term in one line. */
const normalise = (text: string): string => inOneLine(text.normalize("NFC"));
const nameOf = (term: string): string => term.toLowerCase();

/**
 * Keeps the translation of a term, in place of an earlier one. Refuses `invalid` if either of the two is empty or
 * longer than 60 UTF-16 units, and for the hundred-and-first term.
 */
export async function keepTerm(
  store: Store,
  direction: Direction,
  pair: { term: string; translation: string; by: number },
): Promise<Result<{ terms: Term[] }>> {
  const [term, translation] = [normalise(pair.term), normalise(pair.translation)];
  for (const [field, text] of Object.entries({ term, translation })) {
    if (text === "") return refuse("invalid", { fields: { [field]: "required" } });
    if (text.length > termLengthMax) return refuse("invalid", { fields: { [field]: "too_long" } });
  }
  return await change(store, direction, (terms) => {
    const others = terms.filter((each) => nameOf(each.term) !== nameOf(term));
    const mine: Term = { term, translation, by: pair.by, at: store.now() };
    return [...others, mine].sort((one, other) => one.term.localeCompare(other.term, direction.from));
  });
}

/** Removes a term, if it is there. */
export const forgetTerm = (store: Store, direction: Direction, term: string): Promise<Result<{ terms: Term[] }>> =>
  change(store, direction, (terms) => terms.filter((each) => nameOf(each.term) !== nameOf(normalise(term))));

async function change(
  store: Store,
  direction: Direction,
  next: (terms: Term[]) => Term[],
): Promise<Result<{ terms: Term[] }>> {
  return await transact<Result<{ terms: Term[] }>>(async () => {
    const entry = await store.kv.get<Term[]>(keyOf(direction));
    const terms = next(entry.value ?? []);
    if (terms.length > termsAtMost) return { done: refuse("invalid", { fields: { term: "too_big" } }) };
    const op = store.kv.atomic().check(entry);
    if (terms.length === 0) op.delete(entry.key);
    else op.set(entry.key, terms);
    return { commit: op, result: { ok: true, terms } };
  });
}

/** A piece of a text; one that is a term carries its translation. */
export interface Marked {
  text: string;
  translation: string | null;
}

/**
 * Finds the terms in a text, the longest first, in whatever case; pure. In scripts that separate words by spaces only
 * whole words are found, in Chinese any characters.
 */
export function markTerms(text: string, terms: Pick<Term, "term" | "translation">[]): Marked[] {
  if (terms.length === 0) return [{ text, translation: null }];
  const byName = new Map(terms.map(({ term, translation }) => [nameOf(term), translation]));
  const longestFirst = terms.map(({ term }) => term).toSorted((one, other) => other.length - one.length);
  const pieces: Marked[] = [];
  let from = 0;
  for (const found of text.matchAll(new RegExp(longestFirst.map(patternOf).join("|"), "giu"))) {
    const translation = byName.get(nameOf(found[0].replace(/\s+/g, " ")));
    if (translation === undefined) continue;
    if (found.index > from) pieces.push({ text: text.slice(from, found.index), translation: null });
    pieces.push({ text: found[0], translation });
    from = found.index + found[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), translation: null });
  return pieces;
}

function patternOf(term: string): string {
  const literal = term.split(" ").map(RegExp.escape).join("\\s+");
  const letter = "[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{N}]";
  const begins = new RegExp(`^${letter}`, "u").test(term) ? `(?<!${letter})` : "";
  const ends = new RegExp(`${letter}$`, "u").test(term) ? `(?!${letter})` : "";
  return begins + literal + ends;
}
