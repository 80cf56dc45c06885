/** Money refunds from the desk: confirmed once, sent once, shown in every state; and who may not. */
import { expect } from "expect";
import { deleteAccount } from "../../../../kv/accounts/deletions.ts";
import { admin } from "../../../../kv/accounts/users.ts";
import { balanceOf } from "../../../../kv/credits/ledger/ledger.ts";
import { askMoneyBack, moneyRefundsOf } from "../../../../kv/credits/payments/money_refunds.ts";
import { noteRefundOutcome } from "../../../../kv/credits/payments/sending_refunds.ts";
import { paymentById } from "../../../../kv/credits/payments/payments.ts";
import { withdraw } from "../../../../kv/credits/payments/withdrawals.ts";
import { audit } from "../../../../kv/records/audit.ts";
import { whatWaits } from "../../../../kv/records/pending_work.ts";
import { auditRecords } from "../../../../kv/store/audit_log.ts";
import { sendLetter } from "../../../../kv/letters/sending.ts";
import { openChat } from "../../../../kv/testing/chats.ts";
import { begunPayment, paidPayment, payByHand } from "../../../../kv/testing/payments.ts";
import { testApp, testPassword } from "../../../testing/site.ts";
import { filesIn } from "../../../testing/zip.ts";
import { sureOf } from "../testing/admin.ts";

async function world(config: Parameters<typeof testApp>[0] = {}) {
  const site = await testApp(config);
  const james = await site.addMan();
  const payment = await paidPayment(site.store, james.id);
  const ada = await site.addPerson({ groupId: admin });
  const adas = await site.visitorAs(ada);
  const path = `/en/admin/payments/${payment.id}`;
  const html = async (answer: Promise<Response>) => await (await answer).text();
  const states = async () => (await moneyRefundsOf(site.store, payment.id)).map(({ state }) => state);
  return { site, james, payment, ada, adas, path, html, states, [Symbol.asyncDispose]: () => site.close() };
}

Deno.test("a part of a payment goes back after one question, once however often it is pressed, and takes its credits", async () => {
  await using one = await world();
  const { site, james, payment, adas, path, html, states } = one;
  const person = await html(adas.get(`/en/admin/users/${james.id}`));
  expect(person).toContain(`href="${path}"`);
  expect(await html(adas.get(path))).toContain('value="28.50"');
  for (const amount of ["0", "28.51", "-1", "ten", "1.234", ""]) {
    const refused = await adas.post(path, { amount });
    expect([amount, refused.status]).toEqual([amount, 422]);
    await refused.body?.cancel();
  }
  const question = await html(adas.post(path, { amount: "10,00" }));
  expect(question).toContain("sandbox is asked to pay back €10.00.");
  expect(await states()).toEqual([]);
  const sure = sureOf(question);
  const answers = await Promise.all([adas.post(path, sure), adas.post(path, sure)]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  for (const answer of answers) await answer.body?.cancel();
  expect(await states()).toEqual(["requested"]);
  const list = await html(adas.get("/en/admin/refund-requests"));
  for (const part of ["At the providers, not back yet", `#${james.id} · €10.00`, "not sent yet", path]) {
    expect(list).toContain(part);
  }
  await site.runJobs();
  expect(await states()).toEqual(["done"]);
  expect(await balanceOf(site.store, james.id)).toBe(65 - Math.floor(65 * 1000 / 2850));
  const after = await html(adas.get(path));
  for (const part of ["paid back", "At most €18.50.", "€10.00"]) expect(after).toContain(part);
  expect(await html(adas.get("/en/admin/refund-requests"))).not.toContain("At the providers");
  // The same press once more, after the refund is done, is still the same refund.
  expect((await adas.post(path, sure)).status).toBe(303);
  await site.runJobs();
  expect((await paymentById(site.store, payment.id))?.refundedCents).toBe(1000);
  const actions = (await auditRecords(site.store, { page: 1, limit: 20 })).records.map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(["money_refund_requested", "money_refund_done", "payment_refunded"]));
  expect(await audit(site.store)).toEqual([]);
});

