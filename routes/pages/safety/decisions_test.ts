/** Decisions about a person: read with their reasons, appealed, decided again; and which pages stay open meanwhile. */
import { expect } from "expect";
import { locales } from "../../../i18n/locales.ts";
import { translatorFor } from "../../../i18n/translate.ts";
import { agency } from "../../../kv/accounts/users.ts";
import { audit } from "../../../kv/records/audit.ts";
import { answerReport } from "../../../kv/safety/report_answers.ts";
import { fileReport } from "../../../kv/safety/report_filing.ts";
import { reinstate, suspend } from "../../../kv/safety/suspensions.ts";
import { fillPath } from "../../../tests/roles/world.ts";
import { calls } from "../../api/index.ts";
import { read, refused } from "../../api/testing/calls.ts";
import { isAdmitted } from "../../http/access.ts";
import { testPassword, type TestSite } from "../../testing/site.ts";
import { testAdmin } from "../admin/testing/admin.ts";
import { pagesOf } from "../index.ts";

async function world() {
  const w = await testAdmin();
  const keepOut = async (locale: typeof locales[number] = "en") => {
    const her = await w.site.addLady({ firstname: "Daria", locale });
    const facts = "Three letters with insults.";
    const done = await suspend(w.site.store, {
      userId: her.id,
      kind: "conduct",
      reason: "By James",
      facts,
      actorId: w.ada.id,
    });
    if (!done.ok) throw new Error(done.reason);
    return her;
  };
  const enter = async (email: string) => {
    const browser = w.site.visitor();
    const answer = await browser.post("/en/auth/sign-in", { email, password: testPassword });
    return { browser, door: `${answer.status} ${await answer.text()}` };
  };
  return { ...w, keepOut, enter };
}

const mailsTo = async (site: TestSite, email: string): Promise<string[]> => {
  await site.runJobs();
  return site.outbox.mails().filter(({ to }) => to === email).map(({ text }) => text);
};

Deno.test("Daria reads why she is kept out, objects, and comes in again when another admin takes it back", async () => {
  await using w = await world();
  const daria = await w.keepOut();
  const [mail] = await mailsTo(w.site, daria.email);
  for (const part of ["Three letters with insults.", "Section 6 of our terms", "/en/decisions/1"]) {
    expect(mail).toContain(part);
  }
  expect(mail).not.toContain("By James");
  const { browser, door } = await w.enter(daria.email);
  expect(door).toMatch(/^403 /);
  expect(door).toContain('href="/en/decisions"');
  expect((await browser.get("/en/lady/mail/inbox")).headers.get("location")).toBe("/en/decisions");
  const list = await (await browser.get("/en/decisions")).text();
  for (const part of ["Your account is suspended", "/en/decisions/1", "/en/lady/profile/own-data"]) {
    expect(list).toContain(part);
  }
  // The page offers nothing to buy, and no sign-in to somebody who has just signed in.
  const frameOf = (html: string) => ["promo", "/auth/sign-in", "/auth/sign-up"].map((part) => html.includes(part));
  expect(frameOf(await (await w.site.visitor().get("/en/faq")).text())).toEqual([true, true, true]);
  expect(frameOf(list)).toEqual([false, false, false]);
  const empty = await browser.post("/en/decisions/1", { text: " " });
  expect([empty.status, (await empty.text()).includes('id="text-error"')]).toEqual([422, true]);
  expect((await browser.post("/en/decisions/1", { text: "It was my brother." })).status).toBe(303);
  expect(await (await browser.get("/en/decisions/1")).text()).toContain("Your objection is waiting");

  const path = "/en/admin/appeals/1";
  const answer = { verdict: "reversed", words: "You are right." };
  expect(await (await w.adas.get(path)).text()).toContain("Whoever made a decision does not look at it again.");
  expect((await w.adas.post(path, answer)).status).toBe(403);
  expect((await w.bens.post(path, { ...answer, words: "" })).status).toBe(422);
  expect((await w.bens.post(path, answer)).status).toBe(303);
  expect((await w.bens.post(path, answer)).status).toBe(409);
  const told = await mailsTo(w.site, daria.email);
  expect(told.some((text) => text.includes("You are right."))).toBe(true);
  expect(told.some((text) => text.includes("your profile and letters are there again"))).toBe(true);
  expect((await browser.get("/en/lady/mail/inbox")).status).toBe(200);
  expect(await audit(w.site.store)).toEqual([]);
});

