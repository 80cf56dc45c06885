/** Holds the style sheets to their own rules: colours have names, and every address leads somewhere. */
import { expect } from "expect";
import { bundle } from "lightningcss";

const root = new URL("../", import.meta.url);
const sheets = new URL("static/css/", root);

async function sheetNames(directory = ""): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of Deno.readDir(new URL(directory, sheets))) {
    if (entry.isDirectory) names.push(...await sheetNames(`${directory}${entry.name}/`));
    else if (entry.name.endsWith(".css")) names.push(directory + entry.name);
  }
  return names;
}

const texts = new Map<string, string>();
for (const name of await sheetNames()) {
  const text = await Deno.readTextFile(new URL(name, sheets));
  texts.set(name, text.replaceAll(/\/\*[^]*?\*\//g, ""));
}

Deno.test("only tokens.css names a colour", () => {
  for (const [name, text] of texts) {
    if (name === "tokens.css") continue;
    const colours = text.match(
      /#[0-9a-f]{3,8}\b(?=[;\s,)])|\b(?:oklch|oklab|rgb|hsl|light-dark)\([^)v]*\)|:\s*(?:white|black)\b/gi,
    );
    expect({ name, colours }).toEqual({ name, colours: null });
  }
});

Deno.test("every custom property that is used is defined", () => {
  const all = [...texts.values()].join("\n");
  const defined = new Set(all.match(/--[\w-]+(?=\s*:)/g));
  const used = new Set([...all.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name!));
  expect([...used].filter((name) => !defined.has(name))).toEqual([]);
});

Deno.test("figures of the serif stand on the line, by the face itself: the font shorthand takes back what an element says", () => {
  const faces = ["tokens.css", "offline_faces.css"].flatMap((name) => texts.get(name)!.match(/@font-face \{[^}]*\}/g)!);
  const withFigures = faces.filter((face) => /"Cormorant (Garamond|kept)"/.test(face) && /U\+00(00|20)-/.test(face));
  expect(withFigures).toHaveLength(3);
  for (const face of withFigures) expect(face).toContain('font-feature-settings: "lnum"');
  for (const [name, text] of texts) expect({ name, said: text.match(/lining-nums/) }).toEqual({ name, said: null });
});

Deno.test("every address in the sheets leads to a file of this site", async () => {
  for (const [name, text] of texts) {
    for (const [, address] of text.matchAll(/url\("([^"]+)"\)/g)) {
      const file = address!.startsWith("/") ? new URL(`.${address}`, root) : new URL(address!, new URL(name, sheets));
      expect({ name, address, exists: await Deno.stat(file).then(() => true, () => false) })
        .toEqual({ name, address, exists: true });
    }
  }
});

Deno.test("the bundle keeps the order of its layers and nothing falls outside them", () => {
  const { code, warnings } = bundle({ filename: new URL("site.css", sheets).pathname, minify: true });
  const text = new TextDecoder().decode(code);
  expect(warnings).toEqual([]);
  expect(text.startsWith("@layer tokens,base,components,screens,utilities;") || /^@layer tokens\{/.test(text)).toBe(
    true,
  );
  const layers = [...text.matchAll(/@layer (\w+)\{/g)].map(([, name]) => name!);
  expect([...new Set(layers)]).toEqual(["tokens", "base", "components", "screens", "utilities"]);
});
