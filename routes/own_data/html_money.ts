/** Credits and payments, for the page in a copy of one's own data, in the words of the pages of the balance. */
import { datesFor, formatCents, formatDelta, formatNumber } from "../../i18n/format.ts";
import type { User } from "../../kv/accounts/users.ts";
import type { Entry } from "../../kv/credits/ledger/entry.ts";
import { wholeHistory } from "../../kv/credits/ledger/history.ts";
import type { Mispaid } from "../../kv/credits/payments/money_matters.ts";
import type { Dispute } from "../../kv/credits/payments/payments.ts";
import { type SpendingLimit, spendingLimitOf } from "../../kv/credits/ledger/spending_limit.ts";
import { sections } from "../../kv/records/own_data/export.ts";
import { entryDetails } from "../credits/entry_details.ts";
import type { AppContext, RequestFacts } from "../http/env.ts";
import { escaped, facts as listed, row, table, when } from "./html_parts.ts";

const entriesAtOnce = 100;

export async function* ledgerHtml(c: AppContext, user: User): AsyncGenerator<string> {
  const { facts, facts: { locale }, deps: { store } } = c.var;
  yield limitHtml(facts, await spendingLimitOf(store, user.id));
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

/** The limit that holds and the one to come, in the words of the page on which he set it; empty if there is none. */
function limitHtml({ t, locale }: RequestFacts, { limitCredits, pending }: SpendingLimit): string {
  if (limitCredits === null) return "";
  const told = [t("common:credits", { count: limitCredits })];
  if (pending) {
    const date = datesFor({ locale })(pending.from, "moment");
    const count = pending.limitCredits;
    told.push(
      count === null
        ? t("balance:limit.pendingNone", { date })
        : t("balance:limit.pending", { date, credits: t("common:credits", { count }) }),
    );
  }
  return listed([[t("balance:limit.title"), told.map(escaped).join("<br>")]]);
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
        [t(`ownData:payment.${String(payment.state)}`), ...disputesOf(c, payment), ...cameInstead(c, payment)].map(
          escaped,
        ).join("<br>"),
      ]);
    }
  }
  yield* table(facts, ["when", "receipt", "credits", "price", "state"], rows());
}

/** The outcome of each dispute of a payment: by his bank, or at PayPal, where he may have asked himself. */
function disputesOf(c: AppContext, { disputes = [], currency, provider }: Record<string, unknown>): string[] {
  const { t, locale } = c.var.facts;
  return (disputes as Dispute[]).map(({ amountCents, outcome }) =>
    t(`ownData:dispute.${provider === "paypal" ? `paypal_${outcome}` : outcome}`, {
      money: formatCents(locale, amountCents, String(currency)),
    })
  );
}

/** As the copy tells of money that came otherwise than ordered (kv/records/own_data/exporting/money.ts). */
interface CameInstead extends Pick<Mispaid, "amountCents" | "currency" | "isUnheard"> {
  refundedCents?: number;
  isSecond?: true;
}

function cameInstead(c: AppContext, payment: Record<string, unknown>): string[] {
  const { t, locale } = c.var.facts;
  return (payment.cameInstead as CameInstead[] | undefined ?? []).map((came) => {
    const { amountCents, currency, refundedCents = 0, isSecond, isUnheard } = came;
    const key = `ownData:${isSecond ? "cameTwice" : "cameInstead"}${refundedCents > 0 ? "Back" : ""}` as const;
    return t(isUnheard ? "ownData:cameUnheard" : key, {
      money: formatCents(locale, amountCents, currency),
      back: formatCents(locale, refundedCents, currency),
    });
  });
}

/** The numbers of the receipt and of the tax documents. */
function numbersOf({ receipt, taxDocuments = [] }: Record<string, unknown>): unknown[] {
  const documents = (taxDocuments as { number: string }[]).map(({ number }) => number);
  return receipt === null ? documents : [receipt, ...documents];
}
