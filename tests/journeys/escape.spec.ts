/** One Escape does one thing, and the keys of an input method are not the page's. */
import { expect, type Page } from "@playwright/test";
import { button, enter, sheet, talk, twoPeople } from "./chat_people.ts";
import { test } from "./chat_site.ts";
import { settled } from "./people.ts";
import { wordsFor } from "./words.ts";

const t = wordsFor("en");

const notices = (page: Page) => page.locator(".toast");

/** Notices that stay as long as they may. */
const notify = (page: Page, ...texts: string[]) =>
  page.evaluate((all) => {
    for (const text of all) dispatchEvent(new CustomEvent("vesna:toast", { detail: { text, seconds: 10 } }));
  }, texts);

/** A key as an input method sends it, or one that is held down: no keyboard of the journeys does either. */
const strange = (page: Page, selector: string, init: { key: string; keyCode?: number; repeat?: boolean }) =>
  page.locator(selector).first().evaluate((element, wanted) => {
    element.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...wanted }));
  }, init);

const ofInputMethod = { keyCode: 229 };

test("Escape puts one notice away, and the focus in it goes back to where it was", async ({ browser }) => {
  const page = await browser.newPage();
  await page.goto("/en/faq");
  await settled(page);
  await notify(page, "First", "Second", "Third");
  await strange(page, "body", { key: "Escape", repeat: true });
  await strange(page, "body", { key: "Escape", ...ofInputMethod });
  await expect(notices(page)).toHaveCount(3);
  await page.keyboard.press("Escape");
  await expect(notices(page)).toHaveText(["First", "Second"]);

  const link = page.locator("main a").first();
  await link.focus();
  await notices(page).last().getByRole("button").focus();
  await page.keyboard.press("Escape");
  await expect(notices(page)).toHaveText(["First"]);
  await expect(link).toBeFocused();
  await page.evaluate(() => document.querySelector("main a")!.remove());
  await notices(page).getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expect(notices(page)).toHaveCount(0);
  await expect(page.locator("#main")).toBeFocused();
});

test("in the chat Escape closes the table of emoji, though it is still loading, and nothing else", async ({ browser, site: _ }) => {
  const two = await twoPeople(browser, "en");
  const { man, her, manId, ladyId } = two;
  await Promise.all([enter(her, "lady", "en", `?with=${manId}`), enter(man, "man", "en", `?with=${ladyId}`)]);
  await talk(two);
  const table = her.locator(".chat__emojis");
  const smile = button(her, t("chat:emoji"));

  const { promise: line, resolve: goOn } = Promise.withResolvers<void>();
  await her.route(/\/assets\/chunk/, async (route) => {
    await line;
    await route.continue();
  });
  await smile.click();
  await expect(table).toHaveText(t("chat:loading"));
  await her.keyboard.press("Escape");
  await expect(table).toHaveCount(0);
  await expect(smile).toBeFocused();
  await smile.click();
  await expect(table).toHaveCount(1);
  await sheet(her, t).click();
  await expect(table).toHaveCount(0);
  const scriptCame = her.waitForResponse(/\/assets\/chunk/);
  goOn();
  await scriptCame;
  await expect(sheet(her, t)).toBeFocused();

  await smile.click();
  await expect(her.locator(".emoji__view button").first()).toBeVisible();
  await strange(her, ".emoji input", { key: "Enter", ...ofInputMethod });
  await strange(her, ".emoji input", { key: "Escape", ...ofInputMethod });
  await expect(table).toHaveCount(1);
  await expect(sheet(her, t)).toHaveValue("");
  const before = await notices(her).count();
  await notify(her, "While she chooses");
  await expect(notices(her)).toHaveCount(before + 1);
  await her.keyboard.press("Escape");
  await expect(table).toHaveCount(0);
  await expect(notices(her).filter({ hasText: "While she chooses" })).toHaveCount(1);
  await her.keyboard.press("Escape");
  await expect(notices(her).filter({ hasText: "While she chooses" })).toHaveCount(0);
});
