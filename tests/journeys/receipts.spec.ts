/** If the seller charges VAT: the country at the checkout, receipts, a credit note, and what admins declare. */
import { expect, type Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { test } from "./chat_site.ts";
import { settled, signedIn } from "./people.ts";

test.use({
  settings: {
    SELLER_NAME: "Tulpen BV",
    SELLER_ADDRESS: "Keizersgracht 1; 1015 CN Amsterdam",
    SELLER_VAT_ID: "NL123456789B01",
  },
});

/** Buys Economy by card as a man who lives in that country; ends at the receipt. */
async function buysFrom(page: Page, country: string, taxLine: string): Promise<void> {
  await page.goto("/en/man/balance/purchase?rateId=2&method=card");
  await settled(page);
  await page.getByLabel("Where you live").selectOption({ label: country });
  await expect(page.locator(".order")).toContainText(taxLine);
  expect(await axeFindings(page)).toEqual([]);
  await page.locator("[name=consent]").check();
  await page.getByRole("button", { name: "Pay €30.00" }).click();
  await page.locator("button[name=pay]").click();
  await page.getByRole("link", { name: "Receipt" }).click();
  await settled(page);
}

test("VAT stands on the receipt, on the credit note and at the desk, by where each buyer lives", async ({ browser, site }) => {
  const his = await signedIn(browser, "poor@demo.test");
  await buysFrom(his, "Germany", "Including VAT 19% (Germany)");
  const main = his.locator("main");
  for (const words of ["2026-000001", "Tulpen BV", "NL123456789B01", "€25.21", "VAT 19% (Germany)", "€4.79"]) {
    await expect(main).toContainText(words);
  }
  expect(await axeFindings(his)).toEqual([]);
  const download = his.waitForEvent("download");
  await his.getByRole("link", { name: "Download (HTML)" }).click();
  expect((await download).suggestedFilename()).toBe("receipt-2026-000001.html");

  // The number of the receipt is enough to withdraw by.
  const data = { paymentNumber: "2026-000001", email: "poor@demo.test" };
  const headers = { origin: site.origin };
  expect((await his.request.post("/api/withdrawals", { data, headers })).status()).toBe(200);
  await expect(async () => {
    await his.reload();
    await expect(main.getByRole("link", { name: "Credit note 2026-000001" })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await main.getByRole("link", { name: "Credit note 2026-000001" }).click();
  await settled(his);
  for (const words of ["Withdrawal from the contract", "VAT 19% (Germany)", "€4.79", "Total credited"]) {
    await expect(main).toContainText(words);
  }
  expect(await axeFindings(his)).toEqual([]);

  const weis = await signedIn(browser, "wei@demo.test");
  await buysFrom(weis, "China", "No VAT: outside the scope of EU VAT");
  await expect(weis.locator("main")).toContainText("2026-000002");
  await expect(weis.locator("main")).toContainText("outside the scope of EU VAT");

  const adas = await signedIn(browser, "admin@demo.test");
  await adas.goto("/en/admin/tax");
  const rows = adas.locator("tbody tr");
  await expect(rows.nth(0)).toContainText("China");
  await expect(rows.nth(1)).toContainText("Germany");
  await expect(adas.locator("tfoot tr")).toContainText("€30.00");
  expect(await axeFindings(adas)).toEqual([]);
  expect(await site.audit()).toBe("");
});

/** A price in yuan for each of the six packages of the first list. */
const yuan = [120, 240, 720, 1440, 2880, 4800];

test("the desk sells in yuan, Wei pays by Alipay, and receipt, figures and taxes say yuan", async ({ browser, site }) => {
  const adas = await signedIn(browser, "admin@demo.test");
  await adas.goto("/en/admin/rates/new");
  for (const [at, price] of yuan.entries()) {
    const field = adas.locator(`[name="priceCentsCNY.${at}"]`);
    await adas.locator("details", { has: field }).locator("summary").click();
    await field.fill(String(price));
  }
  expect(await axeFindings(adas)).toEqual([]);
  await adas.getByRole("button", { name: "Save the list" }).click();
  expect(await axeFindings(adas)).toEqual([]);
  await adas.getByRole("button", { name: "Begin now" }).click();
  await expect(adas.getByRole("row", { name: /Economy/ }).first()).toContainText("CN¥240.00");

  const weis = await signedIn(browser, "wei@demo.test");
  await weis.goto("/en/man/balance/purchase");
  await settled(weis);
  // What is chosen and typed stays when the currency changes.
  await weis.locator("[name=rateId]").nth(1).check();
  await weis.getByLabel("Where you live").selectOption({ label: "Germany" });
  await weis.getByLabel("Promo code").fill("SPRING10");
  await weis.getByLabel("Promo code").press("Enter");
  await expect(weis.locator(".order")).toContainText("Code SPRING10");
  expect(new URL(weis.url()).search).toBe("");
  for (const [currency, price] of [["EUR", "€30.00"], ["CNY", "CN¥240.00"]] as const) {
    await weis.getByLabel("Currency").selectOption(currency);
    await weis.getByRole("button", { name: "Show prices" }).click();
    await expect(weis.locator(".order")).toContainText(price);
    await settled(weis);
    await expect(weis.locator("[name=rateId]").nth(1)).toBeChecked();
    await expect(weis.getByLabel("Where you live")).toHaveValue("DE");
    await expect(weis.locator(".order")).toContainText("Code SPRING10");
  }
  expect(await axeFindings(weis)).toEqual([]);
  await weis.goto("/en/man/balance/purchase?rateId=2");
  await settled(weis);
  await expect(weis.getByLabel("Currency")).toHaveValue("CNY");
  await weis.getByLabel("Alipay").check();
  await weis.locator("[name=consent]").check();
  expect(await axeFindings(weis)).toEqual([]);
  await weis.getByRole("button", { name: "Pay CN¥240.00" }).click();
  await expect(weis.locator("main")).toContainText("Alipay");
  await weis.locator("button[name=pay]").click();
  await weis.getByRole("link", { name: "Receipt" }).click();
  for (const words of ["CN¥240.00", "Alipay"]) await expect(weis.locator("main")).toContainText(words);

  await adas.goto("/en/admin/figures");
  await expect(adas.locator("main")).toContainText("CN¥240.00");
  await adas.goto("/en/admin/tax");
  await expect(adas.getByRole("region", { name: / CNY$/ }).locator("tfoot tr")).toContainText("CN¥240.00");
  expect(await axeFindings(adas)).toEqual([]);
  expect(await site.audit()).toBe("");
});
