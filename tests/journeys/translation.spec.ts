import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { test } from "./journey.ts";

/** The two letters in the demo's queue: Wei's to Daria, and Daria's to James. */
const fromWei = /Simplified Chinese to Russian/;
const fromDaria = /Russian to English/;

async function visitorAs(
  browser: Browser,
  email: string,
  options: { javaScriptEnabled?: boolean } = {},
): Promise<Page> {
  const context = await browser.newContext({ locale: "en-GB", ...options });
  const response = await context.request.post("/api/authorization", { data: { email, password: "Demo-2026!" } });
  expect(response.ok()).toBe(true);
  return await context.newPage();
}

async function take(page: Page, languages: RegExp): Promise<void> {
  await page.goto("/en/agency/mail");
  await page.getByRole("row", { name: languages }).getByRole("button", { name: /Take it/ }).click();
  await expect(page.getByRole("button", { name: "Finish and send" })).toBeVisible();
}

const parts = (page: Page) => page.getByRole("textbox", { name: /Translation of paragraph/ });

const axeFindsNothing = async (page: Page) => expect(await axeFindings(page)).toEqual([]);

async function dariasLetterFrom(context: BrowserContext, name: string): Promise<string> {
  const { dialogues } = await (await context.request.get("/api/dialogues")).json();
  const { partner, lastLetter } = dialogues.find((each: { partner: { firstname: string } }) =>
    each.partner.firstname === name
  );
  return `/en/lady/mail/inbox/conversation/${partner.id}/${lastLetter.id}`;
}

test("a letter is taken, translated by keyboard while it saves itself, and read by her beside the original", async ({ browser }) => {
  const nadia = await visitorAs(browser, "translator@demo.test");

  await test.step("the queue tells first names and languages", async () => {
    await nadia.goto("/en/agency/mail");
    await expect(nadia.getByRole("row", { name: fromWei })).toContainText("Wei to Daria");
    await axeFindsNothing(nadia);
  });

  await test.step("she takes it and writes; what she wrote is there after a reload", async () => {
    await take(nadia, fromWei);
    await expect(nadia.getByRole("heading", { level: 1 })).toHaveText("Wei to Daria");
    await expect(nadia.locator("[data-island]:not([data-hydrated])")).toHaveCount(0);
    await axeFindsNothing(nadia);
    await parts(nadia).first().focus();
    for (const words of ["Здравствуйте, Дарья!", "Первая птица готова.", "Зацвёл османтус."]) {
      await nadia.keyboard.type(words);
      await nadia.keyboard.press("Tab");
    }
    await expect(nadia.getByText("1 paragraph still empty")).toBeVisible();
    await nadia.keyboard.press("Control+s");
    await expect(nadia.getByText(/^Saved at/)).toBeVisible();
    await nadia.keyboard.type("Вэй");
    await expect(nadia.getByText("every paragraph has its translation")).toBeVisible();
    // Nothing is pressed: a pause is enough.
    await expect(nadia.getByText("Not saved yet")).toBeVisible();
    await expect(nadia.getByText(/^Saved at/)).toBeVisible();
    await nadia.reload();
    await expect(parts(nadia)).toHaveText(["Здравствуйте, Дарья!", "Первая птица готова.", "Зацвёл османтус.", "Вэй"]);
  });

  await test.step("a pair of words goes into the glossary with Enter, and nothing written is lost by it", async () => {
    await parts(nadia).nth(3).fill("Ваш Вэй");
    await nadia.getByLabel("In the original").fill("桂花");
    await nadia.getByLabel("In the translation").fill("османтус");
    await nadia.keyboard.press("Enter");
    await expect(nadia.locator("ruby")).toContainText("桂花");
    await expect(parts(nadia).nth(3)).toHaveText("Ваш Вэй");
    await axeFindsNothing(nadia);
  });

  await test.step("it reaches Daria with both texts and the translator's name", async () => {
    await nadia.getByRole("button", { name: "Finish and send" }).click();
    await expect(nadia.getByRole("heading", { level: 1 })).toHaveText("Translations");
    const daria = await visitorAs(browser, "daria@demo.test");
    await daria.goto(await dariasLetterFrom(daria.context(), "Wei"));
    const letter = daria.locator(".letter").last();
    for (const words of ["第一只鸟折好了", "Первая птица готова.", "Ваш Вэй", "Translated by Nadia Hrytsenko"]) {
      await expect(letter).toContainText(words);
    }
  });
});

// One after the other, as both take the same letter.
test.describe.serial("Daria's letter", () => {
  test("without scripts a letter is taken, saved, given back and taken again, and no word is lost", async ({ browser }) => {
    const nadia = await visitorAs(browser, "translator@demo.test", { javaScriptEnabled: false });
    await take(nadia, fromDaria);
    await parts(nadia).first().fill("Dear James,");
    await nadia.getByRole("button", { name: "Save", exact: true }).click();
    await expect(parts(nadia).first()).toHaveText("Dear James,");
    await nadia.getByRole("button", { name: "Put it back in the queue" }).click();
    await take(nadia, fromDaria);
    await expect(parts(nadia).first()).toHaveText("Dear James,");
    await nadia.getByRole("button", { name: "Finish and send" }).click();
    await expect(nadia.getByText("3 paragraphs have no translation.")).toBeVisible();
    await expect(parts(nadia).first()).toHaveText("Dear James,");
    await nadia.getByRole("button", { name: "Put it back in the queue" }).click();
  });

  test("two windows of one translator keep what was written in both, and each shows what the other wrote", async ({ browser }) => {
    const nadia = await visitorAs(browser, "translator@demo.test");
    await take(nadia, fromDaria);
    const other = await nadia.context().newPage();
    await other.goto(nadia.url());
    for (const page of [nadia, other]) {
      await expect(page.locator("[data-island]:not([data-hydrated])")).toHaveCount(0);
    }
    const before = await parts(nadia).first().inputValue();
    await other.bringToFront();
    await parts(other).first().fill("Dear James, from the other window");
    await other.keyboard.press("Control+s");
    await expect(other.getByText(/^Saved at/)).toBeVisible();
    await nadia.bringToFront();
    await expect(parts(nadia).first()).toHaveValue(before);
    await parts(nadia).last().fill("Daria");
    await nadia.keyboard.press("Control+s");
    await expect(parts(nadia).first()).toHaveValue("Dear James, from the other window");
    await expect(parts(nadia).last()).toHaveValue("Daria");
    await parts(other).last().fill("Your D.");
    await other.keyboard.press("Control+s");
    await expect(other.getByText("Reload the page to see both versions.")).toBeVisible();
    await other.reload();
    await expect(parts(other).last()).toHaveText("Your D.");
    await expect(other.getByRole("heading", { name: "Earlier text" })).toBeVisible();
    await expect(other.locator(".agency__side .agency__lines")).toHaveText("Daria");
    await axeFindsNothing(other);
    await other.getByRole("button", { name: "Put it back in the queue" }).click();
  });
});
