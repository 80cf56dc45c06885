/**
 * PayPal on loopback for tests: has tokens, orders, captures and refunds as in PayPal's API, notes in `problems` whatever is
 * not as PayPal wants it, and serves the certificate of the key by which its webhooks are signed (paypal_hooks.ts).
 */
import { type Certificate, makeCertificate } from "./certificate.ts";
import { type PaypalEvent, paypalKeys, type SendOptions, sendPaypalEvent } from "./paypal_hooks.ts";

export interface Order {
  id: string;
  customId: string;
  value: string;
  currency: string;
  returnUrl: string;
  cancelUrl: string;
  state: "created" | "approved" | "completed";
  captureId: string | null;
}

export interface PaypalRefund {
  id: string;
  captureId: string;
  cents: number;
  status: "COMPLETED" | "PENDING" | "FAILED";
}

export interface PaypalServer {
  base: string;
  problems: string[];
  requests: string[];
  orders: Map<string, Order>;
  /** All refunds, oldest first. */
  refunds: PaypalRefund[];
  /** The status of the next refunds when they are made. */
  refundsAre: PaypalRefund["status"];
  /** While true, what is asked for is done, and its answer is lost. */
  losesAnswers: boolean;
  failWith: number | null;
  /** The issue for which the next orders are refused; null while they are made. */
  refuses: string | null;
  /** While true, the next captures are declined. */
  declines: boolean;
  /** While true, captures are answered without what became of them. */
  isTerse: boolean;
  /** Makes every token that was given out invalid. */
  forgetTokens: () => void;
  latest: () => Order;
  /** The buyer agrees; returns the event that tells of it. */
  approve: (order: Order, changes?: Record<string, unknown>) => PaypalEvent;
  /** The event that tells of money that was taken. */
  captured: (order: Order, changes?: Record<string, unknown>) => PaypalEvent;
  /** The clock by which things happen. */
  now: () => number;
  /** The event that tells of a refund. */
  refunded: (refund: PaypalRefund) => PaypalEvent;
  /** A refund fails, even one that was done; returns the event that tells of it. */
  failRefund: (refund: PaypalRefund) => PaypalEvent;
  event: (type: string, resource: Record<string, unknown>, id?: string) => PaypalEvent;
  send: (hookUrl: string, event: PaypalEvent, nowMs: number, options?: SendOptions) => Promise<Response>;
  /** Serves the certificate from now on, at an address of its own unless told otherwise; returns the address. */
  serveCertificate: (certificate: Certificate, name?: string) => string;
  stop: () => Promise<void>;
}

