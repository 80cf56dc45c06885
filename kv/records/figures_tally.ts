/** The figures of days, counted up record by record: the one place that says what each record means for a day. */
import { lady, man, type User } from "../accounts/users.ts";
import { wasCall } from "../chats/charges.ts";
import { asNow, type Chat } from "../chats/chats.ts";
import { firstCurrency, type Money, type OtherCurrency } from "../credits/prices/currencies.ts";
import { type Entry, moneyOf } from "../credits/ledger/entry.ts";
import { isSpending } from "../credits/ledger/ledger.ts";
import type { Payment } from "../credits/payments/payments.ts";
import type { Letter } from "../letters/letter.ts";
import { endsOf, type Translation } from "../letters/translating/translations.ts";
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
  /** In euros, like `refundedCents`. */
  revenueCents: number;
  /** Money that went back; below zero where disputes were won. */
  refundedCents: number;
  /** The same two in other currencies; absent on days without any. */
  otherMoney?: Partial<Record<OtherCurrency, MoneyFigures>>;
  translated: number;
  /** Minutes from sending to translation, summed over all letters that were translated on the day. */
  translationMinutes: number;
  untranslated: number;
  returnedLetters: number;
  boughtCredits: number;
  givenCredits: number;
}

export type MoneyFigures = Pick<DayFigures, "revenueCents" | "refundedCents">;
export type FigureName = Exclude<keyof DayFigures, "day" | "otherMoney">;

/** Figures whose records may go with a deleted account: a kept day may have more than its records make. Money never goes. */
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

/** The money of an entry from before cents were noted: the same share of the payment's cents as of its credits. */
const estimated = (deltaCredits: number, paid: PaidQuote | null): Money[] =>
  paid ? [{ cents: -Math.round(deltaCredits * paid.totalCents / paid.totalCredits), currency: paid.currency }] : [];

/** What a payment's entries are valued by. */
export type PaidQuote = Pick<Payment["quote"], "totalCents" | "totalCredits" | "currency">;

/** What a day made in a currency. */
export const moneyOn = (figures: DayFigures, currency: Money["currency"]): MoneyFigures =>
  currency === firstCurrency ? figures : figures.otherMoney?.[currency] ?? { revenueCents: 0, refundedCents: 0 };

/** Adds money to the figures of a day, each currency by itself. */
function addMoney(figures: DayFigures, name: keyof MoneyFigures, { cents, currency }: Money): void {
  if (currency === firstCurrency) figures[name] += cents;
  else {
    const known = moneyOn(figures, currency);
    figures.otherMoney = { ...figures.otherMoney, [currency]: { ...known, [name]: known[name] + cents } };
  }
}

export class Tally {
  readonly days = new Map<number, DayFigures>();

  on(day: number): DayFigures {
    const known = this.days.get(day);
    if (known) return known;
    const fresh = noFigures(day);
    this.days.set(day, fresh);
    return fresh;
  }

  /** Counts an account on the day of `confirmedAt`, when it came to be; at `createdAt` somebody asked for it. */
  addUser({ groupId, confirmedAt }: Pick<User, "groupId" | "confirmedAt">): void {
    if (groupId === man) this.on(utcDayOf(confirmedAt)).men++;
    if (groupId === lady) this.on(utcDayOf(confirmedAt)).ladies++;
  }

  addLetter({ author, isIntroduction, sentAt }: Letter): void {
    const name = author === "man" ? "lettersOfMen" : isIntroduction ? "introductions" : "lettersOfLadies";
    this.on(utcDayOf(sentAt))[name]++;
  }

  /** Counts a chat once it has ended, as it does not change afterwards; one that was never paid does not count. */
  addChat(chat: Chat): void {
    if (chat.endedAt === null || chat.openedAt === null) return;
    const figures = this.on(utcDayOf(chat.endedAt));
    if (!wasCall(asNow(chat))) figures.textChats++;
    else {
      figures.calls++;
      if (chat.connectedAt) figures.callsConnected++;
    }
  }

  addTranslation(translation: Translation): void {
    for (const { state, closedAt } of endsOf(translation)) {
      const figures = this.on(utcDayOf(closedAt));
      if (state === "untranslated") figures.untranslated++;
      if (state === "returned") figures.returnedLetters++;
      if (state !== "done") continue;
      figures.translated++;
      figures.translationMinutes += Math.round(Math.max(0, closedAt - translation.sentAt) / 60_000);
    }
  }

  addEntry(entry: Entry, paid: PaidQuote | null): void {
    const figures = this.on(utcDayOf(entry.at));
    const { operation, deltaCredits, reference, reversesSeq } = entry;
    if (isSpending(entry)) figures.chargedCredits -= deltaCredits;
    if (reversesSeq !== undefined && deltaCredits > 0) figures.returnedCredits += deltaCredits;
    if (operation === "refill" && paid) {
      addMoney(figures, "revenueCents", { cents: paid.totalCents, currency: paid.currency });
    }
    if (operation !== "refund") return;
    for (const money of moneyOf(reference) ?? estimated(deltaCredits, paid)) addMoney(figures, "refundedCents", money);
  }

  addLevels(day: number, change: { bought: number; given: number }): void {
    const figures = this.on(day);
    figures.boughtCredits += change.bought;
    figures.givenCredits += change.given;
  }
}
