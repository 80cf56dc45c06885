/** Evidence is staged, submitted once, and never both at once; each dispute has its own. */
import { expect } from "expect";
import { deleteAccount, secondPassMs } from "../../accounts/deletions.ts";
import { audit } from "../../records/audit.ts";
import { eraseMember } from "../../records/own_data/erase.ts";
import { disputedPayment, paidPayment, say } from "../../testing/payments.ts";
import { createPeople, testPassword, testStore } from "../../testing/store.ts";
import { askToStage, askToSubmit, beginEvidence, evidenceOf, noteEvidence } from "./dispute_evidence.ts";

const actorId = 3;
const texts = { product_description: "65 credits" };

async function world() {
  const store = await testStore();
  const { james } = await createPeople(store);
  const payment = await disputedPayment(store, james.id, texts);
  const paymentId = payment.id;
  const stage = (fields: Record<string, string> = texts) => askToStage(store, { paymentId, fields, actorId });
  const submit = () => askToSubmit(store, { paymentId, actorId });
  const send = async (outcome: Parameters<typeof noteEvidence>[2]) => {
    const begun = (await beginEvidence(store, paymentId))!;
    await noteEvidence(store, begun.evidence, outcome);
    return begun;
  };
  const told = (disputeId: string, outcome: "open" | "won") => {
    const { currency, totalCents: amountCents } = payment.quote;
    return say(store, payment, { kind: "disputed", disputeId, currency, amountCents, outcome, dueAt: 77 });
  };
  return { store, james, payment, stage, submit, send, told, [Symbol.dispose]: () => store.close() };
}

const done = { state: "done", dueAt: 99 } as const;

Deno.test("nothing is submitted before it is staged, nothing staged beside other texts or once a bank may have some", async () => {
  using w = await world();
  expect(await w.submit()).toMatchObject({ reason: "conflict" });
  expect(await w.stage()).toMatchObject({ ok: true, evidence: { round: 1 } });
  expect(await w.stage({ product_description: "66 credits" })).toMatchObject({ reason: "conflict" });
  await w.send(done);
  expect(await beginEvidence(w.store, w.payment.id)).toBeNull();
  expect(await w.submit()).toMatchObject({ ok: true, evidence: { round: 2, dueAt: 99, fields: texts } });
  expect(await w.send({ state: "failed", problem: "no_answer" })).toMatchObject({ wasSent: false });
  expect(await w.stage()).toMatchObject({ reason: "conflict" });
  expect(await w.submit()).toMatchObject({ ok: true, evidence: { round: 3 } });
  expect(await w.send(done)).toMatchObject({ wasSent: true });
  expect(await w.stage()).toMatchObject({ reason: "conflict" });
  expect(await w.submit()).toMatchObject({ ok: true, evidence: { round: 3, state: "done" } });
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("what is refused may be staged anew; word of an earlier try changes nothing", async () => {
  using w = await world();
  const first = (await beginEvidence(w.store, w.payment.id))!;
  await w.send({ state: "failed", problem: "closed" });
  expect(await w.stage({ product_description: "66 credits" })).toMatchObject({ ok: true, evidence: { round: 2 } });
  await noteEvidence(w.store, first.evidence, done);
  expect(await evidenceOf(w.store, w.payment.id)).toMatchObject({ state: "requested", round: 2, problem: null });
});

Deno.test("a second dispute has evidence of its own; without one there is none", async () => {
  using w = await world();
  await w.send(done);
  await w.submit();
  await w.send(done);
  await w.told("dp_1", "won");
  expect(await w.stage()).toMatchObject({ reason: "conflict" });
  await w.told("dp_2", "open");
  expect(await w.submit()).toMatchObject({ ok: true, evidence: { disputeId: "dp_1", state: "done" } });
  expect(await w.stage()).toMatchObject({ ok: true, evidence: { disputeId: "dp_2", step: "stage", dueAt: 77 } });
  const { id: paymentId } = await paidPayment(w.store, w.james.id);
  expect(await askToStage(w.store, { paymentId, fields: texts, actorId })).toMatchObject({ reason: "conflict" });
  expect(await askToSubmit(w.store, { paymentId: "nobody-has-this", actorId })).toMatchObject({ reason: "not_found" });
  expect(await audit(w.store)).toEqual([]);
});

for (const isErased of [true, false]) {
  const found = isErased ? "nothing in what is staged after" : "what is left from before";
  Deno.test(`of a man who has deleted his account the audit finds ${found}`, async () => {
    using w = await world();
    w.store.clock.advance({ minutes: 1 });
    const deleted = await deleteAccount(w.store, w.james.id, { password: testPassword, wantsRefund: false });
    expect(deleted.ok).toBe(true);
    for (let look = 0; look < 2; look++) {
      await eraseMember(w.store, w.james.id, () => Promise.resolve(), isErased ? [] : ["money"]);
      w.store.clock.advance({ ms: secondPassMs });
    }
    if (isErased) expect(await w.stage()).toMatchObject({ ok: true, evidence: { round: 1 } });
    const left = `user ${w.james.id} was erased and has left a dispute_evidence behind`;
    const faults = await audit(w.store);
    expect(isErased ? faults : faults.filter((fault) => fault === left)).toEqual(isErased ? [] : [left]);
  });
}
