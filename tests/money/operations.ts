/** What the money tests ask of their worker, and what the worker answers. */
import type { Currency } from "../../kv/credits/prices/currencies.ts";
import type { PaymentChange } from "../../kv/credits/payments/payment_changes.ts";
import type { PaymentMethod, ProviderName } from "../../kv/credits/payments/payments.ts";

/** Names a purchase by its man and his key: the payment that it became is for the store to say. */
interface OfPurchase {
  man: string;
  key: string;
}

export type Buying = OfPurchase & {
  kind: "buy";
  rateId: number;
  currency: Extract<Currency, "EUR" | "JPY">;
  method: PaymentMethod;
  promoCode: string | null;
};
/** An event of a provider, which may send it as often as it likes. */
export type Hook = OfPurchase & { kind: "hook"; eventId: string; provider: ProviderName; change: PaymentChange };
/** The man leaves the checkout, or its time is over. */
export type Ending = OfPurchase & { kind: "end"; how: "cancelled" | "expired" };
/** He withdraws from the contract; or an admin asks some of the money back, `refundId` naming the press. */
export type Withdrawing = OfPurchase & { kind: "withdraw" };
export type AskingBack = OfPurchase & { kind: "ask_back"; refundId: string; cents: number };
/** The provider reports that one of its refunds has failed after all, if there is any. */
export type Failing = OfPurchase & { kind: "fail_refund"; name: string };
export type PaymentOperation = Buying | Hook | Ending | Withdrawing | AskingBack | Failing;

export type Operation =
  | { kind: "sign_up"; email: string; isLady: boolean }
  | { kind: "send"; from: string; to: string; body: string; sendKey: string; isMans: boolean }
  | { kind: "open"; man: string; letterId: number }
  | { kind: "grant"; man: string; credits: number; paymentId: string }
  | { kind: "change_password"; email: string; current: string; next: string }
  | PaymentOperation
  /** Does the jobs that a crash has left; `round` names the run. */
  | { kind: "do_jobs"; round: string };

export interface Acknowledgement {
  ok: boolean;
  reason?: string;
  /** The stack, when the operation threw. */
  error?: string;
  userId?: number;
  letterId?: number;
  paymentId?: string;
  balance?: number;
  keptToken?: string;
  endedToken?: string;
  isOtherOver?: boolean;
}

/** Operations with one name are one wish: repeated by a double click, a second tab, or after a crash. */
export function nameOf(operation: Operation): string {
  switch (operation.kind) {
    case "sign_up":
      return `sign_up ${operation.email}`;
    case "send":
      return `send ${operation.sendKey}`;
    case "open":
      return `open ${operation.letterId}`;
    case "grant":
      return `grant ${operation.paymentId}`;
    case "change_password":
      return `change_password ${operation.email} ${operation.next}`;
    case "do_jobs":
      return `do_jobs ${operation.round}`;
    case "buy":
      return `buy ${operation.key}`;
    case "hook":
      return `hook ${operation.eventId}`;
    case "end":
      return `end ${operation.key} ${operation.how}`;
    case "withdraw":
      return `withdraw ${operation.key}`;
    case "ask_back":
      return `ask_back ${operation.refundId}`;
    case "fail_refund":
      return `fail_refund ${operation.name}`;
  }
}

export const isOfPayment = (operation: Operation): operation is PaymentOperation =>
  ["buy", "hook", "end", "withdraw", "ask_back", "fail_refund"].includes(operation.kind);
