/** For people who press with a large finger, and for people who only press keys. */
import { expect } from "@playwright/test";
import { test } from "./journey.ts";
import { prefixes, signedIn, visitor } from "./people.ts";

const pages: Record<string, string[]> = {
  james: [
    "/",
    "/man/balance/history",
    "/man/mail/inbox",
    "/man/mail/settings",
    "/man/men-account/photos",
    "/blog",
  ],
  admin: ["/admin/users", "/admin/approvals", "/admin/reports"],
  agency: ["/agency", "/agency/ladies"],
  translator: ["/agency/mail"],
};

test("no link that stands alone is lower than 24 px", async ({ browser }) => {
  for (const [who, paths] of Object.entries(pages)) {
    const page = await signedIn(browser, `${who}@demo.test`);
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of paths) {
      await page.goto(`/en${path}`);
      // A name whose whole card can be pressed has no size of its own, and a link in a sentence has the sentence's.
      const links = page.locator("main :is(a:not(.whole), summary)").filter({ visible: true });
      await expect(links.first()).toBeVisible();
      const low = await links.evaluateAll((all) =>
        all.filter((each) =>
          ![...each.parentElement!.childNodes].some((near) => near.nodeType === 3 && near.nodeValue!.trim())
        )
          .map((each) => [each.textContent!.trim(), each.getBoundingClientRect()] as const)
          .filter(([, { width, height }]) => width < 24 || height < 24).map(([name]) => name)
      );
      expect({ path, low }).toEqual({ path, low: [] });
    }
    await page.context().close();
  }
});

for (const locale of ["en", "ru"] as const) {
  test(`a guest passes the filters of the search with one key, ${locale}`, async ({ browser }) => {
    const page = await visitor(browser, { locale });
    await page.goto(`${prefixes[locale]}/search`);
    const filters = page.locator("#filters :is(input, select, summary)").first();
    await filters.focus();
    await page.keyboard.press("Shift+Tab");
    const skip = page.locator('a.skip[href="#results"]');
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.locator("#results")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.locator('.results button[name="look"]').first()).toBeFocused();
    await page.context().close();
  });
}