Deno.test("a refund that failed waits on the desk with its reason until somebody tries it again", async () => {
  // The provider of this payment, the sandbox, is not configured any more.
  const stripe = { secretKey: "sk_test", webhookSecret: "whsec_test", apiBase: "http://127.0.0.1:9" };
  await using one = await world({ config: { payments: { stripe, paypal: null, solidgate: null } } });
  const { site, adas, path, html, states, payment } = one;
  const waiting = async () => (await whatWaits(site.store)).find(({ kind }) => kind === "refunds");
  const question = await html(adas.post(path, { amount: "28.50" }));
  await (await adas.post(path, sureOf(question))).body?.cancel();
  expect((await waiting())?.count).toBe(0);
  await site.runJobs();
  expect(await states()).toEqual(["failed"]);
  expect(await waiting()).toMatchObject({ count: 1, oldestAt: site.now() });
  const shown = await html(adas.get(path));
  for (const part of ["failed", "(no_provider)", "Try again"]) expect(shown).toContain(part);
  const [refund] = await moneyRefundsOf(site.store, payment.id);
  expect(shown).toContain(`id="refund-${refund!.id}"`);
  const again = await html(adas.post(path, { retry: refund!.id, givenBackCents: "0" }));
  expect(again).toContain("sandbox is asked to pay back €28.50.");
  expect(await states()).toEqual(["failed"]);
  const retried = await adas.post(path, sureOf(again));
  expect(retried.headers.get("location")).toBe(`${path}#refund-${refund!.id}`);
  expect(await states()).toEqual(["sent"]);
  expect((await adas.post(path, { retry: "no-such-refund" })).status).toBe(404);
  expect(await audit(site.store)).toEqual([]);
});

Deno.test("a refund that fails after he withdrew says that the credits are gone, and by when he must have his money", async () => {
  const stripe = { secretKey: "sk_test", webhookSecret: "whsec_test", apiBase: "http://127.0.0.1:9" };
  for (const failsFirst of [true, false]) {
    await using one = await world({ config: { payments: { stripe, paypal: null, solidgate: null } } });
    const { site, adas, path, html, payment } = one;
    const ask = async () => await adas.post(path, sureOf(await html(adas.post(path, { amount: "10.00" }))));
    await (await ask()).body?.cancel();
    if (failsFirst) await site.runJobs();
    site.advance(60_000);
    expect(await withdraw(site.store, { paymentId: payment.id })).toMatchObject({ ok: true });
    const isSaid = async () =>
      /withdrew from the purchase on 14\sMarch\s2026,.* by 28\sMarch\s2026/.test(await html(adas.get(path)));
    expect(await isSaid()).toBe(false);
    site.advance(60_000);
    await site.runJobs();
    // The withdrawal's own refund fails as well: its provider is not configured either.
    expect(await isSaid()).toBe(true);
  }
});

Deno.test("money that failed after he withdrew, and was given back by the form, is asked of nobody any more", async () => {
  await using one = await world();
  const { site, adas, path, html, states, payment } = one;
  await withdraw(site.store, { paymentId: payment.id });
  const [refund] = await moneyRefundsOf(site.store, payment.id);
  site.advance(60_000);
  await noteRefundOutcome(site.store, payment.id, refund!.id, { state: "failed", problem: "closed" });
  const failed = await html(adas.get(path));
  for (const part of ["withdrew from the purchase", "Try again"]) expect(failed).toContain(part);
  await (await adas.post(path, sureOf(await html(adas.post(path, { amount: "28.50" }))))).body?.cancel();
  await site.runJobs();
  expect(await states()).toEqual(["failed", "done"]);
  const after = await html(adas.get(path));
  expect(after).toContain("failed, asked for anew");
  for (const part of ["withdrew from the purchase", "Try again"]) expect(after).not.toContain(part);
  expect((await whatWaits(site.store)).find(({ kind }) => kind === "refunds")?.count).toBe(0);
  expect(await html(adas.get("/en/admin/refund-requests"))).not.toContain("At the providers");
  expect(await audit(site.store)).toEqual([]);
});

