/** News of saved searches: one mail a day to a real mail server, a note to each device, each lady named once. */
import { expect } from "expect";
import { setMailWish, unsubscribeKeyOf } from "../../../kv/accounts/mail_wishes.ts";
import { noteUnreachable } from "../../../kv/accounts/mail_reach.ts";
import type { User } from "../../../kv/accounts/users.ts";
import type { LadyRecord } from "../../../kv/ladies/record.ts";
import { type SavedSearch, savedSearchesOf, saveSearch } from "../../../kv/ladies/saved_searches.ts";
import { setBlocked } from "../../../kv/safety/blocks.ts";
import { nextAtHour } from "../../../kv/store/days.ts";
import type { ReceivedMail, TestSmtpServer } from "../../../tests/servers/smtp_server.ts";
import { read } from "../../api/testing/calls.ts";
import { testApp, type TestSite } from "../../testing/site.ts";
import { alertsHourUtc, ladiesInMail, planSearchAlerts, tellOfNewLadies } from "./search_alerts.ts";
import { withSmtp } from "../testing/jobs.ts";
import { deliver, pushKeys, withPush } from "../testing/push.ts";

const save = async (site: TestSite, man: User, facts: Partial<SavedSearch> = {}) => {
  const wanted = { name: "Ukraine", query: "countryId=804", alert: "mail" as const, ...facts };
  const saved = await saveSearch(site.store, man.id, wanted);
  if (!saved.ok) throw new Error(saved.reason);
  return saved.search;
};

/** Moves on to the next day's hour of alerts, and runs all that is due then. */
async function nextDay(site: TestSite): Promise<void> {
  site.advance(nextAtHour(site.now(), alertsHourUtc) - site.now());
  await deliver(site);
}

async function mailsOf(site: TestSite, server: TestSmtpServer): Promise<ReceivedMail[]> {
  await nextDay(site);
  return server.mails.splice(0);
}

Deno.test("a lady published since yesterday is told of once, in one mail over all searches, in his language", async () => {
  await withSmtp(async (site, server) => {
    await planSearchAlerts(site.store);
    const james = await site.addMan({ firstname: "James" });
    const wei = await site.addMan({ firstname: "Wei", locale: "zh-Hans" });
    await site.addLady({ firstname: "Daria", countryId: 804 });
    site.advance(1000);
    await save(site, james);
    await save(site, james, { name: "All", query: "" });
    await save(site, wei);
    site.advance(1000);
    const olena = await site.addLady({ firstname: "Olena", countryId: 804, city: "Lviv" });
    await site.addLady({ firstname: "Ioana", countryId: 642 });

    const mails = await mailsOf(site, server);
    expect(mails.map(({ envelopeTo }) => envelopeTo[0]).sort()).toEqual([james.email, wei.email].sort());
    const his = mails.find(({ envelopeTo }) => envelopeTo[0] === james.email)!;
    expect(his.subject).toBe("2 new ladies in your searches");
    expect(his.text!).toContain("Olena");
    expect(his.text!).toContain("Ioana");
    expect(his.text!).not.toContain("Daria");
    expect(his.text!).toContain(`-${olena.id}\n`);
    expect(his.text!).toContain("/en/man/searches");
    expect(his.text!.match(/Olena, /g)).toHaveLength(1);
    expect(his.raw).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    expect(mails.find(({ envelopeTo }) => envelopeTo[0] === wei.email)!.subject).toContain("位新加入的女士");

    expect(await mailsOf(site, server)).toEqual([]);
    await site.addLady({ firstname: "Halyna", countryId: 804 });
    const third = (await mailsOf(site, server)).map(({ text }) => text!);
    expect(third.map((text) => [text.includes("Halyna"), text.includes("Olena")])).toEqual([[true, false], [
      true,
      false,
    ]]);
  });
});

