/** Without a connection: a letter waits for it and is sent once, and a page that cannot be fetched says so. */
import { expect, type Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { test } from "./journey.ts";
import { creditsOf, ladyIdOf, newMan, settled } from "./people.ts";
import { wordsFor } from "./words.ts";

const waits = "There is no connection. Your letter will be sent as soon as there is one";
const sheet = (page: Page) => page.getByLabel("Your letter");
const send = (page: Page) => page.getByRole("button", { name: "Send letter" });

/** The texts of the letters in his outbox. */
async function sentOf(man: Page): Promise<string[]> {
  const answer = await man.request.get("/en/api/mail?type=outbox&relations=text");
  return ((await answer.json()) as { letters: { body: string }[] }).letters.map(({ body }) => body);
}

test("a letter that is sent without a connection goes once when the line is back, from two tabs too", async ({ browser }) => {
  const man = await newMan(browser, "Jonas");
  const path = `/en/man/mail/new-conversation/${await ladyIdOf(man, "Olena")}`;
  await man.goto(path);
  await settled(man);
  const saved = man.waitForResponse((answer) => answer.url().includes("/api/mail/drafts/") && answer.ok());
  await sheet(man).fill("Dear Olena, this is from a mountain hut.");
  await saved;
  const second = await man.context().newPage();
  await second.goto(path);
  await settled(second);
  await expect(sheet(second)).toHaveValue("Dear Olena, this is from a mountain hut.");

  await man.context().setOffline(true);
  for (const page of [man, second]) {
    await send(page).click();
    await expect(page.getByRole("alert").filter({ hasText: waits })).toBeVisible();
    await expect(sheet(page)).toHaveValue("Dear Olena, this is from a mountain hut.");
  }
  await man.context().setOffline(false);
  for (const page of [man, second]) {
    await expect(page.getByRole("article").getByText("this is from a mountain hut.")).toBeVisible();
    expect(await creditsOf(page)).toBe(10);
  }
  expect(await sentOf(man)).toHaveLength(1);
});

test("who changes the words, or thinks better of it, sends nothing by the line's coming back", async ({ browser }) => {
  const man = await newMan(browser, "Jory");
  await man.goto(`/en/man/mail/new-conversation/${await ladyIdOf(man, "Daria")}`);
  await settled(man);
  await sheet(man).fill("Dear Daria,");
  const notice = man.getByRole("alert").filter({ hasText: waits });
  const back = async () => {
    const saved = man.waitForResponse((answer) => answer.url().includes("/api/mail/drafts/") && answer.ok());
    await man.context().setOffline(false);
    await sheet(man).press("End");
    await sheet(man).pressSequentially(" !");
    await saved;
  };

  await man.context().setOffline(true);
  await send(man).click();
  await expect(notice).toBeVisible();
  await man.getByRole("button", { name: "Do not send it yet" }).click();
  await expect(notice).toHaveCount(0);
  await expect(sheet(man)).toBeFocused();
  await back();

  await man.context().setOffline(true);
  await expect(send(man)).toBeEnabled();
  await send(man).click();
  await expect(notice).toBeVisible();
  await sheet(man).pressSequentially(" I have");
  await expect(notice).toHaveCount(0);
  await expect(man.getByRole("alert").filter({ hasText: "You are offline." })).toBeVisible();
  await back();
  await expect(sheet(man)).toHaveValue("Dear Daria, ! I have !");
  expect([await creditsOf(man), await sentOf(man)]).toEqual([20, []]);
});

test("credits that were spent meanwhile are missed in words, and the letter stays", async ({ browser }) => {
  const man = await newMan(browser, "Joost");
  await man.goto(`/en/man/mail/new-conversation/${await ladyIdOf(man, "Olena")}`);
  await settled(man);
  await sheet(man).fill("Dear Olena, from the other side of the hill.");
  await man.context().setOffline(true);
  await send(man).click();
  await expect(man.getByRole("alert").filter({ hasText: waits })).toBeVisible();

  for (const name of ["Daria", "Halyna"]) {
    const data = { recipientId: await ladyIdOf(man, name), body: `Dear ${name}, from elsewhere.` };
    const headers = { origin: new URL(man.url()).origin };
    expect((await man.request.post("/en/api/mail", { data, headers })).ok()).toBe(true);
  }
  await man.context().setOffline(false);
  const refused = wordsFor("en")("refusals:insufficient_credits");
  await expect(man.getByRole("alert").filter({ hasText: refused })).toBeVisible();
  await expect(sheet(man)).toHaveValue("Dear Olena, from the other side of the hill.");
  expect(await sentOf(man)).toHaveLength(2);
});

/** Opens a page of a member, and waits until its worker has stored what it needs. */
async function withWorker(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(async () => void await navigator.serviceWorker.ready);
}

test("a page that cannot be fetched says so in Chinese, names what lies here unsent, and goes on by itself", async ({ browser }) => {
  const locale = "zh-Hans";
  const t = wordsFor(locale);
  const wei = await newMan(browser, "伟", { locale });
  const { girl } = await (await wei.request.get(`/zh-hans/api/girls/${await ladyIdOf(wei, "Olena")}`)).json();
  const path = `/zh-hans/man/mail/new-conversation/${girl.id}`;
  await withWorker(wei, path);
  await settled(wei);

  await wei.context().setOffline(true);
  await wei.getByLabel(t("islands:letter_composer.yours")).fill("隧道里写的信。");
  await wei.goto("/zh-hans/man/mail/inbox");
  await expect(wei.getByRole("heading", { level: 1 })).toHaveText(t("errors:offline.title"));
  expect(await wei.locator("html").getAttribute("lang")).toBe(locale);
  await expect(wei.getByRole("listitem")).toContainText(t("errors:offline.letter", { name: girl.name }));
  expect(await wei.content()).not.toContain("隧道里写的信");
  // Its style sheet and its script are there as well.
  await expect(wei.locator(".btn")).toHaveCSS("cursor", "pointer");
  expect(await axeFindings(wei)).toEqual([]);

  // It is for its writer alone, whoever signs in meanwhile.
  const weis = await wei.context().cookies();
  const comeBack = () => wei.evaluate(() => dispatchEvent(new FocusEvent("focus")));
  await wei.context().clearCookies({ name: "uid" });
  await comeBack();
  await expect(wei.getByRole("listitem")).toHaveCount(0);
  await wei.context().addCookies(weis);
  await comeBack();
  await expect(wei.getByRole("listitem")).toHaveCount(1);

  await wei.getByRole("button", { name: t("errors:offline.again") }).click();
  await expect(wei.getByRole("status")).toHaveText(t("errors:offline.still"));
  await wei.context().setOffline(false);
  await expect(wei).toHaveURL(/\/zh-hans\/man\/mail\/inbox$/);
  await expect(wei.getByRole("heading", { level: 1 })).not.toHaveText(t("errors:offline.title"));

  await wei.goto(path);
  await expect(wei.getByLabel(t("islands:letter_composer.yours"))).toHaveValue("隧道里写的信。");
});

test("a form that is sent without a connection leaves the page and its words, and is sent when it is pressed again", async ({ browser }) => {
  const man = await newMan(browser, "Jelmer");
  await withWorker(man, "/en/man/men-account/about");
  // The next page is the worker's.
  await man.goto("/en/man/men-account/about");
  await settled(man);
  const field = man.getByRole("textbox").first();
  await field.fill("I restore old bicycles.");
  const notice = man.getByText(wordsFor("en")("notifications:unanswered"));
  const save = man.getByRole("button", { name: "Save" });

  await man.context().setOffline(true);
  for (const time of [1, 2]) {
    await save.click();
    await expect(notice, `press ${time}`).toBeVisible();
    await expect(field).toHaveValue("I restore old bicycles.");
    await man.getByRole("button", { name: "Dismiss" }).click();
    await expect(notice).toHaveCount(0);
  }
  await man.context().setOffline(false);
  await save.click();
  await expect(man.getByText("The changes are successfully saved!")).toBeVisible();
  await expect(field).toHaveValue("I restore old bicycles.");
});

test("the form that buys credits stays on its page without a connection, and goes once however often it is pressed", async ({ browser }) => {
  const man = await newMan(browser, "Jelle");
  const path = "/en/man/balance/purchase";
  await withWorker(man, path);
  await man.goto(path);
  await settled(man);
  await man.getByRole("radio", { name: /Economy/ }).check();
  await man.getByRole("checkbox").check();
  const pay = man.getByRole("button", { name: /^Pay/ });

  await man.context().setOffline(true);
  await pay.click();
  await expect(man.getByText(wordsFor("en")("notifications:unanswered"))).toBeVisible();
  await expect(man.getByRole("checkbox")).toBeChecked();
  await man.context().setOffline(false);

  // Presses that follow the first count no more than on any other form.
  const counted = pay.evaluate(async (button: HTMLElement) => {
    const presses: boolean[] = [];
    addEventListener("submit", (event) => presses.push(event.defaultPrevented));
    for (let time = 0; time < 3; time++) button.click();
    return presses;
  });
  expect(await counted).toEqual([false, true, true]);
  await man.waitForURL("**/sandbox/checkout/**");
});

test("a form that passes the worker is answered as it would be without it", async ({ browser }) => {
  const man = await newMan(browser, "Jorrit");
  await withWorker(man, "/en/girls/New_Ladies");
  await man.goto("/en/girls/New_Ladies");
  await settled(man);
  const words = man.getByRole("button", { name: "Words" });
  await expect(words).toHaveAttribute("aria-pressed", "false");
  await words.click();
  await expect(words).toHaveAttribute("aria-pressed", "true");
});

/** The paths of what the worker keeps on this device. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => await (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

test("the worker keeps nobody's page, and what a page loads does not pass it", async ({ browser }) => {
  const guest = await browser.newPage();
  await guest.goto("/en/search");
  await settled(guest);
  expect(await guest.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);

  const man = await newMan(browser, "Jurian");
  await withWorker(man, "/en/man/mail/inbox");
  await man.goto("/en/search");
  await settled(man);
  const paths = await kept(man);
  expect(paths.filter((path) => !/^\/assets\/(?:offline|sprite)[.-][\w.]+$/.test(path)).sort()).toEqual([
    "/en/offline",
    "/offline",
    "/ro/offline",
    "/ru/offline",
    "/uk/offline",
    "/zh-hans/offline",
  ]);
  expect(paths).toHaveLength(12);

  // A request that is no page does not even wake the worker; a page does, while the site is asked already.
  const devtools = await man.context().newCDPSession(man);
  const seen: string[] = [];
  devtools.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
    for (const { runningStatus, status } of versions) if (status === "activated") seen.push(runningStatus);
  });
  await devtools.send("ServiceWorker.enable");
  await devtools.send("ServiceWorker.stopAllWorkers");
  await expect.poll(() => seen.at(-1)).toBe("stopped");
  await man.evaluate(async () => await (await fetch("/en/api/girls?limit=1")).json());
  expect(seen.at(-1)).toBe("stopped");
  await man.goto("/en/faq");
  await expect.poll(() => seen.at(-1)).toBe("running");
});

test("a device that knows the worker by its former address changes over by itself, and keeps nothing of an older one", async ({ browser }) => {
  const man = await newMan(browser, "Jelle");
  await withWorker(man, "/en/faq?before");
  await man.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.unregister();
    await navigator.serviceWorker.register("/push_worker.js");
    await navigator.serviceWorker.ready;
    await caches.open("offline-older");
  });
  await man.goto("/en/faq");
  await settled(man);
  const active = () =>
    man.evaluate(async () => {
      const registrations = await navigator.serviceWorker.getRegistrations();
      return registrations.map(({ active }) => active && new URL(active.scriptURL).pathname);
    });
  await expect.poll(active).toEqual(["/worker.js"]);
  await expect.poll(() => man.evaluate(async () => (await caches.keys()).length)).toBe(1);
  await man.context().setOffline(true);
  await man.goto("/en/about-us");
  await expect(man.getByRole("heading", { level: 1 })).toHaveText("No connection");
  await expect(man.getByRole("heading", { level: 2 })).toBeHidden();
});
