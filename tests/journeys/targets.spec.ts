/** Who presses with a large finger. */
import { expect } from "@playwright/test";
import { test } from "./journey.ts";
import { signedIn } from "./people.ts";

test("no link that stands alone is lower than 24 px", async ({ browser }) => {
  const james = await signedIn(browser, "james@demo.test");
  await james.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/man/balance/history", "/man/mail/inbox", "/man/men-account/photos"]) {
    await james.goto(`/en${path}`);
    const links = james.locator("main :is(.crumbs, .mail__ways, td, .tools) :is(a, summary)").filter({ visible: true });
    await expect(links.first()).toBeVisible();
    const low = await links.evaluateAll((all) =>
      all.map((each) => [each.textContent!.trim(), each.getBoundingClientRect()] as const)
        .filter(([, { width, height }]) => width < 24 || height < 24).map(([name]) => name)
    );
    expect({ path, low }).toEqual({ path, low: [] });
  }
});
