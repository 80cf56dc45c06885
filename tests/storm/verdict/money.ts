/** Each man's ledger: recomputed from its first entry, each entry explained by the book once. */
import { type Book, isSureAt, type Line } from "../book.ts";
import type { Told, ToldEntry, Truth } from "../truth.ts";
import { judgeGivenBack } from "./given_back.ts";

export function judgeMoney(book: Book, truth: Truth, mark: number): string[] {
  const faults: string[] = [];
  for (const told of truth.values()) {
    if (told.person.kind !== "man") continue;
    const name = `man ${told.person.id}`;
    faults.push(
      ...[
        ...judgeSums(told),
        ...judgeCharges(book, told, mark),
        ...judgePayments(book, told, mark),
        ...judgeGivenBack(book, told, mark),
      ].map((fault) => `${name}: ${fault}`),
    );
  }
  return [...faults, ...judgeReceipts(book, truth), ...judgePromos(book, truth)];
}

function judgeSums({ entries, balance }: Told): string[] {
  const faults: string[] = [];
  let net = 0;
  for (const [at, { number, credits, balanceAfter, owedAfter }] of entries.entries()) {
    if (number !== at + 1) faults.push(`entry ${at + 1} is missing, ${number} comes instead`);
    net += credits;
    if (balanceAfter !== Math.max(0, net) || owedAfter !== Math.max(0, -net)) {
      faults.push(`after entry ${number} there are ${balanceAfter} and ${owedAfter} owed, by adding ${net}`);
      return faults;
    }
  }
  if (entries.filter(({ operation }) => operation === "sign_up_bonus").length !== 1) faults.push("not one bonus");
  if (balance !== null && balance !== Math.max(0, net)) faults.push(`the account says ${balance}, its entries ${net}`);
  return faults;
}

/** Entries by what they are for: each thing is charged once, and only if it was asked for. */
function judgeCharges(book: Book, { person, entries, letters }: Told, mark: number): string[] {
  const mine = <Each extends Line & { manId: number }>(lines: Each[]) =>
    lines.filter((each) => each.manId === person.id);
  const bodies = new Map(book.letters.map((line) => [line.body, line]));
  // A letter whose answer was lost is recognised by its words.
  const written = letters.flatMap(({ id, from, body }) => {
    const line = from === "me" && body !== null ? bodies.get(body) : undefined;
    return line ? [{ id, line }] : [];
  });
  return [
    ...judgeKind(entries, "sent_letter", -10, ({ letterId }) => letterId, written, mark),
    ...judgeKind(
      entries,
      "opened_letter",
      -5,
      ({ letterId }) => letterId,
      // An introduction opens for nothing.
      mine(book.openings).filter(({ letterId }) => !letters.find(({ id }) => id === letterId)?.isIntroduction)
        .map((line) => ({ id: line.letterId, line })),
      mark,
    ),
    ...judgeKind(
      entries,
      "video",
      -10,
      ({ videoId }) => videoId,
      mine(book.videos).map((line) => ({ id: line.videoId, line })),
      mark,
    ),
  ];
}

function judgeKind(
  entries: ToldEntry[],
  operation: string,
  credits: number,
  thingOf: (entry: ToldEntry) => number | undefined,
  asked: { id: number; line: Line }[],
  mark: number,
): string[] {
  const faults: string[] = [];
  const charged = new Map<number, number>();
  for (const entry of entries) {
    if (entry.operation !== operation) continue;
    const thing = thingOf(entry) ?? -1;
    charged.set(thing, (charged.get(thing) ?? 0) + 1);
    if (entry.credits !== credits) faults.push(`entry ${entry.number} of ${operation} is ${entry.credits}`);
    if (!asked.some(({ id, line }) => id === thing && line.state !== "refused")) {
      faults.push(`entry ${entry.number} of ${operation} for ${thing} was never asked for`);
    }
  }
  for (const [thing, times] of charged) if (times > 1) faults.push(`${operation} for ${thing} charged ${times} times`);
  for (const id of new Set(asked.filter(({ line }) => isSureAt(line, mark)).map(({ id }) => id))) {
    if (!charged.has(id)) faults.push(`${operation} for ${id} was acknowledged and not charged`);
  }
  return faults;
}

function judgePayments(book: Book, { person, entries, payments }: Told, mark: number): string[] {
  const faults: string[] = [];
  const lines = new Map(book.payments.filter(({ manId }) => manId === person.id).map((line) => [line.id, line]));
  for (const { number, credits, paymentId } of entries.filter(({ operation }) => operation === "refill")) {
    const line = lines.get(paymentId ?? null);
    if (!line?.isPaid) faults.push(`entry ${number} credits payment ${paymentId}, which nobody paid`);
    else if (credits !== line.credits) faults.push(`entry ${number} credits ${credits} instead of ${line.credits}`);
  }
  for (const [id, line] of lines) {
    const credited = entries.filter(({ operation, paymentId }) => operation === "refill" && paymentId === id).length;
    if (credited > 1) faults.push(`payment ${id} was credited ${credited} times`);
    if (isSureAt(line, mark) && credited === 0) faults.push(`payment ${id} was paid and not credited`);
    const taken = entries.filter(({ operation, paymentId }) => operation === "refund" && paymentId === id);
    const back = -taken.reduce((sum, { credits }) => sum + credits, 0);
    if (back !== 0 && (line.refundedAt === null || back !== line.credits)) {
      faults.push(`payment ${id} took back ${back}`);
    }
    if (line.refundedAt !== null && line.refundedAt <= mark && back === 0) {
      faults.push(`payment ${id} took nothing back`);
    }
  }
  for (const { id, totalCredits } of payments) {
    const line = lines.get(id);
    if (line && totalCredits !== line.credits) faults.push(`payment ${id} is about ${totalCredits} credits`);
  }
  return faults;
}

/** Receipts are numbered without gaps, apart from those of people who have left, for which nobody can ask. */
function judgeReceipts(book: Book, truth: Truth): string[] {
  const numbers = [...truth.values()].flatMap(({ payments }) => payments.flatMap(({ receipt }) => receipt ?? []));
  const faults = new Set(numbers).size === numbers.length ? [] : ["two receipts have the same number"];
  const unseen = book.payments.filter(({ manId, isPaid }) => isPaid && !truth.has(manId)).length;
  // The demo's own men have receipts before all others.
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  const gaps = numbers.length === 0 ? 0 : last - first + 1 - numbers.length;
  if (gaps > unseen) faults.push(`${gaps} receipts are missing, and only ${unseen} can belong to others`);
  return faults;
}

function judgePromos(book: Book, truth: Truth): string[] {
  const payments = [...truth.values()].flatMap(({ payments }) => payments);
  return book.promos.flatMap(({ code, usesTotal }) => {
    const used = payments.filter(({ promoCode, receipt }) => promoCode === code && receipt !== null).length;
    return used > usesTotal ? [`the code ${code} of ${usesTotal} uses was used ${used} times`] : [];
  });
}
