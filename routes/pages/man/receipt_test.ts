/** If the seller charges tax: the country at the checkout, the receipt with its tax, credit notes, and their files. */
import { expect } from "expect";
import { type Payment, paymentById, paymentsOf } from "../../../kv/credits/payments/payments.ts";
import { paidInFull, paidPayment, say, taxedIn, tulpen } from "../../../kv/testing/payments.ts";
import { read, refused } from "../../api/testing/calls.ts";
import { htmlOf, type MailWorld, testMail } from "../mail/testing/mail.ts";

const path = "/en/man/balance/purchase";
const order = { rateId: "2", method: "card" };
const taxed = () => testMail({ credits: 0, config: { selling: { seller: tulpen, unsaid: [] } } });

/** Each line of the tariff as plain text. */
const linesOf = (html: string): string[] =>
  (/<dl class="tariff[\s\S]*?<\/dl>/.exec(html)?.[0].split("</div>") ?? [])
    .map((line) => line.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ").trim()).filter(Boolean);

async function press({ his }: MailWorld, country: Record<string, string>): Promise<Response> {
  const html = await htmlOf(his.get(`${path}?${new URLSearchParams(order)}`));
  const hidden = ["shownTotal", "purchaseKey"].map((
    name,
  ) => [name, new RegExp(`name="${name}" value="([^"]+)"`).exec(html)![1]!]);
  return await his.post(path, { ...order, ...Object.fromEntries(hidden), ...country, consent: "yes" });
}

const paymentsIn = async ({ site, james }: MailWorld) =>
  (await paymentsOf(site.store, james.id, { page: 1, limit: 20 })).payments;

const receiptAt = ({ id }: Payment, more = "") => `/en/man/balance/receipt/${id}${more}`;

Deno.test("the checkout asks for the country alone, begins with the one of his account, and shows what of the price is tax", async () => {
  await using world = await taxed();
  const html = await htmlOf(world.his.get(`${path}?${new URLSearchParams(order)}`));
  expect(html).toMatch(/<select[^>]*name="billingCountry"[^>]*required/);
  expect(html).toMatch(/<option[^>]*value="NL"[^>]*selected[^>]*>Netherlands/);
  expect(linesOf(html)).toContain("Including VAT 21% (Netherlands) €5.21");
  const quote = async (billingCountry: string) =>
    (await (await world.his.get(`/en/man/balance/quote?${new URLSearchParams({ ...order, billingCountry })}`)).json())
      .shown.lines.at(-2);
  expect(await quote("FI")).toEqual({ label: "Including VAT 25.5% (Finland)", price: "€6.10" });
  expect(await quote("US")).toEqual({ label: "No VAT: outside the scope of EU VAT", price: "€0.00" });
});

Deno.test("without a seller who charges tax nobody is asked", async () => {
  await using world = await testMail({ credits: 0 });
  const html = await htmlOf(world.his.get(`${path}?${new URLSearchParams(order)}`));
  expect(html).not.toContain("billingCountry");
  expect(html).not.toContain("VAT");
  expect((await press(world, {})).status).toBe(303);
  expect((await paymentsIn(world))[0]!.tax).toBeUndefined();
});

Deno.test("nothing is begun without a country; with one, the payment keeps it and who sells", async () => {
  await using world = await taxed();
  for (const wrong of [{}, { billingCountry: "" }, { billingCountry: "ZZ" }]) {
    const answer = await press(world, wrong as Record<string, string>);
    expect([answer.status, await htmlOf(answer)]).toEqual([
      422,
      expect.stringContaining("the country where you live!"),
    ]);
  }
  expect(await paymentsIn(world)).toEqual([]);
  expect((await press(world, { billingCountry: "DE" })).status).toBe(303);
  expect((await paymentsIn(world))[0]!.tax).toMatchObject({ seller: tulpen, chosenCountry: "DE", receipt: null });
});

Deno.test("a call says the country as well, and is refused without", async () => {
  await using world = await taxed();
  const call = (body: unknown) => world.his.call("POST", "/api/payments/card", body);
  await refused(call({ rateId: 2 }), 422, "invalid");
  await refused(call({ rateId: 2, billingCountry: "ZZ" }), 422, "invalid");
  const { paymentId } = await read<{ paymentId: string }>(call({ rateId: 2, billingCountry: "de" }));
  expect((await paymentById(world.site.store, paymentId))?.tax?.chosenCountry).toBe("DE");
});

Deno.test("the receipt of who lives in Germany has its own number, net, rate and tax, on the page and in the file", async () => {
  await using world = await taxed();
  const payment = await paidPayment(world.site.store, world.james.id, taxedIn("DE"));
  const page = await htmlOf(world.his.get(receiptAt(payment)));
  expect(linesOf(page).slice(-4)).toEqual([
    "Total €28.50",
    "Net €23.95",
    "VAT 19% (Germany) €4.55",
    "You received 65 credits",
  ]);
  for (
    const words of ["Receipt 2026-000001", "000001", payment.id, "Tulpen BV", "VAT number NL123456789B01", "Germany"]
  ) {
    expect(page).toContain(words);
  }
  const file = await world.his.get(receiptAt(payment, "/file"));
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="receipt-2026-000001.html"');
  const html = await file.text();
  for (const words of ["Receipt 2026-000001", "Tulpen BV", "James Secret", "€23.95", "VAT 19% (Germany)", "€28.50"]) {
    expect(html).toContain(words);
  }
  expect(html).not.toMatch(/<script|<link|src=|href=/);
});

Deno.test("the receipt of who lives outside the Union says why there is no tax, in his language", async () => {
  await using world = await taxed();
  const payment = await paidPayment(world.site.store, world.james.id, taxedIn("GB"));
  expect(linesOf(await htmlOf(world.his.get(receiptAt(payment)))).slice(-3, -1)).toEqual([
    "Net €28.50",
    "No VAT: outside the scope of EU VAT €0.00",
  ]);
  const russian = await htmlOf(world.his.get(receiptAt(payment).replace("/en/", "/ru/")));
  expect(russian).toContain("вне сферы действия НДС ЕС");
});

Deno.test("the country that the provider says stands on the receipt", async () => {
  await using world = await taxed();
  const { store } = world.site;
  expect((await press(world, { billingCountry: "DE" })).status).toBe(303);
  const [begun] = await paymentsIn(world);
  await say(store, begun!, paidInFull(begun!, "AT"));
  expect(linesOf(await htmlOf(world.his.get(receiptAt(begun!)))).at(-2)).toBe("VAT 20% (Austria) €5.00");
});

Deno.test("what goes back is a credit note with the receipt's number, from page to page and as a file", async () => {
  await using world = await taxed();
  const { store } = world.site;
  const payment = await paidPayment(store, world.james.id, taxedIn("DE"));
  await say(store, payment, { kind: "refunded", refundedCents: 1000, currency: "EUR" });
  const receipt = await htmlOf(world.his.get(receiptAt(payment)));
  expect(receipt).toContain("Credit note 2026-000001 · €10.00");
  const notePath = receiptAt(payment, "/credit-note/1");
  expect(receipt).toContain(`href="${notePath}"`);
  const note = await htmlOf(world.his.get(notePath));
  expect(linesOf(note)).toEqual(["Net €8.40", "VAT 19% (Germany) €1.60", "Total credited €10.00"]);
  for (const words of ["Credit note 2026-000001", "2026-000001 · 14\u00a0March 2026", "Refund", "Tulpen BV"]) {
    expect(note).toContain(words);
  }
  const file = await world.his.get(`${notePath}/file`);
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="credit-note-2026-000001.html"');
  expect(await file.text()).toContain("Total credited");
});

Deno.test("what the bank asks back of a payment stands on the receipt, not its whole price", async () => {
  await using world = await taxed();
  const { store } = world.site;
  const payment = await paidPayment(store, world.james.id, { method: "card" });
  await say(store, payment, { kind: "refunded", refundedCents: 1000, currency: "EUR" });
  const disputed = (disputeId: string, amountCents: number, outcome: "open" | "lost") =>
    say(store, payment, { kind: "disputed", disputeId, amountCents, currency: "EUR", outcome });
  const disputes = [["dp_1", 500, "open"], ["dp_2", 2000, "open"], ["dp_3", 2500, "lost"]] as const;
  for (const [id, amountCents, outcome] of disputes) await disputed(id, amountCents, outcome);
  for (const more of ["", "/file"]) {
    const words = (await htmlOf(world.his.get(receiptAt(payment, more)))).replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
    expect(words).toContain("Refunded −€10.00");
    expect(words).toContain("The payment is disputed €20.00");
  }
});

Deno.test("there is no credit note that was not written, and nobody sees another man's", async () => {
  await using world = await taxed();
  const { store } = world.site;
  const payment = await paidPayment(store, world.james.id, taxedIn("DE"));
  await say(store, payment, { kind: "refunded", refundedCents: 1000, currency: "EUR" });
  for (const place of ["0", "2", "x", "-1", "1.5", "__proto__"]) {
    expect([place, (await world.his.get(receiptAt(payment, `/credit-note/${place}`))).status]).toEqual([place, 404]);
  }
  const weis = await world.site.visitorAs(await world.site.addMan());
  for (const more of ["", "/file", "/credit-note/1", "/credit-note/1/file"]) {
    expect([more, (await weis.get(receiptAt(payment, more))).status]).toEqual([more, 404]);
  }
});
