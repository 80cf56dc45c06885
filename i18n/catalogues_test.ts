/** The three catalogues are complete: same keys, same placeholders, nothing untranslated, no key that the code lacks. */
import { expect } from "expect";
import { type Catalogue, catalogues } from "./catalogues.ts";
import { locales } from "./locales.ts";

function flatten(catalogue: Catalogue, prefix = ""): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(catalogue)) {
    if (typeof value === "string") flat.set(prefix + key, value);
    else for (const [path, text] of flatten(value, `${prefix}${key}.`)) flat.set(path, text);
  }
  return flat;
}

const flat = Object.fromEntries(locales.map((locale) => {
  const all = Object.entries(catalogues[locale]).flatMap(([namespace, catalogue]) =>
    [...flatten(catalogue)].map(([path, text]) => [`${namespace}:${path}`, text] as const)
  );
  return [locale, new Map(all)];
})) as Record<typeof locales[number], Map<string, string>>;

/** English has two forms of a count, Chinese one; "_one" is written in both where it is written at all. */
const keysOf = (locale: typeof locales[number]) =>
  [...flat[locale].keys()].filter((key) => !key.endsWith("_one")).sort();

for (const locale of ["zh-Hant", "zh-Hans"] as const) {
  Deno.test(`${locale} has exactly the keys of English`, () => {
    expect(keysOf(locale)).toEqual(keysOf("en"));
  });

  Deno.test(`${locale} fills the same placeholders`, () => {
    const placeholders = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort();
    for (const key of keysOf("en")) {
      const theirs = placeholders(flat[locale].get(key) ?? "");
      const extra = theirs.filter((each) => !placeholders(flat.en.get(key)!).includes(each));
      expect({ key, extra }).toEqual({ key, extra: [] });
    }
  });

  Deno.test(`${locale} is written in Chinese, with full-width punctuation`, () => {
    const suspicious = [...flat[locale]].filter(([, text]) => /[\u4e00-\u9fff] ?[,;!?](?![\w])/.test(text));
    expect(suspicious).toEqual([]);
  });
}

Deno.test("no text is empty", () => {
  for (const locale of locales) expect([...flat[locale]].filter(([, text]) => text.trim() === "")).toEqual([]);
});

Deno.test("Traditional and Simplified are not the same text but for what is neither", () => {
  const same = [...flat["zh-Hant"]].filter(([key, text]) =>
    text.length > 12 && text === flat["zh-Hans"].get(key) && /[\u4e00-\u9fff]{6}/.test(text)
  );
  // A few sentences are written alike in both; many would mean that one was copied.
  expect(same.length).toBeLessThan(flat.en.size * 0.05);
});

Deno.test("every key that the code names literally exists", async () => {
  const named = new Map<string, string>();
  for (const room of ["routes", "components", "islands"]) {
    for await (const file of sourceFiles(new URL(`../${room}/`, import.meta.url))) {
      const source = await Deno.readTextFile(file);
      for (const [, key] of source.matchAll(/["'`]((?:[a-z]+):[A-Za-z][\w.]*[A-Za-z\d])["'`]/g)) {
        named.set(key!, file.pathname);
      }
    }
  }
  const isKey = (key: string) => Object.keys(catalogues.en).includes(key.split(":")[0]!);
  const isParent = (key: string) => [...flat.en.keys()].some((each) => each.startsWith(`${key}.`));
  const exists = (key: string) => flat.en.has(key) || flat.en.has(`${key}_other`) || isParent(key);
  const missing = [...named].filter(([key]) => isKey(key) && !exists(key));
  expect(named.size).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

async function* sourceFiles(folder: URL): AsyncGenerator<URL> {
  for await (const entry of Deno.readDir(folder)) {
    const url = new URL(entry.name + (entry.isDirectory ? "/" : ""), folder);
    if (entry.isDirectory && !["fixtures", "runtime"].includes(entry.name)) yield* sourceFiles(url);
    else if (/\.tsx?$/.test(entry.name) && !/_test\.tsx?$/.test(entry.name)) yield url;
  }
}
