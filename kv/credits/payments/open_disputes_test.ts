/** Disputes that nobody has answered are listed for admins, the first due first, until there is nothing to answer. */
import { expect } from "expect";
import { audit } from "../../records/audit.ts";
import { whatWaits } from "../../records/pending_work.ts";
import { openDisputesForward } from "../../store/format/open_disputes_forward.ts";
import { auditRecords } from "../../store/audit_log.ts";
import { dayMs } from "../../store/days.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { paidPayment, say } from "../../testing/payments.ts";
import { createPeople, type TestStore, testStore } from "../../testing/store.ts";
import { askToStage, askToSubmit, beginEvidence, noteEvidence, unsentProblems } from "./dispute_evidence.ts";
import type { Payment } from "./payments.ts";
import { noteAnswered, unansweredDisputes } from "./open_disputes.ts";

const actorId = 3;

const told = (
  store: TestStore,
  payment: Payment,
  outcome: "open" | "won" | "lost",
  dueAt?: number,
  disputeId = "dp_1",
) =>
  say(store, payment, {
    kind: "disputed",
    disputeId,
    currency: payment.quote.currency,
    amountCents: payment.quote.totalCents,
    outcome,
    ...(dueAt !== undefined && { dueAt }),
  });

/** James, whose bank disputes a payment; Stripe takes evidence for a week. */
async function worldOf() {
  const store = await testStore();
  const { james, wei } = await createPeople(store);
  const payment = await paidPayment(store, james.id, { method: "card", provider: "stripe" });
  const since = store.now();
  const dueAt = since + 7 * dayMs;
  await told(store, payment, "open", dueAt);
  const paymentId = payment.id;
  /** Takes one step of the evidence and notes its outcome. */
  const step = async (ask: "stage" | "submit", outcome: Parameters<typeof noteEvidence>[2] | null) => {
    if (ask === "stage") await askToStage(store, { paymentId, fields: { product_description: "65 credits" }, actorId });
    else await askToSubmit(store, { paymentId, actorId });
    if (outcome) await noteEvidence(store, (await beginEvidence(store, paymentId))!.evidence, outcome);
  };
  const waiting = async () => (await unansweredDisputes(store)).map((each) => each.paymentId);
  return { store, james, wei, payment, paymentId, since, dueAt, step, waiting, [Symbol.dispose]: () => store.close() };
}

const done = { state: "done", dueAt: null } as const;

Deno.test("a dispute waits from the first word on until evidence is on its way to the bank", async () => {
  using w = await worldOf();
  expect(await unansweredDisputes(w.store)).toEqual([{ paymentId: w.paymentId, since: w.since, dueAt: w.dueAt }]);
  const onDesk = async () => (await whatWaits(w.store)).find(({ kind }) => kind === "disputes");
  expect(await onDesk()).toEqual({ kind: "disputes", count: 1, oldestAt: w.since, paymentId: w.paymentId });
  await w.step("stage", null);
  expect(await w.waiting()).toEqual([]);
  await noteEvidence(w.store, (await beginEvidence(w.store, w.paymentId))!.evidence, done);
  // The bank does not see evidence that is only staged.
  expect(await w.waiting()).toEqual([w.paymentId]);
  await w.step("submit", null);
  expect([await w.waiting(), await onDesk()]).toEqual([[], undefined]);
});

Deno.test("what could not be sent waits since then, what the bank does not take waits no more", async () => {
  using w = await worldOf();
  w.store.clock.advance({ minutes: 60 });
  await w.step("stage", { state: "failed", problem: unsentProblems.noAnswer });
  expect(await unansweredDisputes(w.store)).toMatchObject([{ since: w.store.now() }]);
  await w.step("stage", { state: "failed", problem: "parameter_invalid_string_empty" });
  expect(await w.waiting()).toEqual([w.paymentId]);
  await w.step("stage", done);
  await w.step("submit", { state: "failed", problem: "submitted", isFinal: true });
  expect(await w.waiting()).toEqual([]);
  // An admin who knows better tries again.
  await w.step("submit", { state: "failed", problem: unsentProblems.noAnswer });
  expect(await w.waiting()).toEqual([w.paymentId]);
});

