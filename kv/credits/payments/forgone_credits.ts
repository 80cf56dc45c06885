/** The bought credits that a man gave up with his account. */
import type { Store } from "../../open.ts";
import { prefixes } from "../../store/prefixes.ts";
import { type Entry, moneyOf } from "../ledger/entry.ts";
import { CreditLots } from "./unused_credits.ts";

/** What an entry notes that takes out credits because their account ended; with money, it was paid back for them. */
export const closingNote = "account_deleted";

/** How many they were, once his ledger is closed. */
export async function forgoneCreditsOf(store: Store, manId: number): Promise<number> {
  const lots = new CreditLots();
  let forgone = 0;
  for await (const { value } of store.kv.list<Entry>({ prefix: prefixes.entries(manId) }, { batchSize: 500 })) {
    const before = boughtIn(lots);
    lots.follow(value);
    const { operation, reference } = value;
    const isClosing = operation === "adjustment" && reference.note === closingNote && moneyOf(reference) === null;
    if (isClosing) forgone += before - boughtIn(lots);
  }
  return forgone;
}

const boughtIn = ({ lots }: CreditLots): number =>
  lots.reduce((sum, { paymentId, left }) => paymentId === null ? sum : sum + left, 0);
