/** One's own data: a copy that is downloaded and checked, and the end of an account, as the other person sees it. */
import { expect } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { axeFindings } from "./axe.ts";
import { test } from "./journey.ts";
import { ladyIdOf, newMan, password, settled, signedIn } from "./people.ts";

const security = "/en/man/men-account/security";

test("a man takes a copy of everything along, deletes his account, and she keeps the sheet alone", async ({ browser, baseURL }) => {
  const page = await newMan(browser, "Alban");
  const sent = await page.request.post("/en/api/mail", {
    headers: { origin: baseURL! },
    data: { recipientId: await ladyIdOf(page, "Ioana"), body: "Dear Ioana, the larches are turning." },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  const { letter } = await sent.json();

  await page.goto(security);
  await page.getByRole("link", { name: "Get a copy of everything" }).click();
  await settled(page);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel("Your password").fill(password);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Make the copy" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^vesna-\d{4}-\d\d-\d\d\.zip$/);
  const zip = await readFile(await download.path(), "utf8");
  for (const part of ["index.html", "data/letters.json", "the larches are turning", "Your data at Vesna"]) {
    expect(zip).toContain(part);
  }

  await page.goto(security);
  await page.getByRole("link", { name: "Delete the account" }).click();
  await settled(page);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel("Type DELETE").fill("delete");
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Delete my account for good" }).click();
  await expect(page.getByText("Your account is deleted.")).toBeVisible();
  await page.goto(security);
  await expect(page).toHaveURL(/\/auth\/sign-in/);
  await page.context().close();

  const hers = await signedIn(browser, "ioana@demo.test");
  await expect.poll(async () => (await (await hers.request.get(`/en/api/mail/${letter.id}`)).json()).letter.state)
    .toBe("erased");
  const { sender } = (await (await hers.request.get(`/en/api/mail/${letter.id}`)).json()).letter;
  expect(sender.firstname).toBe("Deleted member");
  await hers.goto("/en/lady/mail/inbox");
  const line = hers.getByRole("link").filter({ hasText: "Deleted member" }).first();
  await line.click();
  await expect(hers.getByText("This letter was deleted with its writer’s account.").first()).toBeVisible();
  await expect(hers.getByText("Alban")).toHaveCount(0);
  await hers.context().close();
});