for (const isDone of [false, true]) {
  Deno.test(`two admins who read the same question pay it once, the first refund ${isDone ? "done" : "under way"}`, async () => {
    await using one = await world();
    const { site, payment, adas, path, html } = one;
    const bens = await site.visitorAs(await site.addPerson({ groupId: admin, firstname: "Ben" }));
    const [hers, his] = [await html(adas.post(path, { amount: "5" })), await html(bens.post(path, { amount: "5" }))];
    expect((await adas.post(path, sureOf(hers))).status).toBe(303);
    if (isDone) await site.runJobs();
    const late = await bens.post(path, sureOf(his));
    expect([late.status, await late.text()]).toEqual([409, expect.stringContaining("has changed meanwhile")]);
    // Who has seen the first may ask for a second one.
    const seen = await html(bens.post(path, { amount: "5" }));
    expect((await bens.post(path, sureOf(seen))).status).toBe(303);
    await site.runJobs();
    expect((await paymentById(site.store, payment.id))?.refundedCents).toBe(1000);
    expect(await audit(site.store)).toEqual([]);
  });
}

Deno.test("a refund that failed is not tried again by an admin who has not seen the one asked for in its place", async () => {
  const stripe = { secretKey: "sk_test", webhookSecret: "whsec_test", apiBase: "http://127.0.0.1:9" };
  await using one = await world({ config: { payments: { stripe, paypal: null, solidgate: null } } });
  const { site, adas, path, html, states } = one;
  await (await adas.post(path, sureOf(await html(adas.post(path, { amount: "5" }))))).body?.cancel();
  await site.runJobs();
  expect(await states()).toEqual(["failed"]);
  const page = await html(adas.get(path));
  const retry = Object.fromEntries(
    [...page.matchAll(/name="(paidByHandAt|givenBackCents|retry)" value="([^"]+)"/g)].map((
      [, name, value],
    ) => [name, value]),
  );
  await (await adas.post(path, sureOf(await html(adas.post(path, { amount: "5" }))))).body?.cancel();
  // The question does not count as seeing it.
  expect((await adas.post(path, sureOf(await html(adas.post(path, retry))))).status).toBe(409);
  expect(await states()).toEqual(["failed", "requested"]);
});

Deno.test("an older page is told that nothing is left, and one of what was paid by hand that it was", async () => {
  await using one = await world();
  const { site, payment, ada, adas, path, html, states } = one;
  const { totalCents: cents } = payment.quote;
  const old = await html(adas.post(path, { amount: "28.50" }));
  await askMoneyBack(site.store, { id: "of-another-admin", paymentId: payment.id, cents, actorId: ada.id });
  const refused = await html(adas.post(path, sureOf(old)));
  for (const part of ["has changed meanwhile", "Nothing of this payment can be given back"]) {
    expect(refused).toContain(part);
  }
  expect(await states()).toEqual(["requested"]);

  const wei = await site.addMan({ firstname: "Wei" });
  const his = await paidPayment(site.store, wei.id);
  await deleteAccount(site.store, wei.id, { password: testPassword, wantsRefund: true });
  await site.runJobs();
  const question = await html(adas.post(`/en/admin/payments/${his.id}`, { amount: "28.50" }));
  expect(question).not.toContain("Do not pay it twice");
  await payByHand(site.store, wei.id, ada.id);
  // First from the page before the settlement; then once more from a page that tells of it.
  const late = await adas.post(`/en/admin/payments/${his.id}`, sureOf(question));
  expect(late.status).toBe(409);
  const told = await late.text();
  for (const part of ["paid to him in another way", "Do not pay it twice"]) expect(told).toContain(part);
  expect(await moneyRefundsOf(site.store, his.id)).toEqual([]);
  const again = await html(adas.post(`/en/admin/payments/${his.id}`, { amount: "28.50" }));
  expect((await adas.post(`/en/admin/payments/${his.id}`, sureOf(again))).status).toBe(303);
  expect(await moneyRefundsOf(site.store, his.id)).toMatchObject([{ cents: 2850 }]);
  expect(await html(adas.get(`/en/admin/payments/${payment.id}`))).not.toContain("Do not pay it twice");
});

