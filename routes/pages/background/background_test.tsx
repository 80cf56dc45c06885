/** The way from a man's statement to a lady's consent, by pages, with what each of the two reads. */
import { expect } from "expect";
import { admin, agency } from "../../../kv/accounts/users.ts";
import { letterDraftTo } from "../../../kv/letters/letter_drafts.ts";
import { audit } from "../../../kv/records/audit.ts";
import { askConsent, consentBetween } from "../../../kv/safety/background/consents.ts";
import { statementOf } from "../../../kv/safety/background/statements.ts";
import { setBlocked } from "../../../kv/safety/blocks.ts";
import { auditRecords } from "../../../kv/store/audit_log.ts";
import { consented, plainAnswers, searchedStatement } from "../../../kv/testing/background.ts";
import type { Config } from "../../../services/config.ts";
import { libretranslateServer } from "../../../services/testing/libretranslate_server.ts";
import { testApp } from "../../testing/site.ts";

const pamphlet = "https://pamphlet.test/rights";

async function world(backgroundPamphlet: string | null = pamphlet, config: Partial<Config> = {}) {
  const site = await testApp({ config: { backgroundPamphlet, ...config } });
  const hank = await site.addMan({ firstname: "Hank", lastname: "Doe", countryId: 840, credits: 100 });
  const olena = await site.addLady({ firstname: "Olena", locale: "uk" });
  const vera = await site.addPerson({ groupId: admin, firstname: "Vera" });
  const [his, hers, desk] = await Promise.all([hank, olena, vera].map((user) => site.visitorAs(user)));
  const close = () => site.close();
  return { site, hank, olena, vera, his: his!, hers: hers!, desk: desk!, [Symbol.asyncDispose]: close };
}

const form = {
  protectionOrders: "no",
  violence: "yes",
  violenceWords: "In 2009 I was arrested after a brawl in Toledo, and fined.",
  offences: "assault",
  prostitution: "no",
  substances: "no",
  married: "no",
  ended1: "divorce",
  endedOn1: "2015-06-30",
  sponsored: "no",
  childrenAges: "4, 11",
  states: "OH",
  country1: "124",
  signature: "Hank Doe",
  certifies: "on",
  action: "file",
};

Deno.test("a man states his background, an admin searches, a lady reads it in her language and consents; then he writes", async () => {
  await using w = await world();
  const { site, hank, olena, his, hers, desk } = w;
  const write = () =>
    his.call("POST", "/api/mail", { recipientId: olena.id, body: "Good evening to you, dear Olena." });
  const refused = await write();
  expect([refused.status, await refused.json()]).toEqual([403, {
    code: "background_required",
    href: "/man/background",
    message: expect.stringContaining("background statement"),
  }]);
  const page = `/en/man/background?to=${olena.id}`;
  expect(await (await his.get(page)).text()).toContain("please make your statement below");
  const filed = await his.post("/en/man/background", { ...form, to: String(olena.id) });
  expect([filed.status, filed.headers.get("location")]).toEqual([303, page]);
  expect((await statementOf(site.store, hank.id))?.answers).toMatchObject({
    offences: ["assault"],
    formerMarriages: [{ ended: "divorce", endedOn: "2015-06-30" }],
    childrenAges: [4, 11],
    states: ["OH"],
    countryIds: [124],
  });
  expect(await (await his.get(page)).text()).toContain("We are searching the registry");

  expect(await (await desk.get("/en/admin")).text()).toContain('href="/en/admin/backgrounds"');
  expect(await (await desk.get("/en/admin/backgrounds")).text()).toContain(`/en/admin/users/${hank.id}/background`);
  const searched = await desk.post(`/en/admin/users/${hank.id}/background`, {
    number: "1",
    day: "2026-03-14",
    found: "",
  });
  expect(searched.status).toBe(303);
  await his.post("/en/man/background", { action: "show", to: String(olena.id) });
  await site.runJobs();
  const mails = site.outbox.mails().map(({ to, text }) => [to, text] as const);
  expect(mails.find(([to]) => to === olena.email)?.[1]).toContain(`/uk/lady/backgrounds/${hank.id}`);
  expect(mails.map(([, text]) => text).join()).not.toContain("Toledo");

  const read = await (await hers.get(`/uk/lady/backgrounds/${hank.id}`)).text();
  for (const words of ["Огайо", "Канада", "4, 11", "Напад, побиття", "Розлучення", pamphlet]) {
    expect(read).toContain(words);
  }
  expect(read).toMatch(/lang="en"[^>]*><p ?>In 2009 I was arrested/);
  expect(await (await hers.get("/uk/lady/backgrounds")).text()).toContain("Hank");
  const answer = { number: "1", action: "consent", signature: "Olena Petrenko" };
  expect((await hers.post(`/uk/lady/backgrounds/${hank.id}`, answer)).status).toBe(303);
  expect(await consentBetween(site.store, hank.id, olena.id)).toMatchObject({
    state: "consented",
    answer: { number: 1, locale: "uk", words: "original", pamphlet, signature: "Olena Petrenko" },
  });
  expect((await write()).status).toBe(200);
  expect(await (await desk.get(`/en/admin/users/${hank.id}/background`)).text()).toContain("consented to no. 1");
  expect(await audit(site.store)).toEqual([]);
});

