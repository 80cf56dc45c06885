import { expect } from "expect";
import sharp from "sharp";
import { wordLocales } from "../../kv/ladies/record.ts";
import { audit } from "../../kv/records/audit.ts";
import { testStore } from "../../kv/testing/store.ts";
import { listStories, storyMonths } from "../../kv/writing/stories.ts";
import { renderMarkdown } from "../../services/markdown.ts";
import { demoWritings, seedWritings, wordsOfWriting } from "./writings.ts";

Deno.test("the demo has posts over three months and five stories, once", async () => {
  using store = await testStore();
  await seedWritings(store);
  await seedWritings(store);
  expect((await listStories(store, { type: "blog", page: 1, limit: 20 })).total).toBe(9);
  expect((await listStories(store, { type: "story", page: 1, limit: 20 })).total).toBe(5);
  expect((await storyMonths(store, "blog")).length).toBeGreaterThanOrEqual(3);
  expect(await audit(store)).toEqual([]);
});

Deno.test("every text is whole in every language, and its signs became marks", () => {
  for (const { key } of demoWritings) {
    const words = wordsOfWriting(key);
    const shapes = wordLocales.map((locale) => {
      const { title, summary, body } = words[locale];
      const html = renderMarkdown(body);
      expect({ key, locale, isLong: title.length > 3 && summary.length > 15 && body.length > 300 })
        .toEqual({ key, locale, isLong: true });
      // An asterisk that is left in the HTML stands where markdown sees no edge of a word.
      expect({ key, locale, left: html.match(/.{0,12}\*.{0,12}/) }).toEqual({ key, locale, left: null });
      return [html.match(/<h2/g)?.length ?? 0, [...html.matchAll(/<a href="([^"]+)/g)].map(([, link]) => link)];
    });
    expect({ key, shapes }).toEqual({ key, shapes: [shapes[0], shapes[0], shapes[0]] });
  }
});

Deno.test("every text has its drawing in both sizes, and all together are light", async () => {
  let total = 0;
  for (const { key } of demoWritings) {
    for (const [suffix, width, height] of [["", 1200, 750], ["-640", 640, 400]] as const) {
      const file = new URL(`../../static/images/writings/${key}${suffix}.webp`, import.meta.url);
      const bytes = await Deno.readFile(file);
      const found = await sharp(bytes).metadata();
      expect({ key, size: [found.width, found.height] }).toEqual({ key, size: [width, height] });
      total += bytes.length;
    }
  }
  expect(total).toBeLessThan(500_000);
});
