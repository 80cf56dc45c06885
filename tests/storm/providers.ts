/**
 * Stripe and PayPal beside the storm, and what they report to the site: each event several times, in any order, again and
 * again until it was heard.
 */
import { paypalKeys } from "../payment_servers/paypal_hooks.ts";
import { type PaypalServer, startPaypalServer } from "../payment_servers/paypal_server.ts";
import { startStripeServer, stripeKeys, type StripeServer } from "../payment_servers/stripe_server.ts";
import type { Book } from "./book.ts";
import type { Site } from "./site.ts";

type Send = (hook: string, nowMs: number) => Promise<Response>;

/** At which points of its start the server's clock may have begun (Site.now), the likeliest first. */
const doubts = [0, 0.5, -0.5, 0.9, -0.9];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class Providers {
  readonly stripe: StripeServer = startStripeServer();
  readonly paypal: PaypalServer = startPaypalServer();
  #told = new Set<string>();

  get env(): Record<string, string> {
    return {
      STRIPE_SECRET_KEY: stripeKeys.secretKey,
      STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
      STRIPE_API_BASE: this.stripe.base,
      PAYPAL_CLIENT_ID: paypalKeys.clientId,
      PAYPAL_SECRET: paypalKeys.secret,
      PAYPAL_WEBHOOK_ID: paypalKeys.webhookId,
      PAYPAL_API_BASE: this.paypal.base,
    };
  }

  /** The session or order behind the address where a payment is paid. */
  sessionAt(checkoutUrl: string) {
    return this.stripe.sessions.get(checkoutUrl.split("/").at(-1) ?? "") ?? null;
  }

  orderAt(checkoutUrl: string) {
    return this.paypal.orders.get(new URL(checkoutUrl).searchParams.get("token") ?? "") ?? null;
  }

  /** Resolves with true once the site has captured PayPal's order, or with false when nobody waits any longer. */
  async captured(orderId: string, givesUp: Promise<void>): Promise<boolean> {
    let isGivenUp = false;
    void givesUp.then(() => isGivenUp = true);
    while (this.paypal.orders.get(orderId)?.state !== "completed") {
      if (isGivenUp) return false;
      await pause(100);
    }
    return true;
  }

  /** Repeats an event until the site has heard it: a provider does so for three days. */
  async tell(site: Site, book: Book, what: string, send: Send): Promise<void> {
    for (let refused = 0; refused < 30;) {
      const origin = await site.up;
      const response = await send(origin, site.now(doubts[refused % doubts.length])).catch(() => null);
      const text = await response?.text().catch(() => null) ?? null;
      if (!response || text === null) continue;
      if (response.ok) return this.#heard(book, what);
      // Signed by a clock that is too far from the server's, or the server is busy.
      book.count(`webhooks refused: ${response.status}`);
      refused++;
      if (response.status >= 500 && !/starting|store_unavailable/.test(text)) {
        book.fault(`the webhook ${what} was answered ${response.status}: ${text.slice(0, 200)}`);
      }
      await pause(1000);
    }
    book.fault(`the webhook ${what} was never taken`);
  }

  #heard(book: Book, what: string): void {
    book.count(this.#told.has(what) ? "webhooks told again" : "webhooks told");
    this.#told.add(what);
  }

  async stop(): Promise<void> {
    await Promise.all([this.stripe.stop(), this.paypal.stop()]);
  }
}
