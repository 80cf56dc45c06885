/** Reads pages in tests: short failures instead of whole documents. */

/** The `<main>` of a page, without the blanks that precompiled elements carry. */
export async function mainOf(response: Response): Promise<string> {
  const html = await response.text();
  const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  return main.replaceAll(/<([\w-]+) +>/g, "<$1>");
}

/** Throws unless the text holds each of these. */
export function expectHolds(html: string, ...wanted: (string | RegExp)[]): void {
  for (const each of wanted) {
    const isThere = typeof each === "string" ? html.includes(each) : each.test(html);
    if (!isThere) throw new Error(`missing: ${each}`);
  }
}

export function expectLacks(html: string, ...unwanted: (string | RegExp)[]): void {
  const text = withPlainBlanks(html);
  for (const each of unwanted) {
    const position = typeof each === "string" ? text.indexOf(withPlainBlanks(each)) : text.search(each);
    if (position >= 0) throw new Error(`unwanted: ${each}: …${text.slice(Math.max(0, position - 40), position + 80)}…`);
  }
}

/** A no-break space must not hide what is unwanted: a day and its month have one between them. */
const withPlainBlanks = (text: string): string => text.replaceAll("\u00a0", " ");

/** The names on the cards, in order. */
export const namesIn = (html: string): string[] =>
  [...html.matchAll(/<h[23] class="name"><a [^>]*>([^<]*)</g)].map(([, name]) => name!);
