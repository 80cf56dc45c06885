/** Times as each reader sees them: in the zone of the account, which the browser has told or the person has chosen. */
import { expect } from "expect";
import { userById } from "../../kv/accounts/users.ts";
import { keys } from "../../kv/store/keys.ts";
import { withGuestCache } from "../cache/guest_cache.ts";
import { htmlOf, payForOpening, testMail, withSealedLetter } from "../pages/mail/testing/mail.ts";
import { testApp, type Visitor } from "../testing/site.ts";

const tell = (browser: Visitor, zone: Record<string, unknown>) => browser.call("PATCH", "/api/users", zone);

Deno.test("one letter has a day and a time for James in Taipei, and another day for Olena in Kyiv", async () => {
  await using world = await testMail();
  const { site, james, olena } = world;
  // 18:00 UTC: already the next day in Taipei, and still the same day in Kyiv.
  site.advance(6 * 3600_000);
  const [his, hers] = [await site.visitorAs(james), await site.visitorAs(olena)];
  const { sealed } = await withSealedLetter(world);
  await payForOpening(world, sealed);
  const hisPage = () => htmlOf(his.get(`/en/man/mail/inbox/conversation/${olena.id}/${sealed.id}`));
  const hersPage = () => htmlOf(hers.get(`/en/lady/mail/outbox/conversation/${james.id}/${sealed.id}`));
  // Their zones are not known yet: times are marked as UTC, also in the views that are kept for later.
  for (const html of [await hisPage(), await hersPage()]) {
    expect(html).toContain("14\u00a0March 2026");
    expect(html).toContain("14\u00a0Mar 2026, 18:03 UTC");
  }
  expect((await tell(his, { deviceZone: "Asia/Taipei" })).status).toBe(200);
  expect((await tell(hers, { deviceZone: "Europe/Kyiv" })).status).toBe(200);
  const [inTaipei, inKyiv] = [await hisPage(), await hersPage()];
  expect(inTaipei).toContain("15\u00a0March 2026");
  expect(inTaipei).toContain("15\u00a0Mar 2026, 02:03");
  expect(inKyiv).toContain("14\u00a0March 2026");
  expect(inKyiv).toContain("14\u00a0Mar 2026, 20:03");
  for (const html of [inTaipei, inKyiv]) expect(html).not.toContain("UTC");
  // For machines the moment stays the same.
  for (const html of [inTaipei, inKyiv]) expect(html).toContain(`datetime="${new Date(sealed.sentAt).toISOString()}"`);
  // A view that was kept for one of them is not shown to the other.
  expect(await hisPage()).toContain("15\u00a0March 2026");
});

Deno.test("today is today where the reader is", async () => {
  await using world = await testMail();
  const { site, james } = world;
  let { his } = world;
  await withSealedLetter(world);
  const rows = async () => /<ul class="people">[\s\S]*?<\/ul>/.exec(await htmlOf(his.get("/en/man/mail/inbox")))![0];
  expect(await rows()).toContain("Today");
  // 12:00 and 17:00 UTC are one day in UTC, and two in Taipei.
  site.advance(5 * 3600_000);
  his = await site.visitorAs(james);
  expect(await rows()).toContain("Today");
  await tell(his, { deviceZone: "Asia/Taipei" });
  expect(await rows()).not.toContain("Today");
  expect(await rows()).toContain("14\u00a0Mar");
});

Deno.test("a chosen zone beats what the browser tells, until it is taken back; both are in the own record", async () => {
  await using site = await testApp();
  const james = await site.addMan({ firstname: "James" });
  const his = await site.visitorAs(james);
  const sessions = () => htmlOf(his.get("/en/man/men-account/security"));
  const island = async () =>
    /"(?:Asia|Europe)\/[A-Za-z]+"/.exec((await htmlOf(his.get("/en/man/mail/inbox"))).split("island-data")[1]!)?.[0];
  expect(await sessions()).toContain("12:00 UTC");
  await tell(his, { deviceZone: "Asia/Taipei" });
  expect(await sessions()).toContain("20:00");
  expect(await island()).toBe('"Asia/Taipei"');

  const page = "/en/man/men-account/information";
  expect(await htmlOf(his.get(page))).toContain("Same as my browser: Asia/Taipei");
  const saved = await his.post(page, { timeZone: "Europe/Kyiv" });
  expect(saved.status).toBe(303);
  expect(await sessions()).toContain("14:00");
  // The page's islands use the zone as well, under a name that older browsers know.
  expect(await sessions()).toMatch(/^<!doctype html><html lang="en" data-zone="Europe\/K(?:iev|yiv)">/);
  expect(await htmlOf(his.get(page))).toMatch(/<option value="Europe\/Kyiv" selected/);
  // After a choice the browser is not asked for its zone, and what it tells all the same changes nothing.
  expect(await island()).toBe(undefined);
  await tell(his, { deviceZone: "America/New_York" });
  expect(await sessions()).toContain("14:00");
  const own = await (await his.get("/api/users")).json();
  expect(own.user).toMatchObject({ timeZone: "Europe/Kyiv", deviceZone: "America/New_York" });

  await his.post(page, { timeZone: "" });
  expect(await sessions()).toContain("08:00");
  expect(await sessions()).not.toContain("data-zone");
  expect((await (await his.get("/api/users")).json()).user.timeZone).toBe(null);
});