Deno.test("Daria, who is let in again, reads that her suspension has ended", async () => {
  await using w = await world();
  const daria = await w.keepOut();
  const { browser } = await w.enter(daria.email);
  const ended = "This suspension has ended.";
  const pages = async () => {
    const shown = ["/en/decisions", "/en/decisions/1"].map(async (path) => await (await browser.get(path)).text());
    return (await Promise.all(shown)).map((html) => html.includes(ended));
  };
  expect(await pages()).toEqual([false, false]);
  const ways = async () => {
    const html = await (await browser.get("/en/decisions/1")).text();
    return ["/en/lady/profile/safety", "/en/decisions"].map((path) => html.includes(`<a href="${path}">`));
  };
  const closed = await ways();
  await reinstate(w.site.store, { userId: daria.id, reason: "She said sorry.", actorId: w.ada.id });
  expect(await pages()).toEqual([true, true]);
  expect([closed[0], await ways()]).toEqual([false, [true, true]]);
  await suspend(w.site.store, { userId: daria.id, kind: "conduct", reason: "Again", actorId: w.ada.id });
  const { browser: later } = await w.enter(daria.email);
  expect((await (await later.get("/en/decisions")).text()).split(ended).length - 1).toBe(1);
});

Deno.test("James reads the answer to his report, objects on its page, and reads there what another admin decided", async () => {
  await using w = await world();
  const { store } = w.site;
  const told = { reporterId: w.james.id, reportedId: w.olena.id, text: "She asked for money." } as const;
  const filed = await fileReport(store, { ...told, category: "money", from: "letter" });
  if (!filed.ok) throw new Error(filed.reason);
  const reportId = filed.report.id;
  const words = "We found no such letter.";
  await answerReport(store, { reportId, actorId: w.ada.id, outcome: "not_confirmed", words });
  const [mail] = await mailsTo(w.site, w.james.email);
  for (const part of [words, "you can object to this answer", "/en/decisions/1"]) expect(mail).toContain(part);
  expect(await (await w.his.get("/en/decisions")).text()).toContain("We have decided nothing against you.");
  const ownReports = "/en/man/men-account/safety";
  const wayToAnswer = async () =>
    /href="\/en\/decisions\/1">([^<]+)</.exec(await (await w.his.get(ownReports)).text())?.[1];
  expect(await wayToAnswer()).toBe("Read the answer and object");
  const page = await (await w.his.get("/en/decisions/1")).text();
  for (const part of ["Your report 1", "Olena", "She asked for money.", words]) expect(page).toContain(part);
  expect(page).toContain(`href="${ownReports}#reports">Your reports<`);
  expect((await w.hers.get("/en/decisions/1")).status).toBe(404);
  expect((await w.his.post("/en/decisions/1", { text: " " })).status).toBe(422);
  expect((await w.his.post("/en/decisions/1", { text: "It is in the second." })).status).toBe(303);
  expect(await (await w.his.get("/en/decisions/1")).text()).toContain("Your objection is waiting");
  expect(await wayToAnswer()).toBe("Read your report and our answer");

  const desk = await (await w.bens.get("/en/admin/appeals")).text();
  expect(desk).toContain(`James #${w.james.id} · `);
  const asked = await (await w.bens.get("/en/admin/appeals/1")).text();
  for (const part of ["Reporter", "She asked for money.", words, "It is in the second."]) expect(asked).toContain(part);
  expect((await w.bens.post("/en/admin/appeals/1", { verdict: "reversed", words: "You are right." })).status).toBe(303);
  const verdict = (await mailsTo(w.site, w.james.email)).join("\n");
  for (const part of ["our answer no longer holds", "You are right.", "/en/decisions/1"]) {
    expect(verdict).toContain(part);
  }
  expect(await (await w.his.get("/en/decisions/1")).text()).toContain("You are right.");
  expect(await audit(store)).toEqual([]);
});

Deno.test("after six months the way to an answer no longer says that James can object to it", async () => {
  await using w = await world();
  const { store } = w.site;
  const about = {
    reporterId: w.james.id,
    reportedId: w.olena.id,
    text: "",
    category: "fake",
    from: "profile",
  } as const;
  const filed = await fileReport(store, about);
  if (!filed.ok) throw new Error(filed.reason);
  const reportId = filed.report.id;
  await answerReport(store, { reportId, actorId: w.ada.id, outcome: "not_confirmed", words: "It is her." });
  const saysObject = async () => {
    const his = await w.site.visitorAs(w.james);
    return (await (await his.get("/en/man/men-account/safety")).text()).includes("Read the answer and object");
  };
  const day = 24 * 3600_000;
  // From 14 March to 13 and 15 September.
  w.site.advance(183 * day);
  expect(await saysObject()).toBe(true);
  w.site.advance(2 * day);
  expect(await saysObject()).toBe(false);
});

Deno.test("a call objects as the page does: one's own decision, once", async () => {
  await using w = await world();
  const daria = await w.keepOut();
  const { browser } = await w.enter(daria.email);
  const object = (text: string) => browser.call("POST", "/api/appeals", { decisionId: 1, text });
  await refused(w.his.call("POST", "/api/appeals", { decisionId: 1, text: "Hm" }), 404, "not_found");
  await refused(w.site.visitor().call("POST", "/api/appeals", { decisionId: 1, text: "Hm" }), 401, "not_signed_in");
  await refused(object(" "), 422, "invalid");
  expect(await read(object("No."))).toEqual({ appeal: { id: 1, state: "open" } });
  expect(await read(object("No."))).toEqual({ appeal: { id: 1, state: "open" } });
  await refused(object("Once more."), 409, "conflict");
  await refused(
    w.site.visitor({ headers: { cookie: [...browser.cookies].map((pair) => pair.join("=")).join("; ") } })
      .request("/api/appeals", { method: "POST", body: "{}", headers: { origin: "https://elsewhere.test" } }),
    403,
    "wrong_origin",
  );
});

