/** The receipt of a payment that arrived, and its credit notes: to be read, printed, or kept as a file. */
import { formatCents } from "../../../i18n/format.ts";
import { paymentOf } from "../../../kv/credits/payments/payments.ts";
import { documentNumber } from "../../../kv/credits/tax/tax.ts";
import { documentsOf, type TaxDocument } from "../../../kv/credits/tax/tax_documents.ts";
import { refuse } from "../../../kv/store/refusals.ts";
import { sendPaper } from "../../credits/receipt_file.ts";
import { asPaid, creditNoteOf, type Paid, type Paper, receiptOf } from "../../credits/receipts.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { MemberContext } from "../../http/env.ts";
import { answerPage } from "../../http/page.tsx";
import { answerRefusal } from "../../http/refusal_answer.tsx";
import { balanceCrumbs, BalanceFrame, creditsOf } from "./balance_frame.tsx";
import { ReceiptView } from "./receipt_view.tsx";

const receiptPath = "/man/balance/receipt/:paymentId";
const creditNotePath = `${receiptPath}/credit-note/:position`;

export const receiptPages: PageDefinition[] = [
  { paths: [receiptPath, creditNotePath], access: "men", get: (c) => answerPaper(c, showPaper) },
  {
    paths: [`${receiptPath}/file`, `${creditNotePath}/file`],
    access: "men",
    get: (c) => answerPaper(c, (paper) => sendPaper(c, paper)),
  },
];

type Show = (paper: Paper, paid: Paid, c: MemberContext) => Response | Promise<Response>;

/** Answers the paper that the address names: his own receipt, or its credit note at that position. */
async function answerPaper(c: MemberContext, show: Show): Promise<Response> {
  const { deps: { store }, signedIn: { user } } = c.var;
  const payment = asPaid(await paymentOf(store, user.id, c.req.param("paymentId") ?? ""));
  if (!payment) return await answerRefusal(c, refuse("not_found"));
  const paid: Paid = { payment, documents: await documentsOf(store, payment), user };
  const position = c.req.param("position");
  const paper = position === undefined ? receiptOf(c, paid) : creditNoteOf(c, paid, Number(position));
  return paper ? await show(paper, paid, c) : await answerRefusal(c, refuse("not_found"));
}

async function showPaper(paper: Paper, { payment, documents }: Paid, c: MemberContext): Promise<Response> {
  const title = `${paper.title} ${paper.number}`;
  const path = receiptPath.replace(":paymentId", payment.id);
  const isReceipt = c.req.param("position") === undefined;
  return await answerPage(c, {
    title,
    robots: "noindex",
    crumbs: balanceCrumbs(c, "history", title),
    view: (
      <BalanceFrame tab={null} {...await creditsOf(c)}>
        <ReceiptView
          paper={paper}
          filePath={isReceipt ? `${path}/file` : `${path}/credit-note/${c.req.param("position")}/file`}
          related={isReceipt
            ? documents.slice(1).map((note, at) => linkTo(c, note, `${path}/credit-note/${at + 1}`))
            : [linkTo(c, documents[0]!, path)]}
        />
      </BalanceFrame>
    ),
  });
}

/** "Credit note 2026-000003 · €10.00", as a link. */
function linkTo(c: MemberContext, document: TaxDocument, path: string): { path: string; label: string } {
  const { t, locale } = c.var.facts;
  const title = t(document.kind === "receipt" ? "balance:receipt.title" : "balance:receipt.creditNote");
  const amount = formatCents(locale, document.grossCents, document.currency);
  return { path, label: `${title} ${documentNumber(document)} · ${amount}` };
}
