import { expect } from "expect";
import { deleteAccount } from "../../../../kv/accounts/deletions.ts";
import { admin } from "../../../../kv/accounts/users.ts";
import { balanceOf, lastEntry } from "../../../../kv/credits/ledger/ledger.ts";
import { askMoneyBack } from "../../../../kv/credits/payments/money_refunds.ts";
import { waitingRefunds } from "../../../../kv/credits/payments/refund_requests.ts";
import { paidPayment, say, sellAbroad } from "../../../../kv/testing/payments.ts";
import { fieldsOf } from "../testing/shop.ts";
import { testApp, testPassword } from "../../../testing/site.ts";

Deno.test("who marks a request as paid goes on at the one beside it", async () => {
  await using site = await testApp();
  const path = "/en/admin/refund-requests";
  const [james, wei] = [await site.addMan(), await site.addMan()];
  for (const { id } of [james, wei]) {
    await paidPayment(site.store, id);
    await deleteAccount(site.store, id, { password: testPassword, wantsRefund: true });
    site.advance(1000);
  }
  await site.runJobs();
  const visitor = await site.visitorAs(await site.addPerson({ groupId: admin }));
  const shown = await (await visitor.get(path)).text();
  const seenOf = (id: number) =>
    new RegExp(`id="request-${id}".*?name="seen" value="([^"]+)"`, "s").exec(shown)![1]!.replaceAll("&quot;", '"');
  const settle = async (id: number) => {
    const answer = await visitor.post(path, { manId: String(id), seen: seenOf(id), sure: "yes" });
    return answer.headers.get("location");
  };
  expect([await settle(james.id), await settle(wei.id)]).toEqual([`${path}#request-${wei.id}`, path]);
});

Deno.test("money to pay back is listed by payment until somebody says that it is paid, without any name", async () => {
  await using site = await testApp();
  const james = await site.addMan({ firstname: "Ambrose" });
  const payment = await paidPayment(site.store, james.id);
  await deleteAccount(site.store, james.id, { password: testPassword, wantsRefund: true });
  await site.runJobs();
  const visitor = await site.visitorAs(await site.addPerson({ groupId: admin }));
  const path = "/en/admin/refund-requests";
  const shown = await (await visitor.get(path)).text();
  expect(shown).toContain(`#${james.id}`);
  expect(shown).toContain(payment.providerMoneyId!);
  expect(shown).not.toContain("Ambrose");
  expect((await visitor.post(path, { manId: "999999" })).status).toBe(404);
  const manId = String(james.id);
  // From a page that showed something else, as one from before another payment came.
  for (const sure of ["", "yes"]) {
    expect((await visitor.post(path, { manId, seen: "other", sure })).status).toBe(409);
  }
  const seen = /name="seen" value="([^"]+)"/.exec(shown)![1]!.replaceAll("&quot;", '"');
  const question = await (await visitor.post(path, { manId, seen })).text();
  expect(question).toContain(`Member ${manId} is marked as paid: €28.50, for 65 credits.`);
  expect(await balanceOf(site.store, james.id)).toBe(65);
  const sure = { ...fieldsOf(question, path), sure: "yes" };
  for (let press = 0; press < 2; press++) expect((await visitor.post(path, sure)).status).toBe(303);
  expect(await (await visitor.get(path)).text()).toContain("Nothing is waiting");
  expect(await balanceOf(site.store, james.id)).toBe(0);
  const him = await site.visitorAs(await site.addMan());
  expect((await him.get(path)).status).toBe(403);
});

Deno.test("of two payments of which one went back, the other is still to be paid, and nothing more", async () => {
  await using site = await testApp();
  const { store } = site;
  const james = await site.addMan();
  const [first, second] = [await paidPayment(store, james.id), await paidPayment(store, james.id)];
  await deleteAccount(store, james.id, { password: testPassword, wantsRefund: true });
  await site.runJobs();
  await say(store, first, { kind: "refunded", refundedCents: first.quote.totalCents, currency: "EUR" });
  const { totalCredits: credits, totalCents: cents } = second.quote;
  expect(await waitingRefunds(store)).toMatchObject([
    { credits, cents, waitingCredits: credits, parts: [{ paymentId: second.id, credits, cents }] },
  ]);
  const visitor = await site.visitorAs(await site.addPerson({ groupId: admin }));
  const shown = await (await visitor.get("/en/admin/refund-requests")).text();
  expect([first, second].map(({ providerMoneyId }) => shown.includes(providerMoneyId!))).toEqual([false, true]);
});

Deno.test("what a provider is asked for is not marked as paid by hand: its word takes the credits, once", async () => {
  await using site = await testApp();
  const { store } = site;
  const james = await site.addMan();
  const payment = await paidPayment(store, james.id);
  await deleteAccount(store, james.id, { password: testPassword, wantsRefund: true });
  await site.runJobs();
  const ada = await site.addPerson({ groupId: admin });
  const adas = await site.visitorAs(ada);
  const path = "/en/admin/refund-requests";
  const { totalCredits, totalCents: cents } = payment.quote;
  expect(await (await adas.get(path)).text()).toContain("Mark as paid");
  await askMoneyBack(store, { id: "of-the-form", paymentId: payment.id, cents, actorId: ada.id });
  const shown = await (await adas.get(path)).text();
  expect(shown).toContain(`#${james.id}`);
  expect(shown).not.toContain("Mark as paid");
  // Sent from an older page.
  const refused = await adas.post(path, { manId: String(james.id) });
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("being asked for this money already");
  expect(await balanceOf(store, james.id)).toBe(totalCredits);
  await say(store, payment, { kind: "refunded", refundedCents: cents, currency: "EUR" });
  expect(await lastEntry(store, james.id)).toMatchObject({ balanceAfter: 0, owedAfter: 0 });
  expect(await waitingRefunds(store)).toEqual([]);
});

Deno.test("what was paid in two currencies is to be paid back in both, each by its own payment", async () => {
  await using site = await testApp();
  const { store } = site;
  await sellAbroad(store);
  const james = await site.addMan();
  await paidPayment(store, james.id);
  const yen = await paidPayment(store, james.id, { currency: "JPY" });
  const his = await site.visitorAs(james);
  const asked = await (await his.follow(await his.get("/en/delete-account"))).text();
  expect(asked).toContain("€28.50 and JP¥4,560");
  await deleteAccount(store, james.id, { password: testPassword, wantsRefund: true });
  await site.runJobs();
  const visitor = await site.visitorAs(await site.addPerson({ groupId: admin }));
  const shown = await (await visitor.get("/en/admin/refund-requests")).text();
  expect(shown).toContain("€28.50 and JP¥4,560");
  expect(shown).toContain(`/en/admin/payments/${yen.id}?amount=4560"`);
  const payment = await (await visitor.get(`/en/admin/payments/${yen.id}`)).text();
  expect(payment).toContain("Amount in JPY");
  expect(payment).toContain('value="4560"');
});
