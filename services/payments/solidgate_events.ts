/** Solidgate's webhooks in our words: believed by their signature alone, which covers the body and no header. */
import { createHash, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { jsonOf } from "../post_json.ts";
import { centsOfUnits } from "./currencies.ts";
import { chargebackMessage, chargebacksOfOrder, disputeOf, msOf } from "./solidgate_chargebacks.ts";
import { type SolidgateService, type SolidgateSettings, solidgateSignature } from "./solidgate_api.ts";
import countryCodes from "./country_codes.json" with { type: "json" };
import { type Change, countryIn, type HookMessage, type HookReading } from "./types.ts";

/** What an order looks like, in webhooks and in answers. Amounts are integers of the smallest units of its currency. */
export const solidgateOrder = z.object({
  order_id: z.string().min(1).max(255),
  status: z.string(),
  amount: z.int().min(0),
  currency: z.string(),
  refunded_amount: z.int().min(0).nullish(),
});
export type SolidgateOrder = z.infer<typeof solidgateOrder>;

const card = z.object({ country: z.string().nullish() });
const orderMessage = z.object({
  order: solidgateOrder,
  transaction: z.object({
    id: z.string().nullish(),
    operation: z.string().nullish(),
    status: z.string().nullish(),
    created_at: z.string().nullish(),
    updated_at: z.string().nullish(),
    card: card.nullish(),
  }).nullish().catch(null),
});
type ToldTransaction = z.infer<typeof orderMessage>["transaction"];
/** The service that has the money, and gives it back. */
export type MoneyService = Exclude<SolidgateService, "page">;

/** The site's id of the money: the service that has it, and Solidgate's id of the order, which is our payment's. */
const moneyIdOf = (service: MoneyService, orderId: string): string => `${service}:${orderId}`;

/** The parts of such an id; null for any other text. */
export function moneyOf(moneyId: string): { service: MoneyService; orderId: string } | null {
  const [, service, orderId] = /^(card|alternative):(.+)$/.exec(moneyId) ?? [];
  return orderId === undefined ? null : { service: service as MoneyService, orderId };
}

/** Believes a message by its signature, and tells it in our words. `askOrder`: what Solidgate says of a card's order now. */
export async function readSolidgateHook(
  { hookPublicKey, hookSecretKey }: SolidgateSettings,
  { headers, body, nowMs }: HookMessage,
  askOrder: AskOrder,
): Promise<HookReading> {
  if (headers.get("merchant") !== hookPublicKey) return { ok: false, problem: "forged" };
  const expected = new TextEncoder().encode(solidgateSignature(body, hookPublicKey, hookSecretKey));
  const given = new TextEncoder().encode(headers.get("signature") ?? "");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { ok: false, problem: "forged" };
  const type = headers.get("solidgate-event-type") ?? "";
  const read = readers[type];
  if (!read) return { ok: true, event: null };
  const found = await read(jsonOf(new TextDecoder().decode(body)), askOrder, nowMs);
  if (!found) return { ok: false, problem: "malformed" };
  // Solidgate's own id stands in a header that is not signed: the same signed body is the same event, whatever the id
  // says.
  const eventId = createHash("sha256").update(type).update(body).digest("base64url");
  return { ok: true, event: found.change && { eventId, type, ...found, change: found.change } };
}

interface Found {
  paymentId: string;
  moneyId: string;
  change: Change | null;
}
type AskOrder = (orderId: string) => Promise<unknown>;
type Read = (message: unknown, askOrder: AskOrder, nowMs: number) => Found | null | Promise<Found | null>;

const readOrder = (service: MoneyService): Read => (message) => {
  const { order, transaction } = orderMessage.safeParse(message).data ?? {};
  if (!order) return null;
  const moneyId = moneyIdOf(service, order.order_id);
  const change = changeOf(order, transaction, moneyId);
  // Where the card is from; Solidgate has countries in three letters.
  const country = (countryCodes as Record<string, string>)[transaction?.card?.country ?? ""];
  return {
    paymentId: order.order_id,
    moneyId,
    change: change?.kind === "paid" ? { ...change, ...countryIn(country) } : change,
  };
};

/** A card's money is taken automatically once its bank has agreed; until then the payment is pending. */
function changeOf(order: SolidgateOrder, transaction: ToldTransaction, moneyId: string): Change | null {
  const { status, amount, currency } = order;
  const amountCents = centsOfUnits(amount, currency);
  const refundedCents = refundedCentsOf(order);
  const told = { refundedCents, currency, ...toldAtOf(transaction?.updated_at ?? transaction?.created_at) };
  if (transaction?.operation === "refund" && transaction.status === "fail" && transaction.id) {
    return { kind: "refund_failed", providerRefundId: transaction.id, problem: "refused", ...told };
  }
  if (refundedCents > 0) return { kind: "refunded", ...told };
  switch (status) {
    case "settle_ok":
    case "approved":
      return { kind: "paid", amountCents, currency, moneyId };
    case "created":
    case "processing":
    case "3ds_verify":
    case "auth_ok":
    case "settle_pending":
      return { kind: "pending" };
    case "auth_failed":
    case "declined":
      return { kind: "declined" };
    case "void_ok":
      return { kind: "cancelled" };
    default:
      return null;
  }
}

/** The time as of which Solidgate says something; nothing if it does not tell. */
export const toldAtOf = (time: string | null | undefined): { toldAt?: number } =>
  Number.isNaN(msOf(time)) ? {} : { toldAt: msOf(time) };

/** All that went back of an order so far. */
export const refundedCentsOf = ({ status, amount, refunded_amount, currency }: SolidgateOrder): number =>
  centsOfUnits(refunded_amount || (status === "refunded" ? amount : 0), currency);

const readChargeback: Read = async (message, askOrder, nowMs) => {
  const { order, chargeback } = chargebackMessage.safeParse(message).data ?? {};
  if (!order || !chargeback) return null;
  const { order_id: paymentId } = order;
  const askNow = async () => chargebacksOfOrder.safeParse(await askOrder(paymentId)).data ?? [];
  const change = await disputeOf(chargeback, askNow, nowMs);
  return { paymentId, moneyId: moneyIdOf("card", paymentId), change };
};

const readers: Record<string, Read> = {
  "card_gate.order.updated": readOrder("card"),
  "alt_gate.order.updated": readOrder("alternative"),
  "card_gate.chargeback.received": readChargeback,
};
