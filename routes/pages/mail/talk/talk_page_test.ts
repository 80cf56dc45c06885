/** A time to talk on its page, in the mails and in the file: between Taipei and Kyiv, over a change of clocks. */
import { expect } from "expect";
import { setBlocked } from "../../../../kv/safety/blocks.ts";
import { talkBetween } from "../../../../kv/talks/kept_talks.ts";
import { testApp, type TestSiteOptions, type Visitor } from "../../../testing/site.ts";
import { htmlOf } from "../testing/mail.ts";

/** Wei in Taipei and Olena in Kyiv, on 14 March 2026; Kyiv puts its clock forward in the night to 29 March. */
async function world(options: TestSiteOptions = {}) {
  const site = await testApp(options);
  const wei = await site.addMan({ firstname: "Wei", email: "wei@demo.test" });
  const olena = await site.addLady({ firstname: "Olena", email: "olena@demo.test" });
  const [his, hers] = [await site.visitorAs(wei), await site.visitorAs(olena)];
  await his.call("PATCH", "/api/users", { deviceZone: "Asia/Taipei" });
  await hers.call("PATCH", "/api/users", { deviceZone: "Europe/Kyiv" });
  const hisPage = `/en/man/mail/talk/${olena.id}`;
  const hersPage = `/en/lady/mail/talk/${wei.id}`;
  const talk = () => talkBetween(site.store, { manId: wei.id, ladyId: olena.id });
  return {
    site,
    wei,
    olena,
    his,
    hers,
    hisPage,
    hersPage,
    talk,
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

/** The words of a page, without its tags. */
async function wordsOf(answer: Response | Promise<Response>): Promise<string> {
  return (await (await answer).text()).replace(/<(?:"[^"]*"|[^">])*>/g, " ").replace(/\s+/g, " ");
}

/** The hidden fields of a page's forms. */
const hiddenIn = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(\w+)" value(?:="([^"]*)")?/g)].map((
      found,
    ) => [found[1], found[2] ?? ""]),
  );

const proposal = {
  action: "propose",
  kind: "video",
  date1: "2026-03-28",
  time1: "20:00",
  date2: "2026-03-29",
  time2: "20:00",
};

Deno.test("Olena proposes by her clock before and behind the change, Wei agrees by his, and both are reminded", async () => {
  await using world_ = await world();
  const { site, his, hers, hisPage, hersPage, talk } = world_;
  expect(await wordsOf(hers.get(hersPage))).toContain("Give the times in your own time zone (Kyiv).");
  expect((await hers.post(hersPage, proposal)).status).toBe(303);
  const shown = await wordsOf(his.get(hisPage));
  expect(shown).toMatch(/Sun,? 29 Mar,? 02:00 Olena: Sat,? 28 Mar,? 20:00 \(Kyiv\)/);
  expect(shown).toMatch(/Mon,? 30 Mar,? 01:00 Olena: Sun,? 29 Mar,? 20:00 \(Kyiv\)/);
  expect(shown).toContain("text costs 1 credit a minute and video 5 credits");
  await site.runJobs();
  const [asked] = (await site.outbox.mails()).filter(({ to }) => to === "wei@demo.test");
  expect(asked?.subject).toBe("Olena proposes a time to talk");
  expect(asked?.text).toContain("tells you about times to talk.");
  expect(asked?.text).not.toContain("once an hour");
  expect(asked?.text).toMatch(/Mon,? 30\u00a0Mar,? 01:00 \(Olena: Sun,? 29\u00a0Mar,? 20:00 \(Kyiv\)\)/);

  const proposed = (await talk())!;
  const at = Date.UTC(2026, 2, 29, 17);
  const accept = { action: "accept", talkId: proposed.id, at: String(at) };
  expect((await his.post(hisPage, accept)).status).toBe(303);
  expect(await wordsOf(hers.get(hersPage))).toMatch(
    /Sun,? 29 Mar,? 20:00 \(Kyiv\) Wei: Mon,? 30 Mar,? 01:00 \(Taipei\)/,
  );

  // Sixteen minutes before it nobody is reminded yet; a minute later each is, once.
  await site.runJobs();
  const soon = async () => {
    const mails = await site.outbox.mails();
    return mails.filter(({ subject }) => /will soon be there/.test(subject)).map(({ to }) => to).toSorted();
  };
  site.advance(at - 16 * 60_000 - site.store.now());
  await site.runJobs();
  expect(await soon()).toEqual([]);
  site.advance(60_000);
  for (const _ of [1, 2, 3]) await site.runJobs();
  expect(await soon()).toEqual(["olena@demo.test", "wei@demo.test"]);
});

