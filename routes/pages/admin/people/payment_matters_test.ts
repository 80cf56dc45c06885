/** Payments to look at: the desk names what was ordered and what came or went, asks before it is settled, and James reads the truth. */
import { expect } from "expect";
import { deleteAccount } from "../../../../kv/accounts/deletions.ts";
import { openMattersOf } from "../../../../kv/credits/payments/money_matters.ts";
import { type Payment, paymentById } from "../../../../kv/credits/payments/payments.ts";
import { begunPayment, paidPayment, say } from "../../../../kv/testing/payments.ts";
import { testPassword } from "../../../testing/site.ts";
import { htmlOf } from "../../mail/testing/mail.ts";
import { type AdminWorld, sureOf, testAdmin } from "../testing/admin.ts";

const inDollars = (world: AdminWorld, payment: Payment) =>
  say(world.site.store, payment, { kind: "paid", amountCents: 3100, currency: "USD", moneyId: "pi_1" });

const openOf = async (world: AdminWorld, { id }: Payment) =>
  openMattersOf((await paymentById(world.site.store, id))!).map(({ kind }) => kind);

Deno.test("money that came in another currency stands on the desk with what can be done, until an admin is sure that it is settled", async () => {
  await using world = await testAdmin();
  const { site, james, adas, his } = world;
  const payment = await begunPayment(site.store, james.id);
  const path = `/en/admin/payments/${payment.id}`;
  expect((await adas.get(path)).status).toBe(404);
  expect(await htmlOf(adas.get("/en/admin"))).not.toContain("has to look at");
  await inDollars(world, payment);
  expect(await htmlOf(adas.get("/en/admin"))).toContain(
    'href="/en/admin/refund-requests#matters">Payments that one of us',
  );
  const list = await htmlOf(adas.get("/en/admin/refund-requests"));
  for (const part of ["Payments to look at", "$31.00 came for an order of €28.50", path]) expect(list).toContain(part);
  const person = await htmlOf(adas.get(`/en/admin/users/${james.id}`));
  for (const part of ["$31.00 came instead", `href="${path}">Look at it`]) expect(person).toContain(part);

  const page = await htmlOf(adas.get(path));
  for (
    const part of ["sandbox pi_1", "Give the money back in the provider’s own dashboard", `name="settle" value="yes"`]
  ) {
    expect(page).toContain(part);
  }
  expect(page).not.toContain("dispute.zip");
  const question = await htmlOf(adas.post(path, { settle: "yes" }));
  expect(question).toContain("the log keeps who settled it");
  const sure = sureOf(question);
  // Not without the question's own button.
  const unsure: Record<string, string>[] = [{ settle: "yes", seen: "1" }, { ...sure, seen: "0" }];
  for (const form of unsure) {
    await (await adas.post(path, form)).body?.cancel();
    expect(await openOf(world, payment)).toEqual(["mispaid"]);
  }
  expect((await his.post(path, sure)).status).toBe(403);
  expect([(await adas.post(path, sure)).status, (await adas.post(path, sure)).status]).toEqual([303, 303]);
  expect(await openOf(world, payment)).toEqual([]);
  expect(await htmlOf(adas.get(path))).toContain("Settled on");
  expect(await htmlOf(adas.get("/en/admin"))).not.toContain("has to look at");
  expect(await htmlOf(adas.get("/en/admin/log"))).toContain("Payment looked at and settled");
});

Deno.test("his pages say what came in place of what, and nothing of a payment that is processed, unpaid or may be paid again", async () => {
  await using world = await testAdmin();
  const { site, james, adas, his } = world;
  const payment = await begunPayment(site.store, james.id);
  await inDollars(world, payment);
  const outcome = `/en/man/balance/success?paymentId=${payment.id}`;
  for (const hours of [0, 2]) {
    site.advance(hours * 3600_000);
    await site.runJobs();
    for (const address of [outcome, outcome.replace("success", "failed")]) {
      const page = await htmlOf(his.get(address));
      for (const part of ["$31.00 arrived for an order of €28.50", "You need not pay again"]) {
        expect(page).toContain(part);
      }
      for (const part of ["being processed", "nothing was charged", "Choose again"]) expect(page).not.toContain(part);
    }
    expect(await htmlOf(his.get("/en/man/balance/history"))).toContain("Paid otherwise than ordered");
  }
  const path = `/en/admin/payments/${payment.id}`;
  await (await adas.post(path, sureOf(await htmlOf(adas.post(path, { settle: "yes" }))))).body?.cancel();
  expect(await htmlOf(his.get(outcome))).toContain("This was settled on");
  expect(await htmlOf(his.get("/en/man/balance/history"))).not.toContain("Paid otherwise than ordered");
});

