/** Times by each reader's clock: the browser tells the zone once, and it is kept for pages without scripts. */
import { expect, type Page } from "@playwright/test";
import { test } from "./journey.ts";
import { ladyIdOf, newMan, settled, signedIn } from "./people.ts";

/** A moment as the site writes it in English, made in another way than the site's: part by part. */
function momentIn(timeZone: string, atMs: number): string {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  }).formatToParts(atMs);
  const of = (type: string) => parts.find((part) => part.type === type)!.value;
  return `${of("day")} ${of("month")} ${of("year")}, ${of("hour")}:${of("minute")}`;
}

/** The zones that a page's browser told, each time that it did. */
function countTold(page: Page): { zones: string[] } {
  const told = { zones: [] as string[] };
  page.on("request", (request) => {
    const zone = request.method() === "PATCH" && new URLSearchParams(request.postData() ?? "").get("deviceZone");
    if (zone) told.zones.push(zone);
  });
  return told;
}

/** Opens a page of a member's own, on which the browser tells its zone once. */
async function arrive(page: Page, path: string): Promise<void> {
  const told = page.waitForResponse((answer) => answer.request().method() === "PATCH");
  await page.goto(path);
  expect((await told).status()).toBe(200);
  await settled(page);
}

const sentLine = (page: Page, id: number) =>
  page.locator(`#letter-${id}`).locator(".letter__moment", { hasText: "Sent on" });

test("one letter has the time of Taipei for its author and that of Kyiv for its reader", async ({ browser }) => {
  const he = await newMan(browser, "Wesley", { timezoneId: "Asia/Taipei" });
  const she = await signedIn(browser, "olena@demo.test", { timezoneId: "Europe/Kyiv" });
  const told = countTold(he);
  await arrive(he, "/en/man/mail/inbox");
  await arrive(she, "/en/lady/mail/inbox");

  const olenaId = await ladyIdOf(he, "Olena");
  const answer = await he.request.post("/api/mail", {
    headers: { origin: new URL(he.url()).origin },
    data: { recipientId: olenaId, body: "Good evening, Olena." },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { letter } = await answer.json();
  const sentAt = Date.parse(letter.date);

  await he.goto(`/en/man/mail/outbox/conversation/${olenaId}/${letter.id}`);
  await expect(sentLine(he, letter.id)).toHaveText(`Sent on ${momentIn("Asia/Taipei", sentAt)}.`);
  await she.goto(`/en/lady/mail/inbox/conversation/${letter.sender.id}/${letter.id}`);
  await expect(sentLine(she, letter.id)).toHaveText(`Sent on ${momentIn("Europe/Kyiv", sentAt)}.`);

  // A browser tells its zone once, whatever else it opens, and no page loads twice for that.
  await he.goto("/en/man/men-account/security");
  await settled(he);
  await he.goto("/en/search");
  await settled(he);
  expect(told.zones).toEqual(["Asia/Taipei"]);

  // In another zone, without scripts: the account knows the zone.
  const state = await he.context().storageState();
  const plain = await browser.newContext({ javaScriptEnabled: false, storageState: state, timezoneId: "America/Lima" });
  const page = await plain.newPage();
  await page.goto(`/en/man/mail/outbox/conversation/${olenaId}/${letter.id}`);
  await expect(sentLine(page, letter.id)).toHaveText(`Sent on ${momentIn("Asia/Taipei", sentAt)}.`);

  // He chooses another zone there; his browser in Taipei does not tell again, and follows the choice.
  await page.goto("/en/man/men-account/information");
  await page.getByLabel("Time zone").selectOption("America/New_York");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Time zone")).toHaveValue("America/New_York");
  await he.goto(`/en/man/mail/outbox/conversation/${olenaId}/${letter.id}`);
  await settled(he);
  await expect(sentLine(he, letter.id)).toHaveText(`Sent on ${momentIn("America/New_York", sentAt)}.`);
  expect(told.zones).toEqual(["Asia/Taipei"]);
});