Deno.test("the file of an agreed time is in UTC and for the two alone; called off, it cancels the same event", async () => {
  await using world_ = await world();
  const { site, olena, his, hers, hisPage, hersPage, talk } = world_;
  const file = (who: Visitor, page: string) => who.get(`${page}/talk.ics`);
  await hers.post(hersPage, proposal);
  expect((await file(his, hisPage)).status).toBe(404);
  const { id } = (await talk())!;
  await his.post(hisPage, { action: "accept", talkId: id, at: String(Date.UTC(2026, 2, 29, 17)) });
  const answer = await file(his, hisPage);
  expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
  const agreed = await answer.text();
  expect(agreed).toContain("\r\nDTSTART:20260329T170000Z\r\n");
  expect(agreed).toContain("\r\nSUMMARY:Video chat with Olena\r\n");
  const uid = /^UID:.*$/m.exec(agreed)![0];

  const james = await site.visitorAs(await site.addMan({ firstname: "James" }));
  expect((await file(james, `/en/man/mail/talk/${olena.id}`)).status).toBe(404);

  expect((await hers.post(hersPage, { action: "callOff", talkId: id })).status).toBe(303);
  const off = await (await file(his, hisPage)).text();
  expect(off).toContain(uid);
  expect(off).toContain("\r\nMETHOD:CANCEL\r\n");
  expect(off).toContain("\r\nSEQUENCE:1\r\n");
  expect(await wordsOf(his.get(hisPage))).toContain("This was called off:");
});

Deno.test("what cannot be is said beside its moment, and nothing that was written is lost", async () => {
  await using world_ = await world();
  const { hers, hersPage, talk } = world_;
  const refused = await hers.post(hersPage, {
    ...proposal,
    date1: "2026-03-29",
    time1: "03:30",
    date2: "2026-03-01",
    date3: "2026-09-01",
    time3: "09:15",
  });
  expect(refused.status).toBe(422);
  const html = await refused.text();
  expect(html).toContain("That night the clocks go forward and skip this time.");
  expect(html).toContain("That time has passed.");
  expect(html).toContain("within the next 60 days");
  for (const written of ["2026-03-29", "03:30", "2026-03-01", "20:00", "2026-09-01", "09:15"]) {
    expect(html).toContain(`value="${written}"`);
  }
  expect(html).toMatch(/value="video" checked/);
  expect(await talk()).toBe(null);
});

Deno.test("a moment that is missing has both its fields marked by one sentence, half a moment the other half", async () => {
  await using world_ = await world();
  const { hers, hersPage } = world_;
  const answerTo = async (moments: Record<string, string>) =>
    await (await hers.post(hersPage, { ...proposal, date2: "", time2: "", ...moments })).text();
  const fieldOf = (html: string, id: string) => new RegExp(`<input(?=[^>]*id="${id}")[^>]*>`).exec(html)![0];

  const missing = await answerTo({ date1: "", time1: "" });
  for (const id of ["date1", "time1"]) {
    expect(fieldOf(missing, id)).toContain('aria-invalid="true"');
    expect(fieldOf(missing, id)).toContain('aria-describedby="date1-error"');
  }
  expect(missing).toMatch(/<a href="#date1"><b ?>First choice<\/b> Please propose at least one date and time\./);
  expect(missing).toMatch(/id="date1-error">.*?Please propose/);

  const half = await answerTo({ date1: "2026-04-02", time1: "" });
  expect(fieldOf(half, "date1")).not.toContain("aria-invalid");
  expect(fieldOf(half, "time1")).toContain('aria-invalid="true"');
  expect(half).toMatch(/<a href="#time1"><b ?>Time<\/b> Please add the time\./);
});

