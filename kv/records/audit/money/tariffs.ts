/** The audit of tariffs: prices are possible, and whatever was charged in credits cost what held at its moment. */
import { type Chat, minutePricesOf } from "../../../chats/chats.ts";
import { inOrder, listAt } from "../../../credits/prices/dated_lists.ts";
import type { Entry } from "../../../credits/ledger/entry.ts";
import type { ActPrices } from "../../../credits/prices/prices.ts";
import { faultsOfPrices, firstTariff, type Tariff } from "../../../credits/prices/tariffs.ts";
import { type Letter, sentByClockAtOf } from "../../../letters/letter.ts";
import { prefixes } from "../../../store/prefixes.ts";
import type { Reader, Report } from "../reader.ts";

/** The most that may lie between the look at the tariff and the moment that was written down. */
const toleranceMs = 60_000;

export async function auditTariffs(reader: Reader, report: Report): Promise<void> {
  const all = await readTariffs(reader, report);
  const heldAt = pricesAround(all, toleranceMs * reader.clockRate);
  let [manBefore, atBefore]: [unknown, number] = [null, 0];
  await reader.walk<Entry>(prefixes.allEntries(), (entry, [, man]) => {
    const { seq, at, deltaCredits } = entry;
    // While a clock is behind, an entry gets the moment of the one before it: its own is not known.
    const isLate = man === manBefore && at === atBefore;
    [manBefore, atBefore] = [man, at];
    const act = actOf(entry);
    const possible = isLate ? all.map(({ prices }) => prices) : heldAt(at);
    if (act && !possible.some((prices) => prices[act] === -deltaCredits)) {
      report(`entry ${seq} of man ${String(man)} paid ${-deltaCredits} for what cost something else then`);
    }
  });
  await reader.walk<Letter>(prefixes.letters(), (letter) => {
    const { id, author, openingPriceCredits: credits } = letter;
    if (author !== "lady" || credits === 0) return;
    if (!heldAt(sentByClockAtOf(letter)).some(({ openLetter }) => openLetter === credits)) {
      report(`letter ${id} is sealed for ${credits} credits, which was no price of its time`);
    }
  });
  await reader.walk<Chat>(prefixes.allChats(), ({ id, createdAt, prices }) => {
    // Chats from before prices could change name none: the first prices hold for them.
    const isOfItsTime = !prices || heldAt(createdAt).some((held) => {
      const { text, video } = minutePricesOf(held);
      return prices.text === text && prices.video === video;
    });
    if (!isOfItsTime) report(`chat ${id} has minutes at prices that did not hold when it began`);
  });
}

/** What a charge was for, if its price is the one of its own moment; else null. */
function actOf({ operation, reference: { letterId, videoId } }: Entry): "sendLetter" | "watchVideo" | null {
  if (operation === "sent_letter" && letterId !== undefined) return "sendLetter";
  return operation === "video" && videoId !== undefined ? "watchVideo" : null;
}

async function readTariffs(reader: Reader, report: Report): Promise<Tariff[]> {
  const all: Tariff[] = [firstTariff];
  await reader.walk<Tariff>(prefixes.tariffs(), (tariff, key) => {
    const fault: Report = (sentence) => report(`tariff ${String(key[2])} ${sentence}`);
    if (tariff.id !== key[2]) fault(`calls itself ${tariff.id}`);
    if (!Number.isSafeInteger(tariff.validFrom)) fault("begins at no moment");
    const acts = Object.keys(faultsOfPrices(tariff.prices));
    if (acts.length > 0) fault(`has an impossible price: ${acts.join(", ")}`);
    all.push(tariff);
  });
  return inOrder(all);
}

/** All prices that held at a moment, or `spareMs` before or after it. */
const pricesAround = (all: readonly Tariff[], spareMs: number) => (atMs: number): ActPrices[] =>
  [...new Set([atMs - spareMs, atMs, atMs + spareMs].map((at) => listAt(all, at)))].map(({ prices }) => prices);
