/**
 * Makes the faces in which headings are set on Chinese pages: Noto Serif CJK at 700, cut to the characters of the site's
 * own headings. Needs `pyftsubset` and the face itself, on Debian `apt install fonttools python3-brotli fonts-noto-cjk`.
 *
 *   deno run -A tools/heading_faces.ts
 *
 * The faces (static/fonts) and the list of their characters (i18n/heading_faces.json) are in the repository, so that
 * nobody else needs either.
 * A heading with a new character is set in the system's face until this has run again.
 */
import { glob } from "node:fs/promises";
import { type Catalogue, catalogues } from "../i18n/catalogues.ts";
import { formatDate, formatMonth } from "../i18n/format.ts";
import { ofChinese } from "../i18n/heading_faces.ts";
import { countryName, ladyCountryIds } from "../routes/account/country_names.ts";

const source = "/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc";
/** Where each face lies in that collection, and what its file is called. */
const faces = {
  "zh-Hant": { place: 3, name: "noto-serif-tc-headings-700-normal" },
  "zh-Hans": { place: 2, name: "noto-serif-sc-headings-700-normal" },
} as const;
type Chinese = keyof typeof faces;

const root = new URL("../", import.meta.url);

/** Keys that a view puts into its heading by way of a variable, so that no heading in the source shows them. */
const inVariables = [
  /^mail:group\./,
  /^talks:state\./,
  /^search:(none|asked|heading(_[a-z]+)?)$/,
  /^balance:receipt\.creditNote$/,
  /^profile:about$/,
  /^attributes:field\.profession$/,
];

/**
 * Keys that look like those of headings and are none: titles of windows and of what stands over the pages, words in bold
 * type. Those of the chat and of calls are left out because no heading there is set in the face.
 */
const notHeadings = [
  /\.page$/,
  /^(gallery|chat):/,
  /^call:(?!check\.)/,
  /^common:promotion\./,
  /^safety:(fraud|warned|published)\./,
];

/** The words that parameters put into headings: countries, months and days. What people write cannot be known here. */
const valuesIn = (locale: Chinese): string[] => [
  ...ladyCountryIds.map((id) => countryName(locale, id)),
  formatMonth(locale, 2026, 1),
  formatDate(locale, 0),
];

/** The words of headings: of keys that views use in them or that are named titles, and the titles of the site's texts. */
async function headingsOf(locale: Chinese, patterns: readonly RegExp[]): Promise<string[]> {
  const texts = new URL(`i18n/texts/${locale}/`, root);
  const titles = (await Array.fromAsync(Deno.readDir(texts), ({ name }) => Deno.readTextFile(new URL(name, texts))))
    .flatMap((text) => text.split("\n").filter((line) => /^(title:|#{1,2} )/.test(line)));
  const wanted = [...patterns, ...inVariables, /(title|heading|headline)(_[a-z]+)?$/i];
  const inViews = [...wordsOf(catalogues[locale])].filter(([key]) =>
    wanted.some((pattern) => pattern.test(key)) && !notHeadings.some((pattern) => pattern.test(key))
  );
  return [...inViews.map(([, words]) => words), ...valuesIn(locale), ...titles];
}

/** Every text of a locale by its key, "account:part.her.title". */
function* wordsOf(catalogue: Catalogue, path = "", separator = ""): Generator<[key: string, words: string]> {
  for (const [name, words] of Object.entries(catalogue)) {
    const key = path + separator + name;
    if (typeof words === "string") yield [key, words];
    else yield* wordsOf(words, key, separator === "" ? ":" : ".");
  }
}

/**
 * The keys that views use in headings, as patterns: a part that a view computes matches anything. The views of admins and
 * developers are left out, because a face has 100 kB at most; admins' keys that are named titles come in all the same.
 */
async function keysInViews(): Promise<RegExp[]> {
  const keys = new Set<string>();
  for (const room of ["routes/", "components/", "islands/"]) {
    const files = (await Array.fromAsync(glob(new URL("**/*.tsx", new URL(room, root)).pathname)))
      .filter((path) => !/\/pages\/(admin|dev)\//.test(path));
    const sources = await Promise.all(files.map((file) => Deno.readTextFile(file)));
    for (const heading of sources.flatMap(headingsIn)) {
      for (const [, key] of heading.matchAll(/\bt\(\s*["`]([^"`]+)["`]/g)) keys.add(key!);
      // One of two keys: t(isNew ? "mail:new" : "mail:old").
      for (const [, key] of heading.matchAll(/["`](\w+:[^\s"`]+)["`]/g)) keys.add(key!);
    }
  }
  const anything = /\$\{[^}]*\}/;
  return [...keys].map((key) => new RegExp(`^${key.split(anything).map(RegExp.escape).join(".+")}(_[a-z]+)?$`));
}

/** What stands in a heading of a view, or is named its title. */
function headingsIn(source: string): string[] {
  const headings = [...source.matchAll(/<h[123]\b[^>]*>(.*?)<\/h[123]>/gs)].map(([, inside]) => inside!);
  const titles = [...source.matchAll(/\btitle=\{/g)].map(({ index }) => withinBraces(source, index + "title=".length));
  const named = [...source.matchAll(/\btitle(?: =|:) (.*?)(?:, \w+:.*)?$/gm)].map(([, value]) => value!);
  return [...headings, ...titles, ...named];
}

function withinBraces(source: string, from: number): string {
  let depth = 0;
  for (let at = from; at < source.length; at++) {
    if (source[at] === "{") depth++;
    if (source[at] === "}" && --depth === 0) return source.slice(from, at);
  }
  return "";
}

async function cut(locale: Chinese, characters: string): Promise<void> {
  const { place, name } = faces[locale];
  // deno-fmt-ignore
  const args = [
    source, `--font-number=${place}`, `--text=${characters}`, "--flavor=woff2", "--layout-features=", "--no-hinting",
    "--desubroutinize", "--name-IDs=0,13,14", `--output-file=${new URL(`static/fonts/${name}.woff2`, root).pathname}`,
  ];
  if (!(await new Deno.Command("pyftsubset", { args }).spawn().status).success) throw new Error("pyftsubset failed");
}

if (import.meta.main) {
  const kept: Partial<Record<Chinese, string>> = {};
  const patterns = await keysInViews();
  for (const locale of Object.keys(faces) as Chinese[]) {
    const needed = (await headingsOf(locale, patterns)).flatMap((heading) => heading.match(ofChinese) ?? []);
    kept[locale] = [...new Set(needed)].sort().join("");
    await cut(locale, kept[locale]);
  }
  await Deno.writeTextFile(new URL("i18n/heading_faces.json", root), `${JSON.stringify(kept, null, 2)}\n`);
}
