/** A talk that is agreed on between Taipei and Kyiv, over the night in which Kyiv puts its clocks forward. */
import { expect, type Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { test } from "./chat_site.ts";
import { ladyIdOf, settled, signedIn } from "./people.ts";

/** 20:00 on 29 March in Kyiv, where summer time began that night. */
const at = Date.UTC(2026, 2, 29, 17);
/** Less than a day before: a clock that jumps further ahead is not believed at first (services/clock_watch.ts). */
const beginsAt = Date.UTC(2026, 2, 28, 18);

test.use({ beginsAt });

interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** The addresses to which mails of this subject went until now. */
async function toWhom(page: Page, subject: RegExp): Promise<string[]> {
  const { mails } = await (await page.request.get("/dev/outbox.json")).json() as { mails: Mail[] };
  return mails.filter((mail) => subject.test(mail.subject)).map(({ to }) => to).toSorted();
}

/** Opens a page of a member's own, on which the browser has told its zone. */
async function arrive(page: Page, path: string): Promise<void> {
  const told = page.waitForResponse((answer) => answer.request().method() === "PATCH");
  await page.goto(path);
  expect((await told).status()).toBe(200);
}

test("Olena proposes, Wei agrees, both have it in their calendars and are reminded, and she calls it off", async ({ browser, site }) => {
  const her = await signedIn(browser, "olena@demo.test", { timezoneId: "Europe/Kyiv" });
  const him = await signedIn(browser, "wei@demo.test", { timezoneId: "Asia/Taipei" });
  await arrive(her, "/en/lady/mail/inbox");
  await arrive(him, "/en/man/mail/inbox");
  const weiId = (await (await him.request.get("/api/users")).json()).user.id;
  const olenaId = await ladyIdOf(him, "Olena");

  await test.step("a time that her clock skips is refused beside its field; then she proposes another", async () => {
    await her.goto(`/en/lady/mail/talk/${weiId}`);
    await settled(her);
    await her.getByLabel("Video chat").check({ force: true });
    await her.locator("#date1").fill("2026-03-29");
    await her.locator("#time1").fill("03:30");
    await her.getByRole("button", { name: "Propose" }).click();
    await expect(her.locator("#date1-error")).toContainText("the clocks go forward");
    expect(await axeFindings(her, "main")).toEqual([]);
    await expect(her.locator("#time1")).toHaveValue("03:30");
    await her.locator("#time1").fill("20:00");
    await her.getByRole("button", { name: "Propose" }).click();
    await expect(her.getByRole("heading", { name: /Wei has not answered yet/ })).toBeVisible();
  });

  await test.step("he hears of it by mail and on his desk, in his own time, and agrees", async () => {
    await expect.poll(() => toWhom(him, /想约个时间聊聊$/)).toEqual(["wei@demo.test"]);
    await him.goto("/en/man/mail/inbox");
    await him.locator(".desk-now").getByRole("link", { name: "Olena" }).first().waitFor();
    await him.goto(`/en/man/mail/talk/${olenaId}`);
    await expect(him.locator("time").first()).toHaveText(/^Mon,? 30\sMar,? 01:00$/);
    await expect(him.getByText(/Olena: Sun,? 29\sMar,? 20:00 \(Kyiv\)/)).toBeVisible();
    await him.getByRole("button", { name: /^Agree/ }).click();
    await expect(him.getByRole("heading", { name: "You have both agreed on this." })).toBeVisible();
    expect(await axeFindings(him, "main")).toEqual([]);
  });

  await test.step("both calendars get the same event in UTC", async () => {
    const files = [];
    for (const [page, path] of [[him, `/en/man/mail/talk/${olenaId}`], [her, `/en/lady/mail/talk/${weiId}`]] as const) {
      await page.goto(path);
      const href = await page.getByRole("link", { name: "Save to your calendar" }).getAttribute("href");
      const answer = await page.request.get(href!);
      expect(answer.headers()["cache-control"]).toBe("private, no-store");
      files.push(await answer.text());
    }
    for (const file of files) expect(file).toContain("\r\nDTSTART:20260329T170000Z\r\n");
    const [hisUid, herUid] = files.map((file) => /^UID:.*$/m.exec(file)![0]);
    expect(hisUid).toBe(herUid);
  });

  const soon = /will soon be there|快开始了/;
  await test.step("fifteen minutes before, and not sooner, both are reminded", async () => {
    await site.step((at - 16 * 60_000 - beginsAt) / 1000);
    // Due jobs are looked for every second.
    await him.waitForTimeout(2500);
    expect(await toWhom(him, soon)).toEqual([]);
    await site.step(60);
    await expect.poll(() => toWhom(him, soon)).toEqual(["olena@demo.test", "wei@demo.test"]);
  });

  await test.step("she calls it off at the last minute: he is told, and nobody was reminded twice", async () => {
    await site.step(60);
    // After a day she has to sign in again.
    const later = await signedIn(browser, "olena@demo.test", { timezoneId: "Europe/Kyiv" });
    await later.goto(`/en/lady/mail/talk/${weiId}`);
    await later.locator("summary", { hasText: "Call it off" }).click();
    await later.getByRole("button", { name: "Yes, call it off" }).click();
    await expect(later.getByRole("heading", { name: "This was called off:" })).toBeVisible();
    await expect.poll(() => toWhom(him, /取消了聊天约定$/)).toEqual(["wei@demo.test"]);
    expect(await toWhom(him, soon)).toEqual(["olena@demo.test", "wei@demo.test"]);
    expect(await site.audit()).toBe("");
  });
});
