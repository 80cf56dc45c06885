/** Whether every acknowledged letter is there once, with its words and its people, and no other is. */
import { type Book, isSureAt, type Letter } from "../book.ts";
import type { Told, ToldLetter, Truth } from "../truth.ts";
import type { Gone } from "./gone.ts";

export function judgeLetters(book: Book, truth: Truth, mark: number, gone: Gone): string[] {
  const faults: string[] = [];
  const byBody = new Map(book.letters.map((letter) => [letter.body, letter]));
  const idOf = new Map<Letter, number>();
  for (const told of truth.values()) {
    for (const letter of told.letters) {
      if (letter.from !== "me" || letter.body === null) continue;
      const line = byBody.get(letter.body);
      // The demo's own letters are in no book.
      if (!line) continue;
      if (line.state === "refused") faults.push(`letter ${letter.id} of ${told.person.id} was refused and is there`);
      const known = idOf.get(line) ?? letter.id;
      if (known !== letter.id) faults.push(`letter ${known} of ${told.person.id} is there again as ${letter.id}`);
      idOf.set(line, letter.id);
    }
    const ids = told.letters.map(({ id }) => id);
    if (new Set(ids).size !== ids.length) faults.push(`a letter lies twice with ${told.person.id}`);
  }
  for (const line of book.letters) {
    if (!isSureAt(line, mark)) continue;
    const author = truth.get(line.authorId);
    const recipient = truth.get(line.recipientId);
    const sent = author && find(author, line);
    if (author) faults.push(...compare(line, sent, "me", `letter ${line.id} with its author ${line.authorId}`, gone));
    // A letter that waits for a translator comes when it is translated, or never.
    if (recipient && !line.isHeld) {
      const received = find(recipient, line);
      faults.push(
        ...compare(line, received, "the other", `letter ${line.id} with its reader ${line.recipientId}`, gone),
      );
    }
  }
  return [...faults, ...judgeOpenings(book, truth, mark, gone)];
}

const find = ({ letters }: Told, { id }: Letter): ToldLetter | undefined => letters.find((each) => each.id === id);

function compare(
  line: Letter,
  letter: ToldLetter | undefined,
  from: ToldLetter["from"],
  name: string,
  gone: Gone,
): string[] {
  if (!letter) return [`${name} is lost`];
  const other = from === "me" ? line.recipientId : line.authorId;
  if (letter.from !== from || letter.with.id !== other) return [`${name} is between other people`];
  if (from === "the other" && gone.has(line.authorId)) {
    return gone.isErased(line.authorId) && (letter.body ?? "") !== ""
      ? [`${name} still has words of who has left`]
      : [];
  }
  if (letter.isErased) return [`${name} was erased, and its author is here`];
  if (letter.isSealed && !line.isHis && letter.body === null) return [];
  return letter.body === line.body ? [] : [`${name} has other words: ${letter.body}`];
}

/** A letter that he paid to read is open to him, unless its author has left. */
function judgeOpenings(book: Book, truth: Truth, mark: number, gone: Gone): string[] {
  return book.openings.flatMap((opening) => {
    const told = truth.get(opening.manId);
    if (!told || !isSureAt(opening, mark) || gone.has(opening.ladyId)) return [];
    const letter = told.letters.find(({ id }) => id === opening.letterId);
    if (!letter) return [];
    return letter.isSealed ? [`letter ${opening.letterId} that ${opening.manId} has opened is sealed again`] : [];
  });
}
