/** The site among the apps: offered in the settings if the browser offers it, and nowhere else. */
import { expect, type Page } from "@playwright/test";
import { test } from "./journey.ts";
import { newMan, settled } from "./people.ts";

/** Offers to keep the site, as only browsers with a screen do; returns whether the browser may ask by itself. */
const offered = (page: Page) =>
  page.evaluate(() => {
    const event = new Event("beforeinstallprompt", { cancelable: true });
    const prompt = () => {
      document.documentElement.dataset.asked = String(Number(document.documentElement.dataset.asked ?? 0) + 1);
      return Promise.resolve();
    };
    return dispatchEvent(Object.assign(event, { prompt }));
  });

test("who wishes it adds the site to the home screen, and nobody is asked", async ({ browser }) => {
  const man = await newMan(browser, "Jorge");
  await man.goto("/en/man/mail/settings");
  await settled(man);
  const section = man.getByRole("region", { name: "On the home screen" });
  await expect(section).toHaveCount(0);

  expect(await offered(man)).toBe(false);
  await expect(section).toBeVisible();
  expect(await man.locator("html").getAttribute("data-asked")).toBe(null);
  await section.getByRole("button", { name: "Add to the home screen" }).click();
  // A person may say no: then the offer is gone until the browser makes it again.
  await expect(section).toHaveCount(0);
  expect(await man.locator("html").getAttribute("data-asked")).toBe("1");

  await offered(man);
  await section.getByRole("button", { name: "Add to the home screen" }).click();
  await man.evaluate(() => dispatchEvent(new Event("appinstalled")));
  await expect(section.getByRole("status")).toHaveText("It is among your apps now.");
  await expect(section.getByRole("button")).toHaveCount(0);
});