export function startPaypalServer(): PaypalServer {
  const orders = new Map<string, Order>();
  const answers = new Map<string, { status: number; body: unknown }>();
  const tokens = new Set<string>();
  const certificates = new Map<string, string>();
  const problems: string[] = [];
  const own = makeCertificate();
  let count = 0;

  const http = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const { pathname } = new URL(request.url);
    const text = await request.text();
    server.requests.push(`${request.method} ${pathname}`);
    const pem = certificates.get(pathname);
    if (pem) return new Response(pem);
    if (server.failWith !== null) return Response.json({ name: "INTERNAL" }, { status: server.failWith });
    if (pathname === "/v1/oauth2/token") return giveToken(request, text);
    if (!tokens.has(request.headers.get("authorization") ?? "")) {
      return Response.json({ name: "AUTH" }, { status: 401 });
    }
    const requestId = request.headers.get("paypal-request-id") ?? "";
    if (request.method === "POST" && !/^[\w-]{8,108}$/.test(requestId)) {
      problems.push(`a request with the id "${requestId}"`);
    }
    const earlier = answers.get(requestId);
    if (request.method === "GET") return look(pathname);
    const { status, body } = earlier ?? answer(request, pathname, text);
    answers.set(requestId, { status, body });
    if (server.losesAnswers) return Response.json({ name: "INTERNAL" }, { status: 500 });
    return Response.json(body, { status });
  });

  function giveToken(request: Request, text: string): Response {
    const isOurs =
      request.headers.get("authorization") === `Basic ${btoa(`${paypalKeys.clientId}:${paypalKeys.secret}`)}`;
    if (!isOurs || text !== "grant_type=client_credentials") {
      problems.push("a token asked for in the wrong way");
      return Response.json({ error: "invalid_client" }, { status: 401 });
    }
    const token = `A21.${++count}`;
    tokens.add(`Bearer ${token}`);
    return Response.json({ access_token: token, token_type: "Bearer", expires_in: 32_400 });
  }

  function answer(request: Request, pathname: string, text: string): { status: number; body: unknown } {
    if (request.method === "POST" && pathname === "/v2/checkout/orders") return create(JSON.parse(text));
    const order = orders.get(/^\/v2\/checkout\/orders\/(\w+)\/capture$/.exec(pathname)?.[1] ?? "");
    if (request.method === "POST" && order) return capture(order);
    const captureId = /^\/v2\/payments\/captures\/(\w+)\/refund$/.exec(pathname)?.[1];
    const captured = [...orders.values()].find((each) => captureId !== undefined && each.captureId === captureId);
    if (request.method === "POST" && captured) return giveBack(captured, JSON.parse(text));
    problems.push(`${request.method} ${pathname} is nothing of PayPal's`);
    return { status: 404, body: { name: "RESOURCE_NOT_FOUND" } };
  }

  // deno-lint-ignore no-explicit-any
  function create(wanted: any): { status: number; body: unknown } {
    const unit = wanted.purchase_units?.[0];
    const experience = wanted.payment_source?.paypal?.experience_context;
    const checks: [string, boolean][] = [
      ["the intent CAPTURE", wanted.intent === "CAPTURE"],
      ["one unit", wanted.purchase_units?.length === 1],
      ["our id", typeof unit?.custom_id === "string" && unit.custom_id === unit.invoice_id],
      ["an amount", isAmount(unit?.amount)],
      ["a description", unit?.description?.length > 3 && unit.description.length <= 127],
      ["ways back", URL.canParse(experience?.return_url) && URL.canParse(experience?.cancel_url)],
      ["no shipping", experience?.shipping_preference === "NO_SHIPPING"],
      ["a language", /^(en-GB|zh-CN|zh-TW)$/.test(experience?.locale)],
    ];
    problems.push(...checks.filter(([, isThere]) => !isThere).map(([name]) => `an order without ${name}`));
    if (server.refuses !== null) return refusal(server.refuses);
    const id = `ORDER${orders.size + 1}`;
    orders.set(id, {
      id,
      customId: unit.custom_id,
      value: unit.amount.value,
      currency: unit.amount.currency_code,
      returnUrl: experience.return_url,
      cancelUrl: experience.cancel_url,
      state: "created",
      captureId: null,
    });
    const links = [
      { rel: "self", href: `${server.base}/v2/checkout/orders/${id}`, method: "GET" },
      { rel: "payer-action", href: `${server.base}/checkoutnow?token=${id}`, method: "GET" },
    ];
    return { status: 201, body: { id, status: "PAYER_ACTION_REQUIRED", links } };
  }

  function capture(order: Order): { status: number; body: unknown } {
    if (order.state === "completed") return refusal("ORDER_ALREADY_CAPTURED");
    if (order.state !== "approved") return refusal("ORDER_NOT_APPROVED");
    if (server.declines) return refusal("INSTRUMENT_DECLINED");
    order.state = "completed";
    order.captureId = `CAPTURE${order.id}`;
    if (server.isTerse) return { status: 201, body: { id: order.id, status: "COMPLETED" } };
    const captures = [{ id: order.captureId, status: "COMPLETED" }];
    return { status: 201, body: { id: order.id, status: "COMPLETED", purchase_units: [{ payments: { captures } }] } };
  }

  // deno-lint-ignore no-explicit-any
  function giveBack(order: Order, wanted: any): { status: number; body: unknown } {
    const left = centsOf(order.value) - refundedOf(order.captureId!);
    const cents = centsOf(wanted.amount?.value ?? "");
    if (wanted.custom_id !== order.customId) problems.push("a refund without our id");
    if (wanted.amount?.currency_code !== order.currency) problems.push("a refund in another currency");
    if (left === 0) return refusal("CAPTURE_FULLY_REFUNDED");
    if (!(cents > 0 && cents <= left)) {
      problems.push(`a refund of ${cents} where ${left} is left`);
      return refusal("REFUND_AMOUNT_EXCEEDED");
    }
    const refund: PaypalRefund = {
      id: `REFUND${server.refunds.length + 1}`,
      captureId: order.captureId!,
      cents,
      status: server.refundsAre,
    };
    server.refunds.push(refund);
    return { status: 201, body: refundObject(refund) };
  }

  function look(pathname: string): Response {
    const refund = server.refunds.find(({ id }) => pathname === `/v2/payments/refunds/${id}`);
    if (refund) return Response.json(refundObject(refund));
    problems.push(`GET ${pathname} is nothing of PayPal's`);
    return Response.json({ name: "RESOURCE_NOT_FOUND" }, { status: 404 });
  }

  const centsOf = (value: string) => Math.round(Number(value) * 100);
  const amountOf = (cents: number, currency: string) => ({
    currency_code: currency,
    value: (cents / 100).toFixed(digitsOf(currency)),
  });
  const refundedOf = (captureId: string): number =>
    server.refunds.filter((refund) => refund.captureId === captureId && refund.status !== "FAILED")
      .reduce((sum, { cents }) => sum + cents, 0);
  const orderOfCapture = (captureId: string) => [...orders.values()].find((order) => order.captureId === captureId);
  const refundObject = ({ id, captureId, cents, status }: PaypalRefund) => {
    const { customId, currency } = orderOfCapture(captureId)!;
    return {
      id,
      status,
      update_time: new Date(server.now()).toISOString(),
      amount: amountOf(cents, currency),
      custom_id: customId,
      seller_payable_breakdown: { total_refunded_amount: amountOf(refundedOf(captureId), currency) },
      links: [{ rel: "up", href: `${server.base}/v2/payments/captures/${captureId}` }],
    };
  };

  const refusal = (issue: string) => ({
    status: 422,
    body: { name: "UNPROCESSABLE_ENTITY", details: [{ issue }] },
  });

  const base = `http://127.0.0.1:${http.addr.port}`;
  const server: PaypalServer = {
    base,
    problems,
    requests: [],
    orders,
    refunds: [],
    refundsAre: "COMPLETED",
    losesAnswers: false,
    now: Date.now,
    refunded: (refund) => server.event("PAYMENT.CAPTURE.REFUNDED", refundObject(refund)),
    failRefund(refund) {
      refund.status = "FAILED";
      return server.event("PAYMENT.REFUND.FAILED", refundObject(refund));
    },
    failWith: null,
    refuses: null,
    declines: false,
    isTerse: false,
    forgetTokens: () => tokens.clear(),
    latest() {
      const order = [...orders.values()].at(-1);
      if (!order) throw new Error("nobody asked for an order");
      return order;
    },
    approve(order, changes = {}) {
      order.state = "approved";
      const amount = { currency_code: order.currency, value: order.value };
      const purchase_units = [{ custom_id: order.customId, amount }];
      return server.event("CHECKOUT.ORDER.APPROVED", { id: order.id, status: "APPROVED", purchase_units, ...changes });
    },
    captured: (order, changes = {}) =>
      server.event("PAYMENT.CAPTURE.COMPLETED", {
        id: order.captureId ?? `CAPTURE${order.id}`,
        status: "COMPLETED",
        custom_id: order.customId,
        amount: { currency_code: order.currency, value: order.value },
        ...changes,
      }),
    event: (type, resource, id = `WH-${++count}`) => ({
      id,
      event_type: type,
      create_time: new Date(server.now()).toISOString(),
      resource,
    }),
    send: (hookUrl, event, nowMs, options = {}) =>
      sendPaypalEvent(hookUrl, event, { signedAtMs: nowMs, certificate: own, certificateUrl: ownUrl, ...options }),
    serveCertificate(certificate, name = `CERT-${++count}`) {
      const path = `/v1/notifications/certs/${name}`;
      certificates.set(path, certificate.pem);
      return base + path;
    },
    stop: () => http.shutdown(),
  };
  const ownUrl = server.serveCertificate(own);
  return server;
}

/** PayPal refuses decimals in currencies that have none there, and yuan from outside China. */
const digitsOf = (currency: string): 0 | 2 => currency === "JPY" || currency === "TWD" ? 0 : 2;

function isAmount(amount: { currency_code?: string; value?: string } | undefined): boolean {
  const { currency_code: currency = "", value = "" } = amount ?? {};
  const isTaken = /^(EUR|USD|GBP|HKD|TWD|JPY)$/.test(currency);
  return isTaken && (digitsOf(currency) === 0 ? /^\d+$/ : /^\d+\.\d\d$/).test(value);
}