Deno.test("a zone that is none is refused and changes nothing", async () => {
  await using site = await testApp();
  const olena = await site.addLady({ firstname: "Olena" });
  const hers = await site.visitorAs(olena);
  await tell(hers, { deviceZone: "Europe/Kyiv" });
  for (const rubbish of ["Mars/Olympus", "", "../../etc", "<script>", "x".repeat(9999), 7, null, ["Asia/Taipei"], {}]) {
    expect((await tell(hers, { deviceZone: rubbish })).status).toBe(422);
  }
  const refused = await hers.post("/en/lady/profile/settings", { timeZone: "Mars/Olympus" });
  expect(refused.status).toBe(422);
  expect(await htmlOf(refused)).toContain('id="timeZone-error"');
  const kept = await userById(site.store, olena.id);
  expect([kept?.timeZone, kept?.deviceZone]).toEqual([undefined, "Europe/Kyiv"]);
});

Deno.test("a zone in the store that this runtime does not know is told as none", async () => {
  await using site = await testApp();
  const james = await site.addMan({ firstname: "James" });
  await site.store.kv.set(keys.user(james.id), { ...james, deviceZone: "Moon/Tycho" });
  const his = await site.visitorAs(james);
  const html = await htmlOf(his.get("/en/man/men-account/security"));
  expect(html).toContain("12:00 UTC");
});

Deno.test("what is kept for guests and shared by men is nobody's zone but one's own", async () => {
  await using site = await testApp();
  const [james, wei] = [await site.addMan({ firstname: "James" }), await site.addMan({ firstname: "Wei" })];
  const [his, weis] = [await site.visitorAs(james), await site.visitorAs(wei)];
  await tell(weis, { deviceZone: "Asia/Taipei" });
  await tell(his, { deviceZone: "Europe/Kyiv" });
  // Some time after the sign-ins, because answers that set a session's cookie are not kept.
  site.advance(1000);
  for (const path of ["/en/search", "/en/blog", "/en/faq"]) {
    // Twice, so that the second answer comes from what was kept for the first.
    for (const _ of [1, 2]) {
      expect(await htmlOf(weis.get(path))).toContain('"Asia/Taipei"');
      const html = await htmlOf(his.get(path));
      expect(html).toContain('"Europe/Kyiv"');
      expect(html).not.toContain("Taipei");
    }
  }
  const handle = withGuestCache(site.deps, (request) => site.app.fetch(request));
  const asGuest = async (cookie: string) => {
    const answer = await handle(new Request("http://localhost:8000/en/girls/Vote_of_the_Day", { headers: { cookie } }));
    return await answer.text();
  };
  const plain = await asGuest("");
  expect(plain).toContain("a new day begins at 00:00 UTC");
  expect(await asGuest("zone=Asia/Taipei; timeZone=Asia%2FTaipei")).toBe(plain);
});

Deno.test("a rule by UTC says when it holds for its reader", async () => {
  await using site = await testApp();
  const wei = await site.addMan({ firstname: "Wei" });
  const his = await site.visitorAs(wei);
  await tell(his, { deviceZone: "Asia/Taipei" });
  expect(await htmlOf(his.get("/en/girls/Vote_of_the_Day"))).toContain("a new day begins at 08:00.");
  expect(await htmlOf(his.get("/en/man/balance/history"))).toContain("A day begins at 08:00.");
  const daria = await site.addLady({ firstname: "Daria" });
  const vote = () => his.call("POST", "/en/api/vote/girl", { id: daria.id });
  expect((await vote()).status).toBe(200);
  expect((await (await vote()).json()).message).toBe("You have already voted today. You can vote again at 08:00.");
});

Deno.test("a history is looked through by the days of its reader, on the page and in the file; a call's are UTC", async () => {
  await using site = await testApp();
  // 20:00 of the 14th in UTC is the 15th in Taipei.
  site.advance(8 * 3600_000);
  const wei = await site.addMan({ firstname: "Wei", credits: 500 });
  const his = await site.visitorAs(wei);
  const history = "/en/man/balance/history";
  const found = async (days: string) => [
    !(await htmlOf(his.get(`${history}?${days}`))).includes("No lines match"),
    (await (await his.get(`${history}.csv?${days}`)).text()).includes("Purchase"),
  ];
  const the15th = "dateFrom=2026-03-15&dateTo=2026-03-15", the14th = "dateFrom=2026-03-14&dateTo=2026-03-14";
  expect([await found(the14th), await found(the15th)]).toEqual([[true, true], [false, false]]);
  await tell(his, { deviceZone: "Asia/Taipei" });
  expect([await found(the14th), await found(the15th)]).toEqual([[false, false], [true, true]]);
  expect((await (await his.get(`/api/users/me/balance/history?${the14th}`)).json()).totalCount).toBe(1);
});

Deno.test("a birthday is today where the reader is, and tomorrow where it is not yet so", async () => {
  await using site = await testApp();
  site.advance(8 * 3600_000);
  await site.addLady({ firstname: "Olena", birthdate: "1994-03-15" });
  const [his, weis] = [await site.visitorAs(await site.addMan()), await site.visitorAs(await site.addMan())];
  await tell(his, { deviceZone: "Europe/Kyiv" });
  await tell(weis, { deviceZone: "Asia/Taipei" });
  for (const _ of [1, 2]) {
    expect(await htmlOf(his.get("/en/girls/Upcoming_Birthdays"))).toContain("15\u00a0Mar, tomorrow");
    expect(await htmlOf(weis.get("/en/girls/Upcoming_Birthdays"))).toContain("15\u00a0Mar, today");
    // The same on their desks.
    expect(await htmlOf(his.get("/en/"))).toContain("15\u00a0Mar, tomorrow");
    expect(await htmlOf(weis.get("/en/"))).toContain("15\u00a0Mar, today");
  }
});
