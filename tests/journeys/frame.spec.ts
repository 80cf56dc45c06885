import { expect } from "@playwright/test";
import { test } from "./journey.ts";
import { newMan, settled, signedIn } from "./people.ts";
import { told } from "./flashes.ts";

test("the root goes to the language of the browser, and a choice of language stays", async ({ browser }) => {
  const chinese = await browser.newContext({ locale: "zh-CN" });
  const page = await chinese.newPage();
  await page.goto("/");
  expect(new URL(page.url()).pathname).toBe("/zh-hans");
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hans");

  await page.locator("summary", { hasText: "简体" }).first().click();
  await page.getByRole("link", { name: "繁體" }).first().click();
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hant");
  await page.goto("/");
  expect(new URL(page.url()).pathname).toBe("/");
  await chinese.close();
});

test("the promotion opens in a dialog and closes with Escape", async ({ page }) => {
  await page.goto("/en");
  await page.locator("[data-island][data-hydrated]").first().waitFor({ state: "attached" });
  await page.getByRole("button", { name: /promotions/i }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("PayPal");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("promotions follow one another every five seconds, and stand still for who wishes no motion", async ({ browser }) => {
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    const context = await browser.newContext({ reducedMotion });
    const page = await context.newPage();
    await page.clock.install();
    await page.goto("/en");
    await page.locator("[data-island][data-hydrated]").first().waitFor({ state: "attached" });
    const line = page.locator(".promo__titles > strong");
    const shown = page.locator(".promo__titles > .is-shown");
    const titles = await line.allTextContents();
    expect(titles.length).toBeGreaterThan(1);
    await expect(shown).toHaveText(titles[0]!);
    await page.clock.runFor(4900);
    await expect(shown).toHaveText(titles[0]!);
    await page.clock.runFor(200);
    await expect(shown).toHaveText(titles[reducedMotion === "reduce" ? 0 : 1]!);
    await page.getByRole("button", { name: /promotions/i }).click();
    for (const title of titles) await expect(page.getByRole("dialog").getByText(title)).toBeVisible();
    await context.close();
  }
});

test("the loading line stays until the page comes, or until it is stopped", async ({ page }) => {
  const held: (() => void)[] = [];
  await page.route("**/en/faq", async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue().catch(() => {});
  });
  // Nothing can be asked of a page that is being left: so the page itself reports what becomes of the line.
  const said: string[] = [];
  page.on("console", (message) => message.text().startsWith("line ") && said.push(message.text()));
  await page.addInitScript(() => {
    let was = false;
    new MutationObserver(() => {
      const is = document.querySelector('.loading[role="progressbar"]') !== null;
      if (is !== was) console.log(`line ${is ? "shown" : "gone"}`);
      was = is;
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto("/en");
  await expect(page.locator("[data-island]:not([data-hydrated])")).toHaveCount(0);
  const browser = await page.context().newCDPSession(page);
  const follow = () =>
    page.evaluate(() => setTimeout(() => document.querySelector<HTMLElement>('footer a[href="/en/faq"]')!.click()));
  await follow();
  await expect.poll(() => said).toEqual(["line shown"]);
  // Longer than the line once stayed, however slow the machine is.
  await page.waitForTimeout(2500);
  expect(said).toEqual(["line shown"]);
  await browser.send("Page.stopLoading");
  await expect.poll(() => said).toEqual(["line shown", "line gone"]);
  await follow();
  await expect.poll(() => said).toEqual(["line shown", "line gone", "line shown"]);
  await expect.poll(() => held.length).toBe(2);
  for (const goOn of held) goOn();
  await expect(page).toHaveURL(/faq$/);
  await expect(page.getByRole("progressbar", { name: "Loading the page" })).toBeHidden();
});

test("the small menu holds every item and stops the page from scrolling", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/en");
  await page.getByRole("button", { name: "Menu" }).click();
  const menu = page.locator(".sheet-menu");
  for (const name of ["Search", "All ladies", "Online now", "New ladies", "Top 50", "Contact us"]) {
    await expect(menu.getByRole("link", { name: new RegExp(`^${name}`) })).toBeVisible();
  }
  await expect(page.locator("html")).toHaveCSS("overflow-y", "hidden");
});

test("each language of the small menu stands in one line, within the screen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/en");
  await page.getByRole("button", { name: "Menu" }).click();
  const tongues = page.locator(".sheet-menu .tongues a");
  await expect(tongues).toHaveCount(6);
  const boxes = await tongues.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
  for (const { height, right } of boxes) {
    expect(height).toBeLessThan(60);
    expect(right).toBeLessThanOrEqual(390);
  }
});

test("a way up appears after 300 px", async ({ page }) => {
  await page.goto("/en");
  await page.locator("[data-island][data-hydrated]").first().waitFor({ state: "attached" });
  const up = page.getByRole("button", { name: /top/i });
  await expect(up).toBeHidden();
  for (const [top, isShown] of [[301, true], [300, false], [700, true]] as const) {
    await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), top);
    await expect(up).toBeVisible({ visible: isShown });
  }
  await up.click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(50);
});

