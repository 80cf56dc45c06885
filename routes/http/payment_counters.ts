/** Counts by provider how checkouts and webhooks went since the start, but nothing of whose they were or for how much. */
import type { ProviderName } from "../../services/payments/types.ts";

/**
 * `opened`: the provider gave an address where it is paid; `refused`: it refused this one order; `failed`: it did not answer,
 * or takes no orders of this site.
 */
export const checkoutOutcomes = ["opened", "refused", "failed"] as const;

/**
 * `believed`; why it was not (`forged`, `stale`, `malformed`); `mismatch`: it says otherwise than was ordered; `later`: the
 * provider has to send it again.
 */
export const hookOutcomes = ["believed", "forged", "stale", "malformed", "mismatch", "later"] as const;

export class PaymentCounters {
  readonly #counts = new Map<string, number>();

  noteCheckout(provider: ProviderName, outcome: typeof checkoutOutcomes[number]): void {
    this.#note(`checkout ${provider} ${outcome}`);
  }

  noteHook(provider: ProviderName, outcome: typeof hookOutcomes[number]): void {
    this.#note(`hook ${provider} ${outcome}`);
  }

  checkouts(provider: ProviderName, outcome: typeof checkoutOutcomes[number]): number {
    return this.#counts.get(`checkout ${provider} ${outcome}`) ?? 0;
  }

  hooks(provider: ProviderName, outcome: typeof hookOutcomes[number]): number {
    return this.#counts.get(`hook ${provider} ${outcome}`) ?? 0;
  }

  #note(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }
}