Deno.test("a statement that lacks something stands in the form again, with every word and tick", async () => {
  await using w = await world();
  const { offences: _none, certifies: _neither, ...lacking } = form;
  const answer = await w.his.post("/en/man/background", { ...lacking, childrenAges: "four" });
  const html = await answer.text();
  expect(answer.status).toBe(422);
  expect(html).toContain("arrested after a brawl in Toledo");
  expect(html).toMatch(/name="states" value="OH" checked/);
  expect(html).toContain('id="childrenAges-error"');
  expect(html).toContain('id="certifies-error"');
  const late = await w.his.post("/en/man/background", { ...lacking, certifies: "on", endedOn1: "" });
  const again = await late.text();
  expect(again).toContain('id="offences-error"');
  expect(again).toContain('id="formerMarriages-error"');
  expect(await statementOf(w.site.store, w.hank.id)).toBeNull();
});

Deno.test("a crime that the law does not name and a marriage without its end are refused at their questions, and kept", async () => {
  await using w = await world();
  const wrong = { ...form, offences: "jaywalking", ended1: "", ended2: "escape", endedOn2: "2019-02-28" };
  const answer = await w.his.post("/en/man/background", wrong);
  const html = await answer.text();
  expect(answer.status).toBe(422);
  expect(html).toMatch(/id="offences-error"[^]*?not allowed here/);
  expect(html).toMatch(/id="formerMarriages-error"[^]*?valid date/);
  expect(html).not.toContain("formerMarriages.");
  for (const day of ["2015-06-30", "2019-02-28"]) expect(html).toContain(`value="${day}"`);
  expect(await statementOf(w.site.store, w.hank.id)).toBeNull();
});

Deno.test("a letter that has to wait for her consent stands in the composer, with the way to it", async () => {
  await using w = await world();
  const { site, hank, olena, his, hers } = w;
  const path = `/en/man/mail/new-conversation/${olena.id}`;
  const letter = { body: "Good evening to you, dear Olena.", sendKey: "a-key-of-the-form" };
  const html = await (await his.post(path, letter)).text();
  expect(html).toContain("Good evening to you, dear Olena.");
  expect(html).toContain(`/en/man/background?to=${olena.id}`);
  expect(html).toContain("What you wrote is kept as a draft.");
  expect(await letterDraftTo(site.store, hank.id, olena.id)).toMatchObject({ body: letter.body });
  await searchedStatement(site.store, hank.id, w.vera.id);
  await his.post("/en/man/background", { action: "show", to: String(olena.id) });
  const hersRefused = await (await hers.post(`/uk/lady/mail/new-conversation/${hank.id}`, letter)).text();
  expect(hersRefused).toContain(`/uk/lady/backgrounds/${hank.id}`);
  const talk = await his.get(`/en/man/mail/talk/${olena.id}`);
  expect([talk.status, talk.headers.get("location")]).toEqual([303, `/en/man/background?to=${olena.id}`]);
});

Deno.test("an admin's look at a man's background stands in the log, by the page and by a form that comes again", async () => {
  await using w = await world();
  const { site, hank, vera, desk } = w;
  const page = `/en/admin/users/${hank.id}/background`;
  const looks = async () => {
    const { records } = await auditRecords(site.store, { page: 1, limit: 50 });
    return records.filter(({ action }) => action === "background_read");
  };
  // There is no statement to read yet.
  expect((await desk.get(page)).status).toBe(200);
  expect(await looks()).toEqual([]);
  await searchedStatement(site.store, hank.id, vera.id);
  expect((await desk.get(page)).status).toBe(200);
  expect(await looks()).toMatchObject([{ actorId: vera.id, subject: `user:${hank.id}`, details: { number: 1 } }]);
  expect((await desk.post(page, { number: "1", day: "no day", found: "" })).status).toBe(422);
  expect(await looks()).toHaveLength(2);
});

Deno.test("nobody reads the statement of a man who has not asked her, and none but admins and he himself beside her", async () => {
  await using w = await world();
  const { site, hank, hers, olena } = w;
  await searchedStatement(site.store, hank.id, w.vera.id);
  expect((await hers.get(`/en/lady/backgrounds/${hank.id}`)).status).toBe(404);
  await consented(site.store, hank.id, olena.id);
  expect((await hers.get(`/en/lady/backgrounds/${hank.id}`)).status).toBe(200);
  const daria = await site.visitorAs(await site.addLady({ firstname: "Daria" }));
  expect((await daria.get(`/en/lady/backgrounds/${hank.id}`)).status).toBe(404);
  const keeper = await site.visitorAs(await site.addPerson({ groupId: agency }));
  for (const path of [`/en/lady/backgrounds/${hank.id}`, `/en/admin/users/${hank.id}/background`]) {
    expect((await keeper.get(path)).status).toBe(403);
  }
  expect((await w.desk.get(`/en/admin/users/${olena.id}/background`)).status).toBe(404);
});

