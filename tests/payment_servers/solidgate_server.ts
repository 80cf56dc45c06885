/**
 * Solidgate on loopback for tests: has pages, orders and refunds as in Solidgate's API, under one origin. Notes in
 * `problems` whatever is not as Solidgate wants it, and signs its webhooks by Solidgate's recipe.
 */
import { createHmac } from "node:crypto";

export const solidgateKeys = {
  publicKey: "api_pk_vesna",
  secretKey: "api_sk_vesna",
  hookPublicKey: "wh_pk_vesna",
  hookSecretKey: "wh_sk_vesna",
};

type Service = "pay" | "gate";

export interface SolidgateOrder {
  id: string;
  pageId: string;
  cents: number;
  currency: string;
  successUrl: string;
  failUrl: string;
  /** Which service the buyer paid at; null before. */
  service: Service | null;
  status: string;
  /** How its chargebacks stand, as far as Solidgate says so of the order. */
  chargebacks?: Record<string, Record<string, unknown>>;
}

export interface SolidgateRefund {
  id: string;
  orderId: string;
  cents: number;
  status: "success" | "processing" | "fail";
  madeAtMs: number;
}

export interface SolidgateEvent {
  type: string;
  body: Record<string, unknown>;
}

export interface SendOptions {
  merchant?: string;
  secret?: string;
  /** The body that is really sent; the signature stays that of the whole event. */
  body?: string;
  eventId?: string;
}

export interface SolidgateServer {
  base: string;
  problems: string[];
  /** "POST /payment-page/api/v1/init", oldest first. */
  requests: string[];
  orders: Map<string, SolidgateOrder>;
  refunds: SolidgateRefund[];
  refundsAre: SolidgateRefund["status"];
  /** While true, what is asked of money and of a page's end is done, and its answer is lost. */
  losesAnswers: boolean;
  failWith: number | null;
  /** What it refuses to do ("status"), and its code for that; null while it refuses nothing. */
  refuses: { path: string; code: string } | null;
  /** The clock by which refunds are made. */
  now: () => number;
  latest: () => SolidgateOrder;
  /** The buyer pays by card, or another way; returns the event that tells of it. */
  pay: (order: SolidgateOrder, service?: Service) => SolidgateEvent;
  /** The event that tells how an order stands. */
  told: (order: SolidgateOrder, changes?: Record<string, unknown>) => SolidgateEvent;
  chargeback: (order: SolidgateOrder, changes?: Record<string, unknown>) => SolidgateEvent;
  send: (hookUrl: string, event: SolidgateEvent, options?: SendOptions) => Promise<Response>;
  stop: () => Promise<void>;
}