test("one jump to the end of a page leads to its end, below which there is room for the way up", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto("/en/faq");
  await page.locator("[data-island]:not([data-hydrated])").first().waitFor({ state: "detached" });
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
  const up = page.getByRole("button", { name: /top/i });
  await expect(up).toBeVisible();
  const [button, theme] = await Promise.all([up.boundingBox(), page.locator(".foot .theme").boundingBox()]);
  expect(theme!.y + theme!.height).toBeLessThanOrEqual(button!.y);
});

test("at the end of a page the way up covers nothing that can be pressed, at any width", async ({ page }) => {
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/en/faq");
    await page.locator("[data-island][data-hydrated]").first().waitFor({ state: "attached" });
    const up = page.getByRole("button", { name: /top/i });
    await expect(async () => {
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
      await expect(up).toBeVisible({ timeout: 1000 });
      const covered = await up.evaluate((button) => {
        const its = button.getBoundingClientRect();
        const meets = ({ left, right, top, bottom }: DOMRect) =>
          left < its.right && right > its.left && top < its.bottom && bottom > its.top;
        const all = [...document.querySelectorAll(".foot :is(a, label, button)")];
        return all.filter((each) => meets(each.getBoundingClientRect())).map((each) => each.textContent);
      });
      expect(covered).toEqual([]);
    }).toPass();
  }
});

