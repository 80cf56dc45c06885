/** Withdrawing from a purchase: by a man who is signed in, and by the mailed link in a browser without a session. */
import { type Browser, expect, type Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { test } from "./journey.ts";
import { newMan, settled } from "./people.ts";

const paymentLine = /Payment (\d{6})/;

/** Buys Economy by card; returns the number of his receipt. */
async function buys(page: Page): Promise<string> {
  await page.goto("/en/man/balance/purchase?rateId=2&method=card");
  await settled(page);
  const pay = page.getByRole("button", { name: "Pay €30.00" });
  await pay.click();
  // The browser asks for the tick, and nothing begins.
  expect(new URL(page.url()).pathname).toBe("/en/man/balance/purchase");
  await page.locator("[name=consent]").check();
  await pay.click();
  await page.locator("button[name=pay]").click();
  await expect(page.locator("main")).toContainText("85");
  await page.locator("footer").getByRole("link", { name: "Withdraw from a contract here" }).click();
  await settled(page);
  const line = await page.locator("main").getByText(paymentLine).first().innerText();
  return paymentLine.exec(line)![1]!;
}

async function confirms(page: Page, number: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Withdraw from a purchase: payment ${number}`);
  await expect(page.locator("main")).toContainText("65 credits");
  await expect(page.locator("main")).toContainText("€30.00");
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Confirm withdrawal" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You have withdrawn");
  await expect(page.locator("main")).toContainText("You withdrew on");
  expect(await axeFindings(page)).toEqual([]);
}

/** The oldest mail to an address that contains a word. */
async function mailTo(browser: Browser, email: string, word: string): Promise<string> {
  const page = await browser.newPage();
  let text = "";
  await expect.poll(async () => {
    const { mails } = await (await page.request.get("/dev/outbox.json")).json();
    text = mails.filter((mail: { to: string; text: string }) => mail.to === email && mail.text.includes(word))
      .map((mail: { text: string }) => mail.text).at(-1) ?? "";
    return text;
  }).not.toBe("");
  await page.context().close();
  return text;
}

test("a man withdraws from what he bought, in two steps, and has it by mail", async ({ browser }) => {
  const page = await newMan(browser, "Alaric");
  const number = await buys(page);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("link", { name: "Withdraw from this contract" }).click();
  await settled(page);
  await confirms(page, number);
  await page.goto("/en/man/balance/history");
  await expect(page.locator("main tbody tr").first()).toContainText("−65");
  const email = (await (await page.request.get("/api/users")).json()).user.email;
  expect(await mailTo(browser, email, "We received your withdrawal")).toContain(`Payment ${number}`);
});

test("without signing in the second step comes by mail, and works in any browser", async ({ browser }) => {
  const page = await newMan(browser, "Baldwin");
  const number = await buys(page);
  const email = (await (await page.request.get("/api/users")).json()).user.email;
  await page.context().close();
  const guest = await browser.newPage();
  await guest.goto("/en");
  await guest.locator("footer").getByRole("link", { name: "Withdraw from a contract here" }).click();
  await settled(guest);
  expect(await axeFindings(guest)).toEqual([]);
  await guest.getByLabel("E-mail of the account").fill(email);
  await guest.getByLabel("Receipt number").fill(number);
  await guest.getByRole("button", { name: "Continue" }).click();
  await expect(guest.getByText("If address and number belong together")).toBeVisible();
  const mail = await mailTo(browser, email, "/withdraw/");
  await guest.goto(new URL(/http\S+\/withdraw\/\S+/.exec(mail)![0]).pathname);
  await settled(guest);
  await confirms(guest, number);
  expect(await mailTo(browser, email, "We received your withdrawal")).toContain("65 credits");
});
