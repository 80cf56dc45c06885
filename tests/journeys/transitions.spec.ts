/** What a person follows to its page stays in sight, if the browser can do that and nobody asked for less motion. */
import { expect } from "@playwright/test";
import { test } from "./journey.ts";
import { settled, signedIn } from "./people.ts";
import { follow, followed, noteTransition } from "./transitions.ts";

test("a portrait is followed to its profile, and for who wants no motion the profile is there at once", async ({ page }) => {
  await page.addInitScript(noteTransition);
  const toProfile = async () => {
    await page.goto("/en/search");
    await settled(page);
    await page.locator(".card a").first().click();
    await expect(page.locator(".profile")).toBeVisible();
  };
  await follow(page, "portrait", toProfile);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await toProfile();
  expect(await followed(page)).toEqual([]);
});

test("among the ladies beside a profile the one that is pressed is followed, and no name stands twice", async ({ page }) => {
  await page.addInitScript(noteTransition);
  await page.goto("/en/search");
  await settled(page);
  await page.locator(".card a").first().click();
  await expect(page.locator(".profile")).toBeVisible();
  await follow(page, "portrait", async () => {
    const before = page.url();
    await settled(page);
    await page.locator(".card a").first().click();
    await expect(page).not.toHaveURL(before);
  });
});

test("a package is followed into the order, and for who wants no motion the order is there at once", async ({ browser }) => {
  const wei = await signedIn(browser, "wei@demo.test");
  await wei.addInitScript(noteTransition);
  const toOrder = async () => {
    await wei.goto("/en/man/balance/purchase");
    await settled(wei);
    await wei.locator('label:has([name="rateId"])').first().click();
    await expect(wei.locator(".order .tariff > div").first()).toBeVisible();
  };
  await follow(wei, "package", toOrder);
  await wei.emulateMedia({ reducedMotion: "reduce" });
  await toOrder();
  expect(await followed(wei)).not.toContain("package");
});
