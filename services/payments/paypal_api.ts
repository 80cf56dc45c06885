/** PayPal's API by fetch: a token that is kept while it holds, JSON in and out, failures without secrets. */
import * as z from "zod";
import { ProviderFailure } from "./types.ts";

export interface PaypalSettings {
  clientId: string;
  secret: string;
  webhookId: string;
  /** Origin of the API; null for PayPal's own. */
  apiBase: string | null;
}

const timeoutMs = 15_000;
/** A token is given up a little before PayPal does. */
const tokenSpareMs = 60_000;

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });

export interface PaypalAnswer {
  status: number;
  body: unknown;
}

export class PaypalApi {
  readonly base: string;
  #settings: PaypalSettings;
  #token: { text: string; until: number } | null = null;

  constructor(settings: PaypalSettings) {
    this.#settings = settings;
    this.base = settings.apiBase ?? "https://api-m.paypal.com";
  }

  /**
   * Posts under a key by which PayPal knows a repeat. Answers whatever PayPal says below 500 but for its own trouble with
   * us; else throws `ProviderFailure`.
   */
  async post(path: string, body: unknown, requestId: string): Promise<PaypalAnswer> {
    const first = await this.#send(path, body, requestId);
    if (first.status !== 401) return first;
    // The token was withdrawn before its time.
    this.#token = null;
    const second = await this.#send(path, body, requestId);
    if (second.status === 401) throw new ProviderFailure("paypal does not know us");
    return second;
  }

  async #send(path: string, body: unknown, requestId: string): Promise<PaypalAnswer> {
    return await this.#fetch(path, {
      "authorization": `Bearer ${await this.#accessToken()}`,
      "content-type": "application/json",
      "paypal-request-id": requestId,
      "prefer": "return=representation",
    }, JSON.stringify(body));
  }

  async #accessToken(): Promise<string> {
    // How long a token holds is a matter between two machines: real time, whatever the site's clock says.
    if (this.#token && performance.now() < this.#token.until) return this.#token.text;
    const { clientId, secret } = this.#settings;
    const answer = await this.#fetch("/v1/oauth2/token", {
      "authorization": `Basic ${btoa(`${clientId}:${secret}`)}`,
      "content-type": "application/x-www-form-urlencoded",
    }, "grant_type=client_credentials");
    const parsed = tokenAnswer.safeParse(answer.body);
    if (!parsed.success) throw new ProviderFailure(`paypal gave no token (${answer.status})`);
    const { access_token: text, expires_in: seconds } = parsed.data;
    this.#token = { text, until: performance.now() + seconds * 1000 - tokenSpareMs };
    return text;
  }

  async #fetch(path: string, headers: Record<string, string>, body: string): Promise<PaypalAnswer> {
    try {
      const init = {
        method: "POST",
        headers,
        body,
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      } as const;
      const response = await fetch(this.base + path, init);
      const text = await response.text();
      if (response.status >= 500 || response.status === 429) {
        throw new ProviderFailure(`paypal answered ${response.status}`);
      }
      return { status: response.status, body: text ? JSON.parse(text) : null };
    } catch (error) {
      if (error instanceof ProviderFailure) throw error;
      throw new ProviderFailure("paypal gave no answer that could be read", { cause: error });
    }
  }
}
