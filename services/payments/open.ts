/** The providers that a configuration names; in a demo without any, the sandbox for every method. */
import { paypalProvider, type PaypalSettings } from "./paypal.ts";
import { sandboxProvider } from "./sandbox.ts";
import { solidgateProvider, type SolidgateSettings } from "./solidgate.ts";
import { stripeProvider, type StripeSettings } from "./stripe.ts";
import { PaymentProviders } from "./types.ts";

export interface PaymentSettings {
  stripe: StripeSettings | null;
  paypal: PaypalSettings | null;
  solidgate: SolidgateSettings | null;
}

/** What signs the sandbox's webhooks: made from the site's secret, kept nowhere. */
export const sandboxKeyOf = ({ sign }: { sign: (text: string) => string }): string => sign("sandbox webhooks");

/**
 * `sandboxKey` signs the sandbox's webhooks; null if there must be no sandbox. `patienceMs`: how long a provider's
 * answer may take. If two providers take cards, the first one opens the checkouts; the other still hears of payments
 * that it took, and refunds them. Solidgate is first: a site with both came to it because Stripe turned the site away.
 */
export function openPayments(
  { stripe, paypal, solidgate }: PaymentSettings,
  sandboxKey: string | null,
  patienceMs?: number,
): PaymentProviders {
  const real = [
    ...(solidgate ? [solidgateProvider(solidgate, patienceMs)] : []),
    ...(stripe ? [stripeProvider(stripe, patienceMs)] : []),
    ...(paypal ? [paypalProvider(paypal, patienceMs)] : []),
  ];
  return new PaymentProviders(real.length === 0 && sandboxKey !== null ? [sandboxProvider(sandboxKey)] : real);
}