Deno.test("a program without cookies is told the decision's number and the token with which it objects", async () => {
  await using w = await world();
  const daria = await w.keepOut();
  const { email } = daria;
  const refusal = { code: "suspended", message: expect.any(String) };
  const credentials = { email, password: testPassword };
  const told = await read<{ access_token: string }>(
    w.site.visitor().call("POST", "/api/authorization", credentials),
    403,
  );
  expect(told).toEqual({ ...refusal, access_token: expect.any(String), decisionId: 1 });
  const program = w.site.visitor({ headers: { authorization: `Bearer ${told.access_token}` } });
  await refused(program.call("GET", "/api/mail"), 401, "not_signed_in");
  expect(await read(program.call("POST", "/api/appeals", { decisionId: 1, text: "No." })))
    .toEqual({ appeal: { id: 1, state: "open" } });
  // A wrong password tells nothing of it.
  const guess = { email, password: "Guessed-2026!" };
  await refused(w.site.visitor().call("POST", "/api/authorization", guess), 401, "wrong_credentials");
  // Staff get no session without a second factor.
  const agata = await w.site.addPerson({ groupId: agency });
  await suspend(w.site.store, { userId: agata.id, kind: "conduct", reason: "By James", actorId: w.ada.id });
  const staff = { email: agata.email, password: testPassword };
  expect(await read(w.site.visitor().call("POST", "/api/authorization", staff), 403)).toEqual(refusal);
});

Deno.test("who is kept out takes the own data along and ends the account", async () => {
  await using w = await world();
  const daria = await w.keepOut();
  const { browser } = await w.enter(daria.email);
  const copy = await browser.post("/en/lady/profile/own-data", { password: testPassword });
  expect(copy.headers.get("content-type")).toBe("application/zip");
  expect((await copy.arrayBuffer()).byteLength).toBeGreaterThan(1000);
  const { reports } = await read<{ reports: object[] }>(browser.call("GET", "/api/users/me/export"));
  expect(reports).toMatchObject([{ kind: "decision", text: "Three letters with insults.", ground: "conduct" }]);
  expect(await (await browser.get("/en/lady/profile/delete-account")).text()).toContain('href="/en/decisions"');
  const ended = await browser.post("/en/lady/profile/delete-account", { password: testPassword, word: "delete" });
  expect(ended.status).toBe(303);
  expect((await browser.get("/en/decisions")).headers.get("location")).toContain("/auth/sign-in");
});

Deno.test("nothing else opens to who is kept out: no page for members, no call, no socket", async () => {
  await using w = await world();
  const daria = await w.keepOut();
  const { browser } = await w.enter(daria.email);
  const open: string[] = [];
  for (const { paths, access, keptOutMay } of pagesOf(w.site.deps)) {
    if (keptOutMay) open.push(...paths);
    if (keptOutMay || isAdmitted(access, "guest")) continue;
    for (const path of paths) {
      const answer = await browser.get(`/en${fillPath(path, w.olena.id)}`);
      await answer.body?.cancel();
      expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 303, "/en/decisions"]);
    }
  }
  for (const { method, path, access, keptOutMay } of calls) {
    if (keptOutMay) open.push(`${method} ${path}`);
    if (keptOutMay || isAdmitted(access, "guest")) continue;
    const body = method === "get" ? undefined : {};
    const answer = await browser.call(method.toUpperCase(), `/api${fillPath(path, w.olena.id)}`, body);
    await answer.body?.cancel();
    expect([path, answer.status]).toEqual([path, 401]);
  }
  expect((await browser.get("/chat/socket")).status).not.toBe(200);
  expect(open.toSorted()).toEqual([
    "/decisions",
    "/decisions/:id",
    "/delete-account",
    "/index/logout",
    "/lady/profile/delete-account",
    "/lady/profile/own-data",
    "/logout",
    "/man/men-account/delete-account",
    "/man/men-account/own-data",
    "delete /users/me",
    "get /users/me/export",
    "post /appeals",
    "post /auth/logout",
  ]);
  expect((await browser.post("/logout")).status).toBe(303);
  expect((await browser.get("/en/decisions")).headers.get("location")).toContain("/auth/sign-in");
});

for (const locale of locales) {
  Deno.test(`${locale}: the reasons come by mail in the person's language`, async () => {
    await using w = await world();
    const daria = await w.keepOut(locale);
    const t = translatorFor(locale);
    const [mail] = await mailsTo(w.site, daria.email);
    for (const key of ["fact.ground", "ground.conduct", "how.own", "how.person"]) {
      expect(mail).toContain(t(`decisions:${key}`));
    }
    expect(mail).not.toMatch(/decisions[.:]/);
  });
}
