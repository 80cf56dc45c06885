/** Withdrawing with and without an account: two steps, one answer for everybody, the acknowledgment by mail. */
import { expect } from "expect";
import { locales } from "../../../i18n/locales.ts";
import { translatorFor } from "../../../i18n/translate.ts";
import { lady } from "../../../kv/accounts/users.ts";
import { balanceOf, post } from "../../../kv/credits/ledger/ledger.ts";
import { refundOf } from "../../../kv/credits/ledger/refund_key.ts";
import { paymentByNumber, withdrawalOf } from "../../../kv/credits/payments/withdrawals.ts";
import { audit } from "../../../kv/records/audit.ts";
import { limits } from "../../../kv/store/limits.ts";
import { paidPayment, taxedIn } from "../../../kv/testing/payments.ts";
import { read, refused } from "../../api/testing/calls.ts";
import { testApp, type TestSite } from "../../testing/site.ts";

const hourMs = 3600_000;
const htmlOf = async (answer: Response | Promise<Response>) => await (await answer).text();

async function paidJames(site: TestSite) {
  const james = await site.addMan({ firstname: "James" });
  const payment = await paidPayment(site.store, james.id);
  return { james, payment, his: await site.visitorAs(james) };
}

const linkIn = (text: string): string => new URL(/http\S+\/withdraw\/\S+/.exec(text)![0]).pathname;

Deno.test("James chooses his purchase, reads what goes back, confirms, and is told of it by date and time", async () => {
  await using site = await testApp();
  const { james, payment, his } = await paidJames(site);
  const first = await htmlOf(his.get("/en/withdraw"));
  const path = `/en/man/balance/withdraw/${payment.id}`;
  for (const part of ["Payment 000001", "65 credits", "€28.50", path]) expect(first).toContain(part);
  expect(await htmlOf(his.get("/en"))).toContain('<a href="/en/withdraw">Withdraw from a contract here</a>');
  const offer = await htmlOf(his.get(path));
  for (
    const part of [
      "Withdraw from a purchase: payment 000001",
      "Unused, given up now",
      "65 credits",
      "Confirm withdrawal",
    ]
  ) {
    expect(offer).toContain(part);
  }
  expect(await withdrawalOf(site.store, payment.id)).toBeNull();
  site.advance(hourMs);
  const done = await his.post(path);
  expect([done.status, done.headers.get("location")]).toEqual([303, path]);
  expect((await his.post(path)).status).toBe(303);
  expect(await balanceOf(site.store, james.id)).toBe(0);
  expect(await htmlOf(his.get(path))).toContain("You withdrew on 14\u00a0Mar 2026, 13:00 UTC.");
  await site.runJobs();
  const shown = await htmlOf(his.get(path));
  expect(shown).toContain("The money has been sent back.");
  expect(shown).not.toContain("Confirm withdrawal");
  const mails = (await site.outbox.mails()).filter(({ to }) => to === james.email);
  expect(mails).toHaveLength(1);
  for (
    const part of [
      "We received your withdrawal from this contract on 14\u00a0Mar 2026, 13:00 UTC.",
      "Payment 000001 of 14\u00a0March 2026: 65 credits, €28.50.",
      "Unused and taken out: 65 credits. Paid back, the way you paid: €28.50.",
    ]
  ) expect(mails[0]!.text).toContain(part);
  expect(await htmlOf(his.get(`/en/man/balance/receipt/${payment.id}`))).toContain("Refunded");
  expect(await audit(site.store)).toEqual([]);
});

Deno.test("what comes back to a purchase after he has withdrawn is offered there again, and told of in a mail of its own", async () => {
  await using site = await testApp();
  const { james, payment, his } = await paidJames(site);
  const path = `/en/man/balance/withdraw/${payment.id}`;
  const bought = { manId: james.id, operation: "sent_letter", deltaCredits: -10, reference: {} } as const;
  await post(site.store, { ...bought, idempotencyKey: "letter:1" });
  await his.post(path);
  await site.runJobs();
  expect(await htmlOf(his.get("/en/withdraw"))).toContain("You have withdrawn from it");
  await post(site.store, { ...refundOf("letter:1"), manId: james.id, deltaCredits: 10, reference: {} });
  expect(await htmlOf(his.get("/en/withdraw"))).not.toContain("You have withdrawn from it");
  const offer = await htmlOf(his.get(path));
  for (const part of ["10 credits", "€4.38", "Confirm withdrawal"]) expect(offer).toContain(part);
  site.advance(hourMs);
  expect((await his.post(path)).status).toBe(303);
  await site.runJobs();
  const told = (await site.outbox.mails()).filter(({ to }) => to === james.email).map(({ text }) => text);
  const partsTold = [
    "taken out: 55 credits. Paid back, the way you paid: €24.12",
    "10 credits. Paid back, the way you paid: €4.38",
  ];
  expect(partsTold.map((part) => told.filter((text) => text.includes(part)).length)).toEqual([1, 1]);
  const shown = await htmlOf(his.get(path));
  for (const part of ["You withdrew on", "65 credits", "€28.50", "has been sent back"]) expect(shown).toContain(part);
  expect(await balanceOf(site.store, james.id)).toBe(0);
});

