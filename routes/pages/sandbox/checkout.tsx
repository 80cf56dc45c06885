/**
 * The sandbox's hosted page, on which a demo's payments are paid or declined. It plays the provider: it changes no
 * payment itself, but sends the signed webhook that a real provider would send.
 */
import { Button, ButtonLink } from "../../../components/buttons.tsx";
import { Mark } from "../../../components/marks.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import { Tariff } from "../../../components/tariff.tsx";
import { formatCents } from "../../../i18n/format.ts";
import { isOpen } from "../../../kv/credits/payments/payment_changes.ts";
import { type Payment, paymentById } from "../../../kv/credits/payments/payments.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import type { Config } from "../../../services/config.ts";
import { sandboxKeyOf } from "../../../services/payments/open.ts";
import { sendSandboxHook } from "../../../services/payments/sandbox.ts";
import { ProviderFailure } from "../../../services/payments/types.ts";
import { failedPath, successPath } from "../../credits/checkout.ts";
import { quoteRows } from "../../credits/quote_rows.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext, Dependencies } from "../../http/env.ts";
import { answerRefusal } from "../../http/refusal_answer.tsx";
import { answerPrivate, Gate } from "../auth/gate.tsx";

/** None if real providers take the money. */
export const sandboxPages = (deps: Dependencies): PageDefinition[] =>
  deps.payments.named("sandbox") ? [sandboxCheckoutPage] : [];

const sandboxCheckoutPage: PageDefinition = {
  paths: ["/sandbox/checkout/:paymentId"],
  access: "everyone",
  async get(c) {
    const payment = await sandboxPayment(c);
    return payment ? await answerCheckout(c, payment) : await answerRefusal(c, refuse("not_found"));
  },
  async post(c, body) {
    const payment = await sandboxPayment(c);
    if (!payment) return await answerRefusal(c, refuse("not_found"));
    if (!isOpen(payment.state)) return await answerCheckout(c, payment, { status: 409 });
    const type = "pay" in body ? "payment.paid" : "decline" in body ? "payment.declined" : null;
    if (!type) return await answerCheckout(c, payment, { status: 422 });
    try {
      await tell(c.var.deps, payment, type);
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      return await answerCheckout(c, payment, { status: 503, isNotTold: true });
    }
    const path = type === "payment.paid" ? successPath(payment.id) : failedPath(payment.id);
    return c.redirect(payment.returnBase + path, 303);
  },
};

async function sandboxPayment(c: AppContext): Promise<Payment | null> {
  const payment = await paymentById(c.var.deps.store, c.req.param("paymentId") ?? "");
  return payment?.provider === "sandbox" ? payment : null;
}

/** Tells the site by HTTP, as a real provider does. Throws `ProviderFailure` if the site does not take the event. */
async function tell({ config, store }: Dependencies, { id, quote, tax }: Payment, type: string): Promise<void> {
  const { totalCents: amountCents, currency } = quote;
  const event = { id: `${type}:${id}`, type, paymentId: id, amountCents, currency, buyerCountry: tax?.chosenCountry };
  await sendSandboxHook(hookUrlOf(config), sandboxKeyOf(store), event, store.now());
}

/** The address at which this very process listens, not the one that a visitor's request claims. */
function hookUrlOf({ host, port }: Config): string {
  const listening = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${listening.includes(":") ? `[${listening}]` : listening}:${port}/hooks/sandbox`;
}

function answerCheckout(
  c: AppContext,
  payment: Payment,
  { status = 200, isNotTold = false }: { status?: 200 | 409 | 422 | 503; isNotTold?: boolean } = {},
): Promise<Response> {
  const title = c.var.facts.t("sandbox:title");
  const view = <CheckoutView payment={payment} isNotTold={isNotTold} />;
  // Without the frame of our pages, so that the only form of the page is the one that decides.
  return answerPrivate(c, { title, view, status, layout: "empty" });
}

function CheckoutView({ payment, isNotTold }: { payment: Payment; isNotTold: boolean }) {
  const { t, locale } = usePage();
  const { quote, method, returnBase } = payment;
  const amount = formatCents(locale, quote.totalCents, quote.currency);
  const isPayable = isOpen(payment.state);
  // The same lines as beside the button that led here.
  const lines = [{ label: t("sandbox:method"), price: t(`sandbox:${method}`) }, ...quoteRows({ t, locale }, quote)];
  return (
    <Gate title={t("sandbox:title")} lead={t("sandbox:lead")} notice={isNotTold ? t("sandbox:notTold") : null}>
      <p>
        <Mark>{t("sandbox:mark")}</Mark>
      </p>
      <Tariff lines={lines} small />
      {isPayable
        ? (
          <form class="form" method="post">
            <Button type="submit" name="pay" value="1" wide>{t("sandbox:pay", { amount })}</Button>
            <Button type="submit" name="decline" value="1" tone="quiet" wide>{t("sandbox:decline")}</Button>
            <ButtonLink href={returnBase + failedPath(payment.id)} tone="plain" wide>{t("sandbox:abandon")}</ButtonLink>
          </form>
        )
        : (
          <>
            <Notice>{t("sandbox:ended")}</Notice>
            <ButtonLink href={returnBase + successPath(payment.id)} tone="quiet" wide>{t("sandbox:back")}</ButtonLink>
          </>
        )}
    </Gate>
  );
}
