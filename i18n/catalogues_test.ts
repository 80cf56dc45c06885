/** The catalogues are complete: same keys, same placeholders, nothing untranslated, no key that the code lacks. */
import { expect } from "expect";
import { adminNamespaces, type Catalogue, catalogues } from "./catalogues.ts";
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

type AnyLocale = typeof locales[number];
const isAdmins = (key: string) => (adminNamespaces as string[]).includes(key.split(":")[0]!);
const isRunIn = (locale: AnyLocale) => !["uk", "ru", "ro"].includes(locale);

/** A locale's plural forms, by Intl: two in English, one in Chinese, four in Ukrainian and Russian, three in Romanian. */
const formsOf = (locale: AnyLocale) => new Intl.PluralRules(locale).resolvedOptions().pluralCategories;

/** The keys that a locale must have: those of English, but counted texts once for each plural form of the locale. */
function wantedOf(locale: AnyLocale): string[] {
  return [...flat.en.keys()].filter((key) => isRunIn(locale) || !isAdmins(key)).flatMap((key) => {
    const [, counted, form] = /^(.*)_(one|other)$/.exec(key) ?? [];
    if (counted === undefined || !flat.en.has(`${counted}_other`)) return [key];
    return form === "other" ? formsOf(locale).map((each) => `${counted}_${each}`) : [];
  }).sort();
}

/** Whether a text is the one for a man beside a lady's: a language has one only where it speaks differently of him. */
const isHis = (key: string) => flat.en.has(key.replace(/_male$/, "")) && !flat.en.has(key);

/** All English forms of a text, joined: the singular alone may leave its number out. */
const englishOf = (key: string) => {
  const counted = key.replace(/_(one|few|many|other)$/, "");
  return ["", "_other", "_one"].map((form) => flat.en.get(counted + form) ?? "").join(" ") + (flat.en.get(key) ?? "");
};

for (const locale of locales.filter((each) => each !== "en")) {
  Deno.test(`${locale} has exactly the keys of English, in every form of a count that it knows`, () => {
    const own = [...flat[locale].keys()].filter((key) => !isHis(key));
    const spoken = isRunIn(locale) ? own.filter((key) => !key.endsWith("_one")) : own;
    expect(spoken.sort()).toEqual(wantedOf(locale));
  });

  Deno.test(`${locale} fills the same placeholders`, () => {
    const placeholders = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort();
    for (const key of wantedOf(locale)) {
      const theirs = placeholders(flat[locale].get(key) ?? "");
      const extra = theirs.filter((each) => !placeholders(englishOf(key)).includes(each));
      expect({ key, extra }).toEqual({ key, extra: [] });
    }
  });
}

/** Texts that may leave out the name, which these languages would have to decline: the page says who is meant. */
const namedByPage = ["safety:block.do", "safety:report.block", "translation:compose.wish", "home:lady.headline"];

for (const locale of ["uk", "ru", "ro"] as const) {
  Deno.test(`${locale} loses no placeholder and addresses nobody by a bracket`, () => {
    for (const [key, text] of flat[locale]) {
      // In Romanian the form "one" is for 1 alone; in the others it is for 21 as well, and needs its number.
      if (locale === "ro" && key.endsWith("_one")) continue;
      const needed = namedByPage.includes(key) ? [] : flat.en.get(key)?.match(/\{\{\w+\}\}/g) ?? [];
      const lost = needed.filter((each) => !text.includes(each));
      expect({ key, lost }).toEqual({ key, lost: [] });
      expect({ key, text: /\p{L}\((?:а|на|ла|лась|я|ă|е)\)|\p{L}\/(?:а|ла|ă)\b/u.test(text) ? text : "" }).toEqual({
        key,
        text: "",
      });
    }
  });
}

Deno.test("a number and what it counts stay in one line, but in a heading, in Ukrainian, Russian and Romanian", () => {
  for (const locale of ["uk", "ru", "ro"] as const) {
    for (const [key, text] of flat[locale]) {
      // Not in headings, which would break inside a word in a narrow column.
      if (!/_(one|few|many|other)$/.test(key) || key.startsWith("search:heading_")) continue;
      const parted = text.match(/\{\{(count|n|total)\}\}(\u00a0de)? \p{L}+/u)?.[0] ?? null;
      expect({ locale, key, parted }).toEqual({ locale, key, parted: null });
    }
  }
});

Deno.test("what is counted in figures stays beside them, and a number beside its №, in Ukrainian and Russian", () => {
  const unit =
    /№ |(?:\d|\{\{(?:most|max|percent|minutes)\}\}) (?:%|МБ|років|лет|днів|дней|хвилин|минут|символів|знаков)/;
  for (const locale of ["uk", "ru"] as const) {
    expect([...flat[locale]].filter(([, text]) => unit.test(text))).toEqual([]);
  }
});

Deno.test("no line begins with a dash in Ukrainian, nor parts a number from what it counts in the long texts", () => {
  const texts = [...Deno.readDirSync("i18n/texts/uk")].map(({ name }) =>
    [name, Deno.readTextFileSync(`i18n/texts/uk/${name}`)] as const
  );
  for (const [key, text] of [...flat.uk, ...texts]) {
    expect({ key, parted: /\S+ —/u.exec(text)?.[0] }).toEqual({ key, parted: undefined });
  }
  for (const [name, text] of texts) {
    const parted = /(?:\d|\}\}) (?:днів|років|хвилин|годин|символів|місяців)\p{L}*/u.exec(text)?.[0];
    expect({ name, parted }).toEqual({ name, parted: undefined });
  }
});

Deno.test("Romanian has its own letters, not the cedillas of Turkish; Cyrillic texts are not left in English", () => {
  expect([...flat.ro].filter(([, text]) => /[şţŞŢ]/.test(text))).toEqual([]);
  for (const locale of ["uk", "ru"] as const) {
    const left = [...flat[locale]].filter(([key, text]) =>
      text === flat.en.get(key) && /[a-z]{4} [a-z]{2}/i.test(text.replace(/\{\{\w+\}\}|WeChat Pay/g, ""))
    );
    expect(left).toEqual([]);
  }
  expect([...flat.uk].filter(([, text]) => /[ыэёъ]/i.test(text)).map(([key]) => key)).toEqual([
    "home:cover.original",
  ]);
});

for (const locale of ["zh-Hant", "zh-Hans"] as const) {
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

/** Words of one kind of Chinese in the characters of the other; texts that were converted, not written, have them. */
const strangers = {
  "zh-Hant": /用戶|視頻|短信|網絡|默認|軟件|屏幕|鼠標|打印|登錄|註銷|舉報|屏蔽|充值|郵箱|服務器|鏈接|菜單|添加|點擊|您/,
  "zh-Hans":
    /使用者|视讯|简讯|网路|预设|资讯|软体|萤幕|列印|登入|登出|检举|封锁|储值|伺服器|连结|透过|选单|搜寻|帐号|电子邮件地址|您/,
};

for (const locale of ["zh-Hant", "zh-Hans"] as const) {
  Deno.test(`${locale} says 你, and nothing in the words of the other side`, () => {
    const strange = [...flat[locale]].filter(([, text]) => strangers[locale].test(text));
    expect(strange).toEqual([]);
  });
}

Deno.test("whose letter a block kept back hears of no block, in any language", () => {
  const told = locales.map((locale) => [locale, flat[locale].get("safety:keptBack.blocked")]);
  expect(told.filter(([, text]) => /block|bloca|блок|封鎖|屏蔽/i.test(text!))).toEqual([]);
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