Deno.test("the desk and the conversation have a line of it, as long as it stands and the two may talk", async () => {
  await using world_ = await world();
  const { olena, his, hers, hisPage, hersPage, talk } = world_;
  const [hisDesk, hersDesk] = ["/en/man/mail/inbox", "/en/lady/mail/inbox"];
  const letters = `/en/man/mail/new-conversation/${olena.id}`;
  expect(await htmlOf(his.get(letters))).toContain(`href="${hisPage}"`);
  expect(await wordsOf(his.get(letters))).toContain("Propose a time to talk");
  await hers.post(hersPage, proposal);
  expect(await wordsOf(his.get(hisDesk))).toContain("Times to talk Olena Proposes a time to talk");
  expect(await wordsOf(hers.get(hersDesk))).toContain("Times to talk Wei Proposed; not answered yet");
  // He is told that a proposal waits for his answer; she, who proposed it, is not.
  expect(await wordsOf(his.get(hisDesk))).toContain("Olena proposes a time to talk. Answer");
  expect(await wordsOf(hers.get(hersDesk))).not.toContain("proposes a time to talk");
  expect(await wordsOf(his.get(letters))).toContain("Olena proposes a time to talk. Answer");
  const { id } = (await talk())!;
  await his.post(hisPage, { action: "accept", talkId: id, at: String(Date.UTC(2026, 2, 29, 17)) });
  expect(await wordsOf(hers.get(hersDesk))).toMatch(/Wei Video chat: Sun,? 29 Mar,? 20:00/);
  expect(await wordsOf(his.get(letters))).toMatch(/Video chat with Olena: Mon,? 30 Mar,? 01:00 Have a look/);
  await his.call("POST", `/api/users/${olena.id}/block`);
  expect(await wordsOf(hers.get(hersDesk))).not.toContain("Times to talk");
  expect(await wordsOf(his.get(hisDesk))).not.toContain("Times to talk");
});

Deno.test("whoever has no zone writes and reads UTC, and both pages say so", async () => {
  await using site = await testApp();
  const james = await site.addMan({ firstname: "James" });
  const olena = await site.addLady({ firstname: "Olena" });
  const [his, hers] = [await site.visitorAs(james), await site.visitorAs(olena)];
  await hers.call("PATCH", "/api/users", { deviceZone: "Europe/Kyiv" });
  const page = `/en/man/mail/talk/${olena.id}`;
  expect(await wordsOf(his.get(page))).toContain("Your time zone is not known, so please write the times in UTC.");
  await his.post(page, { ...proposal, date2: "", time2: "" });
  expect(await wordsOf(his.get(page))).toMatch(/20:00 UTC Olena: Sat,? 28 Mar,? 22:00 \(Kyiv\)/);
  const herPage = `/en/lady/mail/talk/${james.id}`;
  expect(await wordsOf(hers.get(herPage))).toMatch(/22:00 James: Sat,? 28 Mar,? 20:00 UTC/);
  // A browser that hides its zone says UTC.
  await his.call("PATCH", "/api/users", { deviceZone: "Etc/UTC" });
  const herWords = await wordsOf(hers.get(herPage));
  expect(herWords).toMatch(/22:00 James: Sat,? 28 Mar,? 20:00 UTC/);
  expect(herWords).not.toContain("(UTC)");
});

Deno.test("the form tells the other's clock, with its place unless that is UTC, and not one that shows the same", async () => {
  await using site = await testApp();
  const james = await site.addMan({ firstname: "James" });
  const [his, hers] = [await site.visitorAs(james), await site.visitorAs(await site.addLady())];
  await hers.call("PATCH", "/api/users", { deviceZone: "Europe/Kyiv" });
  const told = async (deviceZone: string) => {
    await his.call("PATCH", "/api/users", { deviceZone });
    return await wordsOf(hers.get(`/en/lady/mail/talk/${james.id}`));
  };
  expect(await told("Asia/Taipei")).toContain("Where James is (Taipei), it is 20:00 now.");
  expect(await told("Etc/UTC")).toContain("Where James is, it is 12:00 UTC now.");
  const same = await told("Europe/Kyiv");
  expect(same).toContain("Give the times in your own time zone (Kyiv).");
  expect(same).not.toContain("Where James is");
});

Deno.test("a second answer, a second proposal and whoever is kept away are told so", async () => {
  await using world_ = await world();
  const { wei, his, hers, hisPage, hersPage, talk } = world_;
  await hers.post(hersPage, proposal);
  const { id } = (await talk())!;
  expect((await his.post(hisPage, proposal)).status).toBe(409);
  expect((await his.post(hisPage, { action: "decline", talkId: id })).status).toBe(303);
  expect(await wordsOf(hers.get(hersPage))).toContain("Wei cannot talk at the times you proposed.");
  const late = await his.post(hisPage, { action: "accept", talkId: id, at: String(Date.UTC(2026, 2, 29, 17)) });
  expect(late.status).toBe(409);
  expect(await wordsOf(late)).toContain("This proposal was answered or called off meanwhile");
  for (const rubbish of [{ action: "" }, { action: "dance" }]) {
    expect((await his.post(hisPage, rubbish)).status).toBe(400);
  }
  await hers.call("POST", `/api/users/${wei.id}/block`);
  expect((await his.get(hisPage)).status).toBe(403);
  expect((await his.get("/en/man/mail/talk/999999")).status).toBe(404);
});

