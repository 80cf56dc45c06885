import { type Browser, devices, expect, type Locator, type Page } from "@playwright/test";
import { Buffer } from "node:buffer";
import { axeFindings } from "./axe.ts";
import { test } from "./journey.ts";
import { newMan, picture, prefixes, settled, signedIn } from "./people.ts";

const noPicture = { name: "fake.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no photo") };

const cards = (page: Page) => page.locator(".photo-grid > li:has(figure)");
const captions = (page: Page) =>
  cards(page).getByRole("textbox").evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));

async function openGallery(page: Page): Promise<void> {
  await page.goto("/en/man/men-account/photos");
  await settled(page);
}

test("a man sends three photos at once, names them, orders them, cuts a square and removes one", async ({ browser }) => {
  const man = await newMan(browser, "Edmund");
  await openGallery(man);

  await test.step("several at once, and what is no photo is told of", async () => {
    const colours = [["red.jpg", "#b33"], ["green.jpg", "#3b3"], ["blue.jpg", "#33b"]] as const;
    const files = await Promise.all(colours.map(([name, colour]) => picture(man, name, colour)));
    await man.getByLabel("Add photos").setInputFiles([...files, noPicture]);
    await expect(cards(man)).toHaveCount(3);
    await expect(man.locator(".arrivals")).toContainText("fake.jpgOnly JPG photos can be added here.");
    await expect(man.getByRole("status").filter({ hasText: "blue.jpg has arrived" })).toHaveCount(1);
    await man.getByRole("button", { name: "Skip" }).click();
    await expect(man.locator(".arrivals")).toHaveCount(0);
    await expect(man.getByLabel("Add photos")).toBeFocused();
    await expect(man.getByText("Waiting for approval")).toHaveCount(3);
    expect(await axeFindings(man, ".account")).toEqual([]);
  });

  await test.step("each with a caption", async () => {
    for (const [at, words] of ["One", "Two", "Three"].entries()) {
      const caption = cards(man).nth(at).getByRole("textbox");
      await caption.fill(words);
      const saved = man.waitForResponse((answer) =>
        answer.request().method() === "PATCH" && answer.url().includes("photos")
      );
      await caption.press("Enter");
      expect((await saved).ok()).toBe(true);
    }
  });

  await test.step("in order from the keyboard, whose focus stays with the photo, and by dragging", async () => {
    const earlier = man.getByRole("button", { name: "Move photo 3 forward" });
    await earlier.focus();
    await man.keyboard.press("Enter");
    await expect.poll(() => captions(man)).toEqual(["One", "Three", "Two"]);
    await expect(man.getByRole("button", { name: "Move photo 2 forward" })).toBeFocused();
    await man.keyboard.press("Enter");
    await expect.poll(() => captions(man)).toEqual(["Three", "One", "Two"]);
    await expect(man.getByRole("button", { name: "Move photo 1 back" })).toBeFocused();
    await expect(man.getByRole("status").filter({ hasText: "The photo is now number 1 of 3." })).toHaveCount(1);
    const moved = man.waitForResponse((answer) =>
      answer.request().method() === "PATCH" && answer.url().includes("photos")
    );
    await cards(man).nth(2).getByRole("img").dragTo(cards(man).nth(0));
    await expect.poll(() => captions(man)).toEqual(["Two", "Three", "One"]);
    await moved;
  });

  await test.step("another square, from the keyboard alone", async () => {
    const card = cards(man).first();
    const before = await card.getByRole("img").getAttribute("src");
    const open = card.getByRole("button", { name: "Choose the square of photo 1" });
    await open.press("Enter");
    const dialog = man.getByRole("dialog", { name: "The square" });
    await dialog.getByLabel("Size").press("PageDown");
    await dialog.getByLabel("From the left").press("End");
    expect(await axeFindings(man, "dialog[open]")).toEqual([]);
    await dialog.getByRole("button", { name: "Use this square" }).press("Enter");
    await expect(card.getByRole("img")).not.toHaveAttribute("src", before!);
    await expect(open).toBeFocused();
  });

  await test.step("one removed, after a second thought; the server has it all so", async () => {
    const last = cards(man).nth(2);
    await last.getByLabel("Remove photo 3").click();
    await last.getByRole("button", { name: "Yes, remove it" }).click();
    await expect(cards(man)).toHaveCount(2);
    await expect(man.getByRole("status").filter({ hasText: "The photo is removed." })).toHaveCount(1);
    await expect(man.getByLabel("Add photos")).toBeFocused();
    await openGallery(man);
    await expect.poll(() => captions(man)).toEqual(["Two", "Three"]);
  });
  await man.context().close();
});

