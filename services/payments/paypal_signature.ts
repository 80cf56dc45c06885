/**
 * PayPal's signature of a webhook, checked by ourselves: RSA-SHA256 over `id|time|webhook id|crc32(body)`. The certificate
 * is fetched only from PayPal's own hosts, or from the one host that the configuration names instead.
 */
import { createVerify, X509Certificate } from "node:crypto";
import { crc32 } from "node:zlib";
import { outsidePatienceMs } from "../patience.ts";
import type { HookMessage } from "./types.ts";

/** PayPal repeats a webhook for three days, and promises nowhere that a repeat has a time of its own. */
const toleranceSeconds = 3 * 24 * 3600 + 3600;
/** For clocks that differ. */
const aheadSeconds = 300;
const certificateBytesMax = 100_000;
const certificatesKept = 10;

const paypalHosts = new Set([
  "api.paypal.com",
  "api-m.paypal.com",
  "api.sandbox.paypal.com",
  "api-m.sandbox.paypal.com",
]);

export type SignatureProblem = "forged" | "stale";

export class PaypalSignatures {
  #webhookId: string;
  #ownHost: string | null;
  #certificates = new Map<string, X509Certificate>();

  /** `ownHost`: the host and port of a configured API that is not PayPal's; certificates then come from there alone. */
  constructor(webhookId: string, ownHost: string | null) {
    this.#webhookId = webhookId;
    this.#ownHost = ownHost;
  }

  /**
   * Null for a genuine message. Throws if the certificate cannot be fetched, so that PayPal sends the message again.
   */
  async problemOf({ headers, body, nowMs }: HookMessage): Promise<SignatureProblem | null> {
    const [id, time, algorithm, certificateUrl, signature] = [
      "paypal-transmission-id",
      "paypal-transmission-time",
      "paypal-auth-algo",
      "paypal-cert-url",
      "paypal-transmission-sig",
    ].map((name) => headers.get(name));
    if (!id || !time || !certificateUrl || !signature || algorithm !== "SHA256withRSA") return "forged";
    const url = this.#certificateUrl(certificateUrl);
    if (!url) return "forged";
    const certificate = await this.#certificate(url, nowMs);
    if (!certificate) return "forged";
    const signed = `${id}|${time}|${this.#webhookId}|${crc32(body)}`;
    const isGenuine = createVerify("sha256").update(signed).verify(certificate.publicKey, signature, "base64");
    if (!isGenuine) return "forged";
    const ageSeconds = (nowMs - Date.parse(time)) / 1000;
    return ageSeconds <= toleranceSeconds && ageSeconds >= -aheadSeconds ? null : "stale";
  }

  /** Anybody may write this header, so an address elsewhere is never fetched. */
  #certificateUrl(text: string): URL | null {
    const url = URL.parse(text);
    if (!url || url.username || url.password) return null;
    if (this.#ownHost) return url.host === this.#ownHost ? url : null;
    return url.protocol === "https:" && url.port === "" && paypalHosts.has(url.hostname) ? url : null;
  }

  async #certificate(url: URL, nowMs: number): Promise<X509Certificate | null> {
    const known = this.#certificates.get(url.href);
    if (known && isInTime(known, nowMs)) return known;
    const certificate = await fetchCertificate(url);
    if (!certificate || !isInTime(certificate, nowMs) || certificate.publicKey.asymmetricKeyType !== "rsa") return null;
    if (this.#certificates.size >= certificatesKept) this.#certificates.clear();
    this.#certificates.set(url.href, certificate);
    return certificate;
  }
}

/** Null for what is no certificate. */
async function fetchCertificate(url: URL): Promise<X509Certificate | null> {
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(outsidePatienceMs) });
  if (!response.ok) {
    await response.body?.cancel();
    if (response.status >= 500) throw new Error(`the certificate could not be fetched: ${response.status}`);
    return null;
  }
  const text = await response.text();
  if (text.length > certificateBytesMax) return null;
  try {
    return new X509Certificate(text);
  } catch {
    return null;
  }
}

const isInTime = (certificate: X509Certificate, nowMs: number): boolean =>
  Date.parse(certificate.validFrom) <= nowMs && nowMs < Date.parse(certificate.validTo);
