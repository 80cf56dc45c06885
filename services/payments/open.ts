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
 * `sandboxKey` signs the sandbox's webhooks; null where there must be no sandbox. `patienceMs`: what an answer of a
 * provider may take. Of two that take cards the first opens checkouts; the other still hears of what it took, and gives
 * it back: who has both came to Solidgate because Stripe turned them away.
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
