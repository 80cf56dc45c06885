/** PayPal's webhooks for tests: what they hold, and how they are signed. */
import { createSign } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Certificate } from "./certificate.ts";

export const paypalKeys = { clientId: "client-vesna", secret: "secret-vesna", webhookId: "WH-VESNA" };

export interface PaypalEvent {
  id: string;
  event_type: string;
  resource: Record<string, unknown>;
}

export interface SendOptions {
  /** When PayPal says that it was sent. */
  signedAtMs?: number;
  webhookId?: string;
  certificateUrl?: string;
  algorithm?: string;
  signature?: string;
  /** The body that is really sent; the signature stays that of the whole event. */
  body?: string;
  certificate?: Certificate;
}

type Sent = SendOptions & Required<Pick<SendOptions, "signedAtMs" | "certificate" | "certificateUrl">>;

/** By https://developer.paypal.com/api/rest/webhooks: RSA-SHA256 over "id|time|webhook id|crc32 of the body". */
export function sendPaypalEvent(hookUrl: string, event: PaypalEvent, options: Sent): Promise<Response> {
  const body = JSON.stringify(event);
  const [id, time] = [crypto.randomUUID(), new Date(options.signedAtMs).toISOString()];
  const signed = `${id}|${time}|${options.webhookId ?? paypalKeys.webhookId}|${crc32(body)}`;
  const signature = options.signature ??
    createSign("sha256").update(signed).sign(options.certificate.privateKey, "base64");
  return fetch(hookUrl, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "paypal-transmission-id": id,
      "paypal-transmission-time": time,
      "paypal-auth-algo": options.algorithm ?? "SHA256withRSA",
      "paypal-cert-url": options.certificateUrl,
      "paypal-transmission-sig": signature,
    },
    body: options.body ?? body,
  });
}
