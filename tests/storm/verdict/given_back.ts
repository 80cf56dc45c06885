/** What went back to a man: each charge at most once, for a reason that the book knows, and whenever the rules say so. */
import { type Book, isSureAt } from "../book.ts";
import type { Told, ToldEntry } from "../truth.ts";

export function judgeGivenBack(book: Book, told: Told, mark: number): string[] {
  const { entries, person } = told;
  const faults: string[] = [];
  const byNumber = new Map(entries.map((entry) => [entry.number, entry]));
  const given = new Map<number, ToldEntry>();
  for (const entry of entries) {
    if (entry.operation !== "refund" || entry.paymentId !== undefined) continue;
    const charge = byNumber.get(entry.givesBack ?? 0);
    if (!charge) {
      faults.push(`entry ${entry.number} gives back nothing`);
      continue;
    }
    if (given.has(charge.number)) faults.push(`entry ${charge.number} was given back twice`);
    given.set(charge.number, entry);
    if (entry.credits !== -charge.credits) faults.push(`entry ${entry.number} gives back ${entry.credits}`);
    if (!isExplained(book, person.id, entry, charge)) {
      faults.push(`entry ${entry.number} gives back ${charge.number} (${charge.operation}) because of ${entry.cause}`);
    }
  }
  const mine = book.staffActions.filter(({ manId }) => manId === person.id);
  for (const line of mine.filter((each) => isSureAt(each, mark))) {
    // A charge that staff give back a second time is back already, with the note of the first.
    const isIt = ({ note, givesBack }: ToldEntry) => line.seq === null ? note === line.note : givesBack === line.seq;
    const found = entries.filter(isIt);
    if (found.length !== 1) faults.push(`"${line.note}" of the admins is there ${found.length} times`);
    else if (found[0]!.credits !== line.credits) faults.push(`"${line.note}" of the admins is ${found[0]!.credits}`);
  }
  for (const { number, note, operation } of entries) {
    if (operation === "adjustment" && !mine.some((line) => line.note === note && line.state !== "refused")) {
      faults.push(`entry ${number} adjusts without a reason that an admin gave: ${note}`);
    }
  }
  if (mark === Infinity) faults.push(...judgeOwed(book, told, given));
  return faults;
}

function isExplained(book: Book, manId: number, entry: ToldEntry, charge: ToldEntry): boolean {
  const ladyId = charge.with?.id;
  const suspended = book.suspensions.filter(({ userId }) => userId === ladyId || userId === manId);
  const hasLeft = book.deletions.some(({ userId }) => userId === ladyId || userId === manId);
  switch (entry.cause) {
    case "house":
      return book.staffActions.some(({ note, seq, state, manId: id }) =>
        id === manId && note === entry.note && seq === charge.number && state !== "refused"
      );
    case "fraud":
      return suspended.some(({ kind }) => kind === "fraud");
    case "deletion":
      return hasLeft;
    case "kept_back":
      return suspended.length > 0 || hasLeft ||
        book.bonds.some(({ kind, userId, otherId }) =>
          kind === "block" && [userId, otherId].includes(manId) && [userId, otherId].includes(ladyId ?? 0)
        );
    default:
      // A minute that was not delivered.
      return charge.operation === "chat_session";
  }
}

/** What must have gone back by the end: what a fraud cost, and what can no longer be read or watched. */
function judgeOwed(book: Book, { entries, person }: Told, given: Map<number, ToldEntry>): string[] {
  const chargeOf = (operation: string, id: number) =>
    entries.find((entry) => entry.operation === operation && (entry.letterId ?? entry.videoId) === id);
  const wanted: { entry: ToldEntry | undefined; why: string }[] = [];
  for (const fraud of book.suspensions.filter(({ kind, state }) => kind === "fraud" && state === "acknowledged")) {
    for (const line of book.letters) {
      const isBefore = isSureAt(line, fraud.askedAt) && line.authorId === person.id &&
        line.recipientId === fraud.userId;
      if (isBefore) wanted.push({ entry: chargeOf("sent_letter", line.id!), why: `the fraud of ${fraud.userId}` });
    }
    for (const line of book.openings) {
      const isBefore = isSureAt(line, fraud.askedAt) && line.manId === person.id && line.ladyId === fraud.userId;
      if (isBefore) {
        wanted.push({ entry: chargeOf("opened_letter", line.letterId), why: `the fraud of ${fraud.userId}` });
      }
    }
  }
  for (const { userId, state } of book.deletions) {
    if (state !== "acknowledged") continue;
    for (const entry of entries) {
      const isHers = entry.with?.id === userId && ["opened_letter", "video"].includes(entry.operation);
      if (isHers) wanted.push({ entry, why: `the end of ${userId}` });
    }
  }
  return wanted.flatMap(({ entry, why }) =>
    entry && !given.has(entry.number) ? [`entry ${entry.number} (${entry.operation}) did not go back after ${why}`] : []
  );
}
