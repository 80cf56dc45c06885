/**
 * The environment's part about payments: a provider is configured wholly or not at all; one that is half there is a
 * problem.
 */
import { isThisMachine } from "../near_hosts.ts";
import { type Currency, takenBy } from "./currencies.ts";
import type { PaymentSettings } from "./open.ts";
import type { StripeSettings, Wallet } from "./stripe.ts";

interface Reading {
  read: (name: string) => string | null;
  /** The origin that a variable holds; null where there is none. */
  readOrigin: (name: string) => string | null;
  problems: string[];
}

export function readPaymentSettings({ read, readOrigin, problems }: Reading): PaymentSettings {
  const stripe = values(["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"], "STRIPE_API_BASE");
  if (stripe && !/^[sr]k_/.test(stripe[0]!)) {
    problems.push("STRIPE_SECRET_KEY must be a secret key, which begins with sk_");
  }
  if (stripe && !stripe[1]!.startsWith("whsec_")) {
    problems.push("STRIPE_WEBHOOK_SECRET must be the secret of a webhook, which begins with whsec_");
  }
  const paypal = values(["PAYPAL_CLIENT_ID", "PAYPAL_SECRET", "PAYPAL_WEBHOOK_ID"], "PAYPAL_API_BASE");
  const solidgate = values(
    [
      "SOLIDGATE_PUBLIC_KEY",
      "SOLIDGATE_SECRET_KEY",
      "SOLIDGATE_WEBHOOK_PUBLIC_KEY",
      "SOLIDGATE_WEBHOOK_SECRET_KEY",
    ],
    "SOLIDGATE_API_BASE",
  );
  const wallets = walletsOf({ alipay: "STRIPE_ALIPAY", wechat_pay: "STRIPE_WECHAT_PAY" }, stripe !== null);
  return {
    stripe: stripe && {
      secretKey: stripe[0]!,
      webhookSecret: stripe[1]!,
      apiBase: apiBase("STRIPE_API_BASE"),
      ...(wallets && { wallets }),
    },
    paypal: paypal && {
      clientId: paypal[0]!,
      secret: paypal[1]!,
      webhookId: paypal[2]!,
      apiBase: apiBase("PAYPAL_API_BASE"),
    },
    solidgate: solidgate && {
      publicKey: solidgate[0]!,
      secretKey: solidgate[1]!,
      hookPublicKey: solidgate[2]!,
      hookSecretKey: solidgate[3]!,
      apiBase: apiBase("SOLIDGATE_API_BASE"),
    },
  };

  function values(names: string[], optional: string): string[] | null {
    const missing = names.filter((name) => read(name) === null);
    if (missing.length === names.length) {
      if (read(optional)) problems.push(`${optional} needs ${names.join(" and ")}`);
      return null;
    }
    for (const name of missing) problems.push(`${name} must be set where ${names[0]!.split("_")[0]} is used`);
    // A secret goes into headers: characters that no provider uses would break them.
    for (const name of names) {
      if (/[^\x21-\x7e]/.test(read(name) ?? "")) problems.push(`${name} holds what no key holds`);
    }
    return missing.length > 0 ? null : names.map((name) => read(name)!);
  }

  /** The currencies that each wallet's variable lists; null where no wallet is switched on. */
  function walletsOf(names: Record<Wallet, string>, isStripeThere: boolean): StripeSettings["wallets"] | null {
    const listed = (Object.entries(names) as [Wallet, string][]).flatMap(([wallet, name]) => {
      const list = read(name);
      if (list === null) return [];
      if (!isStripeThere) problems.push(`${name} needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET`);
      const taken: readonly Currency[] = takenBy.stripe[wallet];
      const wanted = list.split(",").map((each) => each.trim().toUpperCase()).filter(Boolean);
      const unknown = wanted.filter((each) => !(taken as readonly string[]).includes(each));
      if (unknown.length > 0 || wanted.length === 0) problems.push(`${name} must list some of ${taken.join(", ")}`);
      return [[wallet, taken.filter((each) => wanted.includes(each))] as const];
    });
    return listed.length === 0 ? null : Object.fromEntries(listed);
  }

  /** Keys are sent there: only over https, except on this machine. */
  function apiBase(name: string): string | null {
    const origin = readOrigin(name);
    const url = origin === null ? null : new URL(origin);
    if (url?.protocol === "http:" && !isThisMachine(url.hostname)) problems.push(`${name} must be an https address`);
    return origin;
  }
}
