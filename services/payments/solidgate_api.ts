/**
 * Solidgate's API: JSON that is posted, signed with the secret key, and answered with an order or an error; failures
 * without secrets (api-docs.solidgate.com).
 */
import { createHmac } from "node:crypto";
import * as z from "zod";
import { outsidePatienceMs, withPatience } from "../patience.ts";
import { jsonOf, postJson } from "../post_json.ts";
import { ProviderFailure } from "./types.ts";

export interface SolidgateSettings {
  /** The keys by which the site asks Solidgate: api_pk_…, api_sk_…. */
  publicKey: string;
  secretKey: string;
  /** The keys by which Solidgate tells the site: wh_pk_…, wh_sk_…. */
  hookPublicKey: string;
  hookSecretKey: string;
  /** Origin of one server in place of Solidgate's three; null for Solidgate's own. */
  apiBase: string | null;
}

/** One server each for its pages, for cards, and for every other way to pay. */
const services = { page: "payment-page", card: "pay", alternative: "gate" } as const;
export type SolidgateService = keyof typeof services;

const problem = z.object({ error: z.object({ code: z.string() }) });
/** An error beside an order is why that order was declined, even if it has the number of another trouble. */
const orderAnswer = z.object({ order: z.looseObject({}) });
const notKnown = "1.01";
/** What it calls trouble of its own: an application error, too many requests, no connection to the bank. */
const troubles: ReadonlySet<string> = new Set(["5.03", "5.07", "6.02"]);
/** An order that it does not have; "2.01" stands for other invalid data as well, and says which in words. */
const orderUnknown = "2.05";
const invalidData = "2.01";

export class SolidgateApi {
  #settings: SolidgateSettings;
  #patienceMs: number;

  constructor(settings: SolidgateSettings, patienceMs = outsidePatienceMs) {
    this.#settings = settings;
    this.#patienceMs = patienceMs;
  }

  /** The origin of its pages. */
  get pageOrigin(): string {
    return this.#settings.apiBase ?? `https://${services.page}.solidgate.com`;
  }

  /**
   * Posts to one of the services. Answers whatever Solidgate says, its refusals included; throws `ProviderFailure` where
   * it does not answer, has trouble of its own, or does not know us.
   */
  async post(service: SolidgateService, path: string, body: unknown): Promise<unknown> {
    const { publicKey, secretKey } = this.#settings;
    const question = {
      address: this.#addressOf(service) + path,
      headers: { merchant: publicKey, signature: solidgateSignature(JSON.stringify(body), publicKey, secretKey) },
      body,
    };
    try {
      const { status, text } = await withPatience(
        this.#patienceMs,
        (signal) => postJson({ ...question, signal }),
      );
      const answer = jsonOf(text);
      if (status >= 500 || status === 429) throw new ProviderFailure(`solidgate answered ${status}`);
      const code = orderAnswer.safeParse(answer).success ? null : errorCodeOf(answer);
      if (code === notKnown) throw new ProviderFailure("solidgate does not know us");
      if (code !== null && troubles.has(code)) throw new ProviderFailure(`solidgate has trouble of its own (${code})`);
      if (answer === undefined) {
        throw new ProviderFailure(`solidgate answered ${status} and nothing that could be read`);
      }
      return answer;
    } catch (error) {
      if (error instanceof ProviderFailure) throw error;
      throw new ProviderFailure("solidgate gave no answer that could be read", { cause: error });
    }
  }

  #addressOf(service: SolidgateService): string {
    const { apiBase } = this.#settings;
    const name = services[service];
    return apiBase ? `${apiBase}/${name}/api/v1` : `https://${name}.solidgate.com/api/v1`;
  }
}

/** "2.01", as Solidgate numbers its refusals; null for an answer that is none. */
export const errorCodeOf = (answer: unknown): string | null => problem.safeParse(answer).data?.error.code ?? null;

/** Whether Solidgate says that it has no order of that name; any other refusal says nothing about the order. */
export function isOrderUnknown(answer: unknown): boolean {
  const code = errorCodeOf(answer);
  return code === orderUnknown || (code === invalidData && /order not found/i.test(JSON.stringify(answer)));
}

/** By Solidgate's recipe, for requests and webhooks alike: the base64 of the hexadecimal digits, not of the digest. */
export function solidgateSignature(body: string | Uint8Array, publicKey: string, secretKey: string): string {
  const digits = createHmac("sha512", secretKey).update(publicKey).update(body).update(publicKey).digest("hex");
  return btoa(digits);
}