Deno.test("a dispute that arrives lost is named on the desk, also of a man who has left", async () => {
  await using world = await testAdmin();
  const { site, james, adas } = world;
  const payment = await paidPayment(site.store, james.id);
  await deleteAccount(site.store, james.id, { password: testPassword, wantsRefund: false });
  await site.runJobs();
  const lost = { kind: "disputed", disputeId: "dp_1", amountCents: 2000, currency: "EUR", outcome: "lost" } as const;
  await say(site.store, payment, lost);
  const list = await htmlOf(adas.get("/en/admin/refund-requests"));
  for (const part of ["€20.00 was taken back for good", "dispute dp_1", `#${james.id}`]) expect(list).toContain(part);
  const path = `/en/admin/payments/${payment.id}`;
  expect(await htmlOf(adas.get(path))).toContain("whether you can still object");
  expect((await adas.post(path, sureOf(await htmlOf(adas.post(path, { settle: "yes" }))))).status).toBe(303);
  expect(await openOf(world, payment)).toEqual([]);
});

Deno.test("what the desk says of lost disputes is true: of an appeal, of a reversal, and of money that came otherwise", async () => {
  await using world = await testAdmin();
  const { site: { store }, james, adas } = world;
  const show = ({ id }: Payment) => htmlOf(adas.get(`/en/admin/payments/${id}`));
  const dispute = (outcome: "open" | "won" | "lost", toldAt: number, disputeId: string | null = "dp_1") =>
    ({ kind: "disputed", disputeId, amountCents: 2850, currency: "EUR", outcome, toldAt }) as const;

  const appealed = await paidPayment(store, james.id);
  for (const [at, outcome] of (["open", "won", "lost"] as const).entries()) {
    await say(store, appealed, dispute(outcome, at + 1));
  }
  const appeal = await show(appealed);
  for (const part of ["dispute dp_1", "or was decided anew", "are taken back already"]) expect(appeal).toContain(part);
  expect(appeal).not.toContain("not open here");

  const reversed = await paidPayment(store, james.id);
  await say(store, reversed, dispute("lost", 1, null));
  const reversal = await show(reversed);
  expect(reversal).toContain("€28.50 was taken back for good by sandbox");
  expect(reversal).not.toContain("dispute reversal");

  const unpaid = await begunPayment(store, james.id);
  await inDollars(world, unpaid);
  const ofDollars = (outcome: "open" | "lost", toldAt: number) =>
    ({ ...dispute(outcome, toldAt), amountCents: 3100, currency: "USD", moneyId: "pi_1" }) as const;
  await say(store, unpaid, ofDollars("open", 1));
  const asked = await show(unpaid);
  for (const part of ["It is being asked back in a dispute.", "Do not give it back as well"]) {
    expect(asked).toContain(part);
  }
  await say(store, unpaid, ofDollars("lost", 2));
  const taken = await show(unpaid);
  for (const part of ["$31.00 came for an order of €28.50", "It was taken back for good. Settled on"]) {
    expect(taken).toContain(part);
  }
  for (const page of [asked, taken]) {
    for (const part of ["Give the money back", "are taken back already"]) expect(page).not.toContain(part);
  }

  const unknown = await begunPayment(store, james.id);
  await say(store, unknown, dispute("lost", 1));
  expect(await show(unknown)).toContain("This payment brought no credits");
});

