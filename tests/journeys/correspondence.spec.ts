import { expect, type Page } from "@playwright/test";
import { test } from "./journey.ts";
import { codeFor, password, settled, signedIn, visitor } from "./people.ts";
import { followed, noteTransition } from "./transitions.ts";

async function signUp(page: Page, firstname: string, email: string): Promise<void> {
  await page.goto("/en/auth/sign-up");
  await page.getByLabel("First name").fill(firstname);
  await page.getByLabel("Country").selectOption({ label: "Netherlands" });
  await page.getByLabel("Date of birth").fill("1984-05-02");
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Password").fill("Spring-2026!");
  await page.getByLabel(/I am 18 or older/).check();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Check your e-mail" })).toBeVisible();
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto("/en/auth/sign-in");
  await page.getByRole("main").getByLabel("E-mail").fill(email);
  await page.getByRole("main").getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
}

const card = (page: Page, name: string) => page.locator(".card").getByRole("link", { name });

const balance = (page: Page) => page.locator(".top .balance").first();

for (const javaScriptEnabled of [true, false]) {
  test(`a man signs up, finds Olena, writes, is answered and opens her letter; scripts ${javaScriptEnabled ? "on" : "off"}`, async ({ browser }) => {
    const firstname = javaScriptEnabled ? "Arthur" : "Edmund";
    const email = `${firstname.toLowerCase()}-${Date.now()}@example.test`;
    const man = await visitor(browser, { javaScriptEnabled });
    const olena = await visitor(browser, { javaScriptEnabled });

    await test.step("he signs up and confirms with the code of the mail", async () => {
      await signUp(man, firstname, email);
      await man.getByLabel("Six-digit code").fill(await codeFor(man, email));
      await man.getByRole("main").getByRole("button", { name: "Confirm", exact: true }).click();
      await expect(balance(man)).toContainText("20");
    });

    await test.step("he filters ladies and opens Olena's profile", async () => {
      await man.goto("/en/search");
      if (javaScriptEnabled) await settled(man);
      await man.getByRole("main").getByLabel("Ukraine").check();
      await man.getByRole("main").getByLabel("Name or number").fill("olena");
      if (javaScriptEnabled) await expect(man.getByRole("button", { name: "Show 1 lady" })).toBeVisible();
      await man.getByRole("main").getByRole("button", { name: /^Show/ }).click();
      await expect(man).toHaveURL(/firstname=olena/);
      expect(new URL(man.url()).search).not.toContain("hairColor");
      await card(man, "Olena").click();
      await expect(man.getByRole("heading", { level: 1 })).toContainText("Olena");
      expect(new URL(man.url()).pathname).toMatch(/^\/en\/girl\/Olena-\d+-Ukraine-Lviv-\d+$/);
    });

    const words = `Dear Olena, which book was the hardest to bind? ${email}`;
    await test.step("he sends her a letter for ten credits", async () => {
      await man.getByRole("main").getByRole("link", { name: /Write a letter/ }).click();
      if (javaScriptEnabled) await settled(man);
      await man.getByLabel("Your letter").fill(words);
      if (javaScriptEnabled) await expect(man.locator("#letter-count")).toContainText(String(words.length));
      await man.getByRole("button", { name: /Send letter.*10 credits/ }).click();
      await expect(man.getByRole("article").getByText(words)).toBeVisible();
      await expect(balance(man)).toContainText("10");
    });

    const answer = `Dear ${firstname}, the one that was read too often. ${email}`;
    await test.step("Olena reads it and answers", async () => {
      await signIn(olena, "olena@demo.test");
      await expect(olena).toHaveURL(/\/en\/lady\/mail\/inbox/);
      await olena.getByRole("main").getByRole("link", { name: firstname }).first().click();
      await expect(olena.getByRole("article").getByText(words)).toBeVisible();
      if (javaScriptEnabled) await settled(olena);
      await olena.getByLabel("Your letter").fill(answer);
      await olena.getByRole("button", { name: "Send letter" }).click();
      await expect(olena.getByRole("article").getByText(answer)).toBeVisible();
      await expect(olena.locator("body")).not.toContainText(/credit/i);
    });

    await test.step("he sees a sealed letter without a word of it, and opens it for five credits", async () => {
      await man.goto("/en/man/mail/inbox");
      await expect(man.getByText("A sealed letter")).toBeVisible();
      await man.getByRole("main").getByRole("link", { name: "Olena" }).first().click();
      const seal = man.getByRole("button", { name: /Break the seal.*5 credits/ });
      await expect(seal).toBeVisible();
      expect(await man.content()).not.toContain("read too often");
      await man.addInitScript(noteTransition);
      await seal.click();
      await expect(man.getByRole("article").getByText(answer)).toBeVisible();
      const letter = man.locator(".letter:target");
      await expect(letter).toContainText(answer);
      await expect(letter).toBeFocused();
      if (javaScriptEnabled) await expect.poll(() => followed(man)).toContain("letter");
      // The wax breaks on this page only, and not at all for people who want no motion.
      const halves = letter.locator(".letter__broken > .wax");
      expect(await halves.evaluateAll((all) => all.map((half) => getComputedStyle(half).animationDuration)))
        .toEqual(["0.24s", "0.24s"]);
      expect(await halves.evaluateAll((all) => all.map((half) => getComputedStyle(half).animationIterationCount)))
        .toEqual(["1", "1"]);
      await man.emulateMedia({ reducedMotion: "reduce" });
      await expect(letter.locator(".letter__broken")).toBeHidden();
      await man.emulateMedia({ reducedMotion: null });
      await man.reload();
      await expect(letter).toContainText(answer);
      await expect(man.locator(".letter__broken")).toHaveCount(0);
      await expect(balance(man)).toContainText(/^\s*5/);
    });

    await test.step("the history shows the three lines", async () => {
      await man.goto("/en/man/balance/history");
      const lines = man.getByRole("main").locator("tbody tr");
      await expect(lines).toHaveCount(3);
      await expect(lines.nth(0)).toContainText("Opened letter from Olena");
      await expect(lines.nth(0)).toContainText("−5");
      await expect(lines.nth(1)).toContainText("Sent letter to Olena");
      await expect(lines.nth(1)).toContainText("−10");
      await expect(lines.nth(2)).toContainText("Sign-up bonus");
      await expect(lines.nth(2)).toContainText("+20");
    });

    await test.step("five credits do not send a letter, and his words stay", async () => {
      await man.goto(man.url().replace(/\/man\/.*/, "/search?firstname=daria"));
      await card(man, "Daria").click();
      await man.setViewportSize({ width: 390, height: 640 });
      await man.getByRole("main").getByRole("link", { name: /Write a letter/ }).click();
      if (javaScriptEnabled) await settled(man);
      await man.getByLabel("Your letter").fill("Dear Daria, these words must not be lost.");
      await man.getByRole("button", { name: /Send letter/ }).click();
      // On a telephone the first line of the sheet is far above the button, beside which he reads why.
      const reason = man.getByRole("alert").filter({
        hasText: "Your credits are running low, please refund your balance.",
      });
      await expect(reason).toBeFocused();
      await expect(reason).toBeInViewport({ ratio: 1 });
      await expect(reason.getByRole("link", { name: "Buy credits" })).toBeVisible();
      await expect(man.getByLabel("Your letter")).toHaveValue("Dear Daria, these words must not be lost.");
    });
    await man.context().close();
    await olena.context().close();
  });
}

