/** PayPal's API by fetch: a token that is kept while it holds, JSON in and out, failures without secrets. */
import * as z from "zod";
import { outsidePatienceMs, withPatience } from "../patience.ts";
import { ProviderFailure } from "./types.ts";

export interface PaypalSettings {
  clientId: string;
  secret: string;
  webhookId: string;
  /** Origin of the API; null for PayPal's own. */
  apiBase: string | null;
}

/** A token is given up a little before PayPal does. */
const tokenSpareMs = 60_000;

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });

export interface PaypalAnswer {
  status: number;
  body: unknown;
}

/** A request to PayPal: with `post` something is done, without it something is only looked at. */
interface Request {
  path: string;
  post?: { body: unknown; requestId: string };
}

export class PaypalApi {
  readonly base: string;
  #settings: PaypalSettings;
  #patienceMs: number;
  #token: { text: string; until: number } | null = null;

  /** `patienceMs`: how long each answer may take, with the token that it may need first. */
  constructor(settings: PaypalSettings, patienceMs = outsidePatienceMs) {
    this.#settings = settings;
    this.#patienceMs = patienceMs;
    this.base = settings.apiBase ?? "https://api-m.paypal.com";
  }

  /**
   * Posts under a key by which PayPal knows a repeat. Returns any answer with a status below 500, except 429 and a
   * lasting 401; otherwise throws `ProviderFailure`.
   */
  post(path: string, body: unknown, requestId: string): Promise<PaypalAnswer> {
    return this.#ask({ path, post: { body, requestId } });
  }

  /** Looks at what PayPal has; answers and throws as `post` does. */
  get(path: string): Promise<PaypalAnswer> {
    return this.#ask({ path });
  }

  async #ask(request: Request): Promise<PaypalAnswer> {
    try {
      return await withPatience(this.#patienceMs, (signal) => this.#sendKnown(request, signal));
    } catch (error) {
      if (error instanceof ProviderFailure) throw error;
      throw new ProviderFailure("paypal gave no answer that could be read", { cause: error });
    }
  }

  async #sendKnown(request: Request, signal: AbortSignal): Promise<PaypalAnswer> {
    const first = await this.#send(request, signal);
    if (first.status !== 401) return first;
    // The token was withdrawn before its time.
    this.#token = null;
    const second = await this.#send(request, signal);
    if (second.status === 401) throw new ProviderFailure("paypal does not know us");
    return second;
  }

  async #send({ path, post }: Request, signal: AbortSignal): Promise<PaypalAnswer> {
    const authorization = `Bearer ${await this.#accessToken(signal)}`;
    if (!post) return await this.#fetch(path, signal, { authorization }, null);
    return await this.#fetch(path, signal, {
      authorization,
      "content-type": "application/json",
      "paypal-request-id": post.requestId,
      "prefer": "return=representation",
    }, JSON.stringify(post.body));
  }

  async #accessToken(signal: AbortSignal): Promise<string> {
    // A token expires in real time, whatever the site's clock says.
    if (this.#token && performance.now() < this.#token.until) return this.#token.text;
    const { clientId, secret } = this.#settings;
    const answer = await this.#fetch("/v1/oauth2/token", signal, {
      "authorization": `Basic ${btoa(`${clientId}:${secret}`)}`,
      "content-type": "application/x-www-form-urlencoded",
    }, "grant_type=client_credentials");
    const parsed = tokenAnswer.safeParse(answer.body);
    if (!parsed.success) throw new ProviderFailure(`paypal gave no token (${answer.status})`);
    const { access_token: text, expires_in: seconds } = parsed.data;
    this.#token = { text, until: performance.now() + seconds * 1000 - tokenSpareMs };
    return text;
  }

  async #fetch(
    path: string,
    signal: AbortSignal,
    headers: Record<string, string>,
    body: string | null,
  ): Promise<PaypalAnswer> {
    const method = body === null ? "GET" : "POST";
    const response = await fetch(this.base + path, { method, headers, body, redirect: "error", signal });
    const text = await response.text();
    if (response.status >= 500 || response.status === 429) {
      throw new ProviderFailure(`paypal answered ${response.status}`);
    }
    return { status: response.status, body: text ? JSON.parse(text) : null };
  }
}
