import { expect } from "expect";
import { admin, translator } from "../../../../kv/accounts/users.ts";
import { whatWaits } from "../../../../kv/records/pending_work.ts";
import { paidPayment, say } from "../../../../kv/testing/payments.ts";
import { testApp } from "../../../testing/site.ts";

Deno.test("a dispute at a provider without evidence calls leaves the desk by an admin's note, and comes back without it", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const payment = await paidPayment(site.store, james.id, { method: "paypal", provider: "paypal" });
  const ada = await site.visitorAs(await site.addPerson({ groupId: admin }));
  const path = `/en/admin/payments/${payment.id}`;
  const html = async () => await (await ada.get(path)).text();
  const press = async (visitor: typeof ada, answered: string, disputeId = "PP-D-1") => {
    const answer = await visitor.post(path, { answered, disputeId });
    await answer.body?.cancel();
    return answer.status;
  };
  const waiting = async () => (await whatWaits(site.store)).filter(({ kind }) => kind === "disputes").length;
  expect(await html()).not.toContain("The man’s bank asks for this payment back.");
  const { currency, totalCents: amountCents } = payment.quote;
  const dueAt = Date.UTC(2031, 4, 6);
  await say(site.store, payment, {
    kind: "disputed",
    disputeId: "PP-D-1",
    currency,
    amountCents,
    outcome: "open",
    dueAt,
  });
  const open = await html();
  for (
    const part of ["on the provider’s own pages, not from here; it takes an answer until", "2031", 'value="PP-D-1"']
  ) {
    expect(open).toContain(part);
  }
  expect(await waiting()).toBe(1);
  expect(await press(ada, "yes", "another")).toBe(409);
  const translators = await site.visitorAs(await site.addPerson({ groupId: translator }));
  expect(await press(translators, "yes")).toBe(403);
  expect(await waiting()).toBe(1);
  expect([await press(ada, "yes"), await press(ada, "yes")]).toEqual([303, 303]);
  expect(await waiting()).toBe(0);
  const marked = await html();
  for (const part of ["as noted on", "The bank has not decided yet.", "It is not answered after all"]) {
    expect(marked).toContain(part);
  }
  expect(await press(ada, "no")).toBe(303);
  expect(await waiting()).toBe(1);
});

Deno.test("the page of a payment says that a bank asks for it in another currency, until the dispute is won", async () => {
  await using site = await testApp();
  const james = await site.addMan();
  const payment = await paidPayment(site.store, james.id);
  const visitor = await site.visitorAs(await site.addPerson({ groupId: admin }));
  const page = async () => await (await visitor.get(`/en/admin/payments/${payment.id}`)).text();
  const dispute = (outcome: "open" | "won") =>
    ({ kind: "disputed", disputeId: "PP-D-1", amountCents: 1111, currency: "USD", outcome, toldAt: 1 }) as const;
  await say(site.store, payment, dispute("open"));
  expect(await page()).toContain(
    "asks for this payment back in USD, and nobody says how much of it that is: all of it, €28.50,",
  );
  await say(site.store, payment, dispute("won"));
  expect(await page()).not.toContain("in USD");
});
