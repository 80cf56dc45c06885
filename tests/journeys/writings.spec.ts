import { expect } from "@playwright/test";
import { test } from "./journey.ts";
import { type JourneyLocale, prefixes, visitor } from "./people.ts";
import { wordsFor } from "./words.ts";

for (const locale of ["en", "zh-Hant", "zh-Hans"] as JourneyLocale[]) {
  test(`a guest reads the journal, looks up an answer and writes to the site without a script, ${locale}`, async ({ browser }) => {
    const t = wordsFor(locale);
    const page = await visitor(browser, { locale, javaScriptEnabled: false });
    await page.goto(prefixes[locale] || "/");
    const journal = page.getByRole("region", { name: t("writings:journal.heading") });
    const title = await journal.getByRole("link").nth(1).innerText();
    await journal.getByRole("link", { name: title }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.locator(".article > img")).toBeVisible();
    expect(await page.locator('script[type="application/ld+json"]').count()).toBe(1);

    await page.locator(".trail").getByRole("link").nth(1).click();
    await expect(page).toHaveURL(/\/(blog|success-stories)$/);
    await page.goto(`${prefixes[locale]}/blog`);
    const months = page.getByRole("navigation", { name: t("writings:months") });
    await months.getByRole("link").nth(1).click();
    await expect(page).toHaveURL(/\/blog\/\d{4}\/\d{1,2}$/);
    await expect(months.locator('[aria-current="page"]')).toHaveCount(1);
    expect(await page.locator(".writing").count()).toBeGreaterThan(0);

    const foot = page.locator("footer");
    await foot.getByRole("link", { name: t("common:foot.faq") }).click();
    const question = page.locator(".questions summary").first();
    await question.focus();
    await page.keyboard.press("Enter");
    await expect(page.locator(".questions details[open] div").first()).toContainText("20");

    await foot.getByRole("link", { name: t("common:nav.contact") }).click();
    const words = `A question of ${crypto.randomUUID()}`;
    await page.getByLabel(t("contact:name"), { exact: true }).fill("Anna");
    await page.getByLabel(t("contact:email"), { exact: true }).fill(`anna-${locale}@example.test`);
    await page.getByLabel(t("contact:topicLabel")).selectOption("question");
    await page.getByLabel(t("contact:message"), { exact: true }).fill(words);
    await page.getByRole("button", { name: t("contact:send") }).click();
    await expect(page.locator("main").getByRole("status")).toHaveText(t("contact:thanks"));
    await expect.poll(async () => {
      const { mails } = await (await page.request.get("/dev/outbox.json")).json();
      return mails.filter(({ text }: { text: string }) => text.includes(words)).length;
    }).toBe(1);
    await page.context().close();
  });
}
