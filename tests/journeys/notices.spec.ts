/** Reporting without an account, up to the answer; and the whole way of a person who was suspended and objects. */
import { type Browser, expect, type Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { test } from "./journey.ts";
import { ladyIdOf, newMan, password, settled, signedIn, visitor } from "./people.ts";
import { staff } from "./staff.ts";
import { wordsFor } from "./words.ts";

const t = wordsFor("en");
const main = (page: Page) => page.locator("main");

/** The newest mail to an address that contains a word. */
async function mailTo(page: Page, email: string, word: string): Promise<string> {
  let text = "";
  await expect.poll(async () => {
    const { mails } = await (await page.request.get("/dev/outbox.json")).json();
    text = mails.find((mail: { to: string; text: string }) => mail.to === email && mail.text.includes(word))?.text ??
      "";
    return text;
  }).not.toBe("");
  return text;
}

test("a guest reports a profile, is answered, objects by the mailed address, and reads what another admin decides", async ({ browser }) => {
  const email = `marta-${crypto.randomUUID()}@elsewhere.test`;
  const guest = await visitor(browser);
  const zhanna = await ladyIdOf(guest, "Zhanna");
  await guest.goto(`/en/girl/x-1-x-x-${zhanna}`);
  await main(guest).getByRole("link", { name: t("safety:link.reportLabel", { name: "Zhanna" }) }).click();
  await settled(guest);
  expect(await axeFindings(guest)).toEqual([]);
  await expect(guest.getByLabel(t("guestReports:subject"))).toHaveValue(new RegExp(`^/girl/.*-${zhanna}$`));
  await guest.getByLabel(t("guestReports:category")).selectOption("fake");
  await guest.getByLabel(t("guestReports:text")).fill("These are the photos of my sister.");
  await guest.getByLabel(t("guestReports:email")).fill(email);
  await guest.getByLabel(t("guestReports:goodFaith")).check();
  await guest.getByRole("button", { name: t("guestReports:send") }).click();
  await expect(main(guest)).toContainText("Your report has the number");
  const number = /has the number (\d+)/.exec(await mailTo(guest, email, "has reached"))![1]!;

  const ada = await signedIn(browser, "admin@demo.test");
  await ada.goto(`/en/admin/reports/${number}`);
  await settled(ada);
  await expect(main(ada)).toContainText(email);
  await ada.getByLabel(t("admin:reports.action.dismiss")).check();
  await ada.getByLabel(t("admin:reports.words")).fill("We compared her documents with her photos.");
  await ada.getByRole("button", { name: t("admin:reports.send") }).click();
  await expect(ada.getByText(t("admin:reports.flash.answered"))).toBeVisible();
  const answer = await mailTo(guest, email, "We compared her documents");
  expect(answer).toContain("found nothing that breaks our rules");

  await guest.goto(new URL(new RegExp(`http\\S+/report/${number}/\\S+`).exec(answer)![0]).pathname);
  await settled(guest);
  await expect(main(guest)).toContainText("These are the photos of my sister.");
  await expect(main(guest)).toContainText("We compared her documents with her photos.");
  expect(await axeFindings(guest)).toEqual([]);
  await guest.getByLabel(t("guestReports:appeal.text")).fill("My sister never wrote to you.");
  await guest.getByRole("button", { name: t("guestReports:appeal.send") }).click();
  await expect(main(guest)).toContainText(t("guestReports:appeal.state.open"));
  await mailTo(guest, email, "has reached us");

  const bens = await anotherAdmin(browser);
  await bens.goto("/en/admin/appeals");
  await bens.getByRole("row", { name: t("admin:reports.one", { id: number }) }).getByRole("link").click();
  await expect(main(bens)).toContainText("My sister never wrote to you.");
  await bens.getByLabel(t("admin:appeals.will.answerReversed")).check();
  await bens.getByLabel(t("admin:appeals.words")).fill("You are right: the documents were false.");
  expect(await axeFindings(bens)).toEqual([]);
  await bens.getByRole("button", { name: t("admin:appeals.send") }).click();
  await expect(bens.getByText(t("admin:appeals.flash.reversed"))).toBeVisible();

  await mailTo(guest, email, "the documents were false");
  await guest.reload();
  await expect(main(guest)).toContainText("the documents were false");
});

test("who is kept out reads why and objects; another admin takes it back, and all is open again", async ({ browser, baseURL }) => {
  const his = await newMan(browser, "Casimir");
  const { user: { id, email } } = await (await his.request.get("/api/users")).json();
  const ada = await signedIn(browser, "admin@demo.test");
  const form = {
    do: "suspend",
    kind: "conduct",
    reason: "By somebody",
    facts: "Three letters with insults.",
    sure: "yes",
  };
  const headers = { origin: baseURL! };
  await ada.request.post(`/en/admin/users/${id}/suspension`, { form, headers });
  expect(await mailTo(his, email, "/en/decisions/")).toContain("Three letters with insults.");

  await his.goto("/en/auth/sign-in");
  await enter(his, email, password);
  await his.getByRole("link", { name: t("decisions:keptOut.enter") }).click();
  const decision = his.getByRole("link", { name: t("decisions:open") });
  await expect(decision).toBeVisible();
  expect(await axeFindings(his)).toEqual([]);
  await decision.click();
  await expect(main(his)).toContainText("Three letters with insults.");
  expect(await axeFindings(his)).toEqual([]);
  const text = his.getByLabel(t("decisions:appeal.text"));
  await expect(text).toBeVisible();
  await his.emulateMedia({ media: "print" });
  await expect(text).toBeHidden();
  await expect(his.getByRole("heading", { name: t("decisions:appeal.title") })).toBeVisible();
  await text.evaluate((field: HTMLTextAreaElement) => field.value = "I have");
  await expect(text).toBeVisible();
  await his.emulateMedia({ media: null });
  await text.fill("I have written no letter yet.");
  await his.getByRole("button", { name: t("decisions:appeal.send") }).click();
  await expect(main(his)).toContainText(t("decisions:appeal.state.open"));

  const bens = await anotherAdmin(browser);
  await bens.goto("/en/admin/appeals");
  await settled(bens);
  expect(await axeFindings(bens)).toEqual([]);
  await bens.getByRole("row", { name: "Casimir" }).getByRole("link").click();
  await bens.getByLabel(t("admin:appeals.will.reversed")).check();
  await bens.getByLabel(t("admin:appeals.words")).fill("You are right: there is no such letter.");
  expect(await axeFindings(bens)).toEqual([]);
  await bens.getByRole("button", { name: t("admin:appeals.send") }).click();
  await expect(bens.getByText(t("admin:appeals.flash.reversed"))).toBeVisible();

  await mailTo(his, email, "there is no such letter");
  const again = await signedIn(browser, email);
  await again.goto("/en/man/mail/inbox");
  await expect(again).toHaveURL(/\/en\/man\/mail\/inbox$/);
});

async function enter(page: Page, email: string, password: string): Promise<void> {
  await page.locator("#email").fill(email);
  await page.locator("#password").fill(password);
  await main(page).getByRole("button", { name: "Log in" }).click();
}

/** Ben, whom the operator has just added to the staff. */
async function anotherAdmin(browser: Browser): Promise<Page> {
  const email = `ben-${crypto.randomUUID()}@house.test`;
  const told = await staff("add", email, "--group=admin", "--name=Ben Voss");
  const page = await visitor(browser);
  await page.goto(new URL(/http:\S+/.exec(told)![0]).pathname);
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Repeat the new password").fill(password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page).toHaveURL(/\/auth\/sign-in/);
  return await signedIn(browser, email);
}
