/** The admins' page of tax, its files, and what a payment's page says of the country. */
import { expect } from "expect";
import { begunPayment, paidInFull, paidPayment, say, taxedIn, tulpen } from "../../../../kv/testing/payments.ts";
import { htmlOf } from "../../mail/testing/mail.ts";
import { type AdminWorld, testAdmin } from "../testing/admin.ts";

const taxed = () => testAdmin({ config: { selling: { seller: tulpen, unsaid: [] } } });

/** James has bought from Germany, from the USA, and from Germany by an Austrian card; part of the first was refunded. */
async function sold({ site: { store }, james }: AdminWorld) {
  const german = await paidPayment(store, james.id, taxedIn("DE"));
  const american = await paidPayment(store, james.id, taxedIn("US"));
  const moved = await begunPayment(store, james.id, taxedIn("DE"));
  await say(store, moved, paidInFull(moved, "AT"));
  await say(store, german, { kind: "refunded", refundedCents: 1000, currency: "EUR" });
  return { german, american, moved };
}

/** The cells of a CSV file, line by line, without the byte order mark. */
const cellsOf = async (answer: Promise<Response>): Promise<string[][]> =>
  (await (await answer).text()).replace("\ufeff", "").trimEnd().split("\r\n").map((line) => line.split(","));

Deno.test("a quarter is told by country and rate, with how often the countries disagree", async () => {
  await using world = await taxed();
  await sold(world);
  const html = await htmlOf(world.adas.get("/en/admin/tax"));
  const rows = [...html.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row]) =>
    row!.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ").trim()
  );
  expect(rows.slice(1)).toEqual([
    "Austria 2026-Q1 20 €23.75 €4.75 €28.50 1 0 1",
    "Germany 2026-Q1 19 €15.55 €2.95 €18.50 1 1 0",
    "United States 2026-Q1 outside the scope €28.50 €0.00 €28.50 1 0 0",
    "All €67.80 €7.70 €75.50 3 1 1",
  ]);
  expect(html).toContain("In 1 receipt the provider names another country");
  expect(html).not.toContain("VAT is not charged");
  expect(await htmlOf(world.adas.get("/en/admin/tax?quarter=2025-Q4"))).toContain("No receipt and no credit note");
});

Deno.test("where nobody charges tax the page says so and is empty", async () => {
  await using world = await testAdmin();
  const html = await htmlOf(world.adas.get("/en/admin/tax?quarter=nonsense"));
  expect(html).toContain("VAT is not charged");
  expect(html).toContain("No receipt and no credit note");
});

Deno.test("the report of a quarter is a file with the same sums", async () => {
  await using world = await taxed();
  await sold(world);
  const answer = await world.adas.get("/en/admin/tax/report.csv?quarter=2026-Q1");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="vat-2026-Q1.csv"');
  const [head, ...rows] = await cellsOf(Promise.resolve(answer));
  expect(head!.slice(0, 8)).toEqual(["Quarter", "Concerns", "Country", "Rate %", "Net", "VAT", "Gross", "Currency"]);
  expect(rows.map((row) => row.join(" "))).toEqual([
    "2026-Q1 2026-Q1 AT 20 23.75 4.75 28.5 EUR 1 0 1",
    "2026-Q1 2026-Q1 DE 19 15.55 2.95 18.5 EUR 1 1 0",
    "2026-Q1 2026-Q1 US  28.5 0 28.5 EUR 1 0 0",
  ]);
});

Deno.test("the journal of a month has a line for each receipt and credit note, which takes away", async () => {
  await using world = await taxed();
  const { german, moved } = await sold(world);
  const rows = await cellsOf(world.adas.get("/en/admin/tax/journal.csv?month=2026-03"));
  expect(rows.map((row) => row.slice(1, 10).join(" "))).toEqual([
    "Number Kind Corrects receipt Country Net Rate % VAT Gross Currency",
    "2026-000001 receipt  DE 23.95 19 4.55 28.5 EUR",
    "2026-000002 receipt  US 28.5  0 28.5 EUR",
    "2026-000003 receipt  AT 23.75 20 4.75 28.5 EUR",
    "2026-000001 credit note 2026-000001 DE -8.4 19 -1.6 -10 EUR",
  ]);
  expect(rows[3]!.slice(10)).toEqual(["sandbox", `money-${moved.id}`, "000003", "DE", "AT"]);
  expect(rows[4]!.slice(10)).toEqual(["sandbox", `money-${german.id}`, "000001", "DE", ""]);
  expect(await cellsOf(world.adas.get("/en/admin/tax/journal.csv?month=2026-02"))).toHaveLength(1);
});

Deno.test("a provider's number that looks like a formula is words in the journal", async () => {
  await using world = await taxed();
  const { store } = world.site;
  const payment = await begunPayment(store, world.james.id, taxedIn("DE"));
  await say(store, payment, { kind: "paid", amountCents: 2850, currency: "EUR", moneyId: "=HYPERLINK(1)" });
  expect((await cellsOf(world.adas.get("/en/admin/tax/journal.csv")))[1]![11]).toBe("'=HYPERLINK(1)");
});

Deno.test("a payment's page says on what its country rests, flags what disagrees, and has the files", async () => {
  await using world = await taxed();
  const { german, moved } = await sold(world);
  const page = await htmlOf(world.adas.get(`/en/admin/payments/${german.id}`));
  for (const words of ["2026-000001 · €28.50", "VAT 19% (Germany)", "Germany, as chosen", "2026-000001 · €10.00"]) {
    expect(page).toContain(words);
  }
  expect(page).not.toContain("different countries");
  const flagged = await htmlOf(world.adas.get(`/en/admin/payments/${moved.id}`));
  expect(flagged).toContain("Germany, as chosen; Austria, as the provider says");
  expect(flagged).toContain("Buyer and provider name different countries");
  const fileOf = (position: string) => world.adas.get(`/en/admin/payments/${german.id}/papers/${position}`);
  expect(await (await fileOf("0")).text()).toContain("James Whitfield");
  expect(await (await fileOf("1")).text()).toContain("Credit note 2026-000001");
  for (const none of ["2", "x", "-1"]) expect((await fileOf(none)).status).toBe(404);
  expect((await world.his.get(`/en/admin/payments/${german.id}/papers/0`)).status).toBe(403);
});