Deno.test("the desk and his page say what of such money went already, and until when a bank takes an answer", async () => {
  await using world = await testAdmin();
  const { site: { store }, james, adas, his } = world;
  const payment = await begunPayment(store, james.id);
  const desk = () => htmlOf(adas.get(`/en/admin/payments/${payment.id}`));
  const outcome = () => htmlOf(his.get(`/en/man/balance/success?paymentId=${payment.id}`));
  await inDollars(world, payment);
  const money = { currency: "USD", moneyId: "pi_1" };
  await say(store, payment, { kind: "refunded", refundedCents: 2100, toldAt: 5, ...money });
  expect(await desk()).toContain("US$21.00 of it went back already, US$10.00 is left.");
  expect(await outcome()).toContain("Part of it, US$21.00, was paid back already.");
  const dispute = { kind: "disputed", disputeId: "dp_1", amountCents: 1000, ...money } as const;
  await say(store, payment, { ...dispute, outcome: "open", dueAt: store.now() + 86_400_000, toldAt: 6 });
  const asked = await desk();
  expect(asked).toMatch(/is left\. It is being asked back in a dispute; the provider takes an answer until 15\s+Mar/);
  // Nobody can say yet that it is settled.
  expect(asked).not.toContain('name="settle"');
  expect(await outcome()).toContain("that is not decided yet");
  await say(store, payment, { ...dispute, outcome: "lost", toldAt: 7 });
  expect(await desk()).toContain("It was taken back for good. Settled on");
});

Deno.test("of a man who has left, the desk asks for nothing that only his page could do", async () => {
  await using world = await testAdmin();
  const { site, james, adas } = world;
  const payment = await begunPayment(site.store, james.id);
  await inDollars(world, payment);
  await deleteAccount(site.store, james.id, { password: testPassword, wantsRefund: true });
  await site.runJobs();
  const path = `/en/admin/payments/${payment.id}`;
  const here = await htmlOf(adas.get(path));
  expect(here).toContain("The man has left, so no credits can be given for it.");
  await (await adas.post(path, sureOf(await htmlOf(adas.post(path, { settle: "yes" }))))).body?.cancel();
  const money = { amountCents: 3100, currency: "USD", moneyId: "pi_1" };
  await say(site.store, payment, { kind: "disputed", disputeId: "dp_1", outcome: "lost", ...money });
  const taken = await htmlOf(adas.get(path));
  expect(taken).toContain("The man has left and keeps no credits: mark this as settled.");
  for (const page of [here, taken]) expect(page).not.toContain("the person’s page");
});

Deno.test("what was paid twice is called so at the desk and on his pages, and of money that nobody told of the desk alone hears", async () => {
  await using world = await testAdmin();
  const { site: { store }, james, adas, his } = world;
  const [twice, unheard] = [await paidPayment(store, james.id), await paidPayment(store, james.id)];
  await say(store, twice, { kind: "paid", amountCents: 2850, currency: "EUR", moneyId: "pi_2" });
  await say(store, unheard, { kind: "refunded", refundedCents: 2850, currency: "EUR", moneyId: "pi_3" });
  const desk = await htmlOf(adas.get(`/en/admin/payments/${twice.id}`));
  for (const part of ["€28.50 came a second time for this order", "back in the provider’s own dashboard"]) {
    expect(desk).toContain(part);
  }
  const ofUnheard = await htmlOf(adas.get(`/en/admin/payments/${unheard.id}`));
  for (
    const part of ["of money that was never reported here (sandbox pi_3)", "Look this money up in the provider’s own"]
  ) {
    expect(ofUnheard).toContain(part);
  }
  const person = await htmlOf(adas.get(`/en/admin/users/${james.id}`));
  for (const part of ["€28.50 came a second time", "never reported here: €28.50"]) expect(person).toContain(part);
  const outcome = (payment: Payment) => htmlOf(his.get(`/en/man/balance/success?paymentId=${payment.id}`));
  expect(await outcome(twice)).toContain(
    "This order was paid twice, the second time with €28.50. One of us will look at it",
  );
  expect(await outcome(unheard)).not.toContain("twice");
  const history = await htmlOf(his.get("/en/man/balance/history"));
  expect(history.split("Paid more than once").length).toBe(2);
});