test("night is chosen once and kept", async ({ page }) => {
  await page.goto("/en");
  await page.locator("[data-island][data-hydrated]").first().waitFor({ state: "attached" });
  await page.getByRole("radio", { name: "Night" }).check();
  await page.goto("/en");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("a choice of colours is kept though the next click leaves the page at once", async ({ page }) => {
  await page.goto("/en");
  await page.locator("[data-island][data-hydrated]").first().waitFor({ state: "attached" });
  await page.evaluate(() => {
    // Of two choices the later one counts.
    for (const colours of ["light", "dark"]) {
      document.querySelector<HTMLInputElement>(`input[name=appearance][value=${colours}]`)!.click();
    }
    document.querySelector<HTMLAnchorElement>(".foot a[href$='/faq']")!.click();
  });
  await page.waitForURL("**/en/faq");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const [kept] = (await page.context().cookies()).filter(({ name }) => name === "theme");
  expect(kept).toMatchObject({ value: "dark", path: "/", sameSite: "Lax", httpOnly: false });
  // A year, as by the form of a page without scripts.
  expect(Math.round((kept!.expires - Date.now() / 1000) / 86_400)).toBe(365);
});

test("a picture that is gone shows the calm default", async ({ request }) => {
  const response = await request.get("/static/images/portraits/nobody-at-all.webp");
  expect(response.status()).toBe(404);
  expect(response.headers()["content-type"]).toBe("image/webp");
  expect((await response.body()).length).toBeGreaterThan(500);
});

test("a sign-in that is refused in the dialog says the server's own sentence", async ({ page }) => {
  await page.goto("/en/girls/Top_50");
  await settled(page);
  await page.getByRole("banner").getByRole("link", { name: "Log in" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-mail").fill("james@demo.test");
  await dialog.getByLabel("Password").fill("Wrong-2026!");
  const refusal = page.waitForResponse(/\/api\/authorization/);
  await dialog.getByRole("button", { name: "Log in" }).click();
  const { message } = await (await refusal).json();
  await expect(dialog.getByRole("alert")).toContainText(message);
});

test("a notice of what was done, of what came and of what failed look each as its kind", async ({ browser }) => {
  const page = await newMan(browser, "Oscar");
  const { user } = await (await page.request.get("/en/api/users")).json();
  const lady = await signedIn(browser, "kateryna@demo.test");
  await page.goto("/en/man/men-account/looking-for");
  await settled(page);
  await page.getByRole("main").getByRole("textbox").first().fill("Somebody who answers.");
  await page.getByRole("main").getByRole("button", { name: "Save" }).first().click();
  expect(await told(page, "The changes are successfully saved!")).toMatchObject({ kind: "success" });

  await page.goto("/en/search");
  await settled(page);
  const headers = { origin: new URL(page.url()).origin };
  const data = { recipientId: user.id, body: "Dear Oscar, good evening." };
  expect((await lady.request.post("/en/api/mail", { data, headers })).ok()).toBe(true);
  expect(await told(page, "A new introduction has arrived.")).toMatchObject({ kind: "info" });

  await page.route("**/favorite", (route) => route.abort());
  await page.getByRole("main").locator(".card .keep").first().click();
  expect(await told(page, "That did not reach us. Please try again.")).toMatchObject({ kind: "error" });
  for (const each of [page, lady]) await each.context().close();
});

test("what a page was sent with is told once it stands, then each notice by itself, and never twice", async ({ browser }) => {
  const page = await newMan(browser, "Felix");
  // What a screen reader announces: words that come into a live region that is there already.
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        const element = node instanceof Element ? node : node.parentElement;
        if (element?.closest("[data-hydrated] [aria-live]") && !element.closest("[aria-hidden=true]")) {
          heard.push(node.textContent!);
        }
      }
    }).observe(document, { childList: true, subtree: true });
  });
  const heard = () => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
  const saved = "The changes are successfully saved!";
  await page.goto("/en/man/men-account/looking-for");
  await settled(page);
  await page.getByRole("main").getByRole("textbox").first().fill("Somebody who answers.");
  await page.getByRole("main").getByRole("button", { name: "Save" }).first().click();
  await expect.poll(heard).toEqual([saved]);
  const notices = page.locator(".chrome .toasts");

  const failed = "That did not reach us.";
  await page.evaluate(
    (text) => dispatchEvent(new CustomEvent("vesna:toast", { detail: { kind: "error", text, seconds: 10 } })),
    failed,
  );
  await expect.poll(heard).toEqual([saved, failed]);
  // A status is read as a whole whenever something in it changes, unless it says otherwise; an alert in it is read twice.
  await expect(notices).toHaveAttribute("aria-atomic", "false");
  await expect(notices.getByRole("alert")).toHaveCount(0);

  // None lies over what has the focus at the foot of the page, and Escape closes the newest.
  const bottomOf = async () => (await notices.boundingBox())!.y > page.viewportSize()!.height / 2;
  expect(await bottomOf()).toBe(true);
  await page.getByRole("contentinfo").getByRole("radio", { name: "Auto" }).focus();
  await expect.poll(bottomOf).toBe(false);
  await expect(notices.getByText(failed)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(notices.getByText(failed)).toHaveCount(0);
  await page.context().close();
});

test("a row of tabs that a turned screen has room for fades at no side", async ({ browser }) => {
  const james = await signedIn(browser, "james@demo.test");
  await james.setViewportSize({ width: 390, height: 844 });
  await james.goto("/en/man/men-account/safety");
  const tabs = james.locator("main .tabs");
  await expect(tabs).not.toHaveCSS("mask-image", "none");
  await james.setViewportSize({ width: 1440, height: 900 });
  await expect(tabs).toHaveCSS("mask-image", "none");
});
