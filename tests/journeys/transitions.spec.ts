/** What one follows to its page stays in sight, where the browser can and nobody asked for stillness. */
import { expect } from "@playwright/test";
import { test } from "./journey.ts";
import { settled, signedIn } from "./people.ts";
import { followed, noteTransition } from "./transitions.ts";

test("a portrait is followed to its profile, and for who wants no motion the profile is there at once", async ({ page }) => {
  await page.addInitScript(noteTransition);
  const card = page.locator(".card a").first();
  await page.goto("/en/search");
  await settled(page);
  await card.click();
  await expect(page.locator(".profile")).toBeVisible();
  await expect.poll(() => followed(page)).toContain("portrait");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/en/search");
  await settled(page);
  await card.click();
  await expect(page.locator(".profile")).toBeVisible();
  expect(await followed(page)).toEqual([]);
});

test("among the ladies beside a profile the one that is pressed is followed, and no name stands twice", async ({ page }) => {
  await page.addInitScript(noteTransition);
  await page.goto("/en/search");
  await settled(page);
  await page.locator(".card a").first().click();
  await expect(page.locator(".profile")).toBeVisible();
  const first = page.url();
  await settled(page);
  await page.locator(".card a").first().click();
  await expect(page).not.toHaveURL(first);
  await expect.poll(() => followed(page)).toContain("portrait");
});

test("a package is followed into the order, and for who wants no motion the order is there at once", async ({ browser }) => {
  const wei = await signedIn(browser, "wei@demo.test");
  await wei.addInitScript(noteTransition);
  for (const [reducedMotion, isFollowed] of [["no-preference", true], ["reduce", false]] as const) {
    await wei.emulateMedia({ reducedMotion });
    await wei.goto("/en/man/balance/purchase");
    await settled(wei);
    await wei.locator('label:has([name="rateId"])').first().click();
    await expect(wei.locator(".order .tariff > div").first()).toBeVisible();
    await expect.poll(async () => (await followed(wei))?.includes("package")).toBe(isFollowed);
  }
});
