/** Signing up and in on a phone: a refused sign-up says so, and a man who forgot the code is led to it from any page. */
import { expect, type Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { test } from "./journey.ts";
import { codeFor, settled, visitor } from "./people.ts";

const password = "Wistful-2026!";

async function fillIn(page: Page, email: string, chosen: string): Promise<void> {
  await page.getByLabel("First name").fill("Arthur");
  await page.getByLabel("Country").selectOption({ label: "United Kingdom" });
  await page.getByLabel("Date of birth").fill("1974-02-03");
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(chosen);
  await page.getByLabel("I am 18 or older").check();
}

for (const javaScriptEnabled of [true, false]) {
  test(`a refused sign-up takes the focus to what is wrong; scripts ${javaScriptEnabled ? "on" : "off"}`, async ({ browser }) => {
    const page = await visitor(browser, { javaScriptEnabled });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/en/auth/sign-up");
    await fillIn(page, `refused-${Date.now()}@example.test`, "Password1!");
    await page.getByRole("button", { name: "Create account" }).click();
    const summary = page.getByRole("main").getByRole("alert");
    await expect(summary).toBeFocused();
    await expect(summary).toBeInViewport();
    await expect(page).toHaveTitle(/^Error: Open an account/);
    await expect(summary.getByRole("link")).toHaveText([
      "Password This is one of the passwords everybody tries first. Choose another.",
    ]);
    if (javaScriptEnabled) expect(await axeFindings(page)).toEqual([]);
    await summary.getByRole("link").click();
    const field = page.getByLabel("Password", { exact: true });
    await expect(field).toBeInViewport();
    const show = page.getByRole("button", { name: "Show the password" });
    if (!javaScriptEnabled) return expect(show).toBeHidden();
    await field.fill(password);
    await show.click();
    await expect(field).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Hide the password" }).click();
    await expect(field).toHaveAttribute("type", "password");
  });
}

test("who has not given the code yet is led to it by the dialog, and then back to the page he was on", async ({ browser }) => {
  const page = await visitor(browser, {});
  const email = `unconfirmed-${Date.now()}@example.test`;
  await page.goto("/en/auth/sign-up");
  await fillIn(page, email, password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByLabel("Six-digit code")).toBeVisible();

  await page.goto("/en/girls/Top_50");
  await settled(page);
  await page.getByRole("banner").getByRole("link", { name: "Log in" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByLabel("Password").fill(password);
  await dialog.getByRole("button", { name: "Log in" }).click();
  await page.getByLabel("Six-digit code").fill(await codeFor(page, email));
  await expect(page.getByRole("button", { name: /Send a new code/ })).toBeVisible();
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await page.getByRole("button", { name: "Skip all of this" }).click();
  await expect(page).toHaveURL(/\/en\/girls\/Top_50$/);
  await expect(page.locator(".top .balance").first()).toContainText("20");
});

test("back on a page that was kept alive, the dialog that led to the code logs in again", async ({ browser }) => {
  const page = await visitor(browser, {});
  const email = `back-${Date.now()}@example.test`;
  await page.goto("/en/auth/sign-up");
  await fillIn(page, email, password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByLabel("Six-digit code")).toBeVisible();

  await page.goto("/en/girls/Top_50");
  await settled(page);
  // The page of the code is not shown: this browser keeps no page alive, so only the way back can be played.
  await page.route("**/auth/sign-in?*", (route) => route.fulfill({ status: 204 }));
  await page.getByRole("banner").getByRole("link", { name: "Log in" }).click();
  const dialog = page.getByRole("dialog");
  const logIn = dialog.getByRole("button", { name: "Log in" });
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByLabel("Password").fill(password);
  const led = page.waitForRequest("**/auth/sign-in?*");
  await logIn.click();
  await led;
  await expect(logIn).toHaveAttribute("aria-busy", "true");
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(logIn).toHaveAttribute("aria-busy", "false");
  const again = page.waitForRequest("**/auth/sign-in?*");
  await logIn.click();
  await again;
});
