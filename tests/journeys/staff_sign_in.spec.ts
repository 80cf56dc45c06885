/** How staff sign in: an account made by the operator, an app set up, and the code at the next sign-in. */
import { expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { axeFindings } from "./axe.ts";
import { test } from "./journey.ts";
import { settled, visitor } from "./people.ts";
import { staff } from "./staff.ts";

const password = "Keyring-2026!";

/** The app on a person's phone, into which the key of the page was typed. */
async function appOf(page: Page): Promise<TOTP> {
  const key = await page.locator(".key code").innerText();
  return new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) });
}

/** A code that is wrong at any time near now. */
function wrongCodeOf(app: TOTP): string {
  const right = [-60, -30, 0, 30, 60].map((seconds) => app.generate({ timestamp: Date.now() + seconds * 1000 }));
  return ["000000", "000001", "000002", "000003", "000004", "000005"].find((code) => !right.includes(code))!;
}

test("an account begins with a link, an app is set up, and the code is asked for after the password", async ({ browser }) => {
  const email = `ada-${crypto.randomUUID()}@house.test`;
  const told = await staff("add", email, "--group=admin", "--name=Ada Brandt");
  const page = await visitor(browser);
  await page.goto(new URL(/http:\S+/.exec(told)![0]).pathname);
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Repeat the new password").fill(password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page).toHaveURL(/\/auth\/sign-in/);

  await page.goto("/en/auth/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.goto("/en/staff/second-factor");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Begin" }).click();
  await expect(page.getByRole("img", { name: "A code for the app to scan" })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  const app = await appOf(page);
  await page.getByLabel("Six-digit code").fill(app.generate());
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.locator(".recovery li")).toHaveCount(10);
  const [recoveryCode] = await page.locator(".recovery code").allInnerTexts();
  await page.getByRole("link", { name: "I have saved them" }).click();
  await expect(page.getByText("Recovery codes left")).toBeVisible();

  // By the dialog on any page, with the code of the next half minute: that of this one is used up.
  const other = await visitor(browser);
  await other.goto("/en/about-us");
  await settled(other);
  await other.getByRole("link", { name: "Log in" }).first().click();
  const dialog = other.getByRole("dialog");
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByLabel("Password").fill(password);
  await dialog.getByRole("button", { name: "Log in" }).click();
  await expect(other.getByText("Ada, enter the code")).toBeVisible();
  expect(await axeFindings(other)).toEqual([]);
  await other.getByLabel("Six-digit code").fill(wrongCodeOf(app));
  await other.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(other.locator(".error")).toBeVisible();
  await other.getByLabel("Six-digit code").fill(app.generate({ timestamp: Date.now() + 30_000 }));
  await other.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(other).toHaveURL(/\/en\/admin$/);

  // Without scripts, and without the phone.
  const plain = await visitor(browser, { javaScriptEnabled: false, locale: "zh-Hans" });
  await plain.goto("/zh-hans/auth/sign-in");
  await plain.locator("#email").fill(email);
  await plain.locator("#password").fill(password);
  await plain.locator("form.form button[type=submit]").click();
  await plain.getByText("手机不在手边").click();
  await plain.getByLabel("恢复码").fill(recoveryCode!);
  await plain.getByRole("button", { name: "登录", exact: true }).click();
  await expect(plain).toHaveURL(/\/admin$/);
  await staff("remove", email);
  await plain.reload();
  await expect(plain).toHaveURL(/\/auth\/sign-in\?next=/);
});