Deno.test("of ten thousand a mail names twelve and counts the others", async () => {
  await withSmtp(async (site, server) => {
    await planSearchAlerts(site.store);
    const james = await site.addMan();
    await save(site, james);
    site.advance(1000);
    const olena = await site.addLady({ firstname: "Olena", countryId: 804 }, { countryId: 804 });
    const { value } = await site.store.kv.get<LadyRecord>(["lady", olena.id]);
    for (let n = 1; n < 10_000; n++) {
      site.store.ladies.put({ ...value!, id: 1_000_000 + n, firstTimeActivatedAt: value!.firstTimeActivatedAt! - 1 });
    }
    // The newest are real, so that the mail can be written; the others are only counted.
    for (let n = 0; n < 12; n++) await site.addLady({ firstname: "Sofia", countryId: 804 }, { countryId: 804 });
    const [mail] = await mailsOf(site, server);
    expect(mail!.subject).toBe("10,012 new ladies in your searches");
    expect(mail!.text!.match(/Sofia, |Olena, /g)).toHaveLength(12);
    expect(mail!.text).toContain("And 10,000 more.");
  });
});

Deno.test("whoever a block keeps apart is not told of, and who wishes no mails gets none", async () => {
  await withSmtp(async (site, server) => {
    await planSearchAlerts(site.store);
    const [james, wei, peter] = [await site.addMan(), await site.addMan(), await site.addMan()];
    for (const man of [james, wei, peter]) await save(site, man);
    await save(site, peter, { alert: "none" });
    await setMailWish(site.store, wei.id, "searches", false);
    site.advance(1000);
    const olena = await site.addLady({ firstname: "Olena", countryId: 804 });
    const daria = await site.addLady({ firstname: "Daria", countryId: 804 });
    await setBlocked(site.store, olena.id, james.id, true);
    await setBlocked(site.store, james.id, daria.id, true);
    expect(await mailsOf(site, server)).toEqual([]);
    await site.addLady({ firstname: "Halyna", countryId: 804 });
    const mails = await mailsOf(site, server);
    expect(mails.map(({ envelopeTo }) => envelopeTo[0])).toEqual([james.email]);
    expect(mails[0]!.text).not.toMatch(/Olena|Daria/);
  });
});

/** A lady whom another instance has suspended, while this one's index still has her. */
async function suspendUnheard(site: TestSite, firstname: string): Promise<void> {
  const { id } = await site.addLady({ firstname, countryId: 804 });
  const { key, value } = await site.store.kv.get<LadyRecord>(["lady", id]);
  await site.store.kv.set(key, { ...value!, isSuspended: true });
}

Deno.test("who was suspended by another instance is in no mail, before it is heard", async () => {
  await withSmtp(async (site, server) => {
    await planSearchAlerts(site.store);
    await save(site, await site.addMan());
    site.advance(1000);
    await suspendUnheard(site, "Olena");
    await site.addLady({ firstname: "Halyna", countryId: 804 });
    const mails = await mailsOf(site, server);
    expect(mails.map(({ subject }) => subject)).toEqual(["A new lady in your searches"]);
    expect(mails[0]!.text).toContain("Halyna");
    expect(mails[0]!.text).not.toContain("Olena");
    await suspendUnheard(site, "Daria");
    expect(await mailsOf(site, server)).toEqual([]);
  });
});

Deno.test("where all whom a mail has room for were suspended unheard, those after them are told of", async () => {
  await withSmtp(async (site, server) => {
    await planSearchAlerts(site.store);
    await save(site, await site.addMan());
    site.advance(1000);
    await site.addLady({ firstname: "Halyna", countryId: 804 });
    for (let each = 0; each < ladiesInMail; each++) {
      site.advance(1000);
      await suspendUnheard(site, "Olena");
    }
    const mails = await mailsOf(site, server);
    expect(mails.map(({ subject }) => subject)).toEqual(["A new lady in your searches"]);
    expect(mails[0]!.text).toContain("Halyna");
  });
});

