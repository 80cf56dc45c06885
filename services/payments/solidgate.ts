/**
 * Solidgate's Payment Page, for sites that Stripe and PayPal turn away: cards, and what else its channel offers. Our
 * payment's id is the id of its order, by which everything is found again.
 */
import * as z from "zod";
import { takenBy, unitsOf } from "./currencies.ts";
import { errorCodeOf, isOrderUnknown, SolidgateApi, type SolidgateSettings } from "./solidgate_api.ts";
import { msOf } from "./solidgate_chargebacks.ts";
import {
  moneyOf,
  type MoneyService,
  readSolidgateHook,
  refundedCentsOf,
  type SolidgateOrder,
  solidgateOrder,
  toldAtOf,
} from "./solidgate_events.ts";
import { type Order, type PaymentProvider, ProviderFailure, type RefundAnswer, type RefundOrder } from "./types.ts";

export type { SolidgateSettings } from "./solidgate_api.ts";

const madePage = z.object({ url: z.url() });
const closedPage = z.object({ status: z.literal("ok") });
const transaction = z.object({
  id: z.string(),
  operation: z.string(),
  status: z.string(),
  amount: z.int(),
  /** Both in UTC (msOf). */
  created_at: z.string().optional(),
  updated_at: z.string().optional(),
});
const knownOrder = z.object({
  order: solidgateOrder,
  transaction: transaction.optional(),
  transactions: z.record(z.string(), transaction).nullish(),
});
type Transaction = z.infer<typeof transaction>;
type KnownOrder = z.infer<typeof knownOrder>;

export function solidgateProvider(settings: SolidgateSettings, patienceMs?: number): PaymentProvider {
  const api = new SolidgateApi(settings, patienceMs);
  return {
    name: "solidgate",
    takes: takenBy.solidgate,
    checkoutOrigins: [api.pageOrigin],
    payableMs: 24 * 3600_000,
    async openCheckout(order) {
      const answer = await api.post("page", "/init", pageOf(order));
      const page = madePage.safeParse(answer).data;
      if (!page) throw new ProviderFailure(`solidgate made no page (${errorCodeOf(answer) ?? "no address"})`);
      return { providerId: checkoutIdOf(pageIdOf(page.url), order.paymentId), checkoutUrl: page.url };
    },
    async closeCheckout({ providerId, checkoutUrl }) {
      const { pageId } = idsOf(providerId);
      const answer = await api.post("page", "/deactivate", {
        id: checkoutUrl === null ? pageId : pageIdOf(checkoutUrl),
      });
      return closedPage.safeParse(answer).success ? null : errorCodeOf(answer) ?? "no_state";
    },
    async endCheckout({ providerId }) {
      // Nobody can begin to pay any more; somebody may have begun.
      const { orderId } = idsOf(providerId);
      for (const service of ["card", "alternative"] as const) {
        const known = await orderOf(api, service, orderId);
        if (known && !mayBeGivenUp.has(known.order.status)) return false;
      }
      return true;
    },
    refund: (order) => refund(api, order),
    readHook: (hook) =>
      readSolidgateHook(settings, hook, (orderId) => api.post("card", "/status", { order_id: orderId })),
  };
}

/** Solidgate ends a page by the id at the end of its address; the `guid` beside that address is another one. */
const pageIdOf = (url: string): string => new URL(url).pathname.split("/").at(-1) ?? "";

/** Solidgate knows a page by its own id, and what was paid on it by ours. Older records have the `guid` as page's id. */
const checkoutIdOf = (pageId: string, orderId: string): string => `${pageId}:${orderId}`;

function idsOf(checkoutId: string): { pageId: string; orderId: string } {
  const [, pageId, orderId] = /^([^:]+):(.+)$/.exec(checkoutId) ?? [];
  if (pageId === undefined || orderId === undefined) throw new Error("a page of Solidgate without its ids");
  return { pageId, orderId };
}

const mayBeGivenUp = new Set(["created", "auth_failed", "declined", "void_ok"]);

