/** The page after the provider's: what became of a payment, read from the store alone. Neither address credits anything. */
import type { NoticeTone } from "../../../components/states.tsx";
import { datesFor, formatCents } from "../../../i18n/format.ts";
import { paragraphOf } from "../../../i18n/locales.ts";
import {
  isSecond,
  type Mispaid,
  mispaidBeside,
  mispaidInstead,
  unsettledInstead,
} from "../../../kv/credits/payments/money_matters.ts";
import { standingOf } from "../../../kv/credits/payments/mispaid/mispaid_money.ts";
import { type Payment, paymentOf, paymentsOf } from "../../../kv/credits/payments/payments.ts";
import { isRecent } from "../../../kv/store/days.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import { failedPath, successPath } from "../../credits/checkout.ts";
import { quoteRows } from "../../credits/quote_rows.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";
import { safeNext } from "../../http/next_path.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { answerRefusal } from "../../http/refusal_answer.tsx";
import { balanceCrumbs, BalanceFrame, balancePaths, creditsOf } from "./balance_frame.tsx";
import { OutcomeView, type WayOn } from "./payment_outcome_view.tsx";

/** The address to which a man comes back after he has paid; the provider's event may be slower than he is. */
const arrivalPath = "/man/balance/success";

export const outcomePage: PageDefinition = {
  paths: [arrivalPath, "/man/balance/failed"],
  access: "men",
  get: showOutcome,
};

export const outcomeHref = (c: AppContext, paymentId: string, page: "success" | "failed"): string =>
  localHref(c.var.facts.prefix, page === "success" ? successPath(paymentId) : failedPath(paymentId));

async function showOutcome(c: MemberContext): Promise<Response> {
  const { facts: { t }, deps: { store } } = c.var;
  const manId = c.var.signedIn.user.id;
  const paymentId = c.req.query("paymentId");
  if (paymentId === undefined) return await leadToNewest(c, manId);
  const payment = await paymentOf(store, manId, paymentId);
  if (!payment) return await answerRefusal(c, refuse("not_found"));
  const isArrival = c.var.facts.path === arrivalPath;
  // He turned back, and then paid after all: the page for failures says no thanks.
  if (payment.state === "paid" && !isArrival) return c.redirect(outcomeHref(c, payment.id, "success"), 302);
  const isWaiting = isBeingProcessed(c, payment);
  const seconds = isWaiting ? refreshSeconds(store.now() - payment.createdAt) : null;
  if (seconds !== null) c.header("refresh", String(seconds));
  const credits = await creditsOf(c);
  const words = wordsOf(c, payment, isWaiting, t("common:credits", { count: credits.balanceCredits }));
  return await answerPage(c, {
    title: t("balance:payment.title"),
    robots: "noindex",
    crumbs: balanceCrumbs(c, "purchase", t("balance:payment.title")),
    view: (
      <BalanceFrame tab={null} {...credits}>
        <OutcomeView
          {...words}
          isNumbered={isWaiting}
          tone={toneOf(payment, isWaiting)}
          number={t("balance:payment.number", { paymentId: payment.id })}
          lines={quoteRows(c.var.facts, payment.quote, { credits: payment.paidAt === null ? "ordered" : "received" })}
          method={t(`balance:method.${payment.method}`)}
          ways={waysOn(c, payment, isWaiting)}
        />
      </BalanceFrame>
    ),
  });
}

/** An address that names no payment means the newest one, if it changed in the last hour; otherwise he can begin one. */
async function leadToNewest(c: AppContext, manId: number): Promise<Response> {
  const { store } = c.var.deps;
  const { payments: [newest] } = await paymentsOf(store, manId, { page: 1, limit: 1 });
  const isArrival = c.var.facts.path === arrivalPath;
  const isMeant = newest && isRecent(store.now(), newest.changedAt, 3600_000) && (isArrival || newest.state !== "paid");
  const href = isMeant
    ? outcomeHref(c, newest.id, isArrival ? "success" : "failed")
    : localHref(c.var.facts.prefix, balancePaths.purchase);
  return c.redirect(href, 302);
}

/** Whether money is under way, or he comes back from paying before the provider's event has arrived. */
function isBeingProcessed(c: AppContext, payment: Payment): boolean {
  const { state } = payment;
  if (unsettledInstead(payment)) return false;
  const isArrival = c.var.facts.path === arrivalPath && mispaidInstead(payment) === null;
  return state === "pending" || (state === "created" && isArrival);
}

/** Seconds until the page looks again, by the age of the payment (ms); null once that has become pointless. */
export function refreshSeconds(ageMs: number): number | null {
  if (ageMs < 2 * 60_000) return 3;
  if (ageMs < 15 * 60_000) return 15;
  return ageMs < 3600_000 ? 60 : null;
}

