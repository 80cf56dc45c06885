/** The boxes of letters, in each language, once without scripts: a letter is found by a word, deleted, and restored. */
import { expect, type Page } from "@playwright/test";
import { test } from "./journey.ts";
import { ladyIdOf, newMan, prefixes } from "./people.ts";
import { wordsFor } from "./words.ts";

const kinds = [["en", true], ["zh-Hant", true], ["zh-Hans", false]] as const;

for (const [locale, javaScriptEnabled] of kinds) {
  const prefix = prefixes[locale];
  const t = wordsFor(locale);
  const main = (page: Page) => page.getByRole("main");
  const button = (page: Page, key: string) => main(page).getByRole("button", { name: t(key), exact: true });
  /** The dots behind which the actions on a letter lie. */
  const dots = (page: Page) => page.getByRole("article").locator("summary");

  test(`a letter is found, deleted, undone and restored, ${locale}`, async ({ browser, baseURL }) => {
    const man = await newMan(browser, "Henry", { locale, javaScriptEnabled });
    const recipientId = await ladyIdOf(man, "Daria");
    const body = "The kingfisher came back on Tuesday.";
    const headers = { origin: baseURL! };
    const sent = await man.request.post("/api/mail", { data: { recipientId, body }, headers });
    expect(sent.ok(), await sent.text()).toBe(true);

    await test.step("it is found by one of its words, which is marked", async () => {
      await man.goto(`${prefix}/man/mail/outbox`);
      await main(man).getByRole("searchbox").fill("KINGFISHER");
      await button(man, "mail:search.submit").click();
      await expect(main(man).locator("mark")).toHaveText("kingfisher");
      await main(man).locator(".people a").click();
      await expect(man.getByRole("article").getByText(body)).toBeVisible();
    });

    await test.step("it is deleted, and the notice takes that back", async () => {
      await expect(button(man, "mail:delete.do")).toBeHidden();
      await dots(man).click();
      // As the browser does late, with the letter that the address names.
      if (javaScriptEnabled) await man.getByRole("article").focus();
      await button(man, "mail:delete.do").click();
      await expect(main(man).getByText(t("mail:delete.done"))).toBeVisible();
      await expect(man.getByRole("article")).toHaveCount(0);
      await button(man, "mail:delete.undo").click();
      await expect(man.getByRole("article").getByText(body)).toBeVisible();
    });

    await test.step("it lies among the deleted, and is put back from there by keyboard", async () => {
      await expect(dots(man)).toHaveAccessibleName(t("mail:sheet.more"));
      await dots(man).press("Enter");
      await expect(button(man, "mail:delete.do")).toBeVisible();
      if (javaScriptEnabled) {
        await man.keyboard.press("Escape");
        await expect(button(man, "mail:delete.do")).toBeHidden();
        await expect(dots(man)).toBeFocused();
        await dots(man).press("Enter");
      }
      await man.keyboard.press("Tab");
      await expect(button(man, "mail:delete.do")).toBeFocused();
      await man.keyboard.press("Enter");
      await expect(main(man).getByText(t("mail:delete.done"))).toBeVisible();
      await main(man).getByRole("link", { name: t("mail:box.deleted"), exact: true }).press("Enter");
      await expect(man).toHaveURL(/\/deleted$/);
      await main(man).locator(".people a").press("Enter");
      await expect(man.getByRole("article").getByText(body)).toBeVisible();
      await dots(man).press("Enter");
      await button(man, "mail:delete.restore").press("Enter");
      await expect(man).toHaveURL(/\/outbox\/conversation\//);
      await expect(man.getByRole("article").getByText(body)).toBeVisible();
    });

    await test.step("introductions are switched off and on", async () => {
      await man.goto(`${prefix}/man/mail/introduction`);
      await button(man, "mail:introductions.stop").click();
      await expect(main(man).getByText(t("mail:introductions.off"))).toBeVisible();
      await button(man, "mail:introductions.start").click();
      await expect(main(man).getByText(t("mail:introductions.on"))).toBeVisible();
    });
    await man.context().close();
  });
}

test("on a telephone the row of boxes begins where one is, though its words are long", async ({ browser }) => {
  const man = await newMan(browser, "Henry", { locale: "ru" });
  await man.setViewportSize({ width: 390, height: 844 });
  for (const box of ["introduction", "outbox", "deleted"]) {
    await man.goto(`${prefixes.ru}/man/mail/${box}`);
    const current = man.getByRole("main").locator(".tabs [aria-current]");
    await expect(current).toHaveText(new RegExp(wordsFor("ru")(`mail:box.${box}`)));
    await expect(current).toBeInViewport({ ratio: 1 });
  }
});