Deno.test("if he moves to where backgrounds are asked for, both are told by mail that their time is off", async () => {
  await using world_ = await world({ seenAs: (store) => ({ ...store, asksBackground: true }) });
  const { site, his, hers, hisPage, hersPage, talk } = world_;
  await hers.post(hersPage, proposal);
  const { id } = (await talk())!;
  await his.post(hisPage, { action: "accept", talkId: id, at: String(Date.UTC(2026, 2, 29, 17)) });
  await site.runJobs();
  expect((await his.call("PATCH", "/api/users", { country: 840 })).status).toBe(200);
  for (const _ of ["the job", "the mails that it adds"]) await site.runJobs();
  const off = (await site.outbox.mails()).filter(({ subject }) => subject.includes("will not take place"));
  expect(off.map(({ to, subject }) => `${to} ${subject}`).toSorted()).toEqual([
    "olena@demo.test Your time to talk with Wei will not take place",
    "wei@demo.test Your time to talk with Olena will not take place",
  ]);
  expect((await his.get(hisPage)).headers.get("location")).toMatch(/^\/en\/man\/background\?to=/);
});

Deno.test("a time is called off from its page and by a call also if the two may not talk any more", async () => {
  await using world_ = await world();
  const { site, wei, olena, his, hers, hisPage, hersPage, talk } = world_;
  const agree = async () => {
    await hers.post(hersPage, proposal);
    const { id } = (await talk())!;
    await his.post(hisPage, { action: "accept", talkId: id, at: String(Date.UTC(2026, 2, 29, 17)) });
    return id;
  };
  const block = (isBlocked: boolean) => setBlocked(site.store, wei.id, olena.id, isBlocked);
  const first = await agree();
  await block(true);
  const off = await hers.post(hersPage, { action: "callOff", talkId: first });
  expect([off.status, await talk()]).toMatchObject([303, { id: first, state: "called_off" }]);
  // Where the page of their times is closed, the news stands above the letters.
  expect((await hers.get(off.headers.get("location")!)).status).toBe(200);
  await block(false);
  const talkId = await agree();
  await block(true);
  const called = await hers.call("PATCH", `/api/users/${wei.id}/talk`, { talkId, answer: "call_off" });
  expect([called.status, await talk()]).toMatchObject([200, { id: talkId, state: "called_off" }]);
  expect((await hers.post(hersPage, { action: "callOff", talkId: "another" })).status).toBe(403);
});

Deno.test("a mail in Chinese has both clocks with the brackets of its type", async () => {
  await using site = await testApp();
  const wei = await site.addMan({ firstname: "Wei", locale: "zh-Hans", deviceZone: "Asia/Taipei" });
  const olena = await site.addLady({ firstname: "Olena", deviceZone: "Europe/Kyiv" });
  const hers = await site.visitorAs(olena);
  await hers.post(`/en/lady/mail/talk/${wei.id}`, proposal);
  await site.runJobs();
  const [asked] = await site.outbox.mails();
  expect(asked?.text).toContain("01:00（Olena：");
  expect(asked?.text).toContain("（Kyiv））\n");
});

for (
  const [known, says, told, meant] of [
    [null, "please write the times in UTC", "America/Los_Angeles", Date.UTC(2026, 2, 28, 20)],
    ["Europe/Kyiv", "(Kyiv)", "Europe/Warsaw", Date.UTC(2026, 2, 28, 18)],
  ] as const
) {
  Deno.test(`a form that says ${says} is read so, although its page tells the zone ${told} meanwhile`, async () => {
    await using site = await testApp();
    const wei = await site.addMan({ firstname: "Wei" });
    const olena = await site.addLady({ firstname: "Olena" });
    const hers = await site.visitorAs(olena);
    const page = `/en/lady/mail/talk/${wei.id}`;
    const tell = (deviceZone: string) => hers.call("PATCH", "/api/users", { deviceZone });
    if (known) await tell(known);
    const html = await (await hers.get(page)).text();
    expect(html).toContain(says);
    await tell(told);
    // Refused and shown again, it still means the same zone.
    const again = await (await hers.post(page, { ...hiddenIn(html), ...proposal, date2: "" })).text();
    expect(again).toContain(says);
    expect((await hers.post(page, { ...hiddenIn(again), ...proposal })).status).toBe(303);
    const talk = await talkBetween(site.store, { manId: wei.id, ladyId: olena.id });
    expect(talk?.moments[0]).toBe(meant);
    const place = told === "Europe/Warsaw" ? "Warsaw" : "Los Angeles";
    expect(await wordsOf(hers.get(page))).toMatch(new RegExp(`28 Mar,? \\d\\d:00 \\(${place}\\)`));
  });
}
