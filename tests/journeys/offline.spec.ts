/** Without a connection: a letter waits for it and is sent once. */
import { expect, type Page } from "@playwright/test";
import { test } from "./journey.ts";
import { creditsOf, ladyIdOf, newMan, settled } from "./people.ts";
import { wordsFor } from "./words.ts";

const waits = "There is no connection. Your letter will be sent as soon as there is one";
const sheet = (page: Page) => page.getByLabel("Your letter");
const send = (page: Page) => page.getByRole("button", { name: "Send letter" });

/** The letters from him in the box of what he sent. */
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
