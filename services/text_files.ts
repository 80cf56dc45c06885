/** Texts in files: a few named lines, a line of dashes, then markdown. */

export interface TextFile {
  /** The named lines, e.g. "title". */
  facts: Record<string, string>;
  body: string;
}

/** Reads "name: value" lines up to "---", the rest is the body. Throws where a named line has no name. */
function parseTextFile(text: string): TextFile {
  const [head = "", ...rest] = text.replaceAll("\r\n", "\n").split(/^---$/m);
  const facts: Record<string, string> = {};
  for (const line of head.split("\n").filter((each) => each.trim() !== "")) {
    const [, name, value] = /^(\w+):\s*(.+)$/.exec(line) ?? [];
    if (!name || !value) throw new Error(`not a named line: ${line.slice(0, 60)}`);
    facts[name] = value.trim();
  }
  return { facts, body: rest.join("---").trim() };
}

export const readTextFile = (file: URL): TextFile => parseTextFile(Deno.readTextFileSync(file));
