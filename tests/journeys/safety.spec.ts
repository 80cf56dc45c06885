import { expect, type Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { test } from "./journey.ts";
import { ladyIdOf, newMan, prefixes, settled, signedIn } from "./people.ts";
import { wordsFor } from "./words.ts";

const main = (page: Page) => page.locator("main");
const account = "/man/men-account/safety";

test("a man reports and blocks, from a profile and from a letter with a hint, and takes it back", async ({ browser, baseURL }) => {
  const t = wordsFor("en");
  const page = await newMan(browser, "Felix");
  const zhanna = await ladyIdOf(page, "Zhanna");
  const profile = `/en/girl/x-1-x-x-${zhanna}`;

  await test.step("from her profile, by a form of a few lines", async () => {
    await page.goto(profile);
    await main(page).getByRole("link", { name: t("safety:link.reportLabel", { name: "Zhanna" }) }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("safety:report.title", { name: "Zhanna" }));
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel(t("safety:category.fake")).check();
    await page.getByLabel(t("safety:report.text")).fill("Her photos are those of a singer.");
    await page.getByRole("button", { name: t("safety:report.send") }).click();
    await expect(page).toHaveURL(`/en${account}`);
    await expect(main(page).getByText("Her photos are those of a singer.")).toBeVisible();
    await expect(main(page).getByText(t("safety:reports.waiting"))).toBeVisible();
  });

  await test.step("her letter shows a hint to him, and leads to the guide", async () => {
    const hers = await signedIn(browser, "zhanna@demo.test");
    const me = await idOf(page);
    const body = "Good evening! Write to me on WhatsApp, please.";
    const sent = await hers.request.post("/api/mail", {
      data: { recipientId: me, body },
      headers: { origin: baseURL! },
    });
    expect(sent.ok(), await sent.text()).toBe(true);
    const { letter } = await sent.json();
    await page.goto(`/en/man/mail/introduction/conversation/${zhanna}/${letter.id}`);
    await settled(page);
    await expect(main(page).locator(".letter").getByText(body)).toBeVisible();
    await expect(main(page).getByText(t("safety:hint.contact"))).toBeVisible();
    await expect(main(page).getByRole("link", { name: t("safety:hint.guide") }))
      .toHaveAttribute("href", "/en/anti-scam-guide");
    expect(await axeFindings(page, "main")).toEqual([]);
    await hers.goto(`/en/lady/mail/outbox/conversation/${me}/${letter.id}`);
    await expect(main(hers).locator(".letter").getByText(body)).toBeVisible();
    await expect(main(hers).getByText(t("safety:hint.contact"))).toHaveCount(0);
    await hers.context().close();
  });

  await test.step("he reports the letter and blocks her in the same step", async () => {
    await main(page).locator(".letter summary").click();
    await main(page).getByRole("link", { name: t("safety:link.reportLetter") }).click();
    await page.getByLabel(t("safety:category.money")).check();
    await page.getByLabel(t("safety:report.block", { name: "Zhanna" })).check();
    await page.getByRole("button", { name: t("safety:report.send") }).click();
    await expect(main(page).getByRole("button", { name: t("safety:blocked.undoLabel", { name: "Zhanna" }) }))
      .toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    expect((await page.request.get(profile, { maxRedirects: 0 })).status()).toBe(404);
  });

  await test.step("taken back, she is there again", async () => {
    await main(page).getByRole("button", { name: t("safety:blocked.undoLabel", { name: "Zhanna" }) }).click();
    await expect(main(page).getByText(t("safety:blocked.none"))).toBeVisible();
    await page.goto(profile);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Zhanna");
  });
});

for (const locale of ["zh-Hant", "zh-Hans"] as const) {
  test(`without a script a man blocks from a profile and unblocks in his account, ${locale}`, async ({ browser }) => {
    const t = wordsFor(locale);
    const prefix = prefixes[locale];
    const page = await newMan(browser, "Felix", { locale, javaScriptEnabled: false });
    const { girls } = await (await page.request.get(`${prefix}/api/girls?limit=1&sort=new`)).json();
    const { id, name } = girls[0];
    await page.goto(`${prefix}/girl/x-1-x-x-${id}`);
    await main(page).getByRole("link", { name: t("safety:link.blockLabel", { name }) }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("safety:block.title", { name }));
    await page.getByRole("button", { name: t("safety:block.do", { name }) }).click();
    await expect(page).toHaveURL(/#blocked-\d+$/);
    await main(page).getByRole("button", { name: t("safety:blocked.undoLabel", { name }) }).click();
    await expect(main(page).getByText(t("safety:blocked.none"))).toBeVisible();
  });
}

/** His own id, as his pages have it. */
async function idOf(page: Page): Promise<number> {
  const { cookies } = await page.context().storageState();
  return Number(cookies.find(({ name }) => name === "uid")!.value);
}
