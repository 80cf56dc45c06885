/** The call by which somebody withdraws from the contract of a payment. */
import * as z from "zod";
import { man } from "../../kv/accounts/users.ts";
import { currencies } from "../../kv/credits/prices/currencies.ts";
import { askToWithdraw } from "../../kv/credits/payments/withdrawal_asks.ts";
import { paymentByNumber, withdraw, withdrawalState, withdrawnInAll } from "../../kv/credits/payments/withdrawals.ts";
import { refuse } from "../../kv/store/refusals.ts";
import { paymentNumberField } from "../credits/withdrawal_forms.ts";
import { emailField } from "../http/fields.ts";
import { defineCall } from "./describing/call.ts";

export const withdrawalCalls = [
  defineCall({
    method: "post",
    path: "/withdrawals",
    summary: "Withdraw from a purchase: at once for the man who is signed in, by a mailed link for everybody else",
    access: "everyone",
    refuses: ["not_found", "withdrawal_over", "nothing_unused", "too_many_requests"],
    body: z.object({
      paymentNumber: paymentNumberField.describe("The number of the receipt, or the name of the payment"),
      email: emailField.optional().describe("Of the account; needed by who is not signed in"),
    }).loose(),
    answer: z.object({
      withdrawal: z.object({
        id: z.string(),
        credits: z.number(),
        amountCents: z.number(),
        currency: z.enum(currencies),
        state: z.enum(["requested", "sent", "done", "failed"]),
      }),
    }),
    later: "A link was mailed, if address and number belong together",
    async handle(c, { body: { paymentNumber, email }, user }) {
      const { deps: { store, wakeJobs }, facts: { address, origin } } = c.var;
      if (user?.groupId !== man) {
        if (email === undefined) return refuse("invalid", { fields: { email: "required" } });
        const asked = await askToWithdraw(store, { email, paymentNumber, address, origin });
        if (!asked.ok) return asked;
        wakeJobs?.();
        return { ok: true, response: c.json({}, 202) };
      }
      const payment = await paymentByNumber(store, user.id, paymentNumber);
      if (!payment) return refuse("not_found");
      const done = await withdraw(store, { paymentId: payment.id, origin });
      if (!done.ok) return done;
      wakeJobs?.();
      const { id } = done.withdrawal;
      const { credits, cents: amountCents } = withdrawnInAll(done.withdrawal);
      const { currency } = payment.quote;
      const state = await withdrawalState(store, done.withdrawal);
      return { ok: true, answer: { withdrawal: { id, credits, amountCents, currency, state } } };
    },
  }),
];
