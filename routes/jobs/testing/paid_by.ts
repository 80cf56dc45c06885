/** For tests of refunds: a payment that a real provider's stand-in has taken. */
import { expect } from "expect";
import type { User } from "../../../kv/accounts/users.ts";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { askMoneyBack, moneyRefundsOf } from "../../../kv/credits/payments/money_refunds.ts";
import { paymentById } from "../../../kv/credits/payments/payments.ts";
import { audit } from "../../../kv/records/audit.ts";
import type { PaymentSite } from "../../../tests/payment_servers/site.ts";
import { type How, standIns } from "../../../tests/payment_servers/stand_ins.ts";

/** The admin who asks. */
export const actorId = 3;

/** James has paid for Economy: 65 credits, by card for 30 euros, by PayPal for 28.50. */
export interface Paid {
  james: User;
  paymentId: string;
  /** Asks for money back, under a fresh name. */
  ask: (cents: number, id?: string) => ReturnType<typeof askMoneyBack>;
  /** Sends the provider's webhook about all that was refunded so far, `times` times. */
  tell: (times?: number) => Promise<void>;
  /** How every refund stands, and the credits of James. */
  stands: () => Promise<{ states: string[]; credits: number; refundedCents: number }>;
}

/** Lets James pay. */
export async function paidBy(world: PaymentSite, how: How): Promise<Paid> {
  const { store } = world.site;
  const { method, pay, tell } = standIns[how];
  const james = await world.site.addMan();
  const { paymentId } = await world.begin<{ paymentId: string }>(james, method);
  await pay(world);
  expect(await balanceOf(store, james.id)).toBe(65);
  return {
    james,
    paymentId,
    ask: (cents, id = store.randomToken()) => askMoneyBack(store, { id, paymentId, cents, actorId }),
    async tell(times = 1) {
      for (let each = 0; each < times; each++) await tell(world);
    },
    stands: async () => ({
      states: (await moneyRefundsOf(store, paymentId)).map(({ state }) => state),
      credits: await balanceOf(store, james.id),
      refundedCents: (await paymentById(store, paymentId))!.refundedCents,
    }),
  };
}

/** Expects that neither a stand-in nor the audit reports a problem. */
export async function isClean({ site, stripe, paypal, solidgate }: PaymentSite): Promise<void> {
  expect([...stripe.problems, ...paypal.problems, ...solidgate.problems]).toEqual([]);
  expect(await audit(site.store)).toEqual([]);
}
