/** The stand-ins of the providers behind one interface, for tests of payments that treat them alike. */
import { expect } from "expect";
import { type PaymentSite, paymentSite } from "./site.ts";

/** Which provider the payment is made with. */
export type How = "stripe" | "paypal" | "solidgate";

/** One provider's stand-in. */
export interface StandIn {
  method: "card" | "pay-pal";
  /** The buyer pays, and the provider reports it. */
  pay: (world: PaymentSite) => Promise<void>;
  /** The provider reports all that went back so far. */
  tell: (world: PaymentSite) => Promise<void>;
  losesAnswers: (world: PaymentSite, doesIt: boolean) => void;
  /** How the next refunds end. With "well", those under way end well at once. */
  refundsEnd: (world: PaymentSite, how: "well" | "later" | "badly") => void;
  /** The newest refund fails after all, whatever was reported of it, and the provider reports that. */
  failLate: (world: PaymentSite) => Promise<void>;
  countOf: (world: PaymentSite) => number;
  refusal: string;
}

const post = async (answer: Promise<Response>) => void await (await answer).body?.cancel();

export const standIns: Record<How, StandIn> = {
  stripe: {
    method: "card",
    pay: ({ stripe, site, hook }) => post(stripe.send(hook("stripe"), stripe.pay(stripe.latest()), site.now())),
    tell: ({ stripe, site, hook }) => post(stripe.send(hook("stripe"), stripe.refunded(stripe.latest()), site.now())),
    losesAnswers({ stripe }, doesIt) {
      stripe.losesAnswers = doesIt;
      if (!doesIt) stripe.failWith = null;
    },
    refundsEnd({ stripe }, how) {
      stripe.refundsAre = ({ well: "succeeded", later: "pending", badly: "failed" } as const)[how];
      if (how === "well") {
        for (const refund of stripe.refunds) if (refund.status === "pending") refund.status = "succeeded";
      }
    },
    failLate: ({ stripe, site, hook }) =>
      post(stripe.send(hook("stripe"), stripe.failRefund(stripe.refunds.at(-1)!), site.now())),
    countOf: ({ stripe }) => stripe.refunds.length,
    refusal: "expired_or_canceled_card",
  },
  paypal: {
    method: "pay-pal",
    async pay(world) {
      const { paypal, site, hook } = world;
      const order = paypal.latest();
      await post(paypal.send(hook("paypal"), paypal.approve(order), site.now()));
      expect(await world.work()).toEqual([]);
      await post(paypal.send(hook("paypal"), paypal.captured(order), site.now()));
    },
    async tell({ paypal, site, hook }) {
      for (const refund of paypal.refunds) await post(paypal.send(hook("paypal"), paypal.refunded(refund), site.now()));
    },
    losesAnswers: ({ paypal }, doesIt) => void (paypal.losesAnswers = doesIt),
    refundsEnd({ paypal }, how) {
      paypal.refundsAre = ({ well: "COMPLETED", later: "PENDING", badly: "FAILED" } as const)[how];
      if (how === "well") {
        for (const refund of paypal.refunds) if (refund.status === "PENDING") refund.status = "COMPLETED";
      }
    },
    failLate: ({ paypal, site, hook }) =>
      post(paypal.send(hook("paypal"), paypal.failRefund(paypal.refunds.at(-1)!), site.now())),
    countOf: ({ paypal }) => paypal.refunds.length,
    refusal: "failed",
  },
  solidgate: {
    method: "card",
    pay: ({ solidgate, hook }) => post(solidgate.send(hook("solidgate"), solidgate.pay(solidgate.latest()))),
    tell: ({ solidgate, hook }) => post(solidgate.send(hook("solidgate"), solidgate.told(solidgate.latest()))),
    losesAnswers: ({ solidgate }, doesIt) => void (solidgate.losesAnswers = doesIt),
    refundsEnd({ solidgate }, how) {
      solidgate.refundsAre = ({ well: "success", later: "processing", badly: "fail" } as const)[how];
      if (how === "well") {
        for (const refund of solidgate.refunds) if (refund.status === "processing") refund.status = "success";
      }
    },
    failLate({ solidgate, hook }) {
      solidgate.refunds.at(-1)!.status = "fail";
      return post(solidgate.send(hook("solidgate"), solidgate.told(solidgate.latest())));
    },
    countOf: ({ solidgate }) => solidgate.refunds.length,
    refusal: "code_3_08",
  },
};

/** A site whose cards this provider takes; PayPal is always there as well. */
export const siteWith = (how: How): Promise<PaymentSite> =>
  paymentSite({ cardsBy: how === "solidgate" ? "solidgate" : "stripe" });