test("a double click is one letter and one charge", async ({ browser }) => {
  const page = await visitor(browser);
  await signIn(page, "wei@demo.test");
  await expect(balance(page)).toBeVisible();
  const before = Number((await balance(page).innerText()).match(/\d+/)![0]);
  await page.goto("/en/search?firstname=daria");
  await card(page, "Daria").click();
  await page.getByRole("main").getByRole("link", { name: /Write a letter/ }).click();
  await settled(page);
  const words = `Dear Daria, once is enough. ${crypto.randomUUID()}`;
  await page.getByLabel("Your letter").fill(words);
  await page.getByRole("button", { name: /Send letter/ }).dblclick();
  await expect(page.getByRole("article").getByText(words)).toHaveCount(1);
  await page.goto("/en/man/balance/history");
  expect(Number((await balance(page).innerText()).match(/\d+/)![0])).toBe(before - 10);
  await page.context().close();
});

test("on a wide sheet of paper, too, a correspondence is its letters alone", async ({ browser }) => {
  const james = await signedIn(browser, "james@demo.test");
  await james.setViewportSize({ width: 1280, height: 900 });
  await james.goto("/en/man/mail/inbox");
  await james.locator(".mail__people").getByRole("link", { name: /Daria/ }).first().click();
  const letter = james.locator("article.letter").first();
  const rest = james.locator(":is(.mail__people, .mail__ways, .compose, .thread > p)");
  await expect(letter).toBeVisible();
  await expect(rest.filter({ visible: true }).first()).toBeVisible();
  await james.emulateMedia({ media: "print" });
  await expect(letter).toBeVisible();
  await expect(rest.filter({ visible: true })).toHaveCount(0);
  await james.context().close();
});
