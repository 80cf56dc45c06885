/** The figures of days, counted up record by record: the one reading of what each record means for a day. */
import { lady, man, type User } from "../accounts/users.ts";
import { wasCall } from "../chats/charges.ts";
import { asNow, type Chat } from "../chats/chats.ts";
import type { Entry } from "../credits/entry.ts";
import { isSpending } from "../credits/ledger.ts";
import type { Payment } from "../credits/payments.ts";
import type { Letter } from "../letters/letter.ts";
import type { Translation } from "../letters/translations.ts";
import { utcDayOf } from "../store/days.ts";

/** Sums of a UTC day; the last two are what stands at its end. */
export interface DayFigures {
  day: number;
  men: number;
  ladies: number;
  lettersOfMen: number;
  lettersOfLadies: number;
  introductions: number;
  textChats: number;
  calls: number;
  /** Calls in which the two saw each other. */
  callsConnected: number;
  chargedCredits: number;
  /** Credits of charges that went back. */
  returnedCredits: number;
  revenueCents: number;
  /** Money that went back; below zero where disputes were won. */
  refundedCents: number;
  translated: number;
  /** From sending to translation, of all that were translated on the day. */
  translationMinutes: number;
  untranslated: number;
  returnedLetters: number;
  boughtCredits: number;
  givenCredits: number;
}

export type FigureName = Exclude<keyof DayFigures, "day">;

/** What goes with a deleted account, so that a day may have been more than its records make now. Money never goes. */
export const erasable: ReadonlySet<FigureName> = new Set([
  "men",
  "ladies",
  "lettersOfMen",
  "lettersOfLadies",
  "introductions",
  "textChats",
  "calls",
  "callsConnected",
  "translated",
  "translationMinutes",
  "untranslated",
  "returnedLetters",
]);

export const noFigures = (day: number): DayFigures => ({
  day,
  men: 0,
  ladies: 0,
  lettersOfMen: 0,
  lettersOfLadies: 0,
  introductions: 0,
  textChats: 0,
  calls: 0,
  callsConnected: 0,
  chargedCredits: 0,
  returnedCredits: 0,
  revenueCents: 0,
  refundedCents: 0,
  translated: 0,
  translationMinutes: 0,
  untranslated: 0,
  returnedLetters: 0,
  boughtCredits: 0,
  givenCredits: 0,
});

/** Of entries from before cents were noted: as much money as credits. */
const estimatedCents = (deltaCredits: number, paid: PaidQuote | null): number =>
  paid ? -Math.round(deltaCredits * paid.totalCents / paid.totalCredits) : 0;

/** What a payment is worth, for its entries. */
export type PaidQuote = Pick<Payment["quote"], "totalCents" | "totalCredits">;

export class Tally {
  readonly days = new Map<number, DayFigures>();

  on(day: number): DayFigures {
    const known = this.days.get(day);
    if (known) return known;
    const fresh = noFigures(day);
    this.days.set(day, fresh);
    return fresh;
  }

  /** By when the account came to be; `createdAt` is when somebody asked for it. */
  addUser({ groupId, confirmedAt }: Pick<User, "groupId" | "confirmedAt">): void {
    if (groupId === man) this.on(utcDayOf(confirmedAt)).men++;
    if (groupId === lady) this.on(utcDayOf(confirmedAt)).ladies++;
  }

  addLetter({ author, isIntroduction, sentAt }: Letter): void {
    const name = author === "man" ? "lettersOfMen" : isIntroduction ? "introductions" : "lettersOfLadies";
    this.on(utcDayOf(sentAt))[name]++;
  }

  /** Counted when it has ended, because nothing of it changes afterwards; what was never paid is no chat. */
  addChat(chat: Chat): void {
    if (chat.endedAt === null || chat.openedAt === null) return;
    const figures = this.on(utcDayOf(chat.endedAt));
    if (!wasCall(asNow(chat))) figures.textChats++;
    else {
      figures.calls++;
      if (chat.connectedAt) figures.callsConnected++;
    }
  }

  addTranslation({ state, sentAt, closedAt }: Translation): void {
    if (closedAt === null) return;
    const figures = this.on(utcDayOf(closedAt));
    if (state === "untranslated") figures.untranslated++;
    if (state === "returned") figures.returnedLetters++;
    if (state !== "done") return;
    figures.translated++;
    figures.translationMinutes += Math.round(Math.max(0, closedAt - sentAt) / 60_000);
  }

  addEntry(entry: Entry, paid: PaidQuote | null): void {
    const figures = this.on(utcDayOf(entry.at));
    const { operation, deltaCredits, reference, reversesSeq } = entry;
    if (isSpending(entry)) figures.chargedCredits -= deltaCredits;
    if (reversesSeq !== undefined && deltaCredits > 0) figures.returnedCredits += deltaCredits;
    if (operation === "refill" && paid) figures.revenueCents += paid.totalCents;
    if (operation === "refund") figures.refundedCents += reference.cents ?? estimatedCents(deltaCredits, paid);
  }

  addLevels(day: number, change: { bought: number; given: number }): void {
    const figures = this.on(day);
    figures.boughtCredits += change.bought;
    figures.givenCredits += change.given;
  }
}
