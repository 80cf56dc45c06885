/** The pages after the provider: each state in its words, the lines as they were quoted, and no page ever adds credits. */
import { expect } from "expect";
import { locales } from "../../../i18n/locales.ts";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import type { Payment, PaymentState } from "../../../kv/credits/payments/payments.ts";
import { htmlOf, testMail } from "../mail/testing/mail.ts";
import { refreshSeconds } from "./payment_outcome.tsx";
import { begunPayment, changedPayment } from "./testing/payments.ts";

const success = (id: string) => `/en/man/balance/success?paymentId=${id}`;
const failed = (id: string) => `/en/man/balance/failed?paymentId=${id}`;

/** The order's lines as plain text. */
const orderOf = (html: string): string[] =>
  (/<dl class="tariff[\s\S]*?<\/dl>/.exec(html)?.[0].split("</div>") ?? [])
    .map((line) => line.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ").trim()).filter(Boolean);

const economyByWallet = [
  "Economy, 50 credits €30.00",
  "Bonus credits +15 credits",
  "PayPal discount, 5% −€1.50",
  "Total €28.50",
  "You ordered 65 credits",
];
const onceTheyAreHis = [...economyByWallet.slice(0, -1), "You received 65 credits"];

Deno.test("while the provider has said nothing, the page says so and looks again by itself", async () => {
  await using world = await testMail({ credits: 10 });
  const { id } = await begunPayment(world.site, world.james, { next: "/en/man/mail/inbox" });
  for (const state of ["created", "pending"] as const) {
    await changedPayment(world.site, id, { state });
    const answer = await world.his.get(success(id));
    expect(answer.headers.get("refresh")).toBe("3");
    const html = await htmlOf(answer);
    expect(html).toContain(`Your payment #${id} is being processed!`);
    expect(orderOf(html)).toEqual(economyByWallet);
    expect(html).toContain('href="/en/man/mail/inbox"');
    for (const locale of locales) {
      const told = await htmlOf(
        await world.his.get(success(id).replace("/en", locale === "zh-Hant" ? "" : `/${locale.toLowerCase()}`)),
      );
      expect(told).toMatch(new RegExp(`outcome--numbered[^>]*><h1[^>]*>[^<]*${id}`));
    }
  }
  expect(await balanceOf(world.site.store, world.james.id)).toBe(10);
  expect([0, 119_999, 120_000, 900_000, 3_600_000].map(refreshSeconds)).toEqual([3, 3, 15, 60, null]);
});

Deno.test("every state has words of its own, on either address, in every language", async () => {
  await using world = await testMail({ credits: 10 });
  const { id } = await begunPayment(world.site, world.james);
  const titles: Partial<Record<PaymentState, string>> = {
    paid: "Thank you, the payment has arrived",
    declined: "The payment was declined",
    cancelled: "You left the payment",
    expired: "The payment has ended",
    refunded: "The payment was refunded",
    disputed: "The payment is disputed",
  };
  for (const [state, title] of Object.entries(titles)) {
    const isPaid = ["paid", "refunded", "disputed"].includes(state);
    await changedPayment(world.site, id, {
      state: state as PaymentState,
      paidAt: isPaid ? world.site.now() : null,
      number: isPaid ? 1 : null,
    });
    for (const address of state === "paid" ? [success(id)] : [success(id), failed(id)]) {
      const answer = await world.his.get(address);
      expect(answer.headers.get("refresh")).toBe(null);
      const html = await htmlOf(answer);
      expect(html).toContain(`<h1 id="outcome">${title}</h1>`);
      expect(orderOf(html)).toEqual(isPaid ? onceTheyAreHis : economyByWallet);
      expect(html.includes(`/en/man/balance/receipt/${id}`)).toBe(isPaid);
      expect(html.includes("rateId=2&amp;method=paypal")).toBe(!isPaid);
    }
    for (const prefix of ["", "/zh-hans"]) {
      const html = await htmlOf(world.his.get(`${prefix}/man/balance/success?paymentId=${id}`));
      expect(html).not.toMatch(/balance:|payment\.\w+\.\w/);
      expect(html).not.toContain(title);
    }
  }
  expect(await balanceOf(world.site.store, world.james.id)).toBe(10);
});

Deno.test("who asked PayPal for his money back does not read that his bank did", async () => {
  await using world = await testMail({ credits: 10 });
  const { id } = await begunPayment(world.site, world.james);
  await changedPayment(world.site, id, { state: "disputed", paidAt: world.site.now(), number: 1 });
  for (const prefix of ["/en", "/ru", "", "/zh-hans"]) {
    const html = await htmlOf(world.his.get(`${prefix}/man/balance/success?paymentId=${id}`));
    const [said] = /<section class="outcome[\s\S]*?<\/section>/.exec(html)!;
    expect([prefix, /your bank|банк|銀行|银行/i.test(said)]).toEqual([prefix, false]);
  }
});

Deno.test("who left the provider's page without paying can go on, choose again, or go back to where he was", async () => {
  await using world = await testMail();
  const checkoutUrl = "https://provider.test/checkout";
  const next = "/en/man/mail/inbox";
  const { id } = await begunPayment(world.site, world.james, { checkoutUrl, next });
  const answer = await world.his.get(failed(id));
  expect(answer.headers.get("refresh")).toBe(null);
  const html = await htmlOf(answer);
  expect(html).toContain("This payment is still open");
  expect(html).toContain("until 14\u00a0Mar 2026, 13:00 UTC");
  expect(html).toContain(`href="${checkoutUrl}"`);
  expect(html).toContain("rateId=2&amp;method=paypal&amp;promoCode=&amp;next=%2Fen%2Fman%2Fmail%2Finbox");
  expect(html).toContain(`href="${next}"`);
});

Deno.test("nobody sees another's payment, and what is none is not found", async () => {
  await using world = await testMail();
  const wei = await world.site.addMan({ firstname: "Wei" });
  const { id } = await begunPayment(world.site, wei, { state: "paid", number: 1, paidAt: world.site.now() });
  for (const address of [success(id), failed(id), `/en/man/balance/receipt/${id}`]) {
    expect((await world.his.get(address)).status).toBe(404);
    expect((await world.hers.get(address)).status).toBe(403);
  }
  for (const id of ["", "x", "../../etc", "a".repeat(3000)]) {
    expect((await world.his.get(success(encodeURIComponent(id)))).status).toBe(404);
  }
});

Deno.test("an address without a payment leads to his newest of the last hour, and without any to the purchase", async () => {
  await using world = await testMail();
  const wei = await world.site.addMan({ firstname: "Wei" });
  await begunPayment(world.site, wei);
  const leadsTo = async (page: string) => {
    const answer = await world.his.get(`/en/man/balance/${page}`);
    return [answer.status, answer.headers.get("location")];
  };
  for (const page of ["success", "failed"]) expect(await leadsTo(page)).toEqual([302, "/en/man/balance/purchase"]);
  await begunPayment(world.site, world.james);
  world.site.advance(1000);
  const { id } = await begunPayment(world.site, world.james);
  expect(await leadsTo("success")).toEqual([302, success(id)]);
  expect(await leadsTo("failed")).toEqual([302, failed(id)]);
  world.site.advance(3600_000);
  for (const page of ["success", "failed"]) expect(await leadsTo(page)).toEqual([302, "/en/man/balance/purchase"]);
});

Deno.test("the address of what failed never says thank you", async () => {
  await using world = await testMail();
  const { id } = await begunPayment(world.site, world.james, { state: "paid", number: 1, paidAt: world.site.now() });
  const leadsTo = async (address: string) => (await world.his.get(address)).headers.get("location");
  expect(await leadsTo("/en/man/balance/failed")).toBe("/en/man/balance/purchase");
  expect(await leadsTo(failed(id))).toBe(success(id));
  expect(await htmlOf(world.his.get(success(id)))).toContain("Thank you");
});

Deno.test("a payment that leads back to another site leads nowhere", async () => {
  await using world = await testMail();
  const { id } = await begunPayment(world.site, world.james, { state: "declined", next: "//elsewhere.test/" });
  expect(await htmlOf(world.his.get(success(id)))).not.toContain("elsewhere");
});

Deno.test("open payments stand above the history, arrived ones have their receipt in it", async () => {
  await using world = await testMail({ credits: 0 });
  const { id } = await begunPayment(world.site, world.james);
  const history = async () => await htmlOf(world.his.get("/en/man/balance/history"));
  expect(await history()).toMatch(/Not paid yet<\/strong> €28.50 for 65 credits, begun on 14\u00a0Mar 2026, 12:00 UTC/);
  expect(await history()).toContain(failed(id));
  await changedPayment(world.site, id, { state: "pending" });
  expect(await history()).toContain("Being processed</strong>");
  expect(await history()).toContain(success(id));
  await changedPayment(world.site, id, { state: "declined" });
  expect(await history()).not.toContain("Being processed");
});

Deno.test("a receipt has number, date, seller, buyer and the very lines of the quote", async () => {
  await using world = await testMail();
  const facts: Partial<Payment> = { state: "paid", number: 17, paidAt: Date.parse("2026-03-14T12:30:00Z") };
  const { id } = await begunPayment(world.site, world.james, facts);
  const path = `/en/man/balance/receipt/${id}`;
  const html = await htmlOf(world.his.get(path));
  expect(orderOf(html)).toEqual(onceTheyAreHis);
  for (
    const fact of ["000017", "14\u00a0Mar 2026, 12:30 UTC", "PayPal", id, "Vesna", "James Secret", "Netherlands"]
  ) {
    expect(html).toContain(fact);
  }
  expect(html).toContain(">Print or save as PDF</button>");
  expect(html).not.toContain("Refunded");
  await changedPayment(world.site, id, { state: "refunded", refundedCents: 2850, reversedCredits: 65 });
  const refunded = await htmlOf(world.his.get(path));
  expect(orderOf(refunded)).toEqual(onceTheyAreHis);
  expect(refunded).toContain("−€28.50");
  expect(refunded).toContain("−65 credits");
  await changedPayment(world.site, id, { state: "created", number: null, paidAt: null });
  expect((await world.his.get(path)).status).toBe(404);
});
