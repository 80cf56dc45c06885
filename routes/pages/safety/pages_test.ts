/** Reporting and blocking by pages, without a script, and what the own account shows of it. */
import { expect } from "expect";
import { sendLetter } from "../../../kv/letters/sending.ts";
import { blockedBy } from "../../../kv/safety/blocks.ts";
import { answerReport } from "../../../kv/safety/report_answers.ts";
import { openReports } from "../../../kv/safety/reports.ts";
import { reinstate, suspend } from "../../../kv/safety/suspensions.ts";
import { runSafetyJobs } from "../../../kv/testing/safety.ts";
import { read, refused } from "../../api/testing/calls.ts";
import { testApp } from "../../testing/site.ts";

async function world() {
  const site = await testApp();
  const { store } = site;
  const james = await site.addMan({ firstname: "James", credits: 100 });
  const olena = await site.addLady({ firstname: "Olena" }, { firstname: "Olena" });
  const vera = await site.addPerson({ groupId: 3, firstname: "Vera" });
  const [his, hers] = [await site.visitorAs(james), await site.visitorAs(olena)];
  const write = async (authorId: number, recipientId: number, body = "A letter.") => {
    const sent = await sendLetter(store, { authorId, recipientId, body, sendKey: store.randomToken() });
    if (!sent.ok) throw new Error(sent.reason);
    return sent.letter.id;
  };
  const waiting = async () => (await openReports(store, { page: 1, limit: 50 })).reports;
  return { site, store, james, olena, vera, his, hers, write, waiting, [Symbol.asyncDispose]: () => site.close() };
}

const account = "/en/man/men-account/safety";

Deno.test("a man reports from a profile, is thanked, and finds the report in his account", async () => {
  await using w = await world();
  const path = `/en/report/${w.olena.id}?from=profile`;
  expect(await (await w.his.get(path)).text()).toContain("Report Olena");
  const sent = await w.his.post(path, { category: "money", text: "She asked for a gift card.", from: "profile" });
  expect([sent.status, sent.headers.get("location")]).toEqual([303, account]);
  const page = await (await w.his.follow(sent)).text();
  expect(page).toContain("Thank you. A person will read your report.");
  expect(page).toContain("She asked for a gift card.");
  expect(page).toContain("Waiting for an answer");
  expect(await w.waiting()).toMatchObject([{
    reporterId: w.james.id,
    reportedId: w.olena.id,
    category: "money",
    from: "profile",
    subject: null,
  }]);
  expect(await blockedBy(w.store, w.james.id)).toEqual(new Set());
  // A second press is the same report; more words are added to it.
  const told = async (text: string) =>
    await (await w.his.follow(await w.his.post(path, { category: "money", text, from: "profile" }))).text();
  expect(await told("She asked for a gift card.")).toContain("already have a report from you");
  expect(await told("And again.")).toContain("Thank you. A person will read your report.");
  expect(await w.waiting()).toMatchObject([{ text: "She asked for a gift card.", additionCount: 1 }]);
  const own = await (await w.his.get(account)).text();
  expect(own).toMatch(/She asked for a gift card\..*Added on .*And again\./s);
});

Deno.test("from a letter, the letter goes with it, and who is reported can be blocked in the same step", async () => {
  await using w = await world();
  const letterId = await w.write(w.olena.id, w.james.id, "Send me money for the visa.");
  const thread = await (await w.his.get(`/en/man/mail/introduction/conversation/${w.olena.id}/${letterId}`)).text();
  const href = new RegExp(`href="(/en/report/${w.olena.id}\\?from=letter:${letterId})"`).exec(thread)![1]!;
  expect(await (await w.his.get(href)).text()).toContain("Your report is about one letter from Olena.");
  await w.his.post(href, { category: "money", from: `letter:${letterId}`, block: "on" });
  expect(await w.waiting()).toMatchObject([{
    from: "letter",
    subject: `letter:${letterId}`,
    lastMessages: [{ kind: "letter", id: letterId, text: "Send me money for the visa." }],
  }]);
  expect(await blockedBy(w.store, w.james.id)).toEqual(new Set([w.olena.id]));
});

Deno.test("a lady reports a man, from his page and from the chat", async () => {
  await using w = await world();
  expect(await (await w.hers.get(`/en/lady/man/${w.james.id}`)).text()).toContain(`/en/report/${w.james.id}`);
  const sent = await w.hers.post(`/en/report/${w.james.id}`, { category: "abuse", from: "chat" });
  expect(sent.headers.get("location")).toBe("/en/lady/profile/safety");
  expect(await w.waiting()).toMatchObject([{ reporterId: w.olena.id, from: "chat" }]);
});

