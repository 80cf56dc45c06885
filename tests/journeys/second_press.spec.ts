/** A form pressed twice is sent once, so that nobody loses the answer; nobody is locked out if the answer does not come. */
import { expect, type Page } from "@playwright/test";
import { test } from "./journey.ts";
import { visitor } from "./people.ts";

const path = "/en/auth/forgot-password";

/** The form for a new password, whose answers are held back; `goOn` lets them come. */
async function slowForm(page: Page) {
  let sent = 0;
  const held: (() => void)[] = [];
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== "POST") return await route.continue();
    sent++;
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue().catch(() => {});
  });
  await page.goto(path);
  await expect(page.locator("[data-island]:not([data-hydrated])")).toHaveCount(0);
  await page.getByRole("textbox", { name: "E-mail" }).fill("james@example.test");
  const button = page.getByRole("button", { name: "Send the link" });
  // Nothing can be asked of a page that is being left: so the presses are told to it beforehand.
  const pressAt = (...ms: number[]) =>
    button.evaluate((each: HTMLElement, times) => {
      for (const time of times) setTimeout(() => each.click(), time);
    }, ms);
  return { sent: () => sent, goOn: () => held.splice(0).forEach((each) => each()), pressAt };
}

test("three presses send a form once, and its answer comes", async ({ browser }) => {
  const page = await visitor(browser);
  const { sent, goOn, pressAt } = await slowForm(page);
  await pressAt(0, 150, 600);
  await expect.poll(sent).toBe(1);
  await page.waitForTimeout(1000);
  expect(sent()).toBe(1);
  goOn();
  await expect(page.getByRole("heading", { name: "Please check your email!" })).toBeVisible();
  expect(sent()).toBe(1);
});

test("after the loading was stopped a press counts at once, and otherwise after some seconds", async ({ browser }) => {
  const page = await visitor(browser);
  const { sent, pressAt } = await slowForm(page);
  await pressAt(0);
  await expect.poll(sent).toBe(1);
  await (await page.context().newCDPSession(page)).send("Page.stopLoading");
  await pressAt(100, 5400);
  await expect.poll(sent).toBe(2);
  await expect.poll(sent, { timeout: 15_000 }).toBe(3);
});

test("pressed again after some seconds, a form goes once more, and presses right after that go for nothing", async ({ browser }) => {
  const page = await visitor(browser);
  const { sent, goOn, pressAt } = await slowForm(page);
  await pressAt(0, 5400, 5800, 6200);
  await expect.poll(sent, { timeout: 15_000 }).toBe(2);
  await page.waitForTimeout(1500);
  expect(sent()).toBe(2);
  goOn();
  await expect(page.getByRole("heading", { name: "Please check your email!" })).toBeVisible();
});
