/** For people with letters of twice the size. */
import { expect, type Page } from "@playwright/test";
import process from "node:process";
import { test } from "./journey.ts";
import { prefixes, signedIn, visitor } from "./people.ts";

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

const pages: Record<string, string[]> = {
  guest: [
    "/",
    "/auth/sign-in",
    "/auth/sign-up",
    "/search",
    "/search?hairColor=purple",
    "/girls/Top_50",
    "/blog",
    "/faq",
    "/contact-us",
    "/translators",
    "/no-such-page",
  ],
  james: [
    "/",
    "/search",
    "/girls/Vote_of_the_Day",
    "PROFILE",
    "/man/mail/inbox",
    "/man/mail/settings",
    "/man/balance/purchase",
    "/man/balance/purchase?rateId=2&method=paypal",
    "/man/balance/history",
    "/man/men-account/information",
    "/man/men-account/photos",
    "/man/men-account/security",
  ],
  olena: [
    "/",
    "/lady/mail/inbox",
    "/lady/profile",
    "/lady/profile/photos",
    "/lady/profile/as-men-see-it",
    "/lady/verification",
  ],
  translator: ["/agency/mail"],
};

async function profilePath(page: Page): Promise<string> {
  const { girls: [olena] } = await (await page.request.get("/api/girls?firstname=Olena&limit=1")).json();
  return `/girl/x-1-x-x-${olena.id}`;
}

// Russian has the longest words of the languages in which these pages exist.
for (const locale of ["en", "ru"] as const) {
  test(`in letters of twice the size no page is wider than a telephone, ${locale}`, async ({ browser }) => {
    const tooWide: unknown[] = [];
    for (const [who, paths] of Object.entries(pages)) {
      const page =
        await (who === "guest" ? visitor(browser, { locale }) : signedIn(browser, `${who}@demo.test`, { locale }));
      await page.setViewportSize({ width: 390, height: 844 });
      for (const path of paths) {
        await page.goto(prefixes[locale] + (path === "PROFILE" ? await profilePath(page) : path));
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        if (width > 390) tooWide.push({ who, path, width });
      }
      await page.context().close();
    }
    expect(tooWide).toEqual([]);
  });
}
