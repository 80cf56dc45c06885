/** Credits and payments in the page of a copy, with the words that the balance has for them. */
import { formatCents, formatDelta, formatNumber } from "../../i18n/format.ts";
import type { User } from "../../kv/accounts/users.ts";
import type { Entry } from "../../kv/credits/entry.ts";
import { wholeHistory } from "../../kv/credits/history.ts";
import { sections } from "../../kv/records/own_data/export.ts";
import { entryDetails } from "../credits/entry_details.ts";
import type { AppContext } from "../http/env.ts";
import { escaped, row, table, when } from "./html_parts.ts";

const entriesAtOnce = 100;

export async function* ledgerHtml(c: AppContext, user: User): AsyncGenerator<string> {
  const { facts, facts: { locale }, deps: { store } } = c.var;
  async function* rows() {
    for await (const some of inGroups(wholeHistory(store, user.id, {}))) {
      const details = await entryDetails(c, some);
      for (const [at, entry] of some.entries()) {
        yield row([
          when(facts, new Date(entry.at).toISOString()),
          escaped(details[at]),
          escaped(formatDelta(locale, entry.deltaCredits)),
          escaped(formatNumber(locale, entry.balanceAfter)),
        ]);
      }
    }
  }
  yield* table(facts, ["when", "what", "credits", "balance"], rows());
}

async function* inGroups(entries: AsyncIterable<Entry>): AsyncGenerator<Entry[]> {
  let some: Entry[] = [];
  for await (const entry of entries) {
    if (some.push(entry) < entriesAtOnce) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

export async function* paymentsHtml(c: AppContext, user: User): AsyncGenerator<string> {
  const { facts, facts: { t, locale }, deps: { store } } = c.var;
  async function* rows() {
    for await (const payment of sections.payments(store, user)) {
      yield row([
        when(facts, payment.paidAt ?? payment.createdAt),
        escaped(numbersOf(payment).join(", ")),
        escaped(formatNumber(locale, Number(payment.totalCredits))),
        escaped(formatCents(locale, Number(payment.totalCents), String(payment.currency))),
        escaped(t(`ownData:payment.${String(payment.state)}`)),
      ]);
    }
  }
  yield* table(facts, ["when", "receipt", "credits", "price", "state"], rows());
}

/** Of the receipt, and of the documents with tax. */
function numbersOf({ receipt, taxDocuments = [] }: Record<string, unknown>): unknown[] {
  const documents = (taxDocuments as { number: string }[]).map(({ number }) => number);
  return receipt === null ? documents : [receipt, ...documents];
}
