/** A letter that is begun on one device and goes on on another: nothing of it is lost, and it is sent once. */
import { type Browser, expect, type Page } from "@playwright/test";
import { test } from "./journey.ts";
import { ladyIdOf, newMan, picture, settled } from "./people.ts";

/** Another device of the same man: signed in as well, with nothing else of the first one. */
async function anotherDevice(browser: Browser, man: Page): Promise<Page> {
  const context = await browser.newContext();
  await context.addCookies(await man.context().cookies());
  return await context.newPage();
}

const sheet = (page: Page) => page.getByLabel("Your letter");

/** What a device keeps itself, because the account does not have it. */
const keptHere = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("vesna:draft:")));

/** Writes words, and waits until the account has them and the page has heard so. */
async function write(page: Page, words: string): Promise<void> {
  const saved = page.waitForResponse((answer) => answer.url().includes("/api/mail/drafts/") && answer.ok());
  await sheet(page).fill(words);
  await saved;
  await expect.poll(() => keptHere(page)).toEqual([]);
}

test("a letter that a man begins in the train is sent from home, once", async ({ browser }) => {
  const train = await newMan(browser, "Jasper");
  const path = `/en/man/mail/new-conversation/${await ladyIdOf(train, "Olena")}`;
  await train.goto(path);
  await settled(train);
  await write(train, "Dear Olena, I write from the train.");

  const home = await anotherDevice(browser, train);
  await home.goto(path);
  await expect(sheet(home)).toHaveValue("Dear Olena, I write from the train.");
  await settled(home);
  await write(home, "Dear Olena, I wrote this from the train, and end it at home.");
  await home.getByRole("button", { name: "Send letter" }).click();
  await expect(home.getByRole("article").getByText("and end it at home.")).toBeVisible();

  // The page in the train still shows the first words: the same key cannot become a second letter.
  await train.getByRole("button", { name: "Send letter" }).click();
  await expect(train.getByText("A different letter was already sent from this page.")).toBeVisible();
  await home.goto(path);
  await expect(home.locator(".top .balance").first()).toContainText("10");
});

test("what the train writes while the page at home lies open is begun still, once that one is sent", async ({ browser }) => {
  const train = await newMan(browser, "Jurian");
  const path = `/en/man/mail/new-conversation/${await ladyIdOf(train, "Olena")}`;
  await train.goto(path);
  await settled(train);
  await write(train, "Dear Olena,");
  const home = await anotherDevice(browser, train);
  await home.goto(path);
  await settled(home);
  await write(home, "Dear Olena, from home.");
  await train.reload();
  await settled(train);
  await write(train, "Dear Olena, and a whole page from the train.");
  await train.close();
  await home.getByRole("button", { name: "Send letter" }).click();
  await expect(home.getByRole("article").getByText("Dear Olena, from home.")).toBeVisible();
  await home.goto(path);
  await expect(sheet(home)).toHaveValue("Dear Olena, and a whole page from the train.");
});

test("of two devices that write at once the newer words stand, and the older ones are offered", async ({ browser }) => {
  const train = await newMan(browser, "Julius");
  const path = `/en/man/mail/new-conversation/${await ladyIdOf(train, "Daria")}`;
  const home = await anotherDevice(browser, train);
  for (const page of [train, home]) {
    await page.goto(path);
    await settled(page);
  }
  await write(train, "Words from the train.");
  await write(home, "Words from home.");
  const notice = home.getByRole("status").filter({ hasText: "saved on another device" });
  await expect(notice).toBeVisible();
  await expect(sheet(home)).toHaveValue("Words from home.");
  await notice.locator("summary").click();
  await expect(notice.getByText("Words from the train.")).toBeVisible();
  await notice.getByRole("button", { name: "Use these words" }).click();
  await expect(sheet(home)).toHaveValue("Words from the train.");
  await expect(sheet(home)).toBeFocused();
  await notice.locator("summary").click();
  await expect(notice.getByText("Words from home.")).toBeVisible();
  await notice.getByRole("button", { name: "Keep only what is on the sheet" }).press("Enter");
  await expect(notice).toHaveCount(0);
  await expect(sheet(home)).toBeFocused();
  await home.reload();
  await expect(sheet(home)).toHaveValue("Words from the train.");
});

