import { expect } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { test } from "./journey.ts";
import { prefixes, visitor } from "./people.ts";

for (const locale of ["en", "zh-Hans", "ru"] as const) {
  test(`a guest reads what ladies say before seeing them, and axe finds nothing there, ${locale}`, async ({ browser }) => {
    const page = await visitor(browser, { locale });
    await page.goto(`${prefixes[locale]}/search?ageFrom=20`);
    await expect(page.locator(".card .says").first()).toBeVisible();
    await page.locator('button[name="look"][value="words"]').click();
    await expect(page).toHaveURL(/\/search\?ageFrom=20$/);
    await expect(page.locator(".lines > li")).toHaveCount(24);
    for (
      const { colorScheme, width } of [{ colorScheme: "light", width: 1440 }, {
        colorScheme: "dark",
        width: 390,
      }] as const
    ) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      expect(await axeFindings(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    }
    // Searched by name: ladies whom other journeys publish have no line of their own.
    await page.goto(`${prefixes[locale]}/search?firstname=Olena`);
    const line = page.locator(".lines .says a").first();
    const said = await line.innerText();
    await line.press("Enter");
    await expect(page.locator(".who blockquote")).toHaveText(said);
    await page.context().close();
  });
}

test("words chosen without a script are found again in the next list, until faces are chosen", async ({ browser }) => {
  const page = await visitor(browser, { javaScriptEnabled: false });
  await page.goto("/en/girls/New_Ladies");
  await page.getByRole("button", { name: "Words", exact: true }).click();
  await expect(page).toHaveURL(/\/en\/girls\/New_Ladies$/);
  await page.goto("/en/girls/Top_50");
  await expect(page.locator(".lines > li")).toHaveCount(50);
  await page.getByRole("button", { name: "Faces", exact: true }).click();
  await expect(page.locator(".card")).toHaveCount(50);
  await page.context().close();
});

test("who asks for more contrast sees fields and buttons drawn with the ink of the words, by day and by night", async ({ browser }) => {
  const page = await visitor(browser);
  await page.goto("/en/auth/sign-in");
  const unlike = () =>
    page.locator("main :is(.input, .btn--quiet, .check input)").evaluateAll((all) =>
      all.map((each) => getComputedStyle(each).borderBlockEndColor).filter((colour) =>
        colour !== getComputedStyle(document.body).color
      ).length
    );
  expect(await unlike()).toBeGreaterThan(2);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ contrast: "more", colorScheme });
    await expect.poll(unlike).toBe(0);
  }
  await page.context().close();
});

test("who asks for more contrast, or for the system's colours, tells a hint in a field from what was typed", async ({ browser }) => {
  const page = await visitor(browser);
  await page.goto("/en/search");
  const slants = () =>
    page.locator("[placeholder]").evaluateAll((
      all,
    ) => [...new Set(all.map((each) => getComputedStyle(each, "::placeholder").fontStyle))]);
  expect(await slants()).toEqual(["normal"]);
  for (const asked of [{ contrast: "more" }, { contrast: "no-preference", forcedColors: "active" }] as const) {
    await page.emulateMedia(asked);
    expect(await slants()).toEqual(["italic"]);
  }
  await page.context().close();
});
