/** The chat for a person with letters of twice the size: nothing is cut off, and there is room for the messages. */
import { expect, type Page } from "@playwright/test";
import process from "node:process";
import { begin, dialog, enter, isOpen, log, part, seesOnline, sheet, twoPeople } from "./chat_people.ts";
import { test } from "./chat_site.ts";
import { wordsFor } from "./words.ts";

const t = wordsFor("en");

/** As in large_letters.spec.ts: the size is the browser's own. */
const { CHROMIUM = "/usr/bin/chromium", HEADLESS_SHELL = CHROMIUM } = process.env;
test.use({
  launchOptions: {
    executablePath: HEADLESS_SHELL,
    args: ["--no-sandbox", "--disable-gpu", "--blink-settings=defaultFontSize=32"],
  },
});

/** Everything that reaches beyond the window or beyond its own box. */
const cut = (page: Page): Promise<string[]> =>
  page.locator(":is(.chat__with, .chat__meter, .chat__say) :is(h2, p, dd, button, summary, .stub)")
    .filter({ visible: true }).evaluateAll((all) =>
      all.filter((each) => {
        const { left, right, width } = each.getBoundingClientRect();
        return left < 0 || right > innerWidth || each.scrollWidth > Math.ceil(width);
      }).map((each) => `${each.tagName} ${each.textContent}`)
    );

test("in letters of twice the size nothing of a chat is cut off, closed or open, on a telephone or a table", async ({ browser }) => {
  const two = await twoPeople(browser, "en", "Oksana");
  const { man, her, ladyId } = two;
  await enter(her, "lady", "en");
  await enter(man, "man", "en", `?with=${ladyId}`);
  await seesOnline(man);
  const look = async (state: string) => {
    for (const width of [390, 1440]) {
      await man.setViewportSize({ width, height: 844 });
      expect({ state, width, cut: await cut(man) }).toEqual({ state, width, cut: [] });
      expect(await man.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  };
  expect(await man.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize))).toBe(32);
  await look("closed");
  await begin(man, t).click();
  await dialog(her).getByRole("button", { name: t("chat:accept") }).click();
  await isOpen(man, t);
  await sheet(man, t).fill("Good evening");
  await man.keyboard.press("Enter");
  await expect(log(her)).toContainText("Good evening");
  await look("open");
  await man.setViewportSize({ width: 390, height: 844 });
  await expect(log(man).locator(".text").last()).toBeInViewport({ ratio: 1 });
  await expect(sheet(man, t)).toBeInViewport({ ratio: 1 });
  await part(two);
});
