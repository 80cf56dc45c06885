/** For people with larger letters: half as large again, and twice as large. */
import { expect, type Page } from "@playwright/test";
import process from "node:process";
import { test } from "./journey.ts";
import { type JourneyLocale, ladyIdOf, prefixes, signedIn, visitor } from "./people.ts";

/** The size is the browser's own, which a page cannot tell from any other; only another browser has another. */
const { CHROMIUM = "/usr/bin/chromium", HEADLESS_SHELL = CHROMIUM } = process.env;
test.use({
  launchOptions: {
    executablePath: HEADLESS_SHELL,
    args: ["--no-sandbox", "--disable-gpu", "--blink-settings=defaultFontSize=32"],
  },
});

const visible = (page: Page, what: string) => page.locator(what).filter({ visible: true });

test("in letters of twice the size the head of a page keeps balance and account on a telephone", async ({ browser }) => {
  const james = await signedIn(browser, "james@demo.test");
  await james.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/man/mail/inbox", "/search", "/man/men-account/information"]) {
    await james.goto(`/en${path}`);
    expect(await james.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize))).toBe(32);
    for (const part of [".top .balance", ".top .account summary", ".top .burger"]) {
      const box = (await visible(james, part).first().boundingBox())!;
      expect({ path, part, isInside: box.x >= 0 && box.x + box.width <= 390 }).toEqual({ path, part, isInside: true });
    }
  }
});

/**
 * Each page in one or two languages, so that guests and members meet each of the six: Russian and Ukrainian have the longest
 * words, Chinese has parts that never break. Admins' pages exist in three languages.
 */
const pages: Record<string, [path: string, ...JourneyLocale[]][]> = {
  guest: [
    ["/", "ru", "zh-Hant"],
    ["/auth/sign-in", "ru"],
    ["/auth/sign-up", "uk"],
    ["/search", "ro"],
    ["/search?hairColor=purple", "uk"],
    ["/search?page=2", "zh-Hans"],
    ["/girls/Top_50", "zh-Hans"],
    ["PROFILE", "uk"],
    ["/blog", "ro"],
    ["/faq", "ru"],
    ["/contact-us", "uk"],
    ["/translators", "zh-Hant"],
    ["/no-such-page", "en"],
  ],
  james: [
    ["/", "en"],
    ["/search", "zh-Hant"],
    ["/girls/Vote_of_the_Day", "ru"],
    ["PROFILE", "ru", "zh-Hant"],
    ["/man/mail/inbox", "ru"],
    ["LETTERS", "ru", "en"],
    ["TALK", "ru", "zh-Hant"],
    ["/man/mail/settings", "ro"],
    ["/man/balance/purchase", "zh-Hans"],
    ["/man/balance/purchase?rateId=2&method=paypal", "uk"],
    ["/man/balance/history", "zh-Hant", "ru"],
    ["RECEIPT", "ro"],
    ["/man/men-account/information", "uk"],
    ["/man/men-account/photos", "en"],
    ["/man/men-account/security", "ru"],
    ["BLOCK", "uk"],
  ],
  olena: [
    ["/", "uk"],
    ["/lady/mail/inbox", "ru"],
    ["/lady/profile", "ro"],
    ["/lady/profile/photos", "zh-Hans"],
    ["/lady/profile/as-men-see-it", "uk"],
    ["/lady/verification", "en"],
  ],
  translator: [["/agency/mail", "ru"], ["/agency/mail/about-you", "uk"]],
  agency: [["/agency/statement", "ro"]],
  admin: [["/admin/stories", "zh-Hant"], ["/admin/promo-codes/new", "zh-Hans"], ["/admin/figures", "zh-Hant"]],
};

for (const [who, paths] of Object.entries(pages)) {
  test(`in large letters no page is wider than a telephone, and no short word is broken, ${who}`, async ({ browser }) => {
    const found: unknown[] = [];
    // Only "/" asks for the browser's language; each other address names its own.
    const options = { locale: "zh-Hant" } as const;
    const page = await (who === "guest" ? visitor(browser, options) : signedIn(browser, `${who}@demo.test`, options));
    await page.setViewportSize({ width: 360, height: 780 });
    const browserOf = await page.context().newCDPSession(page);
    for (const [path, ...locales] of paths) {
      const address = await addressOf(page, path);
      for (const locale of locales) {
        await page.goto(`${prefixes[locale]}${address}`);
        for (const standard of [24, 32]) {
          await browserOf.send("Page.setFontSizes", { fontSizes: { standard } });
          const look = await page.evaluate(lookOf);
          expect(look.letters).toBe(standard);
          if (look.width > 360 || look.broken.length > 0) found.push({ path, locale, ...look });
        }
      }
    }
    expect(found).toEqual([]);
    await page.context().close();
  });
}

/** The size of the letters, the width of the page, and the words that are broken though they fit into half the screen. */
function lookOf(): { letters: number; width: number; broken: string[] } {
  const broken: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const word = document.createRange();
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    const around = text.parentElement!;
    if (!around.checkVisibility({ visibilityProperty: true }) || around.closest("svg, .visually-hidden")) continue;
    for (const { 0: letters, index } of text.data.matchAll(/(?<!\S)(\p{Lu}?\p{Ll}+|\d{2,})(?=[.,:;?!…]*(?!\S))/gu)) {
      word.setStart(text, index);
      word.setEnd(text, index + letters.length);
      const parts = [...word.getClientRects()].filter(({ width }) => width > 0);
      const isBroken = new Set(parts.map(({ top }) => Math.round(top))).size > 1;
      if (isBroken && parts.reduce((sum, { width }) => sum + width, 0) < innerWidth / 2) broken.push(letters);
    }
  }
  return {
    letters: parseFloat(getComputedStyle(document.documentElement).fontSize),
    width: document.documentElement.scrollWidth,
    broken,
  };
}

/** Fills in ids, which it gets from the calls and lists. */
async function addressOf(page: Page, path: string): Promise<string> {
  if (path === "PROFILE") return `/girl/x-1-x-x-${await ladyIdOf(page, "Olena")}`;
  if (path === "TALK") return `/man/mail/talk/${await ladyIdOf(page, "Olena")}`;
  if (path === "BLOCK") return `/block/${await ladyIdOf(page, "Olena")}`;
  if (path === "LETTERS") {
    const { dialogues } = await (await page.request.get("/api/dialogues")).json();
    const { partner, lastLetter } = dialogues.find((each: { lettersCount: number }) => each.lettersCount > 1);
    return `/man/mail/inbox/conversation/${partner.id}/${lastLetter.id}`;
  }
  if (path === "RECEIPT") {
    const history = await (await page.request.get("/en/man/balance/history")).text();
    return /\/man\/balance\/receipt\/[\w-]+/.exec(history)![0];
  }
  return path;
}
