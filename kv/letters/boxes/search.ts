/**
 * Finds letters by their words and by the names of the correspondents: in one box of a person, and only in what she or
 * he may read. Of a sealed letter, only the name of its correspondent is looked at.
 */
import type { User } from "../../accounts/users.ts";
import type { LadyRecord } from "../../ladies/record.ts";
import type { Store } from "../../open.ts";
import { foldName, spellingsOf } from "../../ladies/index/names.ts";
import { foldedWords } from "../../store/folded.ts";
import { keys } from "../../store/keys.ts";
import { getAll } from "../../store/listing/get_all.ts";
import { isBelow, type Place } from "../../store/listing/cursors.ts";
import { placesInBox } from "./boxes.ts";
import { authorIdOf, type Box, isLocked, type Letter, type LetterText, partnerIdFor } from "../letter.ts";

export const queryLengthMax = 100;
const wordsMost = 10;
const lettersAtOnce = 250;

/** The words of a query, each once; all of them must be found. Empty where there is nothing to look for. */
export function wordsOfQuery(query: string): string[] {
  const words = foldedWords(query.slice(0, queryLengthMax)).split(/\s+/).filter((word) => word !== "");
  return [...new Set(words)].slice(0, wordsMost);
}

/** The letters of a box that hold every word, newest first: those after `before`, and how many there are in all. */
export async function searchBox(
  store: Store,
  userId: number,
  box: Box,
  words: readonly string[],
  { before, limit }: { before: Place | null; limit: number },
): Promise<{ letters: Letter[]; next: Place | null; totalCount: number }> {
  // The place of each letter, from its key: the letter itself may have been put away since.
  const places = new Map((await placesInBox(store, userId, box)).map((place) => [place.id, place]));
  const ids = [...places.keys()];
  const names = new Map<number, string>();
  const letters: Letter[] = [];
  let totalCount = 0;
  for (let from = 0; from < ids.length; from += lettersAtOnce) {
    for (const letter of await matching(store, userId, ids.slice(from, from + lettersAtOnce), words, names)) {
      totalCount++;
      const isAfter = before === null || isBelow(places.get(letter.id)!, before);
      if (isAfter && letters.length <= limit) letters.push(letter);
    }
  }
  const shown = letters.slice(0, limit);
  return { letters: shown, next: letters.length > limit ? places.get(shown.at(-1)!.id)! : null, totalCount };
}

async function matching(
  store: Store,
  userId: number,
  ids: number[],
  words: readonly string[],
  names: Map<number, string>,
): Promise<Letter[]> {
  const letters = (await getAll<Letter>(store, ids.map(keys.letter))).filter((letter) => letter !== null);
  await addNames(store, names, letters.map((letter) => partnerIdFor(letter, userId)));
  const notInName = missingInNames(words);
  const leftOf = new Map(letters.map((letter) => [letter.id, notInName(names.get(partnerIdFor(letter, userId))!)]));
  // If the name has every word already, the text need not be read.
  const open = letters.filter(({ id }) => leftOf.get(id)!.length > 0)
    .filter((letter) => authorIdOf(letter) === userId || !isLocked(letter));
  const read = await getAll<LetterText>(store, open.map(({ id }) => keys.letterText(id)));
  const texts = new Map(open.map(({ id }, position) => [id, read[position]]));
  return letters.filter((letter) => {
    let left = leftOf.get(letter.id)!;
    const text = texts.get(letter.id);
    if (left.length > 0 && text) left = missing(left, foldedWords(text.body));
    if (left.length > 0 && text?.translation) left = missing(left, foldedWords(text.translation.body));
    return left.length === 0;
  });
}

const missing = (words: readonly string[], folded: string): string[] => words.filter((word) => !folded.includes(word));

/** Tells which of the words a person's folded names lack. */
function missingInNames(words: readonly string[]): (names: string) => string[] {
  const compared = words.map((word) => ({ word, inName: foldName(word) }));
  return (names) => compared.filter(({ inName }) => !names.includes(inName)).map(({ word }) => word);
}

/** Adds the names of people who have none yet, in every script in which the site shows them. */
async function addNames(store: Store, names: Map<number, string>, userIds: number[]): Promise<void> {
  const added = [...new Set(userIds)].filter((id) => !names.has(id));
  const [users, ladies] = await Promise.all([
    getAll<User>(store, added.map(keys.user)),
    getAll<LadyRecord>(store, added.map(keys.lady)),
  ]);
  for (const [at, id] of added.entries()) {
    const spellings = [users[at]?.firstname ?? "", ...ladies[at] ? spellingsOf(ladies[at]) : []];
    names.set(id, spellings.map(foldName).join("\n"));
  }
}