test("what is written without a connection comes to the account when the page is opened again", async ({ browser }) => {
  const man = await newMan(browser, "Joachim");
  const path = `/en/man/mail/new-conversation/${await ladyIdOf(man, "Halyna")}`;
  await man.goto(path);
  await settled(man);
  const device = man.context();
  await device.route("**/api/mail/drafts/**", (route) => route.abort());
  const tried = man.waitForRequest("**/api/mail/drafts/**");
  await sheet(man).fill("Words from a tunnel.");
  await tried;
  // Not reloaded: a page that goes tries once more, and who hears the answer depends on who is faster.
  await man.close();
  await device.unroute("**/api/mail/drafts/**");
  const again = await device.newPage();
  const saved = again.waitForResponse((answer) => answer.url().includes("/api/mail/drafts/") && answer.ok());
  await again.goto(path);
  await saved;
  await expect(sheet(again)).toHaveValue("Words from a tunnel.");
  const other = await anotherDevice(browser, again);
  await other.goto(path);
  await expect(sheet(other)).toHaveValue("Words from a tunnel.");
});

test("words of a tunnel outlast what is typed at once, before the page can bring them, and go when the line is back", async ({ browser }) => {
  const man = await newMan(browser, "Joris");
  const ladyId = await ladyIdOf(man, "Halyna");
  const path = `/en/man/mail/new-conversation/${ladyId}`;
  await man.goto(path);
  await settled(man);
  const device = man.context();
  await device.route("**/api/mail/drafts/**", (route) => route.abort());
  const tried = man.waitForRequest("**/api/mail/drafts/**");
  await sheet(man).fill("Words from a tunnel.");
  await tried;
  await man.close();
  // The script that takes the words over is still on its way.
  const arrival = Promise.withResolvers<void>();
  await device.route("**/assets/chunk.*.js", async (route) => {
    const answer = await route.fetch();
    if ((await answer.text()).includes("letter_composer.waiting")) await arrival.promise;
    await route.fulfill({ response: answer });
  });
  const again = await device.newPage();
  await again.goto(path);
  await settled(again);
  await sheet(again).fill("Typed at once.");
  const kept = () => again.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  await expect.poll(kept).toContain("Typed at once.");
  expect(await kept()).toContain("Words from a tunnel.");
  const refused = again.waitForRequest("**/api/mail/drafts/**");
  arrival.resolve();
  await refused;
  expect(await kept()).toContain("Words from a tunnel.");
  await device.unroute("**/api/mail/drafts/**");
  await again.evaluate(() => dispatchEvent(new Event("online")));
  const begun = async () => (await (await device.request.get(`/en/api/mail/drafts/${ladyId}`)).json()).draft;
  const others = [{ body: "Words from a tunnel." }];
  await expect.poll(begun).toMatchObject({ body: "Typed at once.", others });
  await expect.poll(() => keptHere(again)).toEqual([]);
  await expect(again.getByRole("status").filter({ hasText: "saved on another device" })).toBeVisible();
});

