/** A year of a shop that charges tax: figures, report, journal, payments and audit say the same, to the cent. */
import { expect } from "expect";
import { askMoneyBack } from "../kv/credits/payments/money_refunds.ts";
import { goneCents } from "../kv/credits/payments/payment_changes.ts";
import { type Payment, paymentById, paymentsOf } from "../kv/credits/payments/payments.ts";
import { rates } from "../kv/credits/prices/prices.ts";
import { type Quarter, quarterOf, taxReportOf } from "../kv/credits/tax/tax_report.ts";
import { withdraw } from "../kv/credits/payments/withdrawals.ts";
import { audit } from "../kv/records/audit.ts";
import { figuresOfLastDays } from "../kv/records/figures.ts";
import { dayMs } from "../kv/store/days.ts";
import { begunPayment, paidInFull, say, taxedIn, tulpen } from "../kv/testing/payments.ts";
import { type AdminWorld, testAdmin } from "../routes/pages/admin/testing/admin.ts";
import { seededRandom } from "./seeded_random.ts";

const countries = ["DE", "FR", "FI", "LU", "HU", "MC", "GB", "US", "CN"];
const daysCount = 365;

interface Year extends AdminWorld {
  random: () => number;
  paymentIds: string[];
}

const pick = <T>({ random }: Year, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;

/** Some of the money, but not so little that it is worth no credit. */
const someOf = ({ random }: Year, cents: number): number =>
  Math.max(Math.ceil(cents / 10), Math.floor(random() * cents));

async function buy(year: Year): Promise<void> {
  const { site: { store }, james, random } = year;
  const wish = { rateId: pick(year, rates).id, method: pick(year, ["card", "paypal"] as const) };
  const payment = await begunPayment(store, james.id, { ...wish, ...taxedIn(pick(year, countries)) });
  // The provider names no country, the same one, or now and then another.
  const said = random() < 0.2 ? undefined : random() < 0.8 ? payment.tax!.chosenCountry : pick(year, countries);
  await say(store, payment, paidInFull(payment, said), random() < 0.5 ? undefined : `paid-${payment.id}`);
  year.paymentIds.push(payment.id);
}

type Mishap = (year: Year, payment: Payment) => Promise<unknown>;

const mishaps: Mishap[] = [
  (year, { id, quote }) => {
    const { site: { store }, ada } = year;
    const cents = someOf(year, quote.totalCents);
    return askMoneyBack(store, { id: store.randomToken(), paymentId: id, cents, actorId: ada.id });
  },
  ({ site: { store } }, { id }) => withdraw(store, { paymentId: id }),
  (year, payment) => dispute(year, payment, year.random() < 0.5 ? "won" : "lost"),
  (year, payment) => dispute(year, payment, "lost", someOf(year, payment.quote.totalCents)),
  ({ site: { store } }, payment) =>
    say(store, payment, { kind: "refunded", refundedCents: payment.quote.totalCents, currency: "EUR" }),
];

async function dispute(
  { site: { store } }: Year,
  payment: Payment,
  outcome: "won" | "lost",
  amountCents = payment.quote.totalCents,
): Promise<void> {
  const word = { kind: "disputed", disputeId: `dp-${payment.id}`, amountCents, currency: "EUR" } as const;
  await say(store, payment, { ...word, outcome: "open" });
  await say(store, payment, { ...word, outcome });
}

/** Each payment has one mishap at most: how several affect one another is tested beside their nouns. */
async function live(year: Year): Promise<void> {
  const { site, random } = year;
  const untouched: string[] = [];
  for (let day = 0; day < daysCount; day++) {
    site.advance(dayMs);
    if (random() < 0.35) {
      await buy(year);
      untouched.push(year.paymentIds.at(-1)!);
    }
    if (random() < 0.15 && untouched.length > 0) {
      const [id] = untouched.splice(Math.floor(random() * untouched.length), 1);
      await pick(year, mishaps)(year, (await paymentById(site.store, id!))!);
      // The provider is asked, and says what became of it.
      await site.runJobs();
    }
  }
}

interface Sums {
  receipts: number;
  creditNotes: number;
  receiptCents: number;
  creditedCents: number;
  taxCents: number;
}

/** The sums of the journal's files of all months. */
async function journalSums({ site, ada }: Year, months: string[]): Promise<Sums> {
  const sums: Sums = { receipts: 0, creditNotes: 0, receiptCents: 0, creditedCents: 0, taxCents: 0 };
  const cents = (euros: string | undefined) => Math.round(Number(euros) * 100);
  const hers = await site.visitorAs(ada);
  for (const month of months) {
    const text = await (await hers.get(`/en/admin/tax/journal.csv?month=${month}`)).text();
    for (const line of text.trimEnd().split("\r\n").slice(1)) {
      const [, , kind, , , net, , tax, gross] = line.split(",");
      expect(cents(net) + cents(tax)).toBe(cents(gross));
      sums.taxCents += cents(tax);
      if (kind === "receipt") sums.receipts++, sums.receiptCents += cents(gross);
      else sums.creditNotes++, sums.creditedCents -= cents(gross);
    }
  }
  return sums;
}

async function reportSums({ site: { store } }: Year, quarters: Quarter[]) {
  const rows = (await Promise.all(quarters.map((quarter) => taxReportOf(store, quarter)))).flat();
  const sum = (of: "grossCents" | "taxCents" | "receipts" | "creditNotes" | "disagreements") =>
    rows.reduce((total, row) => total + row[of], 0);
  return {
    grossCents: sum("grossCents"),
    taxCents: sum("taxCents"),
    receipts: sum("receipts"),
    creditNotes: sum("creditNotes"),
    disagreements: sum("disagreements"),
  };
}

for (const seed of [1, 2, 3]) {
  Deno.test(`a year of purchases, refunds, withdrawals and disputes adds up to the cent (seed ${seed})`, async () => {
    await using world = await testAdmin({ config: { selling: { seller: tulpen, unsaid: [] } } });
    const { site, james } = world;
    const year: Year = { ...world, random: seededRandom(seed), paymentIds: [] };
    await live(year);
    // Months from the first of 14 March 2026 to the present one.
    const months = Array.from({ length: 13 }, (_, at) => new Date(Date.UTC(2026, 2 + at, 1)).toISOString().slice(0, 7));
    const journal = await journalSums(year, months);
    const report = await reportSums(year, [...new Set(months.map(quarterOf))]);
    const { payments } = await paymentsOf(site.store, james.id, { page: 1, limit: 1000 });
    const sumOf = (of: (payment: Payment) => number) => payments.reduce((sum, payment) => sum + of(payment), 0);

    expect(payments.length).toBeGreaterThan(100);
    expect(journal.creditNotes).toBeGreaterThan(20);
    expect(report.disagreements).toBeGreaterThan(5);
    expect([journal.receipts, report.receipts]).toEqual([payments.length, payments.length]);
    expect(journal.receiptCents).toBe(sumOf(({ quote }) => quote.totalCents));
    expect(journal.creditedCents).toBe(sumOf(goneCents));
    expect(report.creditNotes).toBe(journal.creditNotes);
    expect(report.grossCents).toBe(journal.receiptCents - journal.creditedCents);
    expect(report.taxCents).toBe(journal.taxCents);

    const days = await figuresOfLastDays(site.store, daysCount + 1);
    expect(days.reduce((sum, { revenueCents }) => sum + revenueCents, 0)).toBe(journal.receiptCents);
    expect(days.reduce((sum, { refundedCents }) => sum + refundedCents, 0)).toBe(journal.creditedCents);
    expect(await audit(site.store)).toEqual([]);
  });
}
