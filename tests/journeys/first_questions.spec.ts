/** A man's first minutes on his phone, by the link of the mail: what he is asked, and what ladies see of it. */
import { expect, type Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { idOf } from "./chat_people.ts";
import { test } from "./journey.ts";
import { approveAllOf, ladyIdOf, linkOf, newMan, noisyPhoto, settled, signedIn, visitor } from "./people.ts";

const password = "Wistful-2026!";

async function signUp(page: Page, firstname: string, email: string): Promise<void> {
  await page.getByLabel("First name").fill(firstname);
  await page.getByLabel("Country").selectOption({ label: "United Kingdom" });
  await page.getByLabel("Date of birth").fill("1974-02-03");
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("I am 18 or older").check();
  await page.getByRole("button", { name: "Create account" }).click();
  await page.goto(new URL(await linkOf(page, email, "/email-confirmation/")).pathname);
  await page.getByRole("main").getByRole("button").click();
}

test("he answers on his telephone with a photo of it, comes to the lady he wanted to write to, and she sees it", async ({ browser }) => {
  const email = `gareth-${Date.now()}@example.test`;
  const man = await visitor(browser);
  await man.setViewportSize({ width: 390, height: 844 });
  const olenaId = await ladyIdOf(man, "Olena");
  const wanted = `/en/man/mail/new-conversation/${olenaId}`;
  await man.goto(wanted);
  await man.getByRole("main").getByRole("link", { name: "Create an account, it is free" }).click();
  await signUp(man, "Gareth", email);

  const preview = man.getByRole("region", { name: "What ladies see of you" });
  await test.step("what he writes and his photo stand in the preview at once", async () => {
    await expect(man.getByRole("heading", { level: 1 })).toHaveText("Three short questions");
    await settled(man);
    await expect(preview).toContainText("Gareth has not written about himself yet.");
    await man.getByLabel("What is a good Sunday of yours like?").fill("I row, then I sleep.");
    await man.getByLabel("What do you do for a living?").selectOption("bookbinder");
    await expect(preview).toContainText("I row, then I sleep.");
    await expect(preview).toContainText("Bookbinder");
    await expect(preview).not.toContainText("has not written");
    const buffer = await noisyPhoto(man, 4032, 3024);
    // Twelve megapixels of a camera are more bytes than the site accepts.
    expect(buffer.length).toBeGreaterThan(5 * 1024 * 1024);
    await man.getByLabel("A photo of you").setInputFiles({ name: "IMG_1.jpg", mimeType: "image/jpeg", buffer });
    await expect(preview.locator("canvas")).toBeVisible();
    await expect(preview).toContainText("Your photo appears once one of us has looked at it.");
    expect(await axeFindings(man)).toEqual([]);
    expect(await man.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  await test.step("he goes on to where he wanted to go, and is not asked again", async () => {
    await man.getByRole("button", { name: "Save and go on" }).click();
    await expect(man).toHaveURL(new RegExp(`${wanted}$`));
    await man.goto("/en/man/welcome");
    await expect(man).toHaveURL(/\/en\/man\/mail\/inbox$/);
    await expect(man.getByText("it is still blank")).toHaveCount(0);
  });

  await test.step("she sees his words at once, and his photo once it is approved", async () => {
    const olena = await signedIn(browser, "olena@demo.test");
    await olena.goto(`/en/lady/man/${await idOf(man)}`);
    const avatar = olena.locator(".with-face img");
    await expect(olena.getByText("I row, then I sleep.")).toBeVisible();
    await expect(olena.getByText("Bookbinder")).toBeVisible();
    await expect(avatar).toHaveAttribute("src", /no-avatar/);
    const admin = await signedIn(browser, "admin@demo.test");
    expect(await approveAllOf(admin, "Gareth")).toBe(1);
    await olena.reload();
    await expect(avatar).not.toHaveAttribute("src", /no-avatar/);
  });
});

test("of a man who passed all over she is told so kindly, and begins a letter with a question", async ({ browser }) => {
  const man = await newMan(browser, "Trevor");
  await man.goto("/en");
  await man.getByRole("link", { name: "Say something about yourself" }).click();
  await man.getByRole("button", { name: "Skip all of this" }).click();
  await expect(man).toHaveURL(/\/en\/man\/mail\/inbox$/);
  await man.getByRole("button", { name: "Do not remind me" }).click();
  await expect(man.getByText("it is still blank")).toHaveCount(0);

  const olena = await signedIn(browser, "olena@demo.test");
  await olena.setViewportSize({ width: 390, height: 844 });
  await olena.goto(`/en/lady/man/${await idOf(man)}`);
  await expect(olena.getByText("Trevor has not written about himself yet.")).toBeVisible();
  await expect(olena.getByText("Member since")).toBeVisible();
  expect(await axeFindings(olena)).toEqual([]);
  await olena.getByRole("link", { name: "What do you do for a living?" }).click();
  await settled(olena);
  await expect(olena.getByLabel("Your letter")).toHaveValue("What do you do for a living?");
});

test("of two photos chosen one after the other the later one stays, although the first takes longer", async ({ browser }) => {
  const man = await newMan(browser, "Gerald");
  await man.goto("/en/man/welcome");
  await settled(man);
  await man.evaluate(() => {
    const { prototype } = HTMLCanvasElement;
    const real = prototype.toBlob;
    prototype.toBlob = function (tell, ...rest) {
      prototype.toBlob = real;
      real.call(this, (blob) => Object.assign(globalThis, { endFirst: () => tell(blob) }), ...rest);
    };
  });
  const field = man.getByLabel("A photo of you");
  const choose = async (name: string, width: number, height: number) =>
    await field.setInputFiles({ name, mimeType: "image/jpeg", buffer: await noisyPhoto(man, width, height) });
  await choose("first.jpg", 4032, 3024);
  await man.waitForFunction(() => "endFirst" in globalThis);
  await choose("later.jpg", 320, 240);
  await man.evaluate(() => {
    (globalThis as unknown as { endFirst: () => void }).endFirst();
    return new Promise((resolve) => setTimeout(resolve));
  });
  expect(await field.evaluate((input: HTMLInputElement) => input.files![0]!.name)).toBe("later.jpg");
});
