/** The pieces of the page in a copy of one's own data: escaped text, headings, tables, in the reader's language. */
import { datesFor } from "../../i18n/format.ts";
import type { Told } from "../../kv/records/own_data/export.ts";
import type { RequestFacts } from "../http/env.ts";

const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A text in HTML, so that nothing in it is markup. */
export const escaped = (text: unknown): string => String(text ?? "").replace(/[&<>"']/g, (sign) => signs[sign]!);

/** A text in HTML, with its line breaks. */
export const lines = (text: unknown): string => escaped(text).replaceAll("\n", "<br>");

/** A moment of the JSON as "21 Nov 2026, 18:05 UTC"; all moments of a copy are in UTC. Empty if there is none. */
export const when = ({ locale }: RequestFacts, at: unknown): string =>
  typeof at === "string" ? escaped(datesFor({ locale })(Date.parse(at), "moment")) : "";

/** The pictures of a row, whose files lie beside the page; empty if it has none. */
export const picturesOf = ({ t }: RequestFacts, { pictures = [] }: Told): string =>
  (pictures as { file: string }[]).map(({ file }) =>
    `<p><img src="${escaped(file)}" alt="${escaped(t("ownData:index.picture"))}"></p>`
  ).join("");

export const heading = (id: string, title: string): string => `<h2 id="${id}">${escaped(title)}</h2>\n`;

export const row = (cells: string[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>\n`;

/** A table, made row by row; a sentence if there are no rows. */
export async function* table(
  { t }: RequestFacts,
  columns: string[],
  rows: AsyncIterable<string>,
): AsyncGenerator<string> {
  const head = columns.map((column) => `<th scope="col">${escaped(t(`ownData:column.${column}`))}</th>`).join("");
  let isEmpty = true;
  for await (const each of rows) {
    yield isEmpty ? `<table><thead><tr>${head}</tr></thead><tbody>\n${each}` : each;
    isEmpty = false;
  }
  yield isEmpty ? `<p class="soft">${escaped(t("ownData:index.empty"))}</p>\n` : "</tbody></table>\n";
}

/** A list of labels and their values, which are HTML; empty values are left out. */
export function facts(pairs: [label: string, value: string][]): string {
  const told = pairs.filter(([, value]) => value !== "");
  return `<dl>${told.map(([label, value]) => `<dt>${escaped(label)}</dt><dd>${value}</dd>`).join("\n")}</dl>\n`;
}

/** Legible anywhere, and needs no other file. */
export const style = `:root{color-scheme:light dark}
body{font:16px/1.6 Georgia,"Songti TC","Songti SC",serif;max-width:48rem;margin:2rem auto;padding:0 1rem}
h1,h2,h3{line-height:1.25}h2{margin-top:3rem;border-top:1px solid;padding-top:1rem}
nav ul{columns:2;padding-left:1.2rem}dt{font-weight:bold}dd{margin:0 0 .6rem}
table{border-collapse:collapse;width:100%;font-size:.9rem}th,td{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;border-bottom:1px solid #8886}
article{margin:1.5rem 0;padding:1rem;border:1px solid #8886}article header{font-size:.9rem}blockquote{margin:1rem 0 0;padding-left:1rem;border-left:3px solid #b4402a}
img{max-width:100%;height:auto;max-height:24rem}.soft{opacity:.75}
h2,h3,dt,article header{break-after:avoid}article,tr,dd,img{break-inside:avoid}`;
