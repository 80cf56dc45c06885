/** Updates the credits in the header of the page. */
import type { PageContext } from "../../components/page_context.ts";

/** The strings that an island needs for this. */
export const balanceStrings = [
  "common:yourBalance",
  "common:credits",
  "common:creditUnit",
];

/** The `seq` of the newest balance shown, whoever told it: an older one may come late. */
let shownSeq = 0;

/** `seq` is the number of the last ledger entry that is part of the credits. */
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
