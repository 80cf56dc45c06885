/** One's own account: what is kept, what waits, another address, and where one is signed in. */
import { expect, type Page } from "@playwright/test";
import { test } from "./journey.ts";
import { linkOf, newMan, password, prefixes, settled, signedIn, type WalkedLocale } from "./people.ts";

const words: Record<WalkedLocale, { account: string; saved: string; waits: string; profile: string }> = {
  "en": {
    account: "Account",
    saved: "The changes are successfully saved!",
    waits: "Waiting for approval",
    profile: "My profile",
  },
  "zh-Hant": { account: "帳號", saved: "修改已成功儲存！", waits: "等待審核中", profile: "個人資料" },
  "zh-Hans": { account: "账号", saved: "修改已成功保存！", waits: "等待审核中", profile: "个人资料" },
};

for (const locale of Object.keys(words) as WalkedLocale[]) {
  const javaScriptEnabled = locale !== "zh-Hant";
  test(`a man tells of himself by his account, ${locale}${javaScriptEnabled ? "" : ", without a script"}`, async ({ browser }) => {
    const page = await newMan(browser, "Arthur", { locale, javaScriptEnabled });
    await page.goto(`${prefixes[locale]}/man/mail/inbox`);
    await page.locator("header summary").filter({ hasText: "Arthur" }).click();
    await page.getByRole("link", { name: words[locale].account, exact: true }).first().click();
    await expect(page).toHaveURL(/\/man\/men-account\/information$/);
    await page.locator("#city").fill("Delft");
    await submit(page);
    await expect(page.getByText(words[locale].saved).first()).toBeVisible();
    await expect(page.locator("#city")).toHaveValue("Delft");
    await page.goto(`${prefixes[locale]}/man/men-account/about`);
    await page.locator("#profession").selectOption("bookbinder");
    await page.locator("#about").fill("I bind books.\n\nSlowly.");
    await submit(page);
    await expect(page.locator("#profession")).toHaveValue("bookbinder");
    await expect(page.locator("#about")).toHaveValue("I bind books.\n\nSlowly.");
    await page.context().close();
  });
}

test("another address holds once its link was pressed, and one signs out elsewhere", async ({ browser }) => {
  const page = await newMan(browser, "Arthur");
  const email = `moved-${crypto.randomUUID()}@example.test`;
  const security = "/en/man/men-account/security";
  await page.goto(security);
  await page.locator("#new-email").fill(email);
  await page.locator("#email-password").fill(password);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText(`Waiting for ${email}`)).toBeVisible();
  await page.goto(await linkOf(page, email, "/email-change/"));
  await page.getByRole("button", { name: "Use this address" }).click();
  await expect(page.getByText(`Your e-mail: ${email}`)).toBeVisible();

  const elsewhere = await signedIn(browser, email);
  await page.goto(security);
  await page.getByRole("button", { name: /^Log out: / }).first().click();
  await expect(page.getByText("That session has ended.")).toBeVisible();
  await elsewhere.goto(security);
  await expect(elsewhere).toHaveURL(/\/auth\/sign-in/);
  await elsewhere.context().close();
  await page.context().close();
});

test("a lady's changes wait while her page stays as it is", async ({ browser }) => {
  // A lady whom no other journey changes.
  const email = "madalina@demo.test";
  for (const locale of Object.keys(words) as WalkedLocale[]) {
    const page = await signedIn(browser, email, { locale });
    await page.goto(`${prefixes[locale]}/lady/mail/inbox`);
    await page.locator("header summary").last().click();
    await page.getByRole("link", { name: words[locale].profile }).first().click();
    const quote = `Snow again, ${locale}.`;
    await page.locator("#quote").fill(quote);
    await submit(page);
    await expect(page.getByText(words[locale].waits)).toBeVisible();
    await expect(page.locator(".account__asked")).toContainText(quote);
    const { user } = await (await page.request.get("/api/users")).json();
    const { girl } = await (await page.request.get(`/api/girls/${user.id}`)).json();
    expect(girl.quote).not.toBe(quote);
    await page.context().close();
  }
});

const submit = (page: Page): Promise<void> => page.locator(".account__save button").click();

test("the link to log out asks in place; whoever stays is where he was, and whoever leaves is a guest", async ({ browser }) => {
  const man = await newMan(browser, "Jasper");
  await man.goto("/en/faq");
  await settled(man);
  const question = man.getByRole("dialog", { name: "Log out?" });
  const ask = async () => {
    await man.locator("header summary").filter({ hasText: "Jasper" }).click();
    await man.getByRole("link", { name: "Log out" }).click();
    await expect(question).toBeVisible();
  };
  await ask();
  await question.getByRole("button", { name: "Stay" }).first().click();
  await expect(question).toBeHidden();
  await expect(man.locator(".loading")).toHaveCount(0);
  await expect(man).toHaveURL(/\/en\/faq$/);

  await ask();
  await question.getByRole("button", { name: "Log out" }).click();
  await expect(man.getByRole("link", { name: "Log in" }).first()).toBeVisible();
});
