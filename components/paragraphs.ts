/** Splits a text into the paragraphs and lines of its author. */

/** Returns the paragraphs, which blank lines divide, each as its lines; none is empty. */
export function paragraphsOf(text: string): string[][] {
  return text
    .replaceAll("\r\n", "\n")
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.replace(/^\n+|\n+$/g, "").split("\n"))
    .filter((lines) => lines.some((line) => line.trim() !== ""));
}
