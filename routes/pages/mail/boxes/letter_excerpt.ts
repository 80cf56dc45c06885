/** What can be told from a letter's text alone: its language, and its first telling words. */
export { languageOf } from "../../../../kv/letters/language.ts";

/** How long a greeting such as "Dear James," may be. */
const greetingLengthMax = 40;

/** The first words of a letter in one line, without its greeting, cut at about `lengthMax` UTF-16 units. */
export function snippetOf(body: string, lengthMax = 90): string {
  const [first = "", ...rest] = body.trim().split(/\n\s*\n/);
  const isGreeting = rest.length > 0 && first.length <= greetingLengthMax && /[,!，！：:]$/.test(first.trim());
  const line = (isGreeting ? rest.join(" ") : body).replace(/\s+/g, " ").trim();
  if (line.length <= lengthMax) return line;
  // By code point, so that no sign is cut in two; at a space if one is near.
  const cut = [...line.slice(0, lengthMax)].join("").replace(/[\ud800-\udbff]$/, "");
  return cut.replace(/ \S{0,14}$/, "").replace(/[\s,.;:，。；：、—–-]+$/u, "") + "…";
}