Deno.test("a form that lacks something comes back with what was written, and nothing is filed", async () => {
  await using w = await world();
  const path = `/en/report/${w.olena.id}`;
  const unchosen = await w.his.post(path, { text: "Half a thought" });
  expect(unchosen.status).toBe(422);
  expect(await unchosen.text()).toContain("Half a thought");
  const wordless = await w.his.post(path, { category: "other", text: " ", block: "on" });
  const page = await wordless.text();
  expect([wordless.status, page.includes('aria-invalid="true"')]).toEqual([422, true]);
  expect(page).toMatch(/value="other"[^>]* checked|checked[^>]* value="other"/);
  expect((await w.his.post(path, { category: "money", text: "a".repeat(2001) })).status).toBe(422);
  expect((await w.his.post(path, { category: "boring" })).status).toBe(422);
  const without = await w.his.post(path, {});
  expect(without.status).toBe(422);
  expect(await without.text()).toContain("Choose a reason.");
  expect(await w.waiting()).toEqual([]);
  expect(await blockedBy(w.store, w.james.id)).toEqual(new Set());
});

Deno.test("the eleventh report of a day has to wait", async () => {
  await using w = await world();
  for (let count = 0; count < 10; count++) {
    const { id } = await w.site.addLady();
    expect((await w.his.post(`/en/report/${id}`, { category: "fake" })).status).toBe(303);
  }
  const late = await w.his.post(`/en/report/${w.olena.id}`, { category: "fake" });
  expect([late.status, Number(late.headers.get("retry-after")) > 80_000]).toEqual([429, true]);
});

Deno.test("the call answers as the contract says, and refuses by name", async () => {
  await using w = await world();
  const report = (body: object, id: number | string = w.olena.id) =>
    w.his.call("POST", `/api/users/${id}/report`, body);
  const first = await read<{ report: { id: number } }>(report({ category: "money", text: "Gift cards" }));
  expect(first).toEqual({ report: { id: expect.any(Number) } });
  expect(await read(report({ category: "money", text: "Gift cards" }))).toEqual(first);
  await refused(report({ category: "boring" }), 422, "invalid");
  await refused(report({}), 422, "invalid");
  await refused(report({ category: "other" }), 422, "invalid");
  await refused(report({ category: "fake", text: "a".repeat(2001) }), 422, "invalid");
  await refused(report({ category: "fake" }, w.james.id), 404, "not_found");
  await refused(report({ category: "fake" }, w.vera.id), 404, "not_found");
  await refused(report({ category: "fake" }, 4711), 404, "not_found");
  await refused(w.site.visitor().call("POST", `/api/users/${w.olena.id}/report`, { category: "fake" }), 401);
  const clerk = await w.site.visitorAs(w.vera);
  await refused(clerk.call("POST", `/api/users/${w.olena.id}/report`, { category: "fake" }), 403, "wrong_role");
});

Deno.test("one blocks after a question, finds it in the account, and takes it back there", async () => {
  await using w = await world();
  const profile = await (await w.his.follow(await w.his.get(`/en/girl/x-1-x-x-${w.olena.id}`))).text();
  expect(profile).toContain(`href="/en/block/${w.olena.id}"`);
  expect(await (await w.his.get(`/en/block/${w.olena.id}`)).text()).toContain("Block Olena?");
  expect(await blockedBy(w.store, w.james.id)).toEqual(new Set());
  const page = await (await w.his.follow(await w.his.post(`/en/block/${w.olena.id}`))).text();
  expect(page).toContain("Olena is blocked.");
  expect(page).toContain(`action="/en/unblock/${w.olena.id}"`);
  expect((await w.his.get(`/en/girl/x-1-x-x-${w.olena.id}`)).status).toBe(404);
  const back = await (await w.his.follow(await w.his.post(`/en/unblock/${w.olena.id}`))).text();
  expect(back).toContain("Olena is no longer blocked.");
  expect(back).toContain("You have not blocked anybody.");
  expect(await blockedBy(w.store, w.james.id)).toEqual(new Set());
});