/** Solidgate takes the money as soon as the bank agrees. The page speaks the buyer's language by itself. */
function pageOf(order: Order) {
  const [publicName = order.description] = order.description.split(":");
  return {
    order: {
      order_id: order.paymentId,
      amount: unitsOf(order.amountCents, order.currency),
      currency: order.currency,
      order_description: order.description.slice(0, 255),
      type: "auth",
      settle_interval: 0,
      success_url: order.successUrl,
      fail_url: order.cancelUrl,
    },
    page_customization: { public_name: publicName, order_title: order.description },
  };
}

/**
 * What a service knows of an order; null only where it says itself that it has none of that name. Throws
 * `ProviderFailure` at any other answer.
 */
async function orderOf(api: SolidgateApi, service: MoneyService, orderId: string): Promise<KnownOrder | null> {
  const answer = await api.post(service, "/status", { order_id: orderId });
  const known = knownOrder.safeParse(answer).data ?? null;
  if (known || isOrderUnknown(answer)) return known;
  throw new ProviderFailure(`solidgate did not say how an order stands (${errorCodeOf(answer) ?? "no state"})`);
}

/**
 * Solidgate knows a refund by no id and no key of ours. A refund that was sent and not answered is looked for among the
 * order's refunds, by its amount and time, before it is asked for again. If somebody gave back as much by hand since,
 * that counts as ours: nothing goes back twice.
 */
async function refund(api: SolidgateApi, order: RefundOrder): Promise<RefundAnswer> {
  const money = moneyOf(order.moneyId);
  if (!money) return { state: "failed", problem: "no_charge" };
  if (order.wasSent) {
    const known = await orderOf(api, money.service, money.orderId);
    if (!known) throw new ProviderFailure("solidgate does not know an order that it took money for");
    const made = refundsOf(known).find((each) => isOf(order, each));
    if (made) return answerOf(known.order, made, order);
    if (order.providerRefundId !== null) return { state: "sent", providerRefundId: order.providerRefundId };
  }
  const wanted = { order_id: money.orderId, amount: unitsOf(order.amountCents, order.currency) };
  const answer = await api.post(money.service, "/refund", wanted);
  const asked = knownOrder.safeParse(answer).data;
  const given = asked && (asked.transaction ?? refundsOf(asked).at(-1));
  if (asked && given) return answerOf(asked.order, given, order);
  const code = errorCodeOf(answer);
  if (code === null) throw new ProviderFailure("solidgate answered a refund without its state");
  return { state: "failed", problem: problemOf(code) };
}

const refundsOf = ({ transactions, transaction }: KnownOrder): Transaction[] =>
  (transactions ? Object.values(transactions) : transaction ? [transaction] : [])
    .filter(({ operation }) => operation === "refund");

/** Two clocks may differ by this much. */
const spareMs = 60_000;

function isOf(order: RefundOrder, { id, amount, status, created_at }: Transaction): boolean {
  if (order.providerRefundId !== null) return id === order.providerRefundId;
  if (amount !== unitsOf(order.amountCents, order.currency) || status === "fail" || order.otherRefundIds.includes(id)) {
    return false;
  }
  const madeAt = msOf(created_at);
  return Number.isNaN(madeAt) || madeAt >= order.requestedAt - spareMs;
}

function answerOf(order: SolidgateOrder, transaction: Transaction, { refundToldAt }: RefundOrder): RefundAnswer {
  const { id: providerRefundId, status, created_at, updated_at } = transaction;
  const refundedCents = refundedCentsOf(order);
  const told = toldAtOf(updated_at ?? created_at);
  if (status === "fail") {
    // This was seen just now, so it comes after all that was told before.
    const toldAt = Math.max(told.toldAt ?? 0, refundToldAt + 1);
    return { state: "failed", problem: "refused", known: { providerRefundId, refundedCents, toldAt } };
  }
  if (status !== "success") return { state: "sent", providerRefundId };
  return { state: "done", providerRefundId, refundedCents, ...told };
}

/** "3.08" → "code_3_08": a name as the desk keeps them. */
const problemOf = (code: string): string => `code_${code.replaceAll(/\W/g, "_").slice(0, 40)}`;
