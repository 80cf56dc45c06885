/**
 * The recipe of the faces in which headings are set on Chinese pages: Noto Serif CJK at 700, cut to the characters of the
 * headings that the site's own words have. Needs `pyftsubset` and the face itself, on Debian `apt install fonttools
 * python3-brotli fonts-noto-cjk`.
 *
 *   deno run -A tools/heading_faces.ts
 *
 * The faces (static/fonts) and the list of what is in them (i18n/heading_faces.json) are kept, so that nobody needs either.
 * A heading with a new character is set in the system's face until this has run again.
 */
import { glob } from "node:fs/promises";
import { type Catalogue, catalogues } from "../i18n/catalogues.ts";
import { ofChinese } from "../i18n/heading_faces.ts";
import { translatorFor } from "../i18n/translate.ts";

const source = "/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc";
/** Where each face lies in that collection, and what its file is called. */
const faces = {
  "zh-Hant": { place: 3, name: "noto-serif-tc-headings-700-normal" },
  "zh-Hans": { place: 2, name: "noto-serif-sc-headings-700-normal" },
} as const;
type Chinese = keyof typeof faces;

const root = new URL("../", import.meta.url);

/** What headings say: keys that views set in them or that are called titles, and the titles of the site's texts. */
async function headingsOf(locale: Chinese, keys: readonly string[]): Promise<string[]> {
  const texts = new URL(`i18n/texts/${locale}/`, root);
  const titles = (await Array.fromAsync(Deno.readDir(texts), ({ name }) => Deno.readTextFile(new URL(name, texts))))
    .flatMap((text) => text.split("\n").filter((line) => /^(title:|#{1,2} )/.test(line)));
  const t = translatorFor(locale);
  return [
    ...keys.map((key) => t(key, { count: 2 })),
    ...Object.values(catalogues[locale]).flatMap(titlesIn),
    ...titles,
  ];
}

/** The keys of which views make a heading as they are. */
async function keysInViews(): Promise<string[]> {
  const keys: string[] = [];
  for (const room of ["routes/", "components/", "islands/"]) {
    const files = await Array.fromAsync(glob(new URL("**/*.tsx", new URL(room, root)).pathname));
    const sources = await Promise.all(files.map((file) => Deno.readTextFile(file)));
    for (const source of sources) {
      for (const [, key] of source.matchAll(/(?:<h[12][^>]*>\s*|\btitle=)\{t\("([^"]+)"/g)) keys.push(key!);
    }
  }
  return keys;
}

function titlesIn(catalogue: Catalogue): string[] {
  return Object.entries(catalogue).flatMap(([key, words]) =>
    typeof words !== "string" ? titlesIn(words) : /(title|heading|headline)(_[a-z]+)?$/i.test(key) ? [words] : []
  );
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
  const keys = await keysInViews();
  for (const locale of Object.keys(faces) as Chinese[]) {
    const needed = (await headingsOf(locale, keys)).flatMap((heading) => heading.match(ofChinese) ?? []);
    kept[locale] = [...new Set(needed)].sort().join("");
    await cut(locale, kept[locale]);
  }
  await Deno.writeTextFile(new URL("i18n/heading_faces.json", root), `${JSON.stringify(kept, null, 2)}\n`);
}
