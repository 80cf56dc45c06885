/** The test of a journey in the worker's browser: what a journey leaves open does not go on beside the next one. */
import { test as base } from "@playwright/test";

export const test = base.extend<{ pagesClosedAtEnd: void }>({
  pagesClosedAtEnd: [async ({ browser }, use, info) => {
    await use();
    // Of one that failed the report shows the pages as they are.
    if (info.status !== info.expectedStatus) return;
    // Somebody whose page stays open stays online, and is asked for chats by whoever comes next.
    await Promise.all(browser.contexts().map((context) => context.close()));
  }, { auto: true }],
});