Deno.test("the page of a payment whose man has left leads back to what is to be paid out, and to no page of his", async () => {
  await using one = await world();
  const { site, james, adas, path, html } = one;
  expect(await html(adas.get(path))).toContain(`href="/en/admin/users/${james.id}"`);
  await deleteAccount(site.store, james.id, { password: testPassword, wantsRefund: true });
  const left = await html(adas.get(path));
  expect(left).not.toContain(`/en/admin/users/${james.id}`);
  expect(left.match(/href="\/en\/admin\/refund-requests"/g)?.length).toBeGreaterThanOrEqual(2);
});

Deno.test("nobody but an admin sees a payment, and of an unpaid one there is nothing to see", async () => {
  await using one = await world();
  const { site, james, path, adas } = one;
  const his = await site.visitorAs(james);
  expect([(await his.get(path)).status, (await site.visitor().get(path)).status]).toEqual([403, 303]);
  expect((await his.post(path, { amount: "1", sure: "yes" })).status).toBe(403);
  const open = await begunPayment(site.store, james.id);
  expect((await adas.get(`/en/admin/payments/${open.id}`)).status).toBe(404);
  expect((await adas.get("/en/admin/payments/nobody-has-this")).status).toBe(404);
});

Deno.test("the file for a dispute tells what the credits were used for, to the minute, and no word of anybody", async () => {
  await using one = await world();
  const { site, james, adas, path, payment } = one;
  const olena = await site.addLady({ firstname: "Olena" });
  const body = "The heron stood at the weir again.";
  const sent = await sendLetter(site.store, { authorId: james.id, recipientId: olena.id, body, sendKey: "one-letter" });
  if (!sent.ok) throw new Error(sent.reason);
  const chat = await openChat(site.store, { manId: james.id, ladyId: olena.id });
  expect(await (await adas.get(path)).text()).toContain(`href="${path}/dispute.zip"`);
  const answer = await adas.get(`${path}/dispute.zip`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
  const files = filesIn(new Uint8Array(await answer.arrayBuffer()));
  expect([...files.keys()]).toEqual([
    "README.txt",
    "payment.csv",
    "ledger.csv",
    "sign_ins.csv",
    "letters.csv",
    "chats.csv",
  ]);
  expect(files.get("payment.csv")).toContain(`payment,${payment.id}`);
  expect(files.get("payment.csv")).toContain("amount,28.50");
  expect(files.get("ledger.csv")).toContain(",sent_letter,-10,");
  expect(files.get("ledger.csv")).toContain(",refill,65,65,");
  expect(files.get("letters.csv")).toContain(`${sent.letter.id},${olena.id},him,`);
  expect(files.get("chats.csv")).toContain(`${chat.id},${olena.id},text,`);
  expect([...files.values()].join()).not.toContain("heron");
  const actions = (await auditRecords(site.store, { page: 1, limit: 20 })).records.map(({ action }) => action);
  expect(actions).toContain("dispute_file_made");
  for (const other of [site.visitor(), await site.visitorAs(james)]) {
    const refused = await other.get(`${path}/dispute.zip`);
    expect(refused.status).not.toBe(200);
    await refused.body?.cancel();
  }
});
