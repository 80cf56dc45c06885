/** How Chinese is set, in both scripts, on a phone: headings break after a sign, figures and units keep together. */
import { expect, type Page } from "@playwright/test";
import { test } from "./journey.ts";
import { prefixes, signedIn, visitor } from "./people.ts";

/** The two characters around each line break within the elements. */
const partings = (page: Page, what: string): Promise<string[]> =>
  page.locator(what).evaluateAll((all) =>
    all.flatMap((element) => {
      const found: string[] = [];
      const range = document.createRange();
      let before: { sign: string; top: number } | null = null;
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent!;
        for (let at = 0; at < text.length; at++) {
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const box = range.getClientRects()[0];
          if (!box || !box.width) continue;
          const here = { sign: text[at]!, top: box.top };
          // Figures stand a little higher than the characters beside them.
          if (before && here.top > before.top + box.height * 0.6) found.push(before.sign + here.sign);
          before = here;
        }
      }
      return found;
    })
  );

const names = { "zh-Hant": "奧蓮娜", "zh-Hans": "奥列娜" };

for (const locale of ["zh-Hant", "zh-Hans"] as const) {
  test(`no heading is broken within a word, ${locale}`, async ({ browser }) => {
    const page = await visitor(browser, { locale });
    await page.setViewportSize({ width: 390, height: 844 });
    let broken = 0;
    for (const path of ["/blog", "/success-stories", "/faq", "/about-us"]) {
      await page.goto(prefixes[locale] + path);
      const found = await partings(page, "main :is(h1, h2, h3)");
      broken += found.length;
      const withinWords = found.filter((pair) => /^\p{Script=Han}{2}$/u.test(pair));
      expect({ path, withinWords }).toEqual({ path, withinWords: [] });
    }
    expect(broken).toBeGreaterThan(0);
  });

  test(`no sign begins a line of the footer's sentence, beside the columns or above them, ${locale}`, async ({ browser }) => {
    const page = await visitor(browser, { locale });
    await page.goto(`${prefixes[locale]}/faq`);
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      const parted = (await partings(page, ".foot .lead")).filter((pair) =>
        !/^\p{Punctuation}\p{Script=Han}$/u.test(pair)
      );
      expect({ width, parted }).toEqual({ width, parted: [] });
    }
  });

  test(`no sign begins a line of what ladies say, ${locale}`, async ({ browser }) => {
    const page = await visitor(browser, { locale });
    await page.goto(`${prefixes[locale]}/girls/Top_50`);
    await page.locator('button[name="look"][value="words"]').click();
    await expect(page.locator(".lines .says").first()).toBeVisible();
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const parted = await partings(page, ".lines .says");
      expect(parted.length).toBeGreaterThan(50);
      expect(parted.filter((pair) => /[，。！？、；：”」]$/u.test(pair))).toEqual([]);
    }
  });

  test(`a short line ends at its signs, and a price a minute is one line, ${locale}`, async ({ browser }) => {
    const james = await signedIn(browser, "james@demo.test", { locale });
    await james.setViewportSize({ width: 390, height: 844 });
    await james.goto(`${prefixes[locale]}/man/mail/inbox`);
    await james.locator('a[href*="/inbox/conversation/"]').filter({ hasText: names[locale] }).first().click();
    await expect(james.locator(".letter__colophon").first()).toBeVisible();
    const parted = await partings(james, ":is(.with p, .letter__colophon, .envelope p)");
    expect(parted.length).toBeGreaterThan(0);
    expect(parted.filter((pair) => /^[\p{Script=Han}\d]{2}$/u.test(pair))).toEqual([]);
    await james.goto(`${prefixes[locale]}/man/balance/how-site-works`);
    const atPrices = await partings(james, ".tariff dd:has(.unit)");
    expect(atPrices.length).toBeGreaterThan(0);
    expect(atPrices.filter((pair) => /[/／]/.test(pair))).toEqual([]);
  });

  test(`figures stand with their units, and the lining ones have a face of their own, ${locale}`, async ({ browser }) => {
    const wei = await signedIn(browser, "wei@demo.test", { locale });
    await wei.setViewportSize({ width: 390, height: 844 });
    for (const path of ["/man/balance/purchase", "/about-us", "/man/balance/how-site-works"]) {
      await wei.goto(prefixes[locale] + path);
      const parted = (await partings(wei, "main p")).filter((pair) => /^\d\p{Script=Han}/u.test(pair));
      expect({ path, parted }).toEqual({ path, parted: [] });
    }
    await wei.goto(`${prefixes[locale]}/man/balance/purchase`);
    await expect.poll(() => wei.evaluate(() => document.fonts.check('20px "Figures"', "20"))).toBe(true);
    const faces = await wei.evaluate(() =>
      [...document.fonts].filter(({ family, status }) => /Figures/.test(family) && status === "loaded").length
    );
    expect(faces).toBe(1);
  });
}

test("the name and the headline of the cover come in a face of their own, each script in its characters", async ({ browser }) => {
  const faces = (page: Page) =>
    page.evaluate(() =>
      [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family.replaceAll('"', ""))
    );
  for (
    const [locale, family, other] of [["zh-Hant", "Cover TC", "Cover SC"], ["zh-Hans", "Cover SC", "Cover TC"]] as const
  ) {
    const page = await visitor(browser, { locale });
    await page.goto(prefixes[locale] || "/");
    await expect.poll(() => faces(page)).toContain(family);
    expect(await faces(page)).not.toContain(other);
  }
  const english = await visitor(browser, { locale: "en" });
  await english.goto("/en");
  await expect.poll(() => faces(english)).toContain("Cormorant Garamond");
  expect((await faces(english)).filter((family) => /Cover|Figures|Song/.test(family))).toEqual([]);
});

test("headings of the site's own words come in the site's Song face, those with a name in the system's", async ({ browser }) => {
  // The face of quotation marks and dashes has nothing else, whichever face follows it.
  const firstFaces = (page: Page, what: string) =>
    page.locator(what).evaluateAll((all) => {
      const facesOf = (each: Element) => getComputedStyle(each).fontFamily.replaceAll('"', "").split(", ");
      return [...new Set(all.map((each) => facesOf(each).find((face) => face !== "Song signs")))];
    });
  for (const [locale, own, other] of [["zh-Hant", "Song TC", "Song SC"], ["zh-Hans", "Song SC", "Song TC"]] as const) {
    const page = await visitor(browser, { locale });
    const fetched: string[] = [];
    page.on("request", (request) => void (/-headings-/.test(request.url()) && fetched.push(request.url())));
    await page.goto(`${prefixes[locale]}/about-us`);
    await expect.poll(() =>
      page.evaluate((name) => [...document.fonts].find(({ family }) => family.includes(name))?.status, own)
    ).toBe("loaded");
    expect(await firstFaces(page, "main :is(h1, h2)")).toEqual([own]);
    expect(await page.evaluate((name) => document.fonts.check(`20px "${name}"`, "我們"), other)).toBe(false);
    expect(fetched).toHaveLength(1);
    await page.goto(`${prefixes[locale]}/girls/Top_50`);
    expect(await firstFaces(page, "main h1")).toEqual([own]);
    expect(await firstFaces(page, "main h2:has(a)")).toEqual(["Figures"]);
  }
});
