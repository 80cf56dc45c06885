/** Evidence for a dispute, from the desk to Stripe's stand-in: read, staged, submitted; and refused or unanswered. */
import { expect } from "expect";
import { admin } from "../../../../kv/accounts/users.ts";
import { setRunning } from "../../../../kv/chats/chats.ts";
import { endChat } from "../../../../kv/chats/minutes.ts";
import { evidenceOf } from "../../../../kv/credits/payments/dispute_evidence.ts";
import { post } from "../../../../kv/credits/ledger/ledger.ts";
import { sendLetter } from "../../../../kv/letters/sending.ts";
import { audit } from "../../../../kv/records/audit.ts";
import { whatWaits } from "../../../../kv/records/pending_work.ts";
import { auditRecords } from "../../../../kv/store/audit_log.ts";
import { attemptsAtMost } from "../../../../kv/store/jobs/work.ts";
import { openChat } from "../../../../kv/testing/chats.ts";
import { paidPayment } from "../../../../kv/testing/payments.ts";
import { createPeople, giveCredits, testStore } from "../../../../kv/testing/store.ts";
import { type PaymentSite, paymentSite } from "../../../../tests/payment_servers/site.ts";
import { evidenceTexts } from "./evidence_texts.ts";

/** James has paid by card and written a letter, and his bank asks for the money back. Ada is the admin. */
async function disputed(world: PaymentSite) {
  const { site, stripe, hook } = world;
  const james = await site.addMan({ firstname: "James", lastname: "Whitfield" });
  const olena = await site.addLady({ firstname: "Olena" });
  const { paymentId } = await world.begin<{ paymentId: string }>(james, "card");
  const session = stripe.latest();
  const tell = async (event: ReturnType<typeof stripe.event>) => {
    const answer = await stripe.send(hook("stripe"), event, site.now());
    expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
  };
  await tell(stripe.pay(session));
  const body = "The heron stood at the weir again.";
  const sent = await sendLetter(site.store, { authorId: james.id, recipientId: olena.id, body, sendKey: "one-letter" });
  if (!sent.ok) throw new Error(sent.reason);
  await tell(stripe.dispute(session));
  const ada = await site.addPerson({ groupId: admin });
  let adas = await site.visitorAs(ada);
  /** Her session has ended after some days. */
  const signInAgain = async () => void (adas = await site.visitorAs(ada));
  const path = `/en/admin/payments/${paymentId}/evidence`;
  const look = async () => await (await adas.get(path)).text();
  const desk = async () => await (await adas.get("/en/admin")).text();
  const act = async (form: Record<string, string>) => {
    const answer = await adas.post(path, form);
    return { status: answer.status, html: await answer.text() };
  };
  const markOf = (html: string) => /name="shown" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const stage = async () => await act({ shown: markOf(await (await adas.get(`${path}?anew`)).text()) });
  const submit = () => act({ do: "submit", sure: "yes" });
  const bank = [...stripe.disputes.values()][0]!;
  const stands = async () => {
    const { step, state, problem } = (await evidenceOf(site.store, paymentId))!;
    return [step, state, problem];
  };
  return { james, olena, paymentId, adas, path, look, desk, act, markOf, stage, submit, bank, stands, signInAgain };
}

const updates = ({ stripe }: PaymentSite) =>
  stripe.requests.filter((each) => each.startsWith("POST /v1/disputes/")).length;

async function isClean({ site, stripe }: PaymentSite): Promise<void> {
  expect(stripe.problems).toEqual([]);
  expect(await audit(site.store)).toEqual([]);
}

