/** Holds the book against a site: the storm's own at its end, or one that a backup was restored into. */
import type { Book } from "../book.ts";
import type { Person } from "../people.ts";
import type { Site } from "../site.ts";
import { readTruth } from "../truth.ts";
import { judgeBonds } from "./bonds.ts";
import { judgeChats } from "./chats.ts";
import { Gone } from "./gone.ts";
import { judgeLetters } from "./letters.ts";
import { judgeMoney } from "./money.ts";

/** What disagrees, as sentences. `mark` is the moment of the book up to which everything must be there. */
export async function judge(site: Site, book: Book, people: Person[], mark: number): Promise<string[]> {
  const { truth, faults } = await readTruth(site, book, people, mark);
  const gone = new Gone(book, { isEnd: mark === Infinity });
  return [
    ...faults,
    ...truth.size === 0 ? ["nobody could be asked"] : [],
    ...judgeLetters(book, truth, mark, gone),
    ...judgeMoney(book, truth, mark),
    ...judgeChats(book, truth, mark, gone),
    ...judgeBonds(book, truth, mark, gone),
  ];
}
