/** The providers that a configuration names; in a demo without any, the sandbox for every method. */
import { paypalProvider, type PaypalSettings } from "./paypal.ts";
import { sandboxProvider } from "./sandbox.ts";
import { stripeProvider, type StripeSettings } from "./stripe.ts";
import { PaymentProviders } from "./types.ts";

export interface PaymentSettings {
  stripe: StripeSettings | null;
  paypal: PaypalSettings | null;
}

/** What signs the sandbox's webhooks: made from the site's secret, kept nowhere. */
export const sandboxKeyOf = ({ sign }: { sign: (text: string) => string }): string => sign("sandbox webhooks");

/**
 * `sandboxKey` signs the sandbox's webhooks; null where there must be no sandbox. `patienceMs`: what an answer of a
 * provider may take.
 */
export function openPayments(
  { stripe, paypal }: PaymentSettings,
  sandboxKey: string | null,
  patienceMs?: number,
): PaymentProviders {
  const real = [
    ...(stripe ? [stripeProvider(stripe, patienceMs)] : []),
    ...(paypal ? [paypalProvider(paypal, patienceMs)] : []),
  ];
  return new PaymentProviders(real.length === 0 && sandboxKey !== null ? [sandboxProvider(sandboxKey)] : real);
}
