import { expect } from "expect";
import { audit } from "../../records/audit.ts";
import { auditRecords } from "../../store/audit_log.ts";
import { paidPayment } from "../../testing/payments.ts";
import { afterMeanwhile, createMan, testStore } from "../../testing/store.ts";
import { balanceOf } from "../ledger/ledger.ts";
import { askMoneyBack, moneyRefundsOf, retryMoneyBack } from "./money_refunds.ts";
import { applyPaymentEvent, type PaymentChange } from "./payment_events.ts";
import { beginSending, noteRefundOutcome, refundKeyAt, type RefundOutcome } from "./sending_refunds.ts";

Deno.test("a refund's late failure that comes while its answer 'done' is written down has failed all the same", async () => {
  using store = await testStore();
  const james = await createMan(store, { firstname: "James" });
  const { id: paymentId, provider } = await paidPayment(store, james.id);
  const credits = await balanceOf(store, james.id);
  await askMoneyBack(store, { id: "press-1", paymentId, cents: 700, actorId: 1 });
  await beginSending(store, paymentId, "press-1");
  const told = { refundedCents: 700, currency: "EUR", toldAt: 1 };
  await applyPaymentEvent(store, { provider, eventId: "e1", paymentId, change: { kind: "refunded", ...told } });
  const noteDone = () => noteRefundOutcome(store, paymentId, "press-1", { state: "done", providerRefundId: "re_1" });
  const failure: PaymentChange = {
    ...told,
    kind: "refund_failed",
    providerRefundId: "re_1",
    problem: "closed",
    refundedCents: 0,
    toldAt: 2,
  };
  const event = { provider, eventId: "e2", paymentId, change: failure };
  expect(await applyPaymentEvent(afterMeanwhile(store, noteDone), event)).toMatchObject({ ok: true });
  expect(await moneyRefundsOf(store, paymentId)).toMatchObject([{ state: "failed", problem: "closed" }]);
  expect(await balanceOf(store, james.id)).toBe(credits);
  expect(await audit(store)).toEqual([]);
});

Deno.test("tried again, a refund of which nobody knows whether it went through is looked for first, by the name that it had", async () => {
  for (const [problem, isSameOne] of [["no_answer", true], ["no_provider", true], ["card_expired", false]] as const) {
    for (const isNamed of [true, false]) {
      using store = await testStore();
      const { id: paymentId } = await paidPayment(store, (await createMan(store, { firstname: "James" })).id);
      await askMoneyBack(store, { id: "press-1", paymentId, cents: 700, actorId: 1 });
      const { refund: before } = (await beginSending(store, paymentId, "press-1"))!;
      const note = (outcome: RefundOutcome) => noteRefundOutcome(store, paymentId, "press-1", outcome);
      if (isNamed) await note({ state: "sent", providerRefundId: "re_1" });
      await note({ state: "failed", problem });
      await retryMoneyBack(store, { paymentId, refundId: "press-1", actorId: 1 });
      expect(await audit(store)).toEqual([]);
      const { refund, wasSent } = (await beginSending(store, paymentId, "press-1"))!;
      expect([problem, wasSent, refund.providerRefundId, refundKeyAt(refund) === refundKeyAt(before)]).toEqual([
        problem,
        isSameOne,
        isSameOne && isNamed ? "re_1" : null,
        isSameOne,
      ]);
      const { records } = await auditRecords(store, { page: 1, limit: 20 });
      expect(records.filter(({ action }) => action === "money_refund_requested")).toHaveLength(2);
    }
  }
});
