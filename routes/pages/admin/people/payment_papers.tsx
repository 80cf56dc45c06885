/** A payment's receipt and credit notes with tax as admins see them: how the country was determined, and the files. */
import { usePage } from "../../../../components/page_context.ts";
import { Notice } from "../../../../components/states.tsx";
import { type Fact, Facts } from "../../../../components/tariff.tsx";
import { formatCents } from "../../../../i18n/format.ts";
import { userById } from "../../../../kv/accounts/users.ts";
import { paymentById } from "../../../../kv/credits/payments/payments.ts";
import { documentNumber, doDisagree } from "../../../../kv/credits/tax/tax.ts";
import { documentsOf, type TaxDocument } from "../../../../kv/credits/tax/tax_documents.ts";
import { refuse } from "../../../../kv/store/refusals.ts";
import { countryNameByIso } from "../../../account/country_names.ts";
import { sendPaper } from "../../../credits/receipt_file.ts";
import { asPaid, creditNoteOf, type Paid, receiptOf } from "../../../credits/receipts.ts";
import { taxLabel } from "../../../credits/tax_rows.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { AppContext } from "../../../http/env.ts";
import { answerRefusal } from "../../../http/refusal_answer.tsx";
import { paymentPath, paymentsPath } from "../paths.ts";

const paperPath = `${paymentsPath}/:paymentId/papers/:position`;

/** The receipt is paper 0, its credit notes follow. */
export const paperPage: PageDefinition = {
  paths: [paperPath],
  access: "admins",
  async get(c: AppContext) {
    const { store } = c.var.deps;
    const payment = asPaid(await paymentById(store, c.req.param("paymentId") ?? ""));
    if (!payment) return await answerRefusal(c, refuse("not_found"));
    const [documents, user] = await Promise.all([documentsOf(store, payment), userById(store, payment.manId)]);
    const paid: Paid = { payment, documents, user };
    const position = c.req.param("position");
    const paper = position === "0" ? receiptOf(c, paid) : creditNoteOf(c, paid, Number(position));
    return paper ? sendPaper(c, paper) : await answerRefusal(c, refuse("not_found"));
  },
};

/** Shows nothing for a payment without tax. */
export function PaymentPapers({ documents }: { documents: TaxDocument[] }) {
  const { t, locale, href } = usePage();
  const [receipt, ...creditNotes] = documents;
  if (!receipt) return null;
  const fileOf = (document: TaxDocument, position: number) => (
    <a href={href(`${paymentPath(document.paymentId)}/papers/${position}`)}>
      {documentNumber(document)} · {formatCents(locale, document.grossCents, document.currency)}
    </a>
  );
  const { chosenCountry, providerCountry, taxCents, currency } = receipt;
  const chosen = countryNameByIso(locale, chosenCountry);
  const facts: Fact[] = [
    { label: t("shop:tax.paper.receipt"), value: fileOf(receipt, 0) },
    { label: taxLabel({ t, locale }, receipt), value: formatCents(locale, taxCents, currency) },
    {
      label: t("shop:tax.paper.country"),
      value: providerCountry === null
        ? t("shop:tax.paper.chosen", { chosen })
        : t("shop:tax.paper.agree", { chosen, said: countryNameByIso(locale, providerCountry) }),
    },
    ...creditNotes.map((note, at): Fact => ({
      label: `${t("shop:tax.paper.creditNote")} ${at + 1}`,
      value: fileOf(note, at + 1),
    })),
  ];
  return (
    <>
      <Facts oneColumn facts={facts} />
      {doDisagree(receipt) && <Notice>{t("shop:tax.paper.disagree")}</Notice>}
    </>
  );
}
