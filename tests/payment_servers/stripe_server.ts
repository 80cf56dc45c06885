/**
 * Stripe on loopback for tests: takes requests as Stripe's API does, notes in `problems` whatever is not as Stripe wants it,
 * and signs its webhooks by Stripe's published recipe.
 */
import { createHmac } from "node:crypto";
import { type StripeDispute, stripeDisputes } from "./stripe_disputes.ts";
import { currencyParam, sessionProblems } from "./stripe_sessions.ts";

export const stripeKeys = { secretKey: "sk_test_vesna", webhookSecret: "whsec_vesna" };

interface Session {
  id: string;
  params: Record<string, string>;
  status: "open" | "complete" | "expired";
  paymentIntent: string | null;
}

export interface StripeRefund {
  id: string;
  payment_intent: string;
  amount: number;
  status: "succeeded" | "pending" | "failed";
  /** In seconds. */
  created?: number;
  metadata: Record<string, string>;
}

export interface StripeEvent {
  id: string;
  object: "event";
  type: string;
  /** In seconds. */
  created: number;
  data: { object: Record<string, unknown> };
}

export interface SendOptions {
  /** When the event was signed; when it is sent, unless told otherwise. */
  signedAtMs?: number;
  secret?: string;
  /** The body that is really sent; the signature stays that of the whole event. */
  body?: string;
  header?: string | null;
}

export interface StripeServer {
  base: string;
  /** What was wrong with requests; a test wants none. */
  problems: string[];
  /** "POST /v1/checkout/sessions", oldest first. */
  requests: string[];
  sessions: Map<string, Session>;
  /** All refunds, oldest first. */
  refunds: StripeRefund[];
  /** The status of the next refunds when they are made. */
  refundsAre: StripeRefund["status"];
  /** While true, the next POST is carried out and its answer is lost; every request after it fails. */
  losesAnswers: boolean;
  /** While set, every request is answered with this status. */
  failWith: number | null;
  /** The clock by which things happen. */
  now: () => number;
  /** How long a session must be open at least: half an hour at Stripe; any time if the site has another clock. */
  openSecondsLeast: number;
  /** The newest session; throws where there is none. */
  latest: () => Session;
  /** All disputes, by their ids. */
  disputes: Map<string, StripeDispute>;
  /** The buyer's bank disputes all of a session's money, with a week for evidence; returns the event that tells of it. */
  dispute: (session: Session) => StripeEvent;
  /** The event that tells of all that was given back of a session's money so far. */
  refunded: (session: Session) => StripeEvent;
  /** A refund fails, even one that was done; returns the event that tells of it. */
  failRefund: (refund: StripeRefund) => StripeEvent;
  /** The buyer pays; returns the event that tells of it. */
  pay: (session: Session, changes?: Record<string, unknown>) => StripeEvent;
  event: (type: string, object: Record<string, unknown>, id?: string) => StripeEvent;
  send: (hookUrl: string, event: StripeEvent, nowMs: number, options?: SendOptions) => Promise<Response>;
  stop: () => Promise<void>;
}