Deno.test("what is staged is what was read, what is submitted is what was staged, and each goes once", async () => {
  await using world = await paymentSite();
  const { james, paymentId, adas, path, look, act, markOf, submit, bank, stands } = await disputed(world);
  expect(await (await adas.get(`/en/admin/payments/${paymentId}`)).text()).toContain(`href="${path}"`);
  const fresh = await look();
  for (const part of ["nothing staged", bank.id, james.email, "James Whitfield", "65 credits", "sent_letter, -10"]) {
    expect(fresh).toContain(part);
  }
  expect(fresh).not.toContain("heron");
  const shown = markOf(fresh);
  const pressed = await Promise.all([act({ shown }), act({ shown })]);
  expect(pressed.map(({ status }) => status)).toEqual([303, 303]);
  expect(await audit(world.site.store)).toEqual([]);
  expect(await world.work()).toEqual([]);
  expect([await stands(), updates(world)]).toEqual([["stage", "done", null], 1]);
  expect([bank.status, bank.evidence]).toEqual([
    "needs_response",
    (await evidenceOf(world.site.store, paymentId))!.fields,
  ]);
  expect(await look()).toContain("staged, not submitted");

  const question = await act({ do: "submit" });
  // The question comes before the texts, which fill more than a screen.
  expect([question.status, question.html]).toEqual([
    200,
    expect.stringMatching(/This cannot be undone\..*id="texts"/s),
  ]);
  expect(await stands()).toEqual(["stage", "done", null]);
  expect((await Promise.all([submit(), submit()])).map(({ status }) => status)).toEqual([303, 303]);
  expect(await world.work()).toEqual([]);
  expect([await stands(), updates(world)]).toEqual([["submit", "done", null], 2]);
  expect([bank.status, bank.evidence_details.submission_count]).toEqual(["under_review", 1]);
  expect(await (await adas.get(`/en/admin/payments/${paymentId}`)).text()).toContain("submitted to the bank");
  expect((await act({ shown })).status).toBe(409);
  const actions = (await auditRecords(world.site.store, { page: 1, limit: 50 })).records.map(({ action }) => action);
  expect(actions.filter((action) => action.startsWith("dispute_evidence_")).sort()).toEqual([
    "dispute_evidence_done",
    "dispute_evidence_done",
    "dispute_evidence_requested",
    "dispute_evidence_requested",
  ]);
  await isClean(world);
});

Deno.test("what has changed since it was read is read again, and other texts may be staged until they are submitted", async () => {
  await using world = await paymentSite();
  const { james, look, act, markOf, stage, bank, stands } = await disputed(world);
  const shown = markOf(await look());
  await giveCredits(world.site.store, james.id, 5);
  const changed = await act({ shown });
  expect([changed.status, changed.html.includes("Something has happened")]).toEqual([409, true]);
  expect(await evidenceOf(world.site.store, "nobody-has-this")).toBeNull();
  expect((await act({ shown: markOf(changed.html) })).status).toBe(303);
  expect(await world.work()).toEqual([]);
  expect(bank.evidence.access_activity_log).toContain("refill, 5,");
  await giveCredits(world.site.store, james.id, 7);
  expect((await stage()).status).toBe(303);
  expect(await world.work()).toEqual([]);
  expect(bank.evidence.access_activity_log).toContain("refill, 7,");
  expect(await stands()).toEqual(["stage", "done", null]);
  await isClean(world);
});

Deno.test("an answer that is lost submits nothing twice", async () => {
  await using world = await paymentSite();
  const { stage, submit, bank, stands } = await disputed(world);
  for (const press of [stage, submit]) {
    expect((await press()).status).toBe(303);
    world.stripe.losesAnswers = true;
    expect(await world.work()).toHaveLength(1);
    Object.assign(world.stripe, { losesAnswers: false, failWith: null });
    world.site.advance(60_000);
    expect(await world.work()).toEqual([]);
  }
  expect([await stands(), bank.evidence_details.submission_count]).toEqual([["submit", "done", null], 1]);
  await isClean(world);
});

