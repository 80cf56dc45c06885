/**
 * Withdrawing from a contract, in two steps: choosing the payment, and confirming what the withdrawal does. A man who is
 * signed in chooses from his own payments. Everybody else gets the second step by mail, and the answer to the first does
 * not tell whether the payment exists.
 */
import { man } from "../../../kv/accounts/users.ts";
import { type Payment, paymentOf } from "../../../kv/credits/payments/payments.ts";
import {
  askToWithdraw,
  withdrawalByLink,
  withdrawalLinkSeconds,
} from "../../../kv/credits/payments/withdrawal_asks.ts";
import {
  purchasesInTime,
  withdraw,
  withdrawalDays,
  withdrawalEndsAt,
  withdrawalOf,
  withdrawalOffer,
  withdrawalState,
  withdrawnInAll,
} from "../../../kv/credits/payments/withdrawals.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import { paperNumber } from "../../credits/payment_number.ts";
import { withdrawalForm, withdrawPath } from "../../credits/withdrawal_forms.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { parseInput } from "../../http/read_input.ts";
import { answerRefusal, messageOf, statusOf } from "../../http/refusal_answer.tsx";
import { answerPrivate, type FormState, freshForm, refusedForm, textsOf } from "../auth/gate.tsx";
import { ContractView, GoneView, type WithdrawalShown, WithdrawView } from "./withdrawal_view.tsx";

const ownPath = "/man/balance/withdraw";
const fieldNames = ["email", "paymentNumber"];

const firstStep: PageDefinition = {
  paths: [withdrawPath],
  access: "everyone",
  get: (c) => showFirst(c, freshForm({ email: c.var.signedIn?.user.email ?? "" })),
  async post(c, body) {
    const { deps: { store, wakeJobs }, facts: { address, origin, prefix } } = c.var;
    const form = parseInput(withdrawalForm, body);
    const asked = form.ok ? await askToWithdraw(store, { ...form.value, address, origin }) : form;
    if (!asked.ok) return await showFirst(c, refusedForm(c, asked, textsOf(body, fieldNames), fieldNames));
    wakeJobs?.();
    return c.redirect(localHref(prefix, `${withdrawPath}?sent=1`), 303);
  },
};

async function showFirst(c: AppContext, form: FormState): Promise<Response> {
  const { facts: { t, prefix }, deps: { store }, signedIn } = c.var;
  const isMan = signedIn?.user.groupId === man;
  const own = isMan
    ? await Promise.all((await purchasesInTime(store, signedIn.user.id)).map(async (payment) => {
      const { id, paidAt, withdrawn, quote } = payment;
      const path = `${ownPath}/${id}`;
      const endsAt = withdrawalEndsAt(paidAt);
      const isDone = withdrawn !== undefined && !(await withdrawalOffer(store, id)).ok;
      return { path, number: paperNumber(payment), paidAt, quote, endsAt, isDone };
    }))
    : null;
  const title = t("withdrawal:title");
  return await answerPage(c, {
    title,
    description: t("withdrawal:lead", { days: withdrawalDays }),
    status: form.status,
    robots: form.status === 200 && !isMan && c.req.query("sent") === undefined ? undefined : "noindex",
    crumbs: [{ label: t("writings:home"), href: localHref(prefix, "/") }, { label: title }],
    view: (
      <WithdrawView
        own={own}
        form={form}
        isSent={c.req.query("sent") !== undefined}
        days={withdrawalDays}
        hours={withdrawalLinkSeconds / 3600}
      />
    ),
  });
}

const ownStep: PageDefinition = {
  paths: [`${ownPath}/:paymentId`],
  access: "men",
  get: (c) => answerOwn(c, c.var.signedIn.user.id, (payment) => showContract(c, payment)),
  post: (c) => answerOwn(c, c.var.signedIn.user.id, (payment) => confirm(c, payment)),
};

async function answerOwn(
  c: AppContext,
  manId: number,
  answer: (payment: Payment) => Promise<Response>,
): Promise<Response> {
  const payment = await paymentOf(c.var.deps.store, manId, c.req.param("paymentId") ?? "");
  return payment && payment.paidAt !== null ? await answer(payment) : await answerRefusal(c, refuse("not_found"));
}

const linkStep: PageDefinition = {
  paths: [`${withdrawPath}/:askId/:key`],
  access: "everyone",
  get: (c) => answerLink(c, (payment, askedAt) => showContract(c, payment, askedAt)),
  post: (c) => answerLink(c, (payment, askedAt) => confirm(c, payment, askedAt)),
};

async function answerLink(
  c: AppContext,
  answer: (payment: Payment, askedAt: number) => Promise<Response>,
): Promise<Response> {
  const meant = await withdrawalByLink(c.var.deps.store, c.req.param("askId") ?? "", c.req.param("key") ?? "");
  if (meant) return await answer(meant.payment, meant.askedAt);
  return await answerPrivate(c, { title: c.var.facts.t("withdrawal:gone.title"), status: 404, view: <GoneView /> });
}

export const withdrawalPages: PageDefinition[] = [firstStep, ownStep, linkStep];

/** Withdraws, at the press of the second step's button; leads to the same page, which then tells what was done. */
async function confirm(c: AppContext, payment: Payment, askedAt?: number): Promise<Response> {
  const { deps: { store, wakeJobs }, facts: { path, prefix, origin } } = c.var;
  const done = await withdraw(store, { paymentId: payment.id, askedAt, origin });
  if (!done.ok) return await showContract(c, payment, askedAt);
  wakeJobs?.();
  return c.redirect(localHref(prefix, path), 303);
}

/** What withdrawing would do, also once more if credits came back since; or has done, or why it is not possible. */
async function showContract(c: AppContext, payment: Payment, askedAt?: number): Promise<Response> {
  const { deps: { store }, facts: { t, path } } = c.var;
  const number = paperNumber(payment);
  const [withdrawal, offered] = await Promise.all([
    withdrawalOf(store, payment.id),
    withdrawalOffer(store, payment.id, askedAt),
  ]);
  const facts = { number, paidAt: payment.paidAt!, quote: payment.quote };
  const shown: WithdrawalShown = offered.ok
    ? { ...facts, ...offered.offer }
    : withdrawal
    ? { ...facts, ...withdrawnInAll(withdrawal), state: await withdrawalState(store, withdrawal) }
    : { ...facts, problem: messageOf(c, offered) };
  const isDone = withdrawal !== null && !offered.ok;
  const title = isDone ? t("withdrawal:done.title") : t("withdrawal:offer.title", { number });
  return await answerPrivate(c, {
    title,
    status: offered.ok || isDone ? 200 : statusOf(offered),
    view: <ContractView shown={shown} title={title} path={path} />,
  });
}
