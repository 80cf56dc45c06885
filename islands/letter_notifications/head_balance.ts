/** The credits in the head of the page, which was written before they moved. */
import type { PageContext } from "../../components/page_context.ts";

/** The words that this needs of an island. */
export const balanceStrings = [
  "common:yourBalance",
  "common:credits",
  "common:creditUnit",
];

/** The newest that was shown, whoever told it: an older balance may be told late. */
let shownSeq = 0;

/** `seq` is the number of the ledger's entry that the credits are the sum of. */
export function showBalance({ credits: count, seq }: { credits: number; seq: number }, t: PageContext["t"]): void {
  if (seq < shownSeq) return;
  shownSeq = seq;
  for (const link of document.querySelectorAll(".top .balance")) {
    link.setAttribute("aria-label", t("common:yourBalance", { credits: t("common:credits", { count }) }));
    const [figure, unit] = [link.querySelector("b"), link.querySelector(".balance__unit")];
    if (figure) figure.textContent = String(count);
    if (unit) unit.textContent = t("common:creditUnit", { count });
  }
}