test("a letter that goes on at home and is sent there does not come back in the train", async ({ browser }) => {
  let train = await newMan(browser, "Jannis");
  const dariaId = await ladyIdOf(train, "Daria");
  const path = `/en/man/mail/new-conversation/${dariaId}`;
  const home = await anotherDevice(browser, train);
  await train.goto(path);
  await settled(train);
  await write(train, "Dear Daria, I write from the train.");
  await train.reload();
  await settled(train);
  await train.goto("/en");
  expect(await keptHere(train)).toEqual([]);
  const sendAtHome = async (begun: string, whole: string) => {
    await home.goto(path);
    await expect(sheet(home)).toHaveValue(begun);
    await settled(home);
    await write(home, whole);
    await home.getByRole("button", { name: "Send letter" }).click();
    await expect(home.getByRole("article").getByText(whole)).toBeVisible();
  };
  const expectNothing = async () => {
    await train.goto("/en");
    await expect(train.locator(".desk-now")).toBeVisible();
    await expect(train.locator(".desk-now")).not.toContainText("You have begun");
  };
  await sendAtHome("Dear Daria, I write from the train.", "Dear Daria, I write from the train. I end it at home.");
  await train.goto(path);
  await settled(train);
  await expect(sheet(train)).toHaveValue("");
  await expectNothing();

  // The account has the words, but the answer never came: so the device still keeps them.
  await train.goto(path);
  await settled(train);
  await write(train, "Once more");
  const device = train.context();
  await device.route("**/api/mail/drafts/**", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await sheet(train).fill("Once more from the train.");
  const begun = async () => (await (await device.request.get(`/en/api/mail/drafts/${dariaId}`)).json()).draft?.body;
  await expect.poll(begun).toBe("Once more from the train.");
  await train.close();
  await device.unrouteAll({ behavior: "wait" });
  await sendAtHome("Once more from the train.", "Once more from the train. I end this at home too.");
  train = await device.newPage();
  const asked = train.waitForResponse((answer) => answer.url().includes("/api/mail/drafts/") && answer.ok());
  await train.goto(path);
  await asked;
  await expect(sheet(train)).toHaveValue("");
  await expect.poll(() => keptHere(train)).toEqual([]);
  await expectNothing();
});

/** How many scripts a page has: the one that saves drafts comes last. */
const scriptCount = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js")).length);

test("who goes back to the words of a sent letter has not begun it again", async ({ browser }) => {
  const man = await newMan(browser, "Jorick");
  await man.goto(`/en/man/mail/new-conversation/${await ladyIdOf(man, "Polina")}`);
  await settled(man);
  await write(man, "Dear Polina, sent once.");
  const scripts = await scriptCount(man);
  await man.getByRole("button", { name: "Send letter" }).click();
  await expect(man.getByRole("article").getByText("Dear Polina, sent once.")).toBeVisible();
  await man.goBack();
  await settled(man);
  await expect.poll(() => scriptCount(man)).toBe(scripts);
  await man.goForward();
  await man.goto("/en");
  await expect(man.locator(".desk-now")).toBeVisible();
  await expect(man.locator(".desk-now")).not.toContainText("You have begun");
});

test("a page that only lay open brings nothing back over what was corrected since", async ({ browser }) => {
  const train = await newMan(browser, "Jesper");
  const path = `/en/man/mail/new-conversation/${await ladyIdOf(train, "Halyna")}`;
  await train.goto(path);
  await settled(train);
  await write(train, "Dear Halina, from the train.");
  const home = await anotherDevice(browser, train);
  await home.goto(path);
  await settled(home);
  await write(home, "Dear Halyna, from the train.");
  await train.goto("/en");
  expect(await keptHere(train)).toEqual([]);
  await train.goto(path);
  await settled(train);
  await expect(sheet(train)).toHaveValue("Dear Halyna, from the train.");
  await expect(train.getByRole("status").filter({ hasText: "saved on another device" })).toHaveCount(0);
});

test("a photograph that is added at home lies on the open page in the train, and stays with the words", async ({ browser }) => {
  const train = await newMan(browser, "Jorrit");
  const path = `/en/man/mail/new-conversation/${await ladyIdOf(train, "Polina")}`;
  await train.goto(path);
  await settled(train);
  await write(train, "Dear Polina,");
  const home = await anotherDevice(browser, train);
  await home.goto(path);
  await settled(home);
  const added = home.waitForResponse((answer) => answer.url().includes("/api/mail/drafts/") && answer.ok());
  await home.getByLabel("Enclose a photograph").setInputFiles([await picture(home, "spring.jpg", "#3b3")]);
  await added;
  await train.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(train.locator(".photos img")).toHaveCount(1);
  await write(train, "Dear Polina, from the train.");
  await home.reload();
  await expect(sheet(home)).toHaveValue("Dear Polina, from the train.");
  await expect(home.locator(".photos img")).toHaveCount(1);
});
