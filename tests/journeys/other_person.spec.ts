/** What an open page does once somebody else has signed in in its browser, or nobody is signed in any more. */
import { expect } from "@playwright/test";
import { test } from "./journey.ts";
import { newMan, password } from "./people.ts";

test("an open page is covered while somebody else is signed in in another tab, and comes back with what was typed", async ({ browser }) => {
  const page = await newMan(browser, "Arthur");
  const { request } = page;
  const tokens = async () => (await page.context().cookies()).filter(({ name }) => ["slsid", "uid"].includes(name));
  const arthurs = await tokens();
  await page.goto("/en/man/balance/history");
  const limit = page.getByLabel("Maximum credits per day");
  await limit.fill("7");
  // The page is watched when its worker is there.
  await page.evaluate(() => navigator.serviceWorker.ready);

  const headers = { origin: new URL(page.url()).origin };
  const wei = await request.post("/api/authorization", { headers, data: { email: "wei@demo.test", password } });
  expect(wei.ok()).toBe(true);
  let sent = 0;
  page.on("request", (asked) => sent += Number(asked.method() === "POST"));
  const title = () => page.locator("head > title").textContent();
  const ownTitle = await title();
  const setLimit = page.getByRole("button", { name: "Set the limit" });
  await setLimit.click();
  const cover = page.getByRole("dialog", { name: "Somebody else is logged in now" });
  await expect(cover).toBeVisible();
  await expect(page.getByRole("main")).toBeHidden();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(cover).toBeVisible();
  // A script that presses for a key, as those of the queues do, presses nothing either.
  await page.evaluate(() => document.querySelector<HTMLElement>("main form button")!.click());
  expect(sent).toBe(0);

  // What the page says meanwhile is not seen, and stays below.
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement("p"), { textContent: "Olena wrote to you." }));
    document.title = `(3) ${document.title}`;
    document.querySelector<HTMLDialogElement>("dialog#promotions")!.showModal();
  });
  await expect(page.getByText("Olena wrote to you.")).toBeHidden();
  await expect(page.locator("#promotions")).toBeHidden();
  expect(await title()).toBe("Somebody else is logged in now");
  await cover.getByRole("link", { name: "Go on" }).click({ trial: true });
  await page.evaluate(() => document.querySelector<HTMLDialogElement>("dialog#promotions")!.close());

  await page.context().addCookies(arthurs);
  await page.evaluate(() => dispatchEvent(new FocusEvent("focus")));
  await expect(cover).toBeHidden();
  await expect(page.getByText("Olena wrote to you.")).toBeVisible();
  expect(await title()).toBe(`(3) ${ownTitle}`);
  await expect(limit).toHaveValue("7");

  await request.post("/en/logout", { headers });
  // As the browser shows a page again that it kept for Back.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  const opened = page.waitForEvent("popup");
  const gone = page.getByRole("dialog", { name: "You are no longer logged in" });
  await gone.getByRole("link", { name: "Log in in a new tab" }).click();
  await expect(await opened).toHaveURL(/\/en\/auth\/sign-in\?next=/);
  await expect(gone).toBeVisible();

  await request.post("/api/authorization", { headers, data: { email: "wei@demo.test", password } });
  await page.evaluate(() => dispatchEvent(new FocusEvent("focus")));
  await expect(cover).toBeVisible();
  await expect(gone).toBeHidden();
});

test("a page whose scripts come when somebody else has signed in is covered at once and hears nothing of hers; a chat is left", async ({ browser }) => {
  const page = await newMan(browser, "Bertrand");
  const own = await page.context().cookies();
  const heard: string[] = [];
  page.on("request", (asked) => asked.url().includes("/api/events") && heard.push(asked.url()));
  for (const path of ["/en/man/balance/history", "/en/man/chat"]) {
    const held: (() => void)[] = [];
    await page.route("**/assets/*.js", async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue().catch(() => {});
    });
    await page.context().clearCookies();
    await page.context().addCookies(own);
    await page.goto(path, { waitUntil: "commit" });
    await expect.poll(() => held.length).toBeGreaterThan(0);
    const headers = { origin: new URL(page.url()).origin };
    await page.request.post("/api/authorization", { headers, data: { email: "olena@demo.test", password } });
    await page.unroute("**/assets/*.js");
    for (const goOn of held) goOn();
    if (path.endsWith("chat")) {
      await expect(page).toHaveURL(/\/en$/);
      continue;
    }
    await expect(page.getByRole("dialog", { name: "Somebody else is logged in now" })).toBeVisible();
    await expect(page.getByRole("main")).toBeHidden();
    expect(heard).toEqual([]);
  }
});
