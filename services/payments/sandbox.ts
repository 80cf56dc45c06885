/**
 * The demo's provider: its page stands on this very server, and no money moves. Everything else is as with a real one:
 * it is told of an order, and says by a signed webhook over the network what became of it.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { outsidePatienceMs } from "../patience.ts";
import { takenBy } from "./currencies.ts";
import {
  type Change,
  countryIn,
  type HookMessage,
  type HookReading,
  type PaymentProvider,
  ProviderFailure,
} from "./types.ts";

export const sandboxSignatureHeader = "vesna-sandbox-signature";
/** Older messages are not believed, as with real providers. */
const toleranceSeconds = 300;

const message = z.object({
  id: z.string().min(1).max(200),
  type: z.string(),
  paymentId: z.string(),
  amountCents: z.int(),
  currency: z.string(),
  buyerCountry: z.string().optional(),
});

export type SandboxMessage = z.infer<typeof message>;

/** A provider whose webhooks are signed with a key of its own. */
export const sandboxProvider = (signingKey: string): PaymentProvider => ({
  name: "sandbox",
  takes: takenBy.sandbox,
  checkoutOrigins: [],
  openCheckout: ({ paymentId, successUrl }) =>
    Promise.resolve({ providerId: `sandbox_${paymentId}`, checkoutUrl: sandboxPageUrl(paymentId, successUrl) }),
  // Its page lets nobody pay for what has ended.
  endCheckout: () => Promise.resolve(true),
  // No money moves, so all of it is back at once.
  refund: ({ refundId, amountCents }) =>
    Promise.resolve({ state: "done", providerRefundId: `sandbox_${refundId}`, addedCents: amountCents }),
  readHook: (hook) => Promise.resolve(readSandboxHook(hook, signingKey)),
});

/** Beside the page that the buyer comes back to: the same host and language. */
function sandboxPageUrl(paymentId: string, successUrl: string): string {
  const { origin, pathname } = new URL(successUrl);
  const prefix = /^\/[a-z]{2}(?:-[a-z]+)?(?=\/man\/)/.exec(pathname)?.[0] ?? "";
  return `${origin}${prefix}/sandbox/checkout/${paymentId}`;
}

/** Sends a signed webhook by HTTP. Throws `ProviderFailure` where it was not accepted. */
export async function sendSandboxHook(
  hookUrl: string,
  signingKey: string,
  event: SandboxMessage,
  nowMs: number,
): Promise<void> {
  const body = JSON.stringify(event);
  const headers = {
    "content-type": "application/json",
    [sandboxSignatureHeader]: signSandboxHook(body, signingKey, nowMs),
  };
  const signal = AbortSignal.timeout(outsidePatienceMs);
  const response = await fetch(hookUrl, { method: "POST", headers, body, signal, redirect: "error" }).catch(() => null);
  await response?.body?.cancel();
  if (!response?.ok) throw new ProviderFailure(`the sandbox's webhook was answered ${response?.status ?? "by nobody"}`);
}

/** The header of a body: when it was signed, and the proof. */
export function signSandboxHook(body: string, signingKey: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000);
  return `t=${seconds},v1=${proofOf(seconds, body, signingKey).toString("hex")}`;
}

function readSandboxHook({ headers, body, nowMs }: HookMessage, signingKey: string): HookReading {
  const [, seconds, proof] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(headers.get(sandboxSignatureHeader) ?? "") ?? [];
  if (seconds === undefined || proof === undefined) return { ok: false, problem: "forged" };
  const expected = proofOf(Number(seconds), body, signingKey);
  if (!timingSafeEqual(expected, Uint8Array.fromHex(proof))) return { ok: false, problem: "forged" };
  if (Math.abs(nowMs / 1000 - Number(seconds)) > toleranceSeconds) return { ok: false, problem: "stale" };
  const parsed = message.safeParse(jsonOf(body));
  if (!parsed.success) return { ok: false, problem: "malformed" };
  const { id: eventId, type, paymentId } = parsed.data;
  const change = changeOf(parsed.data);
  return { ok: true, event: change && { eventId, type, paymentId, moneyId: null, change } };
}

function changeOf({ type, paymentId, amountCents, currency, buyerCountry }: SandboxMessage): Change | null {
  const moneyId = `money_${paymentId}`;
  if (type === "payment.paid") return { kind: "paid", amountCents, currency, moneyId, ...countryIn(buyerCountry) };
  return type === "payment.declined" ? { kind: "declined" } : null;
}

const proofOf = (seconds: number, body: string | Uint8Array, signingKey: string) =>
  createHmac("sha256", signingKey).update(`${seconds}.`).update(body).digest();

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}
