/** The server's translate function returns what i18next would, for every text. */
import { expect } from "expect";
import { createInstance } from "i18next";
import { type Catalogue, catalogues } from "./catalogues.ts";
import { formatNumber } from "./format.ts";
import { locales } from "./locales.ts";
import { options, translatorFor, unknownKeys } from "./translate.ts";

const i18n = createInstance();
await i18n.init(options);

/** The keys as the code names them: plural forms by their stem. */
const keysIn = (catalogue: Catalogue, prefix: string): string[] =>
  Object.entries(catalogue).flatMap(([name, value]) =>
    typeof value === "string" ? [prefix + name.replace(/_(?:one|other)$/, "")] : keysIn(value, `${prefix}${name}.`)
  );
const keys = [
  ...new Set(Object.entries(catalogues.en).flatMap(([namespace, catalogue]) => keysIn(catalogue, `${namespace}:`))),
];

const places = new Set([...JSON.stringify(catalogues.en).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!));
const everywhere = (value: (name: string) => unknown) =>
  Object.fromEntries([...places].map((name) => [name, value(name)]));
/** Nothing, numbers, and text that is special in HTML, in replacements and to i18next. */
const fillings: (Record<string, unknown> | undefined)[] = [
  undefined,
  everywhere((name) => name === "count" ? 2 : `<b>$& ${name} {{name}} $t(common:credits)</b>`),
  ...[0, 1, 1.5].map((count) => ({ ...everywhere(() => null), count })),
  { count: 3 },
];

/** Runs `work` and returns the unknown keys that it asks for, at which tests of pages would fail. */
function unknownIn(work: () => void): string[] {
  const { heard } = unknownKeys;
  const keys: string[] = [];
  unknownKeys.heard = (key) => keys.push(key);
  try {
    work();
  } finally {
    unknownKeys.heard = heard;
  }
  return keys;
}

Deno.test(`each of ${keys.length} texts is what i18next makes of it, whatever it is filled with`, () => {
  expect(keys.length).toBeGreaterThan(1000);
  for (const locale of locales) {
    const [ours, theirs] = [translatorFor(locale), i18n.getFixedT(locale)];
    const isDifferent = (key: string) =>
      fillings.some((values) => {
        const expected = String(theirs(key, values ?? {})).replaceAll("1.5", formatNumber(locale, 1.5));
        // Twice: the second answer is remembered, and must be the same.
        return ours(key, values) !== expected || ours(key, values) !== expected;
      });
    // Counted texts are asked for without a number as well, and have no text for that.
    unknownIn(() => expect(keys.filter(isDifferent)).toEqual([]));
  }
});

Deno.test("a count is written as its language writes numbers, and the number of a lady as it is", () => {
  expect(translatorFor("en")("common:credits", { count: 2000 })).toBe("2,000 credits");
  expect(translatorFor("zh-Hant")("account:atMost", { count: 2000 })).toContain("2,000");
  expect(translatorFor("ro")("common:credits", { count: 2000 })).toMatch(/^2\.000\sde\scredite$/);
  expect(translatorFor("en")("profile:number", { id: 10_482 })).toContain("10482");
});

Deno.test("a text for a context, and a key that is none, are answered alike; of the latter is heard", () => {
  const t = translatorFor("en");
  expect(t("refusals:partner_offline", { name: "Olena", context: "video" })).toContain("Video Chat");
  expect(t("refusals:partner_offline", { name: "Olena" })).not.toContain("Video Chat");
  const asked = () =>
    expect(t("refusals:no such", { name: "Olena" })).toBe(String(i18n.getFixedT("en")("refusals:no such", {})));
  expect(unknownIn(asked)).toEqual(["refusals:no such"]);
});

Deno.test("a name in a script that runs to the left is set apart, so that the figures after it stay where they are", () => {
  const who = (name: string) => translatorFor("en")("mail:meet.who", { name, age: 35 });
  expect(who("يوسف")).toBe("\u2068يوسف\u2069, 35");
  expect(who("James")).toBe("James, 35");
});