Deno.test("the link in a mail ends such mails and no others, and takes it back", async () => {
  await withSmtp(async (site, server) => {
    await planSearchAlerts(site.store);
    const james = await site.addMan();
    await save(site, james);
    const link = `/en/unsubscribe/${james.id}/${unsubscribeKeyOf(site.store, james.id, "searches")}`;
    const off = await site.visitor().request(link, {
      method: "POST",
      body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
    });
    expect(await off.text()).toContain("You get no e-mails about new ladies");
    site.advance(1000);
    await site.addLady({ countryId: 804 });
    expect(await mailsOf(site, server)).toEqual([]);
    await (await site.visitor().post(`${link}/again`)).text();
    await site.addLady({ countryId: 804 });
    const mails = await mailsOf(site, server);
    expect(mails.map(({ subject }) => subject)).toEqual(["A new lady in your searches"]);
  });
});

Deno.test("more men than one look takes are all told, and looking twice tells nobody twice", async () => {
  await using site = await testApp();
  await planSearchAlerts(site.store);
  const men = [];
  for (let n = 0; n < 103; n++) men.push(await site.addMan());
  for (const man of men) await save(site, man);
  site.advance(1000);
  await site.addLady({ countryId: 804 });
  const begins = nextAtHour(site.now(), alertsHourUtc);
  await nextDay(site);
  const sent = site.outbox.mails().filter(({ subject }) => subject === "A new lady in your searches");
  expect(new Set(sent.map(({ to }) => to)).size).toBe(men.length);
  expect(sent.length).toBe(men.length);
  await tellOfNewLadies(site.deps, { startsAt: begins, cursor: "" });
  await site.runJobs();
  expect(site.outbox.mails().filter(({ subject }) => subject.includes("new lad")).length).toBe(men.length);
  expect((await savedSearchesOf(site.store, men[0]!.id))[0]!.toldUntil).toBe(begins - 60_000);
});

Deno.test("a note on each device counts whom no mail tells of, and names nobody", async () => {
  await withPush(async (site, server) => {
    await planSearchAlerts(site.store);
    const james = await site.addMan();
    const his = await site.visitorAs(james);
    await save(site, james, { name: "All", query: "", alert: "push" });
    expect(await (await his.get("/en/man/searches")).text()).toContain("None of your devices shows notifications yet.");
    const device = server.subscribe(pushKeys.publicKey);
    await read(his.call("POST", "/api/push-subscriptions", device));
    expect(await (await his.get("/en/man/searches")).text()).not.toContain("None of your devices");
    await save(site, james);
    site.advance(1000);
    await site.addLady({ firstname: "Olena", countryId: 804 });
    await nextDay(site);
    expect(device.notes).toEqual([]);
    await site.addLady({ firstname: "Olena", countryId: 804 });
    await site.addLady({ firstname: "Ioana", countryId: 642 });
    await site.addLady({ firstname: "Daria", countryId: 112 });
    await nextDay(site);
    expect(device.notes).toEqual([{
      title: "New ladies in your searches",
      body: "2 new ladies match them.",
      lang: "en",
      url: "http://localhost:8000/en/man/searches",
      tag: "searches",
    }]);
    await nextDay(site);
    expect(device.notes.length).toBe(1);
  });
});

Deno.test("whom no mail reaches a note tells of all, also of those whom a mail would have named", async () => {
  await withPush(async (site, server) => {
    await planSearchAlerts(site.store);
    const james = await site.addMan();
    const device = server.subscribe(pushKeys.publicKey);
    await read((await site.visitorAs(james)).call("POST", "/api/push-subscriptions", device));
    await save(site, james, { name: "All", query: "", alert: "push" });
    await save(site, james);
    await noteUnreachable(site.store, james.email, { why: "bounced", at: site.now() });
    site.advance(1000);
    await site.addLady({ firstname: "Olena", countryId: 804 });
    await nextDay(site);
    expect(device.notes).toMatchObject([{ body: "1 new lady matches them." }]);
  });
});
