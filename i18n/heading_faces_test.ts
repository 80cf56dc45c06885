/** The faces of Chinese headings hold the listed characters, and are used only for headings in the site's own words. */
import { expect } from "expect";
import { brotliDecompressSync } from "node:zlib";
import { countryName, ladyCountryIds } from "../routes/account/country_names.ts";
import { formatMonth } from "./format.ts";
import { withHeadingFaces } from "./heading_faces.ts";
import type { Locale } from "./locales.ts";
import { translatorFor } from "./translate.ts";

const listed: Record<string, string> = JSON.parse(
  await Deno.readTextFile(new URL("./heading_faces.json", import.meta.url)),
);
const files = { "zh-Hant": "noto-serif-tc", "zh-Hans": "noto-serif-sc" };

/** The class that names which heading levels a page sets in the face; expects that the rest of the page is unchanged. */
function setIn(headings: string, locale: Locale = "zh-Hant"): string | null {
  const page = (main: string) =>
    `<dialog><h2>葳的信</h2></dialog><main${main} id="main">${headings}</main><h2>說葳</h2>`;
  const html = withHeadingFaces(page(""), locale);
  const levels = /<main class="([^"]*)"/.exec(html)?.[1] ?? null;
  expect(html).toBe(page(levels === null ? "" : ` class="${levels}"`));
  return levels;
}

Deno.test("the faces of signs hold the seven that Chinese sets as wide as its characters", async () => {
  for (const name of ["noto-sans", "noto-serif"]) {
    const bytes = await Deno.readFile(new URL(`../static/fonts/${name}-signs-400-normal.woff2`, import.meta.url));
    expect(charactersOf(bytes)).toBe("—‘’“”…‧");
    expect(bytes.length).toBeLessThan(2_000);
  }
});

Deno.test("each face holds the characters of its list and no others, in 100 kB at most", async () => {
  for (const [locale, name] of Object.entries(files)) {
    const file = new URL(`../static/fonts/${name}-headings-700-normal.woff2`, import.meta.url);
    const bytes = await Deno.readFile(file);
    expect(charactersOf(bytes)).toBe(listed[locale]);
    expect(bytes.length).toBeLessThan(100_000);
  }
});

Deno.test("headings of the site's own words are set in the face, those with one sign more are not", () => {
  const t = translatorFor("zh-Hant");
  for (
    const own of [t("balance:receipt.title"), `20 ${t("balance:history.title")}`, `<em>${t("vote:empty.title")}</em>`]
  ) {
    expect(setIn(`<h1 id="a">${own}</h1>`)).toBe("song-h1");
    expect(setIn(`<h1 id="a">${own}</h1><h2 class="b">${own}</h2>`)).toBe("song-h1 song-h2");
    expect(setIn(`<h1>${own}葳</h1><h2>${own}</h2>`)).toBe("song-h2");
  }
  expect(setIn("<h1 >信件</h1>")).toBe("song-h1");
  for (const nothing of ["", "<h1>James</h1>", "<h4>信件</h4>"]) expect(setIn(nothing)).toBe(null);
  expect(setIn("<h1>信件</h1>", "uk")).toBe(null);
});

Deno.test("headings of one level look alike, and those that lead on among themselves", () => {
  expect(setIn("<h1>信件</h1><h2>收據</h2><h2>葳的信</h2>")).toBe("song-h1");
  expect(setIn('<h1>信件</h1><h2>收據</h2><h2><a href="/a">葳的信</a></h2>')).toBe("song-h1 song-h2");
  const leadsOn = '<h2><a href="/b">信件</a></h2>';
  expect(setIn(`<h2>葳的信</h2>${leadsOn}`)).toBe("song-h2-link");
  expect(setIn(`<h2>信件</h2>${leadsOn}<h2><a href="/a">葳的信</a></h2>`)).toBe("song-h2");
});

Deno.test("parts of a page are set in the face beside people whose names it lacks", () => {
  expect(setIn('<h3 id="desk-way">信件</h3><h3>葳</h3>')).toBe("song-h3-id");
  expect(setIn('<h3 class="a" id="desk-way">葳</h3><h3>信件</h3>')).toBe("song-h3");
});

Deno.test("the faces have what a view's source does not show: groups of letters, countries, months", () => {
  for (const locale of ["zh-Hant", "zh-Hans"] as const) {
    const t = translatorFor(locale);
    const countries = ladyCountryIds.map((id) => countryName(locale, id)).join(t("search:comma"));
    for (
      const heading of [
        t("mail:group.new"),
        t("mail:group.dialogues"),
        t("search:list.some.title", { countries }),
        t("search:none"),
        t("writings:month.title", { month: formatMonth(locale, 2026, 11) }),
        t("talks:state.agreed", { name: "James" }),
        t("balance:receipt.creditNote"),
      ]
    ) expect(setIn(`<h1>${heading}</h1>`, locale)).toBe("song-h1");
  }
});

/** The characters of a WOFF2 file, in order, read from its "cmap" table in format 4 (segments). */
function charactersOf(bytes: Uint8Array): string {
  const file = new DataView(bytes.buffer, bytes.byteOffset);
  let at = 48;
  const wide = (): number => {
    let value = 0;
    for (let byte = 128; byte & 128;) {
      byte = file.getUint8(at++);
      value = value * 128 + (byte & 127);
    }
    return value;
  };
  let [before, cmapAt] = [0, -1];
  for (let n = 0; n < file.getUint16(12); n++) {
    const tag = file.getUint8(at++) & 63;
    if (tag === 63) at += 4;
    if (tag === 0) cmapAt = before;
    // No table here is transformed, because the outlines are not in a "glyf" table.
    before += wide();
  }
  const tables = brotliDecompressSync(bytes.subarray(at, at + file.getUint32(20)));
  const view = new DataView(tables.buffer, tables.byteOffset + cmapAt);
  const places = Array.from({ length: view.getUint16(2) }, (_, n) => view.getUint32(4 + n * 8 + 4));
  const place = places.find((each) => view.getUint16(each) === 4)!;
  const segments = view.getUint16(place + 6) / 2;
  const codes = Array.from({ length: segments - 1 }, (_, n) => {
    const end = view.getUint16(place + 14 + n * 2);
    const start = view.getUint16(place + 16 + segments * 2 + n * 2);
    return Array.from({ length: end - start + 1 }, (_, each) => start + each);
  });
  return String.fromCharCode(...codes.flat());
}