export function startSolidgateServer(): SolidgateServer {
  const orders = new Map<string, SolidgateOrder>();
  const closed = new Set<string>();
  const problems: string[] = [];

  const http = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const { pathname } = new URL(request.url);
    const text = await request.text();
    server.requests.push(`${request.method} ${pathname}`);
    if (server.failWith !== null) return Response.json({ error: { code: "0.01" } }, { status: server.failWith });
    const { publicKey, secretKey } = solidgateKeys;
    const isOurs = request.headers.get("merchant") === publicKey &&
      request.headers.get("signature") === signed(text, publicKey, secretKey);
    if (!isOurs) return refusal("1.01", "Authentication failed");
    return answer(pathname, JSON.parse(text));
  });

  // deno-lint-ignore no-explicit-any
  function answer(pathname: string, asked: any): Response {
    const [, service, path] = /^\/(payment-page|pay|gate)\/api\/v1\/(\w+)$/.exec(pathname) ?? [];
    if (path === server.refuses?.path) return refusal(server.refuses!.code, "Something else");
    if (service === "payment-page" && path === "init") return open(asked);
    if (service === "payment-page" && path === "deactivate") {
      const isMade = [...orders.values()].some(({ pageId }) => pageId === asked.id);
      if (!isMade) problems.push("a page that was never made ends");
      // Nothing says what the second time is answered.
      if (!isMade || closed.has(asked.id)) return refusal("2.01", "Invalid data");
      closed.add(asked.id);
      return server.losesAnswers ? lostAnswer() : Response.json({ status: "ok" });
    }
    const order = orders.get(asked.order_id);
    if (order?.service !== service) return refusal("2.01", "Order not found");
    if (path === "status") return Response.json(known(order!));
    if (path === "refund") return giveBack(order!, asked.amount);
    problems.push(`${pathname} is nothing of Solidgate's`);
    return Response.json({ error: { code: "2.01" } }, { status: 404 });
  }

  // deno-lint-ignore no-explicit-any
  function open({ order, page_customization }: any): Response {
    const checks: [string, boolean][] = [
      ["our id", /^[\w-]{8,255}$/.test(order?.order_id ?? "")],
      ["whole cents", Number.isSafeInteger(order?.amount) && order.amount > 0],
      ["a currency that it takes", /^(EUR|USD|GBP|CNY|HKD|JPY)$/.test(order?.currency ?? "")],
      ["a description", (order?.order_description ?? "").length > 3],
      ["money that is taken at once", order?.type === "auth" && order.settle_interval === 0],
      ["ways back", URL.canParse(order?.success_url ?? "") && URL.canParse(order?.fail_url ?? "")],
      ["a public name", (page_customization?.public_name ?? "").length > 1],
    ];
    problems.push(...checks.filter(([, isThere]) => !isThere).map(([name]) => `a page without ${name}`));
    const pageId = `page${server.requests.length}`;
    const earlier = orders.get(order.order_id);
    orders.set(order.order_id, {
      id: order.order_id,
      pageId,
      cents: order.amount,
      currency: order.currency,
      successUrl: order.success_url,
      failUrl: order.fail_url,
      service: earlier?.service ?? null,
      status: earlier?.status ?? "created",
    });
    return Response.json({ url: `${base}/${pageId}`, id: pageId, guid: crypto.randomUUID() });
  }

  function giveBack(order: SolidgateOrder, cents: number): Response {
    const left = order.cents - refundedOf(order);
    if (!Number.isSafeInteger(cents) || cents < 1 || cents > left) {
      problems.push(`a refund of ${cents} where ${left} is left`);
      return refusal("2.06", "Invalid amount");
    }
    const id = `refund${server.refunds.length + 1}`;
    const refund = { id, orderId: order.id, cents, status: server.refundsAre, madeAtMs: server.now() };
    server.refunds.push(refund);
    if (server.losesAnswers) return lostAnswer();
    if (refund.status === "fail") return refusal("3.08", "Do not honor");
    return Response.json({ ...known(order), transaction: transactionOf(refund) });
  }

  const refundsOf = (order: SolidgateOrder) => server.refunds.filter(({ orderId }) => orderId === order.id);
  const refundedOf = (order: SolidgateOrder): number =>
    refundsOf(order).filter(({ status }) => status === "success").reduce((sum, { cents }) => sum + cents, 0);
  const transactionOf = ({ id, orderId, cents, status, madeAtMs }: SolidgateRefund) => ({
    id,
    operation: "refund",
    status,
    amount: cents,
    currency: orders.get(orderId)?.currency ?? "",
    created_at: timeOf(madeAtMs),
    updated_at: timeOf(server.now()),
  });
  const timeOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 19).replace("T", " ");
  const orderOf = (order: SolidgateOrder) => {
    const refunded_amount = refundedOf(order);
    const status = refunded_amount === order.cents ? "refunded" : order.status;
    return { order_id: order.id, amount: order.cents, currency: order.currency, status, refunded_amount };
  };
  const known = (order: SolidgateOrder) => ({
    order: orderOf(order),
    // The buyer did not prove who he is; that is no word about our own key, which has the same number.
    ...(order.chargebacks && { chargebacks: order.chargebacks }),
    ...(order.status === "auth_failed" && { error: { code: "1.01", messages: ["Authentication failed"] } }),
    transactions: Object.fromEntries(refundsOf(order).map((refund) => [refund.id, transactionOf(refund)])),
  });

  /** What an event is about: the newest refund, if there is one. */
  const newestOf = (order: SolidgateOrder) => {
    const refund = refundsOf(order).at(-1);
    return refund && { transaction: transactionOf(refund) };
  };

  const base = `http://127.0.0.1:${http.addr.port}`;
  const server: SolidgateServer = {
    base,
    problems,
    requests: [],
    orders,
    refunds: [],
    refundsAre: "success",
    losesAnswers: false,
    failWith: null,
    refuses: null,
    now: Date.now,
    latest() {
      const order = [...orders.values()].at(-1);
      if (!order) throw new Error("nobody asked for a page");
      return order;
    },
    pay(order, service = "pay") {
      if (closed.has(order.pageId)) problems.push("a closed page was paid on");
      order.service = service;
      order.status = service === "pay" ? "settle_ok" : "approved";
      return server.told(order);
    },
    told: (order, changes = {}) => ({
      type: order.service === "gate" ? "alt_gate.order.updated" : "card_gate.order.updated",
      body: { ...known(order), order: { ...orderOf(order), ...changes }, ...newestOf(order) },
    }),
    chargeback: (order, changes = {}) => ({
      type: "card_gate.chargeback.received",
      body: {
        order: { order_id: order.id, amount: order.cents, currency: order.currency, status: "settle_ok" },
        chargeback: { id: 7, amount: order.cents, currency: order.currency, status: "in_progress", ...changes },
      },
    }),
    send: (hookUrl, event, options = {}) => send(hookUrl, event, options),
    stop: () => http.shutdown(),
  };
  return server;
}

/** By https://api-docs.solidgate.com: refusals come with status 200. */
const refusal = (code: string, message: string): Response => Response.json({ error: { code, messages: [message] } });

const lostAnswer = (): Response => Response.json({ error: { code: "0.01" } }, { status: 502 });

function signed(body: string, publicKey: string, secretKey: string): string {
  const digits = createHmac("sha512", secretKey).update(publicKey + body + publicKey).digest("hex");
  return btoa(digits);
}

function send(hookUrl: string, event: SolidgateEvent, options: SendOptions): Promise<Response> {
  const body = JSON.stringify(event.body);
  const { hookPublicKey, hookSecretKey } = solidgateKeys;
  return fetch(hookUrl, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "merchant": options.merchant ?? hookPublicKey,
      "signature": signed(body, hookPublicKey, options.secret ?? hookSecretKey),
      "solidgate-event-id": options.eventId ?? crypto.randomUUID(),
      "solidgate-event-created-at": new Date().toISOString(),
      "solidgate-event-type": event.type,
    },
    body: options.body ?? body,
  });
}
