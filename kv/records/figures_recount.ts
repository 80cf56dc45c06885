/** Counts all days anew, from the records alone: when a site's figures begin, when something came late, and in the audit. */
import type { User } from "../accounts/users.ts";
import type { Chat } from "../chats/chats.ts";
import { SplitCount } from "../credits/ledger/credit_split.ts";
import type { Entry } from "../credits/ledger/entry.ts";
import type { Payment } from "../credits/payments/payments.ts";
import type { Letter } from "../letters/letter.ts";
import { endsOf, type Translation } from "../letters/translating/translations.ts";
import { utcDayOf } from "../store/days.ts";
import { prefixes } from "../store/prefixes.ts";
import type { Reader } from "./audit/reader.ts";
import { type DayFigures, type PaidQuote, Tally } from "./figures_tally.ts";

/** Called for each record, with the day for which it counts. */
type Seen = (kind: "joined" | "letter" | "chat" | "translation" | "ledger", day: number, id: number | string) => void;

/**
 * Counts every day, also one without events, from the first on which something happened up to `untilDay`, which is left
 * out. Walks users, letters, chats, translations, payments and ledgers once.
 */
export async function recountDays(
  reader: Reader,
  untilDay: number,
  seen: Seen = () => {},
): Promise<Map<number, DayFigures>> {
  const tally = new Tally();
  await reader.walkAll<User>(prefixes.users(), (user) => {
    tally.addUser(user);
    seen("joined", utcDayOf(user.confirmedAt), user.id);
  });
  await reader.walkAll<Letter>(prefixes.letters(), (letter) => {
    tally.addLetter(letter);
    seen("letter", utcDayOf(letter.sentAt), letter.id);
  });
  await reader.walkAll<Chat>(prefixes.allChats(), (chat) => {
    tally.addChat(chat);
    if (chat.endedAt !== null) seen("chat", utcDayOf(chat.endedAt), chat.id);
  });
  await reader.walkAll<Translation>(prefixes.allTranslations(), (translation) => {
    tally.addTranslation(translation);
    for (const { closedAt } of endsOf(translation)) seen("translation", utcDayOf(closedAt), translation.letterId);
  });
  await recountLedgers(reader, tally, seen);
  return wholeDays(tally, untilDay);
}

async function recountLedgers(reader: Reader, tally: Tally, seen: Seen): Promise<void> {
  const paid = new Map<string, PaidQuote>();
  await reader.walkAll<Payment>(
    prefixes.allPayments(),
    ({ id, paidAt, quote: { totalCents, totalCredits, currency } }) => {
      if (paidAt !== null) paid.set(id, { totalCents, totalCredits, currency });
    },
  );
  let manId: Deno.KvKeyPart | undefined;
  let count = new SplitCount();
  // Visits begin in the order of the keys, and these do not await anything: each man's entries follow one another.
  await reader.walkAll<Entry>(prefixes.allEntries(), (entry, [, owner]) => {
    if (owner !== manId) [manId, count] = [owner, new SplitCount()];
    const before = count.split;
    count.follow(entry);
    const after = count.split;
    const day = utcDayOf(entry.at);
    tally.addEntry(entry, paid.get(entry.reference.paymentId ?? "") ?? null);
    tally.addLevels(day, { bought: after.bought - before.bought, given: after.given - before.given });
    seen("ledger", day, Number(owner));
  });
}

/** Every day in a row; the bought and given credits become the sums at its end, instead of the day's change. */
function wholeDays({ days }: Tally, untilDay: number): Map<number, DayFigures> {
  const whole = new Map<number, DayFigures>();
  const first = Math.min(...days.keys());
  if (!Number.isFinite(first)) return whole;
  const tally = new Tally();
  let [bought, given] = [0, 0];
  for (let day = first; day < untilDay; day++) {
    const figures = days.get(day) ?? tally.on(day);
    bought += figures.boughtCredits;
    given += figures.givenCredits;
    whole.set(day, { ...figures, boughtCredits: bought, givenCredits: given });
  }
  return whole;
}
