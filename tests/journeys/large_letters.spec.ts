/** Who has letters of twice the size. */
import { expect, type Page } from "@playwright/test";
import process from "node:process";
import { test } from "./journey.ts";
import { signedIn } from "./people.ts";

/** The browser's own size of letters, which a page cannot tell from any other; only a browser of its own has another. */
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
