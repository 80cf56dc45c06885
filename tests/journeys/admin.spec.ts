/** The admin's day on a site of its own: the queue emptied by keyboard, a report answered, a letter read for a reason. */
import { expect } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { test } from "./chat_site.ts";
import { settled, signedIn } from "./people.ts";

interface Dialogue {
  partner: { firstname: string };
}

test("an admin empties the queue by keyboard alone, and who asked reads why not", async ({ browser }) => {
  const vera = await signedIn(browser, "vera@demo.test");
  await vera.goto("/en/lady/profile");
  await vera.getByLabel("First name").fill("Vera Call Me");
  await vera.locator("main form:has([name=firstname]) button[type=submit]").click();
  await expect(vera.getByText("Waiting for approval")).toBeVisible();
  const page = await signedIn(browser, "admin@demo.test");
  await page.goto("/en/admin");
  await expect(page.getByRole("listitem").filter({ hasText: "to approve" })).toContainText("3");
  await page.goto("/en/admin/approvals");
  const nobody = page.getByText("Nothing is waiting");
  const kind = page.locator("#item");

  await settled(page);
  await expect(kind).toHaveText("Changed profile");
  await expect(page.locator("ins").first()).toBeVisible();
  await page.keyboard.press("s");
  await expect(page.locator("ins")).toHaveText("Ira");
  await settled(page);
  await page.keyboard.press("a");
  await expect(page.locator("ins")).toHaveText("Vera Call Me");
  await settled(page);
  await page.keyboard.press("r");
  await expect(page.getByLabel("Reason for refusing")).toBeFocused();
  await page.keyboard.type("A name alone, please: no as and rs.");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("You have been through everything")).toBeVisible();
  await page.keyboard.press("Tab");
  await page.getByRole("link", { name: "From the beginning" }).press("Enter");
  await expect(kind).toHaveText("Changed profile");
  await settled(page);
  await page.keyboard.press("a");
  await expect(nobody).toBeVisible();
  await vera.goto("/en/lady/profile");
  await expect(vera.getByText("A name alone, please: no as and rs.")).toBeVisible();
});

test("a report is answered without a script, and who reported reads what was decided", async ({ browser }) => {
  const page = await signedIn(browser, "admin@demo.test", { javaScriptEnabled: false });
  await page.goto("/en/admin/reports");
  await page.getByRole("link", { name: "A false profile" }).click();
  await expect(page.getByText("I have seen two of these pictures")).toBeVisible();
  await page.getByLabel("Warn the reported person").check();
  await page.getByLabel("Answer to the reporter").fill("Thank you. She has shown us that the pictures are hers.");
  await page.getByLabel("Words for the reported person").fill("Please take down the older pictures elsewhere.");
  await page.getByRole("button", { name: "Answer" }).click();
  await expect(page.getByText("No report")).toBeVisible();
  const paul = await signedIn(browser, "poor@demo.test");
  await paul.goto("/en/man/men-account/safety");
  await expect(paul.getByText("She has shown us that the pictures are hers.").first()).toBeVisible();
});

test("a letter is read for a reason, which both correspondents see on it", async ({ browser, site }) => {
  const james = await signedIn(browser, "james@demo.test");
  const { dialogues } = await (await james.request.get("/en/api/dialogues")).json();
  const { partner, lastLetter } = dialogues.find((each: Dialogue) => each.partner.firstname === "Olena");
  const page = await signedIn(browser, "admin@demo.test");
  await page.goto(`/en/admin/letters/${lastLetter.id}`);
  await expect(page.locator(".letter__text")).toHaveCount(0);
  await page.getByLabel("Why do you need to read it?").fill("A question about what was sent.");
  await page.getByRole("button", { name: "Read the letter" }).click();
  await expect(page.locator(".letter__text").first()).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  const olena = await signedIn(browser, "olena@demo.test");
  const box = lastLetter.sender.id === partner.id ? { his: "inbox", hers: "outbox" } : { his: "outbox", hers: "inbox" };
  const { dialogues: hers } = await (await olena.request.get("/en/api/dialogues")).json();
  const jamesId = hers.find((each: Dialogue) => each.partner.firstname === "James").partner.id;
  for (
    const [reader, path] of [
      [james, `/en/man/mail/${box.his}/conversation/${partner.id}/${lastLetter.id}`],
      [olena, `/en/lady/mail/${box.hers}/conversation/${jamesId}/${lastLetter.id}`],
    ] as const
  ) {
    await reader.goto(path);
    await expect(reader.locator(`#letter-${lastLetter.id}, .letter__looks`).last()).toBeVisible();
    await expect(reader.getByText("A question about what was sent.")).toBeVisible();
  }
  expect(await site.audit()).toBe("");
});