test("an agency's form sends a screenshot of hers as the photo that the site takes", async ({ browser }) => {
  const agency = await signedIn(browser, "agency@demo.test");
  await agency.goto("/en/agency/ladies");
  await agency.locator("main").getByRole("link", { name: "Marta" }).click();
  await settled(agency);
  const photos = agency.locator(".admin__photos > li");
  const before = await photos.count();
  await agency.locator("#new-photos").setInputFiles(await picture(agency, "screen.png", "#467"));
  await agency.getByRole("button", { name: "Send these photos" }).click();
  await expect(photos).toHaveCount(before + 1);
});

test("without a script photos are sent, ordered and removed by forms", async ({ browser }) => {
  const man = await newMan(browser, "Ernest", { javaScriptEnabled: false });
  await man.goto("/en/man/men-account/photos");
  const guest = await browser.newPage();
  const files = [await picture(guest, "a.jpg", "#b33"), await picture(guest, "b.jpg", "#33b")];
  await guest.close();
  await man.getByLabel("Add photos").setInputFiles(files);
  await man.getByRole("button", { name: "Send these photos" }).click();
  await expect(man.getByText("Your photos have arrived. They are waiting for approval.")).toBeVisible();
  await cards(man).nth(1).getByRole("textbox").fill("Second");
  await cards(man).nth(1).getByRole("button", { name: "Save" }).click();
  await man.getByRole("button", { name: "Move photo 2 forward" }).click();
  await expect.poll(() => captions(man)).toEqual(["Second", ""]);
  await cards(man).nth(1).getByLabel("Remove photo 2").click();
  await man.getByRole("button", { name: "Yes, remove it" }).click();
  await expect(cards(man)).toHaveCount(1);
  await man.context().close();
});

/** Matches addresses that end with the one to which a link to a large picture leads. */
const largeOf = async (link: Locator) => new RegExp(`${await link.getAttribute("href")}$`);

/** Opens Olena's profile, which has several pictures; the newest lady changes with every journey that publishes one. */
async function openProfile(browser: Browser, locale: keyof typeof prefixes, options = {}): Promise<Page> {
  const page = await (await browser.newContext({ locale: "en-GB", ...options })).newPage();
  // A guest would see only the first of them.
  await page.request.post("/api/authorization", { data: { email: "james@demo.test", password: "Demo-2026!" } });
  const { girls } = await (await page.request.get("/api/girls?firstname=Olena&limit=1")).json();
  await page.goto(`${prefixes[locale]}/girl/x-1-x-x-${girls[0].id}`);
  await settled(page);
  return page;
}

test("a man looks through her pictures by keyboard in three languages, and by swiping on a phone", async ({ browser }) => {
  for (const locale of ["en", "zh-Hant", "zh-Hans"] as const) {
    const page = await openProfile(browser, locale);
    const links = page.locator(".gallery figure > a");
    await links.first().press("Enter");
    const viewer = page.locator("dialog.viewer");
    await expect(viewer).toBeVisible();
    await expect(viewer.locator("img")).toHaveAttribute("src", await largeOf(links.first()));
    expect(await axeFindings(page, ".viewer")).toEqual([]);
    // Nothing took the click for a way to another page.
    await expect(page.locator(".loading")).toHaveCount(0);
    await page.keyboard.press("ArrowRight");
    await expect(viewer.locator("img")).toHaveAttribute("src", await largeOf(links.nth(1)));
    await page.keyboard.press("Escape");
    await expect(viewer).toBeHidden();
    await expect(links.first()).toBeFocused();
    await page.context().close();
  }
  const { viewport, hasTouch, isMobile } = devices["Pixel 7"];
  const phone = await openProfile(browser, "en", { viewport, hasTouch, isMobile });
  const links = phone.locator(".gallery figure > a");
  await links.first().tap();
  const shown = phone.locator("dialog.viewer img");
  await expect(shown).toBeVisible();
  await phone.locator("dialog.viewer").evaluate((viewer) => {
    const at = (clientX: number) => [new Touch({ identifier: 1, target: viewer, clientX, clientY: 300 })];
    viewer.dispatchEvent(new TouchEvent("touchstart", { touches: at(300), bubbles: true }));
    viewer.dispatchEvent(new TouchEvent("touchend", { changedTouches: at(120), bubbles: true }));
  });
  await expect(shown).toHaveAttribute("src", await largeOf(links.nth(1)));
  await phone.context().close();
});
