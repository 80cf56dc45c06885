/** Birthdays of the next thirty days: across the year's end, and on 29 February. */
import { expect } from "expect";
import { testApp, type TestSite, testStart } from "../../testing/site.ts";
import { expectHolds, mainOf, namesIn } from "./testing/html.ts";

const path = "/girls/Upcoming_Birthdays";

/** Adds ladies who are named after their birthdays. */
async function bornOn(site: TestSite, ...dates: string[]): Promise<void> {
  for (const birthdate of dates) await site.addLady({ birthdate }, { birthdate, firstname: birthdate.slice(5) });
}

/** The list at noon of a day, to which the clock is moved. */
async function listOn(site: TestSite, day: string, prefix = "/en"): Promise<string> {
  site.advance(Date.parse(`${day}T12:00:00Z`) - site.now());
  const james = await site.visitorAs(await site.addMan());
  const page = await james.get(prefix + path);
  expect(page.status).toBe(200);
  return await mainOf(page);
}

const namesOn = async (site: TestSite, day: string) => namesIn(await listOn(site, day));

Deno.test("today's come first, then the nearest, up to thirty days ahead", async () => {
  await using site = await testApp();
  await bornOn(site, "1990-04-14", "1991-03-14", "1992-04-13", "1993-03-13", "1994-03-15", "1995-12-31");
  const html = await listOn(site, new Date(testStart).toISOString().slice(0, 10));
  expect(namesIn(html)).toEqual(["03-14", "03-15", "04-13"]);
  expectHolds(
    html,
    "14\u00a0Mar, today\nShe turns 35",
    "15\u00a0Mar, tomorrow\nShe turns 32",
    "13\u00a0Apr, in 30 days\nShe turns 34",
  );
});

Deno.test("the list goes on across the year's end", async () => {
  await using site = await testApp();
  await bornOn(site, "1990-12-31", "1991-01-01", "1992-01-19", "1993-01-20", "1994-12-20", "1995-12-19");
  expect(await namesOn(site, "2026-12-20")).toEqual(["12-20", "12-31", "01-01", "01-19"]);
  const html = await listOn(site, "2026-12-31");
  expect(namesIn(html)).toEqual(["12-31", "01-01", "01-19", "01-20"]);
  // A lady whose birthday is in the new year is shown with the age that she turns then.
  expectHolds(html, "1\u00a0Jan, tomorrow\nShe turns 36");
});

Deno.test("on her birthday a card has the age that she turns, though the site's year ends eighteen hours later", async () => {
  await using site = await testApp();
  await bornOn(site, "1992-12-20", "1992-12-21");
  const html = await listOn(site, "2027-12-20");
  expectHolds(html, "20\u00a0Dec, today\nShe turns 35", "21\u00a0Dec, tomorrow\nShe turns 35");
  expect([...html.matchAll(/class="age">(\d+)</g)].map(([, age]) => age)).toEqual(["35", "34"]);
});

Deno.test("29 February is kept on 1 March where the year has none, and on its day where it has one", async () => {
  await using site = await testApp();
  await bornOn(site, "1992-02-29", "1993-02-28", "1994-03-01", "1995-03-02");
  expect(await namesOn(site, "2027-01-30")).toEqual(["02-28", "02-29", "03-01"]);
  // The thirty days end on 28 February; in a common year the birthday of the leap day comes a day later.
  expect(await namesOn(site, "2027-01-29")).toEqual(["02-28"]);
  expect(await namesOn(site, "2027-03-01")).toEqual(["02-29", "03-01", "03-02"]);
  expectHolds(await listOn(site, "2027-03-01", "/zh-hans"), "今天（3月1日）\n满 35\u00a0岁");
  expect(await namesOn(site, "2028-01-30")).toEqual(["02-28", "02-29"]);
  expect(await namesOn(site, "2028-02-29")).toEqual(["02-29", "03-01", "03-02"]);
  expect(await namesOn(site, "2028-03-01")).toEqual(["03-01", "03-02"]);
});

Deno.test("a list of yesterday is not shown today", async () => {
  await using site = await testApp();
  await bornOn(site, "1990-03-14");
  expect(await namesOn(site, "2026-03-14")).toEqual(["03-14"]);
  expect(await namesOn(site, "2026-03-15")).toEqual([]);
});

Deno.test("birthdays are for signed-in men", async () => {
  await using site = await testApp();
  const guest = await site.visitor().get(`/zh-hans${path}`);
  expect(guest.headers.get("location")).toBe(
    `/zh-hans/auth/sign-in?next=${encodeURIComponent(`/zh-hans${path}`)}`,
  );
  const lady = await (await site.visitorAs(await site.addLady())).get(path);
  expect([lady.status, lady.headers.get("location")]).toEqual([302, "/lady/mail/inbox"]);
  const james = await site.visitorAs(await site.addMan());
  expect((await james.get(`/en${path}?page=2`)).headers.get("location")).toBe(`/en${path}`);
  expect((await james.get(`/en${path}?page=0`)).status).toBe(422);
  const hidden = await site.addLady({ birthdate: "1990-03-14" }, { birthdate: "1990-03-14", isPublished: false });
  const html = await mainOf(await james.get(`/en${path}`));
  expect(html).not.toContain(String(hidden.id));
});
