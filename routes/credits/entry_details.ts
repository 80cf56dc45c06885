/** What an entry of the ledger says in words: "Letter to Olena", in the reader's language. */
import type { Entry } from "../../kv/credits/entry.ts";
import { rateWords } from "../../kv/credits/rates.ts";
import { ladiesByIds } from "../../kv/ladies/ladies.ts";
import { wordsOf } from "../../kv/ladies/record.ts";
import type { AppContext } from "../http/env.ts";
import { rateName } from "./rate_names.ts";

/** One sentence for each entry, in order. */
export async function entryDetails(c: AppContext, entries: Entry[]): Promise<string[]> {
  const { facts, deps } = c.var;
  const partnerIds = [...new Set(entries.flatMap((entry) => entry.reference.partnerId ?? []))];
  const partners = await ladiesByIds(deps.store, partnerIds);
  const names = new Map(partners.map((record) => [record.id, wordsOf(record, facts.locale).firstname]));
  const packages = await packageNames(c, entries);
  return entries.map((entry) =>
    facts.t(`balance:operation.${kindOf(entry)}`, {
      name: names.get(entry.reference.partnerId ?? 0) ?? facts.t("balance:somebody"),
      note: packages.get(entry) ?? entry.reference.note ?? "",
    }).trim()
  );
}

/** Which sentence an entry has: what came back says what it was for. */
function kindOf({ operation, deltaCredits, reference }: Entry): string {
  const { paymentId, letterId, partnerId, note, cause } = reference;
  if (operation === "refill" && note) return "refillOf";
  if (operation !== "refund") return operation;
  if (paymentId) return deltaCredits < 0 ? "refundedPayment" : "refundUndone";
  const byCause = {
    fraud: "refundFraud",
    house: "refundHouse",
    deletion: "refundErased",
    kept_back: "refundKeptBack",
    returned: "returnedLetter",
  };
  if (cause) return byCause[cause];
  if (letterId) return "refundLetter";
  return partnerId ? "refundMinute" : operation;
}

/** A package is kept under its English name; what else stands there is nobody's to translate. */
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
