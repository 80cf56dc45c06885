/** A receipt or credit note as a file: one page of HTML that needs nothing from elsewhere, to keep, send or print. */
import type { AppContext } from "../http/env.ts";
import { escaped, facts, style } from "../own_data/html_parts.ts";
import type { Paper } from "./receipts.ts";

/** Prices stand at the end of their lines. */
const paperStyle = `${style}
td:last-child{text-align:end;white-space:nowrap}tr.total{font-weight:bold}@page{margin:2cm}@media print{body{margin:0}}`;

/** Answers with a paper as a file that is named after it. */
export function sendPaper(c: AppContext, paper: Paper): Response {
  c.header("content-type", "text/html; charset=utf-8");
  c.header("content-disposition", `attachment; filename="${paper.kind}-${paper.number}.html"`);
  c.header("cache-control", "private, no-store");
  return c.body(fileOf(c, paper));
}

function fileOf(c: AppContext, { title, number, facts: told, seller, buyer, lines, after, fine }: Paper): string {
  const { t, locale } = c.var.facts;
  const heading = escaped(`${title} ${number}`);
  const pairs = (some: Paper["facts"]) => facts(some.map(({ label, value }) => [label, escaped(value)]));
  const person = (label: string, about: string[]) =>
    `<h2>${escaped(label)}</h2>\n<p>${about.map(escaped).join("<br>")}</p>`;
  const rows = lines.map(({ label, price, isTotal }) =>
    `<tr${isTotal ? ' class="total"' : ""}><td>${escaped(label)}</td><td>${escaped(price)}</td></tr>`
  );
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${heading}</title><style>${paperStyle}</style></head><body>
<h1>${heading}</h1>
${pairs(told)}${person(t("balance:receipt.seller"), seller)}
${person(t("balance:receipt.buyer"), buyer)}
<table><tbody>
${rows.join("\n")}
</tbody></table>
${after.length > 0 ? pairs(after) : ""}<p class="soft">${escaped(fine)}</p>
</body></html>
`;
}