Deno.test("a form in a list goes on where it was pressed, or at the row beside the one that leaves it", async () => {
  await using w = await world();
  const daria = await w.site.addLady({ firstname: "Daria" });
  const toWhere = async (path: string, fields?: Record<string, string>) => {
    const answer = await w.his.post(path, fields);
    await answer.body?.cancel();
    return answer.headers.get("location");
  };
  for (const { id } of [w.olena, daria]) {
    expect(await toWhere(`/en/block/${id}`)).toBe(`${account}#blocked-${id}`);
  }
  expect(await (await w.his.get(account)).text()).toContain(`id="blocked-${daria.id}"`);
  expect(await toWhere(`/en/unblock/${w.olena.id}`)).toBe(`${account}#blocked-${daria.id}`);
  expect(await toWhere(`/en/unblock/${daria.id}`)).toBe(`${account}#blocked`);
  expect(await (await w.his.get(account)).text()).toContain('id="blocked"');
  await w.his.post(`/en/report/${w.olena.id}`, { category: "fake" });
  const reportId = (await w.waiting())[0]!.id;
  await answerReport(w.store, { reportId, actorId: w.vera.id, outcome: "acted", words: "Thank you." });
  const notice = `report:${reportId}`;
  expect(await (await w.his.get(account)).text()).toContain(`id="notice-${notice}"`);
  expect(await toWhere(account, { notice })).toBe(`${account}#notice-${encodeURIComponent(notice)}`);
});

Deno.test("nobody learns a name by counting up: whom one cannot know is not found", async () => {
  await using w = await world();
  const hidden = await w.site.addLady({ firstname: "Hidden" }, { isPublished: false });
  const other = await w.site.addMan({ firstname: "Wei" });
  for (const id of [hidden.id, other.id, w.vera.id, w.james.id, 4711, "x"]) {
    for (const page of ["report", "block"]) {
      expect([id, (await w.his.get(`/en/${page}/${id}`)).status]).toEqual([id, 404]);
      expect([id, (await w.his.post(`/en/${page}/${id}`, { category: "fake" })).status]).toEqual([id, 404]);
      await refused(w.his.call("POST", `/api/users/${id}/${page}`, { category: "fake" }), 404, "not_found");
    }
  }
  expect(await (await w.his.get(account)).text()).not.toContain("Hidden");
  // A man who has a letter of hers may report her, even when she is no longer shown.
  await w.write(w.olena.id, w.james.id);
  await suspend(w.store, { userId: w.olena.id, kind: "conduct", reason: "Rude", actorId: w.vera.id });
  expect((await w.his.get(`/en/report/${w.olena.id}`)).status).toBe(200);
  expect((await w.site.visitor().get(`/en/report/${w.olena.id}`)).status).toBe(303);
  expect((await (await w.site.visitorAs(w.vera)).get(`/en/report/${w.olena.id}`)).status).toBe(403);
});

Deno.test("the answer of the site stands at the home page until it was read, and in the account for good", async () => {
  await using w = await world();
  await w.his.post(`/en/report/${w.olena.id}`, { category: "fake" });
  const { id } = (await w.waiting())[0]!;
  await answerReport(w.store, {
    reportId: id,
    actorId: w.vera.id,
    outcome: "acted",
    words: "We have spoken with her.\n\nThank you.",
  });
  const desk = await (await w.his.get("/en/man/mail/inbox")).text();
  expect(desk).toContain("We have answered your report about Olena.");
  const page = await (await w.his.get(account)).text();
  expect(page).toContain("We looked into your report and acted on it.");
  expect(page).toContain("We have spoken with her.");
  await w.his.post(account, { notice: `report:${id}` });
  expect(await (await w.his.get("/en/man/mail/inbox")).text()).not.toContain("We have answered your report");
  expect(await (await w.his.get(account)).text()).toContain("We have answered your report about Olena.");
});

Deno.test("who wrote to a fraud reads at the home page what became of the credits, and why in the history", async () => {
  await using w = await world();
  await w.write(w.james.id, w.olena.id);
  await suspend(w.store, { userId: w.olena.id, kind: "fraud", reason: "Stolen photos", actorId: w.vera.id });
  await runSafetyJobs(w.store);
  const desk = await (await w.his.get("/en/man/mail/inbox")).text();
  expect(desk).toContain("Olena was not who she said");
  expect(desk).toContain("for opening its letters: 10 credits");
  expect(desk).not.toContain("Stolen photos");
  expect(await (await w.his.get("/en/man/balance/history")).text())
    .toContain("Given back: a letter with Olena, a false profile");
  expect((await w.his.get(`/en/girl/x-1-x-x-${w.olena.id}`)).status).toBe(404);
  expect(await read(w.site.visitor().get("/api/girls"))).toEqual({ girls: [], totalCount: 0 });
});