Deno.test("without signing in the mailed link does the same, and nobody learns from the answers whether anything exists", async () => {
  await using site = await testApp();
  const { james, payment } = await paidJames(site);
  const guest = site.visitor();
  const answers = [];
  for (
    const wish of [
      { email: james.email.toUpperCase(), paymentNumber: "000001" },
      { email: james.email, paymentNumber: "000002" },
      { email: "nobody@example.test", paymentNumber: "1" },
    ]
  ) {
    const asked = await guest.post("/en/withdraw", wish);
    answers.push([asked.status, asked.headers.get("location"), await htmlOf(guest.follow(asked))]);
  }
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
  expect(answers[0]![2]).toContain("If address and number belong together");
  await site.runJobs();
  const mails = await site.outbox.mails();
  expect(mails.map(({ to }) => to)).toEqual([james.email]);
  const link = linkIn(mails[0]!.text);
  const offer = await htmlOf(guest.get(link));
  for (const part of ["Confirm withdrawal", "€28.50", "noindex"]) expect(offer).toContain(part);
  const wrong = link.slice(0, -3) + (link.endsWith("AAA") ? "BBB" : "AAA");
  expect([(await guest.get(wrong)).status, (await guest.post(wrong)).status]).toEqual([404, 404]);
  expect(await withdrawalOf(site.store, payment.id)).toBeNull();
  expect((await guest.post(link)).status).toBe(303);
  expect(await htmlOf(guest.get(link))).toContain("You have withdrawn");
  await site.runJobs();
  expect((await site.outbox.mails()).map(({ to }) => to)).toEqual([james.email, james.email]);
  expect(await balanceOf(site.store, james.id)).toBe(0);
  site.advance(24 * hourMs);
  expect((await guest.get(link)).status).toBe(404);
  expect(await audit(site.store)).toEqual([]);
});

Deno.test("the call withdraws for James at once, and once, and mails a link to everybody else", async () => {
  await using site = await testApp();
  const { james, his } = await paidJames(site);
  const wish = { paymentNumber: "000001" };
  const done = await read(his.call("POST", "/api/withdrawals", wish));
  expect(done).toEqual({
    withdrawal: { id: expect.any(String), credits: 65, amountCents: 2850, currency: "EUR", state: "requested" },
  });
  await site.runJobs();
  const again = await read<typeof done>(his.call("POST", "/api/withdrawals", wish));
  expect(again).toMatchObject({ withdrawal: { credits: 65, amountCents: 2850, state: "done" } });
  await refused(his.call("POST", "/api/withdrawals", { paymentNumber: "000009" }), 404, "not_found");
  const second = await paidPayment(site.store, james.id);
  site.advance(15 * 24 * hourMs);
  const his2 = await site.visitorAs(james);
  await refused(his2.call("POST", "/api/withdrawals", { paymentNumber: second.id }), 422, "withdrawal_over");
  const guest = site.visitor();
  await refused(guest.call("POST", "/api/withdrawals", wish), 422, "invalid");
  for (const email of [james.email, "nobody@example.test"]) {
    const asked = await guest.call("POST", "/api/withdrawals", { ...wish, email });
    expect([asked.status, await asked.json()]).toEqual([202, {}]);
  }
  const hers = await site.visitorAs(await site.addPerson({ groupId: lady }));
  expect((await hers.call("POST", "/api/withdrawals", { ...wish, email: james.email })).status).toBe(202);
});

Deno.test("another man's payment is not found, and links are mailed so often and no more", async () => {
  await using site = await testApp();
  const { james, payment } = await paidJames(site);
  const weis = await site.visitorAs(await site.addMan({ firstname: "Wei" }));
  const path = `/en/man/balance/withdraw/${payment.id}`;
  expect([(await weis.get(path)).status, (await weis.post(path)).status]).toEqual([404, 404]);
  expect(await htmlOf(weis.get("/en/withdraw"))).toContain("There is no purchase");
  const guest = site.visitor();
  const statuses = [];
  for (let each = 0; each <= limits.withdrawalMail.most; each++) {
    const asked = await guest.post("/en/withdraw", { email: james.email, paymentNumber: "1" });
    statuses.push(asked.status);
    await asked.body?.cancel();
  }
  expect(statuses).toEqual([...Array(limits.withdrawalMail.most).fill(303), 429]);
  const faulty = await guest.post("/en/withdraw", { email: "james", paymentNumber: "a b" });
  expect(faulty.status).toBe(422);
  await faulty.body?.cancel();
});

Deno.test("a purchase with VAT is called as its receipt is, and both numbers of the hint are taken", async () => {
  await using site = await testApp();
  const james = await site.addMan({ firstname: "James" });
  await paidPayment(site.store, james.id, taxedIn("DE"));
  const payment = await paidPayment(site.store, james.id, { ...taxedIn("DE"), key: "another" });
  const his = await site.visitorAs(james);
  const { month } = payment.tax!.receipt!;
  const number = `${month.slice(0, 4)}-000002`;
  expect(await htmlOf(his.get("/en/withdraw"))).toContain(`Payment ${number}`);
  expect(await htmlOf(his.get(`/en/man/balance/withdraw/${payment.id}`)))
    .toContain(`<h1>Withdraw from a purchase: payment <span class="nowrap">${number}</span></h1>`);
  for (const locale of locales) {
    const numbers = translatorFor(locale)("withdrawal:ask.hint").match(/[\d-]{6,}/g);
    expect({ locale, numbers }).toEqual({ locale, numbers: ["2026-000123", "000123"] });
  }
  for (const written of [number, "000002"]) {
    expect((await paymentByNumber(site.store, james.id, written))?.id).toBe(payment.id);
  }
});

Deno.test("the first step is there in every language, for everybody, without an account", async () => {
  await using site = await testApp();
  const prefixes = { "en": "/en", "zh-Hant": "", "zh-Hans": "/zh-hans", "uk": "/uk", "ru": "/ru", "ro": "/ro" };
  for (const locale of locales) {
    const t = translatorFor(locale);
    const html = await htmlOf(site.visitor().get(`${prefixes[locale]}/withdraw`));
    for (const part of [t("withdrawal:title"), t("balance:receipt.receiptNumber"), t("common:foot.withdraw")]) {
      expect(html).toContain(part);
    }
  }
});
