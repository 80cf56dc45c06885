/** The receipt of a payment that arrived, to be printed: number and date, seller, buyer, every line. */
import { datesFor, formatCents } from "../../../i18n/format.ts";
import type { User } from "../../../kv/accounts/users.ts";
import { type Payment, paymentOf } from "../../../kv/credits/payments.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import { countryName } from "../../account/country_names.ts";
import { receiptNumber } from "../../credits/payment_number.ts";
import { less, quoteRows } from "../../credits/quote_rows.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";
import { answerPage } from "../../http/page.tsx";
import { answerRefusal } from "../../http/refusal_answer.tsx";
import { sellerLines } from "../../http/seller_lines.ts";
import { balanceCrumbs, BalanceFrame, creditsOf } from "./balance_frame.tsx";
import { ReceiptView } from "./receipt_view.tsx";
import { fullNameOf } from "../../../i18n/names.ts";

export const receiptPage: PageDefinition = {
  paths: ["/man/balance/receipt/:paymentId"],
  access: "men",
  get: showReceipt,
};

async function showReceipt(c: MemberContext): Promise<Response> {
  const { facts: { t, locale, brand }, deps: { store, config } } = c.var;
  // A document says the same wherever it is read.
  const date = datesFor({ locale });
  const { user } = c.var.signedIn;
  const payment = await paymentOf(store, user.id, c.req.param("paymentId") ?? "");
  if (!payment || payment.number === null || payment.paidAt === null) {
    return await answerRefusal(c, refuse("not_found"));
  }
  const number = receiptNumber(payment.number);
  return await answerPage(c, {
    title: `${t("balance:receipt.title")} ${number}`,
    robots: "noindex",
    crumbs: balanceCrumbs(c, "history", `${t("balance:receipt.title")} ${number}`),
    view: (
      <BalanceFrame tab={null} {...await creditsOf(c)}>
        <ReceiptView
          facts={[
            { label: t("balance:receipt.number"), value: number },
            { label: t("balance:receipt.date"), value: date(payment.paidAt, "moment") },
            { label: t("balance:receipt.paidBy"), value: t(`balance:method.${payment.method}`) },
            { label: t("balance:receipt.payment"), value: payment.id },
            ...(payment.consent
              ? [{ label: t("balance:receipt.consent"), value: date(payment.consent.at, "moment") }]
              : []),
          ]}
          seller={[...sellerLines(config.selling.seller, t), brand.brand, brand.contactEmail, config.contactPhone]
            .filter(Boolean)}
          buyer={buyerLines(c, user)}
          lines={quoteRows(c.var.facts, payment.quote)}
          after={whatWentBack(c, payment)}
          brand={brand.brand}
        />
      </BalanceFrame>
    ),
  });
}

function buyerLines(c: AppContext, user: User): string[] {
  const place = [user.zipCode, user.city].filter(Boolean).join(" ");
  return [fullNameOf(user), user.address, place, countryName(c.var.facts.locale, user.countryId), user.email].filter(
    Boolean,
  );
}

/** A receipt is never changed; what went back later stands below it. */
function whatWentBack(c: AppContext, payment: Payment): { label: string; value: string }[] {
  const { t, locale } = c.var.facts;
  const { quote, refundedCents, reversedCredits } = payment;
  return [
    ...(refundedCents > 0
      ? [{ label: t("balance:receipt.refunded"), value: less({ t, locale }, quote, refundedCents) }]
      : []),
    ...(reversedCredits > 0
      ? [{ label: t("balance:receipt.reversed"), value: `−${t("common:credits", { count: reversedCredits })}` }]
      : []),
    ...(payment.state === "disputed"
      ? [{ label: t("balance:payment.disputed.title"), value: formatCents(locale, quote.totalCents, quote.currency) }]
      : []),
  ];
}