Deno.test("an order whose wrong money is settled can be paid on from his pages while it is open", async () => {
  await using world = await testAdmin();
  const { site: { store }, james, his } = world;
  const payment = await begunPayment(store, james.id);
  await inDollars(world, payment);
  await say(store, payment, { kind: "refunded", refundedCents: 3100, currency: "USD", moneyId: "pi_1" });
  expect(await htmlOf(his.get("/en/man/balance/history"))).toContain("Not paid yet");
  for (const page of ["success", "failed"]) {
    const outcome = await htmlOf(his.get(`/en/man/balance/${page}?paymentId=${payment.id}`));
    for (const part of ["This was settled on", "Choose again", "Write to us"]) expect(outcome).toContain(part);
    expect(outcome).not.toContain("being processed");
  }
});

Deno.test("while a second money waits, the form and its questions say that they give back the first, and that alone", async () => {
  await using world = await testAdmin();
  const { site: { store }, james, adas } = world;
  const payment = await paidPayment(store, james.id);
  const path = `/en/admin/payments/${payment.id}`;
  const words = "This gives back the money that brought the credits";
  expect(await htmlOf(adas.get(path))).not.toContain(words);
  await say(store, payment, { kind: "paid", amountCents: 2850, currency: "EUR", moneyId: "pi_2" });
  for (const page of [adas.get(path), adas.post(path, { amount: "28.50" })]) {
    expect((await htmlOf(page)).split(words).length).toBe(2);
  }
  for (const prefix of ["", "/zh-hans"]) {
    expect(await htmlOf(adas.get(path.replace("/en", prefix)))).toMatch(/已加點的那筆款項|已加点的那笔款项/);
  }
  await say(store, payment, { kind: "refunded", refundedCents: 2850, currency: "EUR", moneyId: "pi_2" });
  expect(await htmlOf(adas.get(path))).not.toContain(words);
});

Deno.test("his page says what has become of a second money, in every language: a part back, asked for, or taken", async () => {
  await using world = await testAdmin();
  const { site: { store }, james, adas, his } = world;
  const payment = await paidPayment(store, james.id);
  const money = { currency: "EUR", moneyId: "pi_2" };
  const outcome = async (prefix = "/en") => {
    const html = await htmlOf(his.get(`${prefix}/man/balance/success?paymentId=${payment.id}`));
    expect(html).not.toContain("balance:payment");
    return /<section class="outcome[\s\S]*?<\/section>/.exec(html)![0];
  };
  const everywhere = () => Promise.all(["", "/zh-hans", "/uk", "/ru", "/ro"].map(outcome));
  await say(store, payment, { kind: "paid", amountCents: 2850, ...money });
  const here = await everywhere();
  await say(store, payment, { kind: "refunded", refundedCents: 1000, toldAt: 5, ...money });
  expect(await outcome()).toContain("Part of it, €10.00, was paid back already. One of us will look at it");
  const dispute = { kind: "disputed", disputeId: "dp_1", amountCents: 1850, ...money } as const;
  await say(store, payment, { ...dispute, outcome: "open", toldAt: 6 });
  const asked = await outcome();
  expect(asked).toContain("asked back from us, and that is not decided yet");
  expect(asked).not.toContain("One of us will look");
  expect((await everywhere()).filter((page, at) => page === here[at])).toEqual([]);
  const path = `/en/admin/payments/${payment.id}`;
  await say(store, payment, { ...dispute, outcome: "won", toldAt: 7 });
  await (await adas.post(path, sureOf(await htmlOf(adas.post(path, { settle: "yes" }))))).body?.cancel();
  await say(store, payment, { ...dispute, outcome: "lost", toldAt: 8 });
  expect(await outcome()).toContain("taken back from us later");
});

Deno.test("of money that nobody told of and a bank asks for, the desk names no button that is not there", async () => {
  await using world = await testAdmin();
  const { site: { store }, james, adas } = world;
  const payment = await paidPayment(store, james.id);
  const money = { amountCents: 2850, currency: "EUR", moneyId: "pi_9" };
  await say(store, payment, { kind: "disputed", disputeId: "dp_1", outcome: "open", ...money });
  const desk = await htmlOf(adas.get(`/en/admin/payments/${payment.id}`));
  for (const part of ["Do not give it back as well", "answer the dispute there"]) expect(desk).toContain(part);
  for (const part of ["Then mark this as settled", 'name="settle"']) expect(desk).not.toContain(part);
});
