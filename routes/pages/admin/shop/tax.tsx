/** The tax to declare for a quarter, by country and rate, and the files for the bookkeeping. */
import { type Quarter, quarterOf, taxReportOf } from "../../../../kv/credits/tax/tax_report.ts";
import { taxingSellerOf } from "../../../credits/tax_rows.ts";
import { sendCsv } from "../../../http/csv.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { AppContext } from "../../../http/env.ts";
import { answerPage } from "../../../http/page.tsx";
import { journalLines, reportLines } from "./tax_csv.ts";
import { journalPath, reportPath, taxPath, TaxView } from "./tax_view.tsx";

/** How many years can be chosen: as long as books are kept. */
const yearsShown = 10;

export const taxPages: PageDefinition[] = [
  { paths: [taxPath], access: "admins", get: showTax },
  {
    paths: [reportPath],
    access: "admins",
    get(c) {
      const quarter = askedQuarter(c);
      return sendCsv(c, `vat-${quarter}.csv`, reportLines(c, quarter));
    },
  },
  {
    paths: [journalPath],
    access: "admins",
    get(c) {
      const asked = c.req.query("month") ?? "";
      const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : presentMonth(c);
      return sendCsv(c, `journal-${month}.csv`, journalLines(c, month));
    },
  },
];

const presentMonth = (c: AppContext): string => new Date(c.var.deps.store.now()).toISOString().slice(0, 7);

/** The quarter that was asked for; the present one if that is no quarter. */
function askedQuarter(c: AppContext): Quarter {
  const asked = c.req.query("quarter") ?? "";
  return /^\d{4}-Q[1-4]$/.test(asked) ? asked : quarterOf(presentMonth(c));
}

async function showTax(c: AppContext): Promise<Response> {
  const { facts: { t }, deps, deps: { store } } = c.var;
  const quarter = askedQuarter(c);
  return await answerPage(c, {
    title: t("shop:tax.title"),
    robots: "noindex",
    view: (
      <TaxView
        isCharged={taxingSellerOf(deps) !== null}
        quarter={quarter}
        quarters={quartersBefore(presentMonth(c))}
        rows={await taxReportOf(store, quarter)}
      />
    ),
  });
}

/** The present quarter and those before it. */
function quartersBefore(month: string): Quarter[] {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return Array.from({ length: yearsShown * 4 }, (_, ago) => {
    const then = new Date(Date.UTC(year, number - 1 - 3 * ago, 1));
    return quarterOf(then.toISOString().slice(0, 7));
  });
}
