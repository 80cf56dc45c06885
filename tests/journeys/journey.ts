/** The test of a journey in the worker's browser: what a journey leaves open does not go on beside the next one. */
import { test as base } from "@playwright/test";

export const test = base.extend<{ pagesClosedAtEnd: void }>({
  pagesClosedAtEnd: [async ({ browser }, use, info) => {
    await use();
    // If a journey failed, the report shows its pages as they are.
    if (info.status !== info.expectedStatus) return;
    // A person whose page stays open stays online, and would be asked for chats by the next journey.
    await Promise.all(browser.contexts().map((context) => context.close()));
  }, { auto: true }],
});
