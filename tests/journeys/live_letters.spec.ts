import { type APIRequestContext, type BrowserContext, expect, type Page } from "@playwright/test";
import { test } from "./journey.ts";
import { rememberTold, told } from "./flashes.ts";

const password = "Demo-2026!";

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto("/en/auth/sign-in");
  await page.getByRole("main").getByLabel("E-mail").fill(email);
  await page.getByRole("main").getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page.locator(".top .balance").first()).toBeVisible();
}

interface Sent {
  letter: { id: number; sender: { id: number } };
}

/** Signs in and makes calls by bearer token, like a client without a browser. */
async function call(
  request: APIRequestContext,
  email: string,
): Promise<(path: string, data?: object) => Promise<Sent>> {
  const signedIn = await request.post("/api/authorization", { data: { email, password } });
  const { access_token } = await signedIn.json();
  return async (path, data) => {
    const headers = { authorization: `Bearer ${access_token}`, ...(data && { "content-type": "application/json" }) };
    const answer = data
      ? await request.post(`/api${path}`, { data, headers })
      : await request.get(`/api${path}`, { headers });
    expect(answer.ok(), await answer.text()).toBe(true);
    return await answer.json();
  };
}

/** How many event streams the whole browser has opened. */
function countLines(context: BrowserContext): { opened: number } {
  const lines = { opened: 0 };
  context.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith("/api/events")) lines.opened++;
  });
  return lines;
}

test("a letter shows on every open page at once, by one line for all tabs, and goes when it is read", async ({ browser, playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL });
  const context = await browser.newContext({ locale: "en-GB" });
  await rememberTold(context);
  const lines = countLines(context);
  const page = await context.newPage();
  await signIn(page, "poor@demo.test");
  const paul = (await (await page.request.get("/api/users")).json()).user;
  const lady = await call(request, "solomiya@demo.test");

  await page.goto("/en/search");
  const envelope = page.locator(".main-menu .new-mail");
  const unread = Number(await envelope.locator(".badge").evaluate((badge) => badge.firstChild!.nodeValue));
  await expect.poll(() => lines.opened).toBeGreaterThan(0);
  const mail = await context.newPage();
  await mail.goto("/en/man/mail/introduction");
  await expect(mail.locator("[data-island]:not([data-hydrated])")).toHaveCount(0);
  await page.goto("/en/girls/Online_Ladies");
  await expect(page.locator("[data-island]:not([data-hydrated])")).toHaveCount(0);
  await page.bringToFront();

  const { letter } = await lady("/mail", { recipientId: paul.id, body: "Dear Paul, good evening." });
  for (const each of [page, mail]) {
    await expect(each.locator(".main-menu .new-mail .badge")).toContainText(String(unread + 1));
    await expect(each.locator(".main-menu .new-mail__icon")).toBeVisible();
    await expect(each).toHaveTitle(new RegExp(`^\\(${unread + 1}\\) `));
  }
  await expect(mail.locator(".tabs .badge:visible").first()).toContainText(/\d/);
  await told(page, "A new introduction has arrived.");

  // The second tab has no stream of its own; the first opened at most one on each of its pages.
  const before = lines.opened;
  await mail.reload();
  await expect(mail.locator(".main-menu .new-mail .badge")).toContainText(String(unread + 1));
  await expect(mail.locator("[data-island]:not([data-hydrated])")).toHaveCount(0);
  expect(lines.opened - before).toBeLessThanOrEqual(1);

  await mail.goto(`/en/man/mail/introduction/conversation/${letter.sender.id}/${letter.id}`);
  await expect(mail.locator(".letters").getByText("Dear Paul, good evening.")).toBeVisible();
  if (unread === 0) {
    await expect(page.locator(".main-menu .new-mail")).toBeHidden();
    await expect(page).toHaveTitle(/^(?!\()/);
  } else {
    await expect(page.locator(".main-menu .new-mail .badge")).toContainText(String(unread));
  }

  // The tab that had the stream goes; another one takes over.
  await page.close();
  await lady("/mail", { recipientId: paul.id, body: "One more thing." });
  await expect(mail.locator(".main-menu .new-mail .badge")).toContainText(String(unread + 1));
  await context.close();
  await request.dispose();
});

test("the small menu of a telephone hears of a letter too, and says it in its name", async ({ browser, playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL });
  const context = await browser.newContext({ locale: "en-GB", viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await signIn(page, "wei@demo.test");
  const wei = (await (await page.request.get("/api/users")).json()).user;
  await page.goto("/en/search");
  await expect(page.locator("[data-island]:not([data-hydrated])")).toHaveCount(0);
  const burger = page.locator(".burger");
  const lady = await call(request, "solomiya@demo.test");
  await lady("/mail", { recipientId: wei.id, body: "Dear Wei, good evening." });
  await expect(burger).toHaveClass(/burger--news/);
  await expect(burger).toHaveAccessibleName(/^Menu, \d+ new$/);
  await context.close();
  await request.dispose();
});

test("a guest's page opens no line and loads nothing of it", async ({ page }) => {
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  await page.goto("/en/search");
  await expect(page.locator("[data-island]:not([data-hydrated])")).toHaveCount(0);
  expect(paths.filter((path) => path.endsWith("/api/events") || path.includes("_bell"))).toEqual([]);
});

test("a tab that sleeps with the line in its hands does not keep the others from hearing", async ({ browser }) => {
  const context = await browser.newContext({ locale: "en-GB" });
  const lines = countLines(context);
  const asleep = await context.newPage();
  await signIn(asleep, "poor@demo.test");
  // A page without the site's scripts that holds the lock and never answers, like a suspended one.
  await asleep.goto("/healthz");
  await asleep.evaluate(() => {
    const userId = /uid=(\d+)/.exec(document.cookie)![1];
    return new Promise<void>((held) => {
      navigator.locks.request(`news-${userId}`, () => new Promise(() => held())).catch(() => {});
    });
  });
  const before = lines.opened;
  const page = await context.newPage();
  await page.goto("/en/search");
  await expect.poll(() => lines.opened).toBe(before + 1);
  await context.close();
});
