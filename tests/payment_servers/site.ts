/** A site that really listens, with other servers as its payment providers. */
import type { User } from "../../kv/accounts/users.ts";
import { runDueJobs } from "../../kv/store/jobs/queue.ts";
import { read } from "../../routes/api/testing/calls.ts";
import { doWork } from "../../routes/jobs/work.ts";
import { testApp, type TestSite } from "../../routes/testing/site.ts";
import type { Mailer } from "../../services/mail/email.ts";
import type { StripeSettings } from "../../services/payments/stripe.ts";
import type { Seller } from "../../services/seller.ts";
import { paypalKeys } from "./paypal_hooks.ts";
import { type PaypalServer, startPaypalServer } from "./paypal_server.ts";
import { solidgateKeys, type SolidgateServer, startSolidgateServer } from "./solidgate_server.ts";
import { startStripeServer, stripeKeys, type StripeServer } from "./stripe_server.ts";

export interface PaymentSite {
  site: TestSite;
  origin: string;
  hook: (provider: "stripe" | "paypal" | "solidgate" | "sandbox") => string;
  stripe: StripeServer;
  paypal: PaypalServer;
  solidgate: SolidgateServer;
  /** Begins a payment by the site's call. */
  begin: <Begun>(
    man: User,
    method: "pay-pal" | "card" | "alipay" | "wechat-pay",
    wish?: Record<string, unknown>,
  ) => Promise<Begun>;
  /** Does the jobs that are due; returns what they threw. */
  work: () => Promise<unknown[]>;
  [Symbol.asyncDispose]: () => Promise<void>;
}

interface PaymentSiteOptions {
  /** No provider is configured. */
  isSandbox?: boolean;
  /** The wallets that Stripe offers by name; none unless told otherwise. */
  wallets?: StripeSettings["wallets"];
  /** Who takes cards; Stripe unless told otherwise. */
  cardsBy?: "stripe" | "solidgate";
  mailer?: Mailer;
  /** Who sells; without it the site names no seller. */
  seller?: Seller;
}

/** `await using world = await paymentSite()` */
export async function paymentSite(
  { isSandbox = false, cardsBy = "stripe", wallets, mailer, seller }: PaymentSiteOptions = {},
): Promise<PaymentSite> {
  let site: TestSite | null = null;
  const http = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request, connection) => site!.app.fetch(request, connection as never),
  );
  const [stripe, paypal, solidgate] = [startStripeServer(), startPaypalServer(), startSolidgateServer()];
  const payments = isSandbox ? { stripe: null, paypal: null, solidgate: null } : {
    stripe: { ...stripeKeys, apiBase: stripe.base, wallets },
    paypal: { ...paypalKeys, apiBase: paypal.base },
    solidgate: cardsBy === "solidgate" ? { ...solidgateKeys, apiBase: solidgate.base } : null,
  };
  const made = site = await testApp({
    config: { payments, port: http.addr.port, ...(seller && { selling: { seller, unsaid: [] } }) },
    mailer,
  });
  stripe.now = paypal.now = solidgate.now = made.now;
  stripe.openSecondsLeast = 1800;
  const origin = `http://127.0.0.1:${http.addr.port}`;
  return {
    site: made,
    origin,
    hook: (provider) => `${origin}/hooks/${provider}`,
    stripe,
    paypal,
    solidgate,
    async begin<Begun>(man: User, method: string, wish: Record<string, unknown> = { rateId: 2 }) {
      const visitor = await made.visitorAs(man);
      return await read<Begun>(visitor.call("POST", `/api/payments/${method}`, wish));
    },
    async work() {
      const errors: unknown[] = [];
      await runDueJobs(made.store, (job) => doWork(made.deps, job), (_job, error) => errors.push(error));
      return errors;
    },
    async [Symbol.asyncDispose]() {
      await http.shutdown();
      await Promise.all([stripe.stop(), paypal.stop(), solidgate.stop()]);
      await made.close();
    },
  };
}