export function startStripeServer(): StripeServer {
  const sessions = new Map<string, Session>();
  const byKey = new Map<string, { params: string; session: Session }>();
  const problems: string[] = [];
  let events = 0;
  const http = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const { pathname } = new URL(request.url);
    const text = await request.text();
    server.requests.push(`${request.method} ${pathname}`);
    if (server.failWith !== null) return failure(server.failWith, "api_error");
    if (request.headers.get("authorization") !== `Bearer ${stripeKeys.secretKey}`) {
      problems.push("a request without the key");
      return failure(401, "invalid_request_error");
    }
    if (!request.headers.get("stripe-version")) problems.push("a request without a version");
    const answered = answer(request, pathname, text);
    if (!server.losesAnswers || request.method !== "POST") return answered;
    server.failWith = 500;
    return failure(500, "api_error");
  });

  function answer(request: Request, pathname: string, text: string): Response {
    if (request.method === "POST" && pathname === "/v1/checkout/sessions") return create(request, text);
    const [, sessionId, action] = /^\/v1\/checkout\/sessions\/(\w+)(?:\/(expire))?$/.exec(pathname) ?? [];
    const session = sessions.get(sessionId ?? "");
    if (session && action === "expire" && request.method === "POST") {
      if (session.status !== "open") return failure(400, "invalid_request_error");
      session.status = "expired";
      return Response.json(sessionObject(session));
    }
    if (session && request.method === "GET" && !action) return Response.json(sessionObject(session));
    if (pathname.startsWith("/v1/refunds")) return answerRefunds(request, pathname, text);
    const ofDispute = disputes.answer(request, pathname, text);
    if (ofDispute) return ofDispute;
    const intentId = /^\/v1\/payment_intents\/(\w+)$/.exec(pathname)?.[1];
    const paid = [...sessions.values()].find(({ paymentIntent }) => paymentIntent === intentId);
    if (intentId && paid) return Response.json({ id: intentId, object: "payment_intent", metadata: metadataOf(paid) });
    if (intentId) return Response.json({ id: intentId, object: "payment_intent", metadata: {} });
    problems.push(`${request.method} ${pathname} is nothing of Stripe's`);
    return failure(404, "invalid_request_error");
  }

  function create(request: Request, text: string): Response {
    const params = Object.fromEntries(new URLSearchParams(text));
    problems.push(...sessionProblems(request, params));
    const key = request.headers.get("idempotency-key") ?? crypto.randomUUID();
    const earlier = byKey.get(key);
    if (earlier && earlier.params !== text) return failure(400, "idempotency_error");
    if (earlier) return Response.json(sessionObject(earlier.session));
    if (Number(params.expires_at) < secondsNow() + server.openSecondsLeast) {
      return failure(400, "invalid_request_error");
    }
    const session: Session = { id: `cs_test_${sessions.size + 1}`, params, status: "open", paymentIntent: null };
    sessions.set(session.id, session);
    byKey.set(key, { params: text, session });
    return Response.json(sessionObject(session));
  }

  function answerRefunds(request: Request, pathname: string, text: string): Response {
    const made = server.refunds.find(({ id }) => pathname === `/v1/refunds/${id}`);
    if (made) return Response.json(refundObject(made));
    if (pathname !== "/v1/refunds") return failure(404, "invalid_request_error", "resource_missing");
    if (request.method === "GET") {
      const intent = new URL(request.url).searchParams.get("payment_intent");
      const data = server.refunds.filter(({ payment_intent }) => payment_intent === intent).map(refundObject);
      return Response.json({ object: "list", data, has_more: false, url: "/v1/refunds" });
    }
    const params = Object.fromEntries(new URLSearchParams(text));
    const key = request.headers.get("idempotency-key") ?? "";
    if (!/^refund-[\w-]{8,}-\d+$/.test(key)) problems.push(`a refund under the key "${key}"`);
    const earlier = refundsByKey.get(key);
    if (earlier && earlier.params !== text) return failure(400, "idempotency_error");
    if (earlier) return Response.json(refundObject(earlier.refund));
    const amount = Number(params.amount);
    const session = [...sessions.values()].find(({ paymentIntent }) => paymentIntent === params.payment_intent);
    const left = session ? totalOf(session) - refundedOf(params.payment_intent!) : 0;
    if (!session) return failure(404, "invalid_request_error", "resource_missing");
    if (left === 0) return failure(400, "invalid_request_error", "charge_already_refunded");
    if (!Number.isSafeInteger(amount) || amount < 1 || amount > left) {
      problems.push(`a refund of ${params.amount} where ${left} is left`);
      return failure(400, "invalid_request_error", "amount_too_large");
    }
    if (params["metadata[payment_id]"] !== metadataOf(session).payment_id) problems.push("a refund without our id");
    const refund: StripeRefund = {
      id: `re_${server.refunds.length + 1}`,
      payment_intent: params.payment_intent!,
      amount,
      status: server.refundsAre,
      created: secondsNow(),
      metadata: { payment_id: params["metadata[payment_id]"]!, refund_id: params["metadata[refund_id]"] ?? "" },
    };
    server.refunds.push(refund);
    refundsByKey.set(key, { params: text, refund });
    return Response.json(refundObject(refund));
  }

  const disputes = stripeDisputes(problems);
  const refundsByKey = new Map<string, { params: string; refund: StripeRefund }>();
  const secondsNow = () => Math.floor(server.now() / 1000);
  const totalOf = ({ params }: Session) => Number(params["line_items[0][price_data][unit_amount]"]);
  const refundedOf = (intent: string): number =>
    server.refunds.filter(({ payment_intent, status }) => payment_intent === intent && status !== "failed")
      .reduce((sum, { amount }) => sum + amount, 0);
  const currencyOf = (intent: string): string | undefined =>
    [...sessions.values()].find(({ paymentIntent }) => paymentIntent === intent)?.params[currencyParam];
  const refundObject = (refund: StripeRefund) => ({
    created: secondsNow(),
    ...refund,
    object: "refund",
    currency: currencyOf(refund.payment_intent),
    failure_reason: refund.status === "failed" ? "expired_or_canceled_card" : null,
    charge: {
      ...{ id: "ch_1", object: "charge", currency: currencyOf(refund.payment_intent) },
      amount_refunded: refundedOf(refund.payment_intent),
    },
  });

  const base = `http://127.0.0.1:${http.addr.port}`;
  const sessionObject = (session: Session): Record<string, unknown> => ({
    id: session.id,
    object: "checkout.session",
    amount_total: Number(session.params["line_items[0][price_data][unit_amount]"]),
    currency: session.params[currencyParam],
    client_reference_id: session.params.client_reference_id,
    metadata: metadataOf(session),
    payment_status: session.status === "complete" ? "paid" : "unpaid",
    payment_intent: session.paymentIntent,
    status: session.status,
    url: session.status === "open" ? `${base}/c/pay/${session.id}` : null,
  });

  const server: StripeServer = {
    base,
    problems,
    requests: [],
    sessions,
    refunds: [],
    refundsAre: "succeeded",
    losesAnswers: false,
    failWith: null,
    disputes: disputes.all,
    dispute(session) {
      const currency = session.params[currencyParam]!;
      const money = { payment_intent: session.paymentIntent!, amount: totalOf(session), currency };
      return server.event("charge.dispute.created", { ...disputes.open(money, secondsNow() + 7 * 24 * 3600) });
    },
    refunded: (session) =>
      server.event("charge.refunded", {
        object: "charge",
        amount: totalOf(session),
        amount_refunded: refundedOf(session.paymentIntent!),
        currency: session.params[currencyParam],
        metadata: metadataOf(session),
        payment_intent: session.paymentIntent,
      }),
    now: Date.now,
    openSecondsLeast: -Infinity,
    failRefund(refund) {
      refund.status = "failed";
      return server.event("refund.failed", { ...refundObject(refund), charge: "ch_1" });
    },
    latest() {
      const session = [...sessions.values()].at(-1);
      if (!session) throw new Error("nobody asked for a session");
      return session;
    },
    pay(session, changes = {}) {
      session.status = "complete";
      session.paymentIntent ??= `pi_${session.id}`;
      return server.event("checkout.session.completed", { ...sessionObject(session), ...changes });
    },
    event: (type, object, id = `evt_${++events}`) => ({
      id,
      object: "event",
      type,
      created: secondsNow(),
      data: { object },
    }),
    send: (hookUrl, event, nowMs, options = {}) => send(hookUrl, JSON.stringify(event), nowMs, options),
    stop: () => http.shutdown(),
  };
  return server;
}

const metadataOf = ({ params }: Session) => ({ payment_id: params["metadata[payment_id]"] });

/** By https://docs.stripe.com/webhooks: v1 is HMAC-SHA256 over "timestamp.body". */
function send(hookUrl: string, event: string, nowMs: number, options: SendOptions): Promise<Response> {
  const seconds = Math.floor((options.signedAtMs ?? nowMs) / 1000);
  const proof = createHmac("sha256", options.secret ?? stripeKeys.webhookSecret).update(`${seconds}.${event}`).digest(
    "hex",
  );
  const header = options.header === undefined ? `t=${seconds},v1=${proof},v0=${"0".repeat(64)}` : options.header;
  const headers = { "content-type": "application/json", ...(header !== null && { "stripe-signature": header }) };
  return fetch(hookUrl, { method: "POST", headers, body: options.body ?? event });
}

const failure = (status: number, type: string, code?: string): Response =>
  Response.json({ error: { type, message: "no", code } }, { status, headers: { "stripe-should-retry": "false" } });
