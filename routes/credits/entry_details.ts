/** What an entry of the ledger says in words: "Letter to Olena", in the reader's language. */
import type { Entry } from "../../kv/credits/ledger/entry.ts";
import { rateWords } from "../../kv/credits/prices/rates.ts";
import { ladiesByIds } from "../../kv/ladies/ladies.ts";
import { wordsOf } from "../../kv/ladies/record.ts";
import { isFraudStill } from "../../kv/safety/fraud_cases.ts";
import type { AppContext } from "../http/env.ts";
import { rateName } from "./rate_names.ts";

/** One sentence for each entry, in order. */
export async function entryDetails(c: AppContext, entries: Entry[]): Promise<string[]> {
  const { facts, deps } = c.var;
  const partnerIds = [...new Set(entries.flatMap((entry) => entry.reference.partnerId ?? []))];
  const [partners, packages, noFrauds] = await Promise.all([
    ladiesByIds(deps.store, partnerIds),
    packageNames(c, entries),
    noFraudsOf(c, entries),
  ]);
  const names = new Map(partners.map((record) => [record.id, wordsOf(record, facts.locale).firstname]));
  return entries.map((entry) =>
    facts.t(`balance:operation.${kindOf(entry, noFrauds)}`, {
      name: names.get(entry.reference.partnerId ?? 0) ?? facts.t("balance:somebody"),
      note: packages.get(entry) ?? entry.reference.note ?? "",
    }).trim()
  );
}

/** The ladies for whose fraud entries were refunded, but who no longer count as frauds. */
async function noFraudsOf({ var: { deps: { store } } }: AppContext, entries: Entry[]): Promise<Set<number>> {
  const ladyIds = [
    ...new Set(entries.flatMap(({ reference: { cause, partnerId } }) => cause === "fraud" ? partnerId ?? [] : [])),
  ];
  const areStill = await Promise.all(ladyIds.map((ladyId) => isFraudStill(store, { ladyId })));
  return new Set(ladyIds.filter((_, at) => !areStill[at]));
}

/** The key of an entry's sentence; that of a refund says what it was for. */
function kindOf({ operation, deltaCredits, reference }: Entry, noFrauds: Set<number>): string {
  const { paymentId, letterId, partnerId, note, cause } = reference;
  if (operation === "refill" && note) return "refillOf";
  if (operation !== "refund") return operation;
  if (paymentId) return deltaCredits < 0 ? "refundedPayment" : "refundUndone";
  const byCause = {
    fraud: noFrauds.has(partnerId ?? 0) ? "refundNoFraud" : "refundFraud",
    house: "refundHouse",
    deletion: "refundErased",
    kept_back: "refundKeptBack",
    returned: "returnedLetter",
  };
  if (cause) return byCause[cause];
  if (letterId) return "refundLetter";
  return partnerId ? "refundMinute" : operation;
}

/** The names of packages, which entries keep in English, in the reader's language; other notes are not translated. */
async function packageNames(c: AppContext, entries: Entry[]): Promise<Map<Entry, string>> {
  const bought = entries.filter(({ operation, reference: { note } }) =>
    note && (operation === "refill" || operation === "refund")
  );
  const words = await rateWords(c.var.deps.store);
  return new Map(bought.map((entry) => {
    const name = entry.reference.note!;
    return [entry, rateName(c.var.facts, name, words.get(name))];
  }));
}
