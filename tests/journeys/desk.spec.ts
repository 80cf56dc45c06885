/** A man and a lady at their desks: what waits, what is begun, what became of their letters, and whom to write to. */
import { expect, type Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { test } from "./journey.ts";
import { ladyIdOf, newMan, settled, signedIn } from "./people.ts";

const desk = (page: Page) => page.locator(".desk-now");

const expectNoFindings = async (page: Page, within: string) => expect(await axeFindings(page, within)).toEqual([]);

test("a new man goes from an empty desk to a letter that he begins, sends, and follows", async ({ browser }) => {
  const man = await newMan(browser, "Leopold");
  await man.goto("/en/man/mail/inbox");
  await expect(desk(man).getByRole("heading", { name: "No letters yet" })).toBeVisible();
  await expect(desk(man)).toContainText("A letter costs 10 credits, translation included; you have 20.");
  await expect(desk(man).getByRole("listitem").first()).toBeVisible();
  await expectNoFindings(man, ".desk-now");

  const path = `/en/man/mail/new-conversation/${await ladyIdOf(man, "Marta")}`;
  await man.goto(path);
  await settled(man);
  const saved = man.waitForResponse((answer) => answer.url().includes("/api/mail/drafts/") && answer.ok());
  await man.getByLabel("Your letter").fill("Dear Marta,\n\nI have a question about the bread.");
  await saved;
  await man.goto("/en");
  await expect(desk(man)).toContainText("You have begun a letter to Marta.");
  await expect(desk(man)).toContainText("I have a question about the bread.");
  await expectNoFindings(man, ".desk-now");
  await desk(man).getByRole("link", { name: "Go on writing" }).click();
  await settled(man);
  await man.getByRole("button", { name: "Send letter" }).click();
  await expect(man.getByRole("article").getByText("I have a question about the bread.")).toBeVisible();
  await man.goto("/en");
  await expect(desk(man)).not.toContainText("You have begun");
  await expect(desk(man).getByRole("link", { name: "To Marta" })).toBeVisible();
  await expect(desk(man).locator("[aria-current='step']")).toHaveText(/Delivered|Translation/);
});

test("a lady finds his letter as an envelope, reads it, and a draft that she lets go is gone", async ({ browser, baseURL }) => {
  const man = await newMan(browser, "Lorenz");
  const ladyId = await ladyIdOf(man, "Alesya");
  const sent = await man.request.post("/api/mail", {
    data: { recipientId: ladyId, body: "Good evening from Lübeck." },
    headers: { origin: baseURL! },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  const manId = (await sent.json()).letter.sender.id;

  const lady = await signedIn(browser, "alesya@demo.test");
  await lady.goto("/en");
  const envelope = desk(lady).getByRole("link", { name: /^Lorenz/ });
  await expect(envelope).toContainText("New letter");
  await expectNoFindings(lady, ".own-desk");
  await envelope.click();
  await expect(lady.getByRole("article").getByText("Good evening from Lübeck.").first()).toBeVisible();

  const draft = { body: "Dear Lorenz, not yet.", sendKey: "a-key-of-a-journey", base: 0 };
  const begun = await lady.request.patch(`/api/mail/drafts/${manId}`, { data: draft, headers: { origin: baseURL! } });
  expect(begun.ok(), await begun.text()).toBe(true);
  await lady.goto("/en/lady/mail/inbox");
  await expect(desk(lady)).toContainText("Dear Lorenz, not yet.");
  await desk(lady).getByText("Delete draft").click();
  await desk(lady).getByRole("button", { name: "Yes, delete it for good" }).click();
  await expect(lady.getByText("The draft is deleted.")).toBeVisible();
  await expect(desk(lady)).not.toContainText("Dear Lorenz, not yet.");
});

test("a pile of letters is swept sideways on a telephone, and the page is no wider", async ({ browser, baseURL }) => {
  for (const firstname of ["Piet", "Pim", "Pepijn"]) {
    const man = await newMan(browser, firstname);
    const sent = await man.request.post("/api/mail", {
      data: { recipientId: await ladyIdOf(man, "Alina"), body: "Dear Alina, from far away." },
      headers: { origin: baseURL!, "idempotency-key": crypto.randomUUID() },
    });
    expect(sent.ok(), await sent.text()).toBe(true);
    await man.context().close();
  }
  const her = await signedIn(browser, "alina@demo.test");
  await her.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/", "/lady/mail/inbox"]) {
    await her.goto(`/en${path}`);
    await expect(her.locator(".desk-now__pile li")).toHaveCount(3);
    const width = await her.evaluate(() => document.documentElement.scrollWidth);
    expect({ path, width }).toEqual({ path, width: 390 });
  }
  await her.context().close();
});