Deno.test("what Stripe does not take is said in a sentence, and may be tried again", async () => {
  await using world = await paymentSite();
  const { look, desk, stage, submit, bank, stands, signInAgain, paymentId, path } = await disputed(world);
  // For example, an API key without the right to change disputes.
  world.stripe.failWith = 403;
  await stage();
  for (let tries = 1; tries < attemptsAtMost; tries++) {
    expect(await world.work()).toHaveLength(1);
    world.site.advance(6 * 3600_000);
  }
  expect(await world.work()).toEqual([]);
  await signInAgain();
  expect(await stands()).toEqual(["stage", "failed", "no_answer"]);
  expect(await look()).toContain("Stripe did not do it for half a day.");
  // The desk names it, because nobody would come back to that page by chance.
  const onDesk = async () => (await whatWaits(world.site.store)).find(({ kind }) => kind === "disputes");
  expect(await onDesk()).toMatchObject({ count: 1, paymentId });
  expect(await desk()).toContain(`href="${path.replace("/evidence", "")}"`);
  world.stripe.failWith = null;
  await stage();
  expect(await world.work()).toEqual([]);
  expect([await stands(), await onDesk()]).toMatchObject([["stage", "done", null], { count: 1 }]);
  // Somebody submits evidence in Stripe's dashboard.
  bank.evidence_details.submission_count = 1;
  await submit();
  expect(await world.work()).toEqual([]);
  expect(await look()).toContain("The bank has evidence already");
  expect(await onDesk()).toBe(undefined);
  bank.evidence_details.submission_count = 0;
  bank.status = "lost";
  await submit();
  expect(await world.work()).toEqual([]);
  expect(await look()).toContain("The dispute is no longer open at Stripe.");
  bank.status = "needs_response";
  bank.evidence_details.due_by = 0;
  await submit();
  expect(await world.work()).toEqual([]);
  expect(await look()).toContain("The bank takes no evidence in this dispute.");
  bank.evidence_details.due_by = 1;
  await submit();
  expect(await world.work()).toEqual([]);
  expect([await stands(), bank.status]).toEqual([["submit", "done", null], "under_review"]);
  await isClean(world);
});

Deno.test("however much happened, each text is as short as Stripe wants it, and says how much is missing", async () => {
  await using world = await paymentSite();
  const { james, stage, bank } = await disputed(world);
  for (let n = 0; n < 150; n++) {
    const entry = { manId: james.id, operation: "refill", deltaCredits: 1, reference: {} } as const;
    await post(world.site.store, { ...entry, idempotencyKey: `many-${n}` });
  }
  await stage();
  expect(await world.work()).toEqual([]);
  expect(bank.evidence.access_activity_log).toMatch(/\nand \d+ more\nsign_ins: time, way\n/);
  await isClean(world);
});

Deno.test("without a dispute, and where the provider takes none, there is nothing to send", async () => {
  await using world = await paymentSite();
  const { james, adas } = await disputed(world);
  for (const method of ["card", "pay-pal"] as const) {
    const { paymentId } = await world.begin<{ paymentId: string }>(james, method);
    expect((await adas.get(`/en/admin/payments/${paymentId}/evidence`)).status).toBe(404);
    expect((await adas.post(`/en/admin/payments/${paymentId}/evidence`, { do: "submit", sure: "yes" })).status).toBe(
      404,
    );
  }
});

Deno.test("a bank that is shown the chat in which he topped up is told that it stands there whole", async () => {
  using store = await testStore();
  const { james, daria } = await createPeople(store);
  const chat = await openChat(store, { manId: james.id, ladyId: daria.id });
  await setRunning(store, chat.id, true, store.now());
  store.clock.advance({ seconds: 30 });
  const payment = await paidPayment(store, james.id);
  await endChat(store, chat.id, { by: "man", reason: "stopped" });
  const { access_activity_log } = await evidenceTexts(store, "Vesna", { ...payment, paidAt: payment.paidAt! }, james);
  expect(access_activity_log).toContain(`\n${chat.id}, ${daria.id}, text, `);
  expect(access_activity_log).toContain("A chat that was open at the payment stands here whole");
});
