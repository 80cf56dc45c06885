/** The gallery renders whole in every language: no missing words, no clashing ids, no class without a rule. */
import { expect } from "expect";
import { bundle } from "lightningcss";
import { renderToString } from "preact-render-to-string";
import { PageProvider } from "../../../components/page_context.ts";
import { locales } from "../../../i18n/locales.ts";
import { translatorFor } from "../../../i18n/translate.ts";
import * as attributes from "../../../kv/ladies/attributes.ts";
import { GalleryView } from "./gallery.tsx";

function gallery(locale: typeof locales[number]): string {
  const page = { locale, t: translatorFor(locale), path: "/dev/gallery", href: (path: string) => path, viewer: null };
  return renderToString(
    <PageProvider value={page}>
      <GalleryView />
    </PageProvider>,
  );
}

for (const locale of locales) {
  Deno.test(`the gallery has every word in ${locale}, and each id once`, () => {
    const html = gallery(locale);
    // A missing key is shown as itself, without its namespace.
    expect(html.match(/\b(?:part|button|price|field|choice|mark|way|letter|sealed|form)\.[a-zA-Z]+\b/)).toBeNull();
    expect(html).not.toContain("{{");
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const named = [...html.matchAll(/ (?:aria-describedby|aria-labelledby|for|commandfor)="([^"]+)"/g)];
    const wanted = named.flatMap(([, value]) => value!.split(" "));
    expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
  });
}

Deno.test("every class that the components use has a rule", () => {
  // The sheets that every visitor loads, that readers of letters load, and that only the gallery needs.
  const css = ["site.css", "letters.css", "gallery.css"].map((name) => {
    const filename = new URL(`../../../static/css/${name}`, import.meta.url).pathname;
    return new TextDecoder().decode(bundle({ filename, minify: true }).code);
  }).join("");
  const used = new Set([...gallery("en").matchAll(/ class="([^"]+)"/g)].flatMap(([, value]) => value!.split(" ")));
  const ruled = new Set([...css.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name]) => name!));
  expect([...used].filter((name) => !ruled.has(name))).toEqual([]);
});

const vocabularies = {
  hairColor: attributes.hairColors,
  eyeColor: attributes.eyeColors,
  maritalStatus: attributes.maritalStatuses,
  education: attributes.educations,
  religion: attributes.religions,
  smoking: attributes.smokings,
  drinking: attributes.drinkings,
  englishRating: attributes.englishRatings,
  zodiacSign: attributes.zodiacSigns,
  lookingFor: attributes.lookingFors,
  profession: attributes.professions,
};

Deno.test("every attribute and each of its values has a name in every language, no two values the same", () => {
  for (const locale of locales) {
    const t = translatorFor(locale);
    for (const [group, values] of Object.entries(vocabularies)) {
      expect(t(`attributes:field.${group}`)).not.toBe(`field.${group}`);
      const names = values.map((value) => t(`attributes:${group}.${value}`));
      expect(names.filter((name) => name.startsWith(`${group}.`))).toEqual([]);
      expect({ locale, group, distinct: new Set(names).size }).toEqual({ locale, group, distinct: values.length });
    }
  }
});