Deno.test("across a block she reads no statement of his, old or new, and neither answers it nor is led to it", async () => {
  await using w = await world();
  const { site, hank, olena, his, hers } = w;
  const path = `/en/lady/backgrounds/${hank.id}`;
  await searchedStatement(site.store, hank.id, w.vera.id);
  await his.post("/en/man/background", { action: "show", to: String(olena.id) });
  await setBlocked(site.store, hank.id, olena.id, true);
  await searchedStatement(site.store, hank.id, w.vera.id, { ...plainAnswers, states: ["TX"] });
  expect((await hers.get(path)).status).toBe(404);
  for (const action of ["translate", "refuse", "consent"]) {
    expect((await hers.post(path, { action, number: "2", signature: "Olena" })).status).toBe(404);
  }
  for (const each of ["/en/lady/backgrounds", "/en/lady/profile/safety", "/en/lady/mail/inbox"]) {
    expect(await (await hers.get(each)).text()).not.toContain(path);
  }
  await site.runJobs();
  const wrote = site.outbox.mails().filter(({ text }) => text.includes("/background"));
  expect(wrote.map(({ to }) => to)).toEqual([hank.email, hank.email]);
  expect(await consentBetween(site.store, hank.id, olena.id)).toMatchObject({ state: "asked", answer: null });
  await setBlocked(site.store, hank.id, olena.id, false);
  expect(await (await hers.get(path)).text()).toContain("Texas");
  expect(await (await hers.get("/en/lady/backgrounds")).text()).toContain(path);
});

Deno.test("her no ends what is between the two, and he is told no more than that", async () => {
  await using w = await world();
  const { site, hank, olena, his, hers } = w;
  await searchedStatement(site.store, hank.id, w.vera.id, { ...plainAnswers, states: ["TX"] });
  await consented(site.store, hank.id, olena.id);
  await hers.post(`/en/lady/backgrounds/${hank.id}`, { action: "refuse", number: "1" });
  expect(await consentBetween(site.store, hank.id, olena.id)).toMatchObject({ state: "refused" });
  const told = await (await his.get("/en/man/men-account/safety")).text();
  expect(told).toContain("Olena does not wish to be in contact with you.");
  const asked = await his.post("/en/man/background", { action: "show", to: String(olena.id) });
  expect(asked.status).toBe(403);
  expect(await asked.text()).toContain("She does not wish to be in contact with you.");
});

Deno.test("where the site does not ask for backgrounds there are no such pages, and nothing leads to them", async () => {
  await using w = await world(null);
  const { hank, olena, his, hers, desk } = w;
  expect((await his.get("/en/man/background")).status).toBe(404);
  expect((await his.post("/en/man/background", form)).status).toBe(404);
  for (const path of ["/en/lady/backgrounds", `/en/lady/backgrounds/${hank.id}`]) {
    expect((await hers.get(path)).status).toBe(404);
  }
  for (const path of ["/en/admin/backgrounds", `/en/admin/users/${hank.id}/background`]) {
    expect((await desk.get(path)).status).toBe(404);
  }
  const pages = await Promise.all([
    his.get("/en/man/men-account/safety"),
    hers.get("/en/lady/profile/safety"),
    desk.get("/en/admin"),
    desk.get(`/en/admin/users/${hank.id}`),
  ]);
  for (const page of pages) expect(await page.text()).not.toContain("/background");
  expect((await his.call("POST", "/api/mail", { recipientId: olena.id, body: "Good evening." })).status).toBe(200);
});

Deno.test("his own words stand in her language by a machine once she asks, and below what he wrote", async () => {
  await using provider = libretranslateServer();
  const translation = {
    provider: { name: "libretranslate" as const, url: provider.base, key: null },
    charactersPerPerson: 10_000,
    charactersPerSite: 10_000,
  };
  await using w = await world(pamphlet, { translation });
  const { site, hank, olena, hers } = w;
  const told = { ...plainAnswers.told, protectionOrders: "My brother asked for it in 2012, and took it back." };
  await searchedStatement(site.store, hank.id, w.vera.id, { ...plainAnswers, told });
  await askConsent(site.store, { manId: hank.id, ladyId: olena.id });
  const path = `/uk/lady/backgrounds/${hank.id}`;
  expect(await (await hers.get(path)).text()).toContain('value="translate"');
  expect((await hers.post(path, { action: "translate" })).status).toBe(303);
  const html = await (await hers.get(path)).text();
  expect(html).toContain("My brother asked for it in 2012");
  expect(html).toContain("[en→uk] My brother asked for it in 2012");
  expect(html).toContain("Машинний переклад");
  expect(html).not.toContain('value="translate"');
  await hers.post(path, { action: "consent", number: "1", signature: "Olena" });
  expect(await consentBetween(site.store, hank.id, olena.id)).toMatchObject({ answer: { words: "machine" } });
});
