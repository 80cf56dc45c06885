/** Splits a written text as its author divided it. */

/** Paragraphs (divided by blank lines), each as its lines; never an empty one. */
export function paragraphsOf(text: string): string[][] {
  return text
    .replaceAll("\r\n", "\n")
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.replace(/^\n+|\n+$/g, "").split("\n"))
    .filter((lines) => lines.some((line) => line.trim() !== ""));
}