Deno.test("after its last day, and once the bank has decided, there is nothing to answer", async () => {
  using w = await worldOf();
  w.store.clock.advance({ ms: 7 * dayMs - 1 });
  expect(await w.waiting()).toEqual([w.paymentId]);
  w.store.clock.advance({ ms: 1 });
  expect(await w.waiting()).toEqual([]);

  await told(w.store, w.payment, "lost");
  const again = w.store.now();
  await told(w.store, w.payment, "open", undefined, "dp_2");
  expect(await unansweredDisputes(w.store)).toEqual([{ paymentId: w.paymentId, since: again, dueAt: null }]);
  await told(w.store, w.payment, "won", undefined, "dp_2");
  expect([await w.waiting(), await audit(w.store)]).toEqual([[], []]);
});

Deno.test("evidence of an earlier dispute answers no later one, and what is due first comes first", async () => {
  using w = await worldOf();
  await w.step("stage", done);
  await w.step("submit", done);
  await told(w.store, w.payment, "won");
  await told(w.store, w.payment, "open", w.dueAt, "dp_2");
  expect(await w.waiting()).toEqual([w.paymentId]);

  const ofWei = async (dueAt?: number) => {
    const payment = await paidPayment(w.store, w.wei.id, { method: "card", provider: "stripe" });
    await told(w.store, payment, "open", dueAt, "dp_1");
    return payment.id;
  };
  const [whenever, soon] = [await ofWei(), await ofWei(w.dueAt - dayMs)];
  expect(await w.waiting()).toEqual([soon, w.paymentId, whenever]);
});

Deno.test("a store of before the index gets one of what is open, once, and the audit misses it until then", async () => {
  using w = await worldOf();
  const decided = await paidPayment(w.store, w.wei.id, { method: "card", provider: "stripe" });
  await told(w.store, decided, "lost");
  const index = () => Array.fromAsync(w.store.kv.list({ prefix: prefixes.openDisputes() }), ({ value }) => value);
  await w.store.kv.delete(keys.openDispute(w.paymentId));
  expect(await audit(w.store)).toEqual([`payment ${w.paymentId} is disputed, and not among the open disputes`]);
  for (let times = 0; times < 2; times++) await openDisputesForward(w.store.kv);
  expect(await index()).toEqual([{ disputeId: "dp_1", since: w.since }]);
  expect(await audit(w.store)).toEqual([]);
  await w.store.kv.set(keys.openDispute(decided.id), { disputeId: "dp_1", since: 1 });
  expect(await audit(w.store)).toEqual([`payment ${decided.id} is said to be disputed, and is not`]);
});

Deno.test("what an admin notes as answered elsewhere waits no more, until it is taken back or another dispute comes", async () => {
  using w = await worldOf();
  const note = (isAnswered: boolean, disputeId = "dp_1") =>
    noteAnswered(w.store, { paymentId: w.paymentId, disputeId, isAnswered, actorId });
  expect(await note(true, "dp_2")).toMatchObject({ ok: false, reason: "conflict" });
  expect([await note(true), await note(true)]).toEqual([{ ok: true }, { ok: true }]);
  expect(await w.waiting()).toEqual([]);
  expect(await note(false)).toEqual({ ok: true });
  expect(await w.waiting()).toEqual([w.paymentId]);
  await note(true);
  await told(w.store, w.payment, "won", w.dueAt);
  expect(await note(false)).toMatchObject({ ok: false, reason: "conflict" });
  await told(w.store, w.payment, "open", w.dueAt, "dp_3");
  expect(await w.waiting()).toEqual([w.paymentId]);
  const { records } = await auditRecords(w.store, { page: 1, limit: 20 });
  const notes = records.map(({ action }) => action).filter((action) => action.includes("answered"));
  expect(notes).toEqual(["dispute_answered", "dispute_unanswered", "dispute_answered"]);
  expect(await audit(w.store)).toEqual([]);
});
