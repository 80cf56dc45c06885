import { expect } from "expect";
import { readConfig } from "../config.ts";
import { openPayments } from "./open.ts";

const read = (environment: Record<string, string>, mode: "demo" | "start" = "demo") => {
  const { config, problems } = readConfig(mode, (name) => environment[name]);
  return { payments: config.payments, problems: problems.filter((each) => /STRIPE|PAYPAL|SOLIDGATE/.test(each)) };
};
const stripe = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" };
const solidgate = {
  SOLIDGATE_PUBLIC_KEY: "api_pk_1",
  SOLIDGATE_SECRET_KEY: "api_sk_1",
  SOLIDGATE_WEBHOOK_PUBLIC_KEY: "wh_pk_1",
  SOLIDGATE_WEBHOOK_SECRET_KEY: "wh_sk_1",
};
const paypal = { PAYPAL_CLIENT_ID: "client", PAYPAL_SECRET: "secret", PAYPAL_WEBHOOK_ID: "WH-1" };

Deno.test("nothing configured is no problem: the demo has a sandbox for both methods, a start sells nothing", () => {
  for (const mode of ["demo", "start"] as const) {
    expect(read({}, mode)).toEqual({ payments: { stripe: null, paypal: null, solidgate: null }, problems: [] });
  }
  const nothing = { stripe: null, paypal: null, solidgate: null };
  expect(openPayments(nothing, "key").methods).toEqual(["card", "paypal"]);
  expect(openPayments(nothing, null).methods).toEqual([]);
});

Deno.test("one real provider ends the sandbox, also for the other method", () => {
  const { payments, problems } = read(stripe);
  expect(problems).toEqual([]);
  const opened = openPayments(payments, "key");
  expect([opened.methods, opened.all.map(({ name }) => name)]).toEqual([["card"], ["stripe"]]);
  expect(opened.checkoutOrigins).toEqual(["https://checkout.stripe.com"]);
});

Deno.test("beside Stripe Solidgate takes the cards, and Stripe still hears of what it took", () => {
  const { payments, problems } = read({ ...stripe, ...paypal, ...solidgate });
  expect(problems).toEqual([]);
  const opened = openPayments(payments, "key");
  expect([opened.methods, opened.cardsBy]).toEqual([["card", "paypal"], "solidgate"]);
  expect(opened.all.map(({ name }) => name)).toEqual(["solidgate", "stripe", "paypal"]);
  expect(opened.checkoutOrigins).toContain("https://payment-page.solidgate.com");
  expect(openPayments(read(paypal).payments, null).cardsBy).toBeNull();
});

Deno.test("whatever is half there is named, and never its value", () => {
  const cases: [Record<string, string>, string[]][] = [
    [{ STRIPE_SECRET_KEY: "sk_hush" }, ["STRIPE_WEBHOOK_SECRET"]],
    [{ STRIPE_WEBHOOK_SECRET: "whsec_hush" }, ["STRIPE_SECRET_KEY"]],
    [{ ...stripe, STRIPE_SECRET_KEY: "pk_live_hush" }, ["STRIPE_SECRET_KEY"]],
    [{ ...stripe, STRIPE_WEBHOOK_SECRET: "hush" }, ["STRIPE_WEBHOOK_SECRET"]],
    [{ STRIPE_API_BASE: "https://api.test" }, ["STRIPE_API_BASE"]],
    [{ PAYPAL_CLIENT_ID: "hush" }, ["PAYPAL_SECRET", "PAYPAL_WEBHOOK_ID"]],
    [{ ...paypal, PAYPAL_API_BASE: "ftp://hush" }, ["PAYPAL_API_BASE"]],
    [{ ...paypal, PAYPAL_SECRET: "hush\nhush" }, ["PAYPAL_SECRET"]],
    [{ ...stripe, STRIPE_API_BASE: "http://stripe.test" }, ["STRIPE_API_BASE"]],
    [{ SOLIDGATE_PUBLIC_KEY: "hush", SOLIDGATE_SECRET_KEY: "hush" }, [
      "SOLIDGATE_WEBHOOK_PUBLIC_KEY",
      "SOLIDGATE_WEBHOOK_SECRET_KEY",
    ]],
  ];
  for (const [environment, names] of cases) {
    const { problems } = read(environment, "start");
    expect(problems.map((problem) => problem.split(" ")[0])).toEqual(names);
    expect(problems.join()).not.toContain("hush");
  }
  expect(read({ ...stripe, STRIPE_API_BASE: "http://127.0.0.1:9000/" }).payments.stripe?.apiBase).toBe(
    "http://127.0.0.1:9000",
  );
});

Deno.test("PayPal's pages are PayPal's own, or the configured server's", () => {
  const origins = (environment: Record<string, string>) =>
    openPayments(read({ ...paypal, ...environment }).payments, null).checkoutOrigins;
  expect(origins({})).toEqual(["https://www.paypal.com", "https://www.sandbox.paypal.com"]);
  expect(origins({ PAYPAL_API_BASE: "https://api-m.sandbox.paypal.com" })).toContain("https://www.sandbox.paypal.com");
  expect(origins({ PAYPAL_API_BASE: "http://127.0.0.1:9001" })).toEqual(["http://127.0.0.1:9001"]);
});

Deno.test("wallets are offered by name in the currencies that their variables list, and otherwise not at all", () => {
  expect(openPayments(read(stripe).payments, null).methodsIn("CNY")).toEqual(["card"]);
  const { payments, problems } = read({ ...stripe, ...paypal, STRIPE_ALIPAY: "cny, EUR", STRIPE_WECHAT_PAY: "CNY" });
  expect(problems).toEqual([]);
  const opened = openPayments(payments, null);
  expect(opened.methodsIn("CNY")).toEqual(["card", "alipay", "wechat_pay"]);
  expect(opened.methodsIn("EUR")).toEqual(["card", "paypal", "alipay"]);
  expect(opened.methodsIn("TWD")).toEqual(["card", "paypal"]);
  expect(opened.forMethod("wechat_pay", "EUR")).toBe(null);
});

Deno.test("a wallet in a currency that Stripe does not take by it, or without Stripe, is named", () => {
  for (const list of ["TWD", "CNY,XXX", " , "]) {
    expect(read({ ...stripe, STRIPE_ALIPAY: list }).problems).toEqual([
      expect.stringMatching(/^STRIPE_ALIPAY must list/),
    ]);
  }
  expect(read({ STRIPE_WECHAT_PAY: "CNY" }).problems).toEqual([
    expect.stringMatching(/^STRIPE_WECHAT_PAY needs STRIPE_/),
  ]);
});
