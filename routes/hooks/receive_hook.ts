/**
 * A webhook: believed by its signature alone, acted on once, answered so that the provider knows whether to send it
 * again. What is refused moves nothing and leaves a record in the audit log, without its body; money that came otherwise
 * than ordered waits on the desk as well.
 */
import { getLogger } from "@logtape/logtape";
import { applyPaymentEvent, type PaymentChange } from "../../kv/credits/payments/payment_events.ts";
import { paymentByProviderId, type ProviderName } from "../../kv/credits/payments/payments.ts";
import { addAuditRecord } from "../../kv/store/audit_log.ts";
import { limits, takeAttempt } from "../../kv/store/limits.ts";
import { type PaymentProvider, type ProviderEvent, ProviderFailure } from "../../services/payments/types.ts";
import type { AppContext } from "../http/env.ts";
import { received, refusedHook } from "./hook_answers.ts";

const log = getLogger(["vesna", "payments"]);

export async function receiveHook(c: AppContext, name: ProviderName): Promise<Response> {
  c.header("cache-control", "no-store");
  const { deps } = c.var;
  const provider = deps.payments.named(name);
  if (!provider) return refusedHook(c, "not_found");
  const body = new Uint8Array(await c.req.arrayBuffer());
  try {
    const reading = await provider.readHook({ headers: c.req.raw.headers, body, nowMs: deps.store.now() });
    if (!reading.ok) return await notBelieved(c, name, reading.problem, body.length);
    if (reading.event) return await actOn(c, provider, reading.event);
    return believed(c, name);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    deps.running.payments.noteHook(name, "later");
    log.error("a webhook must come again: {error}", { error: error.message });
    c.header("retry-after", "60");
    return refusedHook(c, "payment_unavailable");
  }
}

async function actOn(c: AppContext, provider: PaymentProvider, event: ProviderEvent): Promise<Response> {
  const { deps } = c.var;
  const paymentId = event.paymentId ?? await paymentIdOf(c, provider, event.moneyId);
  if (paymentId === null) {
    await noteNobodys(c, provider, event);
    return believed(c, provider.name);
  }
  const { eventId } = event;
  const change = withMoney(event);
  const applied = await applyPaymentEvent(deps.store, { provider: provider.name, eventId, paymentId, change });
  if (applied.ok) {
    if (change.kind === "approved") deps.wakeJobs?.();
    return believed(c, provider.name);
  }
  const isUnknown = applied.reason === "not_found";
  await addAuditRecord(deps.store, {
    action: isUnknown ? "webhook_without_payment" : "webhook_mismatch",
    actorId: null,
    subject: `payment:${paymentId}`,
    details: { provider: provider.name, eventId, type: event.type, ...amountOf(event) },
  });
  // Sending it again would not make a payment out of nothing.
  if (isUnknown) return believed(c, provider.name);
  deps.running.payments.noteHook(provider.name, "mismatch");
  return refusedHook(c, applied.reason);
}

/**
 * Records word of money that went, or is asked back, of no payment of ours. The provider's account may serve other business:
 * one that can be asked has said so, of any other nobody knows it.
 */
async function noteNobodys(c: AppContext, provider: PaymentProvider, event: ProviderEvent): Promise<void> {
  const { change, moneyId, eventId, type } = event;
  if (!isOfMoney(change) || moneyId === null || provider.paymentIdOfMoney) return;
  await addAuditRecord(c.var.deps.store, {
    action: "webhook_without_payment",
    actorId: null,
    subject: `hook:${provider.name}`,
    details: { provider: provider.name, eventId, type, moneyId, ...amountOf(event) },
  });
}

function believed(c: AppContext, provider: ProviderName): Response {
  c.var.deps.running.payments.noteHook(provider, "believed");
  return received(c);
}

/** The change with the name of the money that went or is asked back: of one payment, more than one may have come. */
function withMoney({ change, moneyId }: ProviderEvent): PaymentChange {
  return isOfMoney(change) && moneyId !== null ? { ...change, moneyId } : change;
}

/** Whether money went, or is asked back. */
const isOfMoney = (change: ProviderEvent["change"]) =>
  change.kind === "refunded" || change.kind === "refund_failed" || change.kind === "disputed";

async function paymentIdOf(c: AppContext, provider: PaymentProvider, moneyId: string | null): Promise<string | null> {
  if (moneyId === null) return null;
  const known = await paymentByProviderId(c.var.deps.store, provider.name, moneyId);
  // Word of a dispute may come before word of the money.
  return known?.id ?? await provider.paymentIdOfMoney?.(moneyId) ?? null;
}

function amountOf({ change }: ProviderEvent): Record<string, string | number> {
  if (!("currency" in change)) return {};
  const amountCents = "refundedCents" in change ? change.refundedCents : change.amountCents;
  return { amountCents, currency: change.currency };
}

/** Anybody may send nonsense: it is always refused, but only so many records of it are written. */
async function notBelieved(
  c: AppContext,
  provider: ProviderName,
  problem: "forged" | "stale" | "malformed",
  bytes: number,
): Promise<Response> {
  const { deps: { store, running }, facts } = c.var;
  running.payments.noteHook(provider, problem);
  if ((await takeAttempt(store, limits.forgedWebhooks, facts.address)).ok) {
    const details = { provider, bytes, address: facts.address };
    await addAuditRecord(store, { action: `webhook_${problem}`, actorId: null, subject: `hook:${provider}`, details });
  }
  return refusedHook(c, problem === "malformed" ? "malformed" : "bad_signature");
}