Deno.test("once she is let in again his notice says that we were wrong, and the credits stay his", async () => {
  await using w = await world();
  await w.write(w.james.id, w.olena.id);
  const about = { userId: w.olena.id, reason: "Stolen photos", actorId: w.vera.id };
  await suspend(w.store, { ...about, kind: "fraud" });
  await runSafetyJobs(w.store);
  await reinstate(w.store, about);
  for (const path of ["/en/man/mail/inbox", account]) {
    const page = await (await w.his.get(path)).text();
    expect(page).toContain("We were wrong about Olena");
    expect(page).toContain("The credits that we gave back to you stay yours.");
    expect(page).not.toContain("Olena was not who she said");
  }
  const history = await (await w.his.get("/en/man/balance/history")).text();
  expect(history).toContain("Given back: a letter with Olena");
  expect(history).not.toContain("a false profile");
});

Deno.test("a hint stands below a letter for who received it alone, and the letter is as it was written", async () => {
  await using w = await world();
  const body = "Write to me on WhatsApp, and send me money for the ticket.";
  const letterId = await w.write(w.olena.id, w.james.id, body);
  const his = await (await w.his.get(`/en/man/mail/introduction/conversation/${w.olena.id}/${letterId}`)).text();
  expect(his).toContain(body);
  expect(his).toContain("This mentions a way to write elsewhere, and may be about money.");
  const hers = await (await w.hers.get(`/en/lady/mail/outbox/conversation/${w.james.id}/${letterId}`)).text();
  expect(hers).toContain(body);
  expect(hers).not.toContain("This mentions a way");
  const plain = await w.write(w.james.id, w.olena.id, "I was born in 1984, 12 km from the sea.");
  const read = await (await w.hers.get(`/en/lady/mail/inbox/conversation/${w.james.id}/${plain}`)).text();
  expect(read).not.toMatch(/This mentions a way|This may be about money/);
});

Deno.test("a session of a suspended person opens nothing, and the sign-in page says why", async () => {
  await using w = await world();
  expect((await w.his.get("/en/man/mail/inbox")).status).toBe(200);
  await suspend(w.store, { userId: w.james.id, kind: "conduct", reason: "Rude", actorId: w.vera.id });
  expect((await w.his.get("/en/man/mail/inbox")).status).toBe(303);
  // A session that began at the moment of the suspension opens nothing either.
  const late = await w.site.visitorAs(w.james);
  expect((await late.get("/en/man/mail/inbox")).status).toBe(303);
  await refused(late.call("GET", "/api/mail"), 401, "not_signed_in");
  const form = { email: w.james.email, password: "Demo-2026!" };
  const refusedAtDoor = await w.site.visitor().post("/en/auth/sign-in", form);
  expect(refusedAtDoor.status).toBe(403);
  expect(await refusedAtDoor.text()).toContain("This account is suspended.");
  await refused(w.site.visitor().call("POST", "/api/authorization", form), 403, "suspended");
  const guess = await w.site.visitor().post("/en/auth/sign-in", { ...form, password: "Wrong-2026!" });
  expect(await guess.text()).not.toContain("suspended");
});

Deno.test("a man's name in characters says that it is Chinese wherever a lady reads or hears it, in her language", async () => {
  await using w = await world();
  const wei = await w.site.addMan({ firstname: "偉" });
  const letterId = await w.write(w.olena.id, wei.id, "Good evening.");
  const name = '<span lang="zh">偉</span>';
  const profile = await (await w.hers.get(`/uk/lady/man/${wei.id}`)).text();
  expect(profile).toContain(`<bdi>${name}</bdi>`);
  expect(profile).toMatch(new RegExp(`<span class="visually-hidden">[^<]*${name}</span>`));
  const thread = await (await w.hers.get(`/uk/lady/mail/outbox/conversation/${wei.id}/${letterId}`)).text();
  expect(thread).toMatch(new RegExp(`<h2 id="with"[^>]*>(?:<a [^>]*>)?${name}`));
  expect(await (await w.hers.get("/uk/lady/mail/outbox")).text()).toMatch(new RegExp(`class="whole"[^>]*>${name}</a>`));
  expect(await (await w.hers.get(`/uk/block/${wei.id}`)).text()).toMatch(new RegExp(`<h1>[^<]*${name}`));
  await w.hers.post(`/uk/block/${wei.id}`);
  const blocked = await (await w.hers.get("/uk/lady/profile/safety")).text();
  expect(blocked).toContain(`<b>${name}</b>`);
  for (const html of [profile, blocked]) expect(html).not.toMatch(/aria-label="[^"]*偉/);
  expect(await (await w.hers.get("/zh-hans/lady/profile/safety")).text()).not.toContain(name);
});