function toneOf(payment: Payment, isWaiting: boolean): NoticeTone {
  const isAttention = payment.state === "created" || mispaidInstead(payment) || mispaidBeside(payment);
  if (isWaiting || isAttention) return "attention";
  return payment.state === "paid" ? "good" : "bad";
}

function wordsOf(
  c: AppContext,
  payment: Payment,
  isWaiting: boolean,
  balance: string,
): { title: string; text: string } {
  const { t, locale } = c.var.facts;
  const date = datesFor(c.var.facts);
  if (isWaiting) {
    const title = t("balance:payment.processing", { paymentId: payment.id });
    return { title, text: t("balance:payment.processingText") };
  }
  const instead = mispaidInstead(payment);
  if (instead) return { title: t("balance:payment.mispaid.title"), text: insteadText(c, payment, instead) };
  const beside = mispaidBeside(payment);
  const moment = (atMs: number | null) => date(atMs ?? payment.changedAt, "moment");
  return {
    title: t(`balance:payment.${payment.state}.title`),
    text: paragraphOf(locale, [
      t(`balance:payment.${payment.state}.text`, {
        balance,
        until: moment(payment.expiresAt),
        date: moment(payment.paidAt),
        credits: t("common:credits", { count: payment.quote.totalCredits }),
      }),
      beside && besideText(c, payment, beside),
    ]),
  };
}

/** What came beside what he has paid with, who has it now, and what he may await. */
function besideText(c: AppContext, payment: Payment, beside: Mispaid): string {
  const { t, locale } = c.var.facts;
  const { standing } = standingOf(payment, beside);
  return paragraphOf(locale, [
    t(`balance:payment.beside.${isSecond(payment, beside) ? "twice" : "other"}`, {
      paid: formatCents(locale, beside.amountCents, beside.currency),
    }),
    goneText(c, payment, beside),
    t(`balance:payment.beside.${standing}`),
  ]);
}

/** Which part of money that is still here went back. */
function goneText(c: AppContext, payment: Payment, money: Mispaid): string | null {
  const { t, locale } = c.var.facts;
  const { standing, goneCents } = standingOf(payment, money);
  if (standing !== "here" || goneCents === 0) return null;
  return t("balance:payment.mispaid.gone", { gone: formatCents(locale, goneCents, money.currency) });
}

/** What came in place of what was ordered, who has it now, and what he may await. */
function insteadText(c: AppContext, payment: Payment, instead: Mispaid): string {
  const { t, locale } = c.var.facts;
  const { settledAt, amountCents, currency } = instead;
  const came = {
    paid: formatCents(locale, amountCents, currency),
    total: formatCents(locale, payment.quote.totalCents, payment.quote.currency),
  };
  if (settledAt !== undefined) {
    return t("balance:payment.mispaid.settled", { ...came, date: datesFor(c.var.facts)(settledAt, "moment") });
  }
  const { standing } = standingOf(payment, instead);
  return paragraphOf(locale, [
    t(`balance:payment.mispaid.${standing === "here" ? "text" : standing}`, came),
    goneText(c, payment, instead),
  ]);
}

/** The links from here; the first is the one that most will want. */
function waysOn(c: AppContext, payment: Payment, isWaiting: boolean): WayOn[] {
  const { t, prefix } = c.var.facts;
  const way = (word: string, href: string): WayOn => ({ label: t(`balance:payment.${word}`), href });
  const next = safeNext(payment.next);
  const back = next ? [way("backTo", next)] : [];
  const toHistory = way("history", localHref(prefix, balancePaths.history));
  const toReceipt = payment.number === null ? [] : [way("receipt", receiptHref(c, payment.id))];
  if (isWaiting) return [...back, toHistory];
  const toContact = mispaidInstead(payment) ? [way("contact", localHref(prefix, "/contact-us"))] : [];
  if (unsettledInstead(payment)) return [toHistory, ...toContact, ...back];
  if (payment.state === "created") {
    const goOn = payment.checkoutUrl ? [way("goOn", payment.checkoutUrl)] : [];
    return [...goOn, way("again", againHref(c, payment)), ...toContact, ...back];
  }
  if (payment.state === "paid") {
    return [...(next ? back : [way("write", localHref(prefix, "/search"))]), ...toReceipt, toHistory];
  }
  if (payment.number !== null) return [...toReceipt, toHistory, ...back];
  return [way("again", againHref(c, payment)), ...toContact, ...back];
}

export const receiptHref = (c: AppContext, paymentId: string): string =>
  localHref(c.var.facts.prefix, `/man/balance/receipt/${paymentId}`);

/** The purchase page with the same choice. */
function againHref(c: AppContext, { quote, method, next }: Payment): string {
  const choice = new URLSearchParams({ rateId: String(quote.rateId), method, promoCode: quote.promoCode ?? "" });
  const back = safeNext(next);
  if (back) choice.set("next", back);
  return `${localHref(c.var.facts.prefix, balancePaths.purchase)}?${choice}`;
}
