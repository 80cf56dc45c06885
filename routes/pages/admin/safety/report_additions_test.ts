/** What is added to a report stands on the desk with its time and evidence, and no admin answers what was not shown. */
import { expect } from "expect";
import { userById } from "../../../../kv/accounts/users.ts";
import { writeMessage } from "../../../../kv/chats/messages.ts";
import { fileAppeal } from "../../../../kv/safety/appeals.ts";
import { decisionsAgainst } from "../../../../kv/safety/decisions.ts";
import { answerReport } from "../../../../kv/safety/report_answers.ts";
import { fileReport } from "../../../../kv/safety/report_filing.ts";
import { openReports, reportById } from "../../../../kv/safety/reports.ts";
import { auditRecords } from "../../../../kv/store/audit_log.ts";
import { keys } from "../../../../kv/store/keys.ts";
import { openChat } from "../../../../kv/testing/chats.ts";
import { ladyAccount } from "../../../account/sides.ts";
import { htmlOf } from "../../mail/testing/mail.ts";
import { testAdmin } from "../testing/admin.ts";

/** Olena reports James from his page, as often as she tells something. */
async function world() {
  const w = await testAdmin();
  const { store } = w.site;
  const tell = (text: string, from = "profile") =>
    w.hers.post(`/en/report/${w.james.id}`, { category: "abuse", text, from });
  await w.write(w.james, w.olena, "Dear Olena.");
  await tell("He is rude.");
  const [report] = (await openReports(store, { page: 1, limit: 1 })).reports;
  const { id } = report!;
  const path = `/en/admin/reports/${id}`;
  /** Presses the button of a page that Ada has open. */
  const press = (page: string, answer: Record<string, string>) => {
    const hidden = page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
    const words = { words: "We looked into it.", warning: "", reason: "", facts: "" };
    return w.adas.post(path, { ...words, ...Object.fromEntries(Array.from(hidden, ([, n, v]) => [n, v])), ...answer });
  };
  const reading = async () => {
    const { records } = await auditRecords(store, { page: 1, limit: 50 });
    return records.filter(({ action }) => action === "report_read");
  };
  return { ...w, store, tell, id, path, press, reading };
}

const threat = "He will come to Poltava and kill me.";
const acts = {
  dismiss: { action: "dismiss" },
  warn: { action: "warn", warning: "No insults." },
  conduct: { action: "conduct", reason: "Rude", facts: "You were rude.", sure: "yes" },
};

Deno.test("the list of reports says how often one was added to", async () => {
  await using w = await world();
  expect(await htmlOf(w.adas.get("/en/admin/reports"))).not.toContain("addition");
  await w.tell("He calls me names.");
  expect(await htmlOf(w.adas.get("/en/admin/reports"))).toContain(">1 addition<");
  await w.tell("And again.");
  expect(await htmlOf(w.adas.get("/en/admin/reports"))).toContain(">2 additions<");
});

for (const [name, answer] of Object.entries(acts)) {
  Deno.test(`${name}: words that came after the page was shown are not answered; they are shown, marked, and then answered`, async () => {
    await using w = await world();
    await w.tell("He calls me names.");
    const page = await htmlOf(w.adas.get(w.path));
    expect(page).not.toContain(">New<");
    w.site.advance(60_000);
    expect((await w.tell(threat)).status).toBe(303);
    const refused = await w.press(page, answer);
    const shown = await refused.text();
    expect([refused.status, shown.includes("added something since you opened this report")]).toEqual([409, true]);
    expect(shown.match(/>New</g)).toHaveLength(1);
    expect(shown).toContain("We looked into it.");
    expect(await reportById(w.store, w.id)).toMatchObject({ answeredAt: null });
    expect([await decisionsAgainst(w.store, w.james.id), (await userById(w.store, w.james.id))!.suspension]).toEqual([
      [],
      undefined,
    ]);
    expect((await w.press(shown, answer)).status).toBe(303);
    expect((await reportById(w.store, w.id))!.answeredAt).not.toBe(null);
  });
}

Deno.test("a suspension is asked once more, and not done over words that came with the question", async () => {
  await using w = await world();
  const { sure, ...wanted } = acts.conduct;
  const question = await htmlOf(w.press(await htmlOf(w.adas.get(w.path)), wanted));
  expect(question).toContain('name="sure"');
  await w.tell(threat);
  expect((await w.press(question, { ...wanted, sure })).status).toBe(409);
  expect((await userById(w.store, w.james.id))!.suspension).toBe(undefined);
});

Deno.test("all that was told stands in its order, each with its time, what it points at and what came with it", async () => {
  await using w = await world();
  await w.write(w.james, w.olena, "I know your street.");
  const { id: letterId } = await w.write(w.james, w.olena, "And your door.");
  await w.tell(threat, `letter:${letterId}`);
  await w.tell("And he writes again.");
  const page = await htmlOf(w.adas.get(w.path));
  const parts = [
    "He is rude.",
    '<a href="#added">2 additions since: see below</a>',
    "Dear Olena.",
    'id="added">Added later',
    "from a letter",
    threat,
    "I know your street.",
    "This is what the report is about",
    "And your door.",
    "from the profile",
    "And he writes again.",
    'id="answer"',
  ];
  const places = parts.map((part, at) => page.indexOf(part, at === 0 ? 0 : page.indexOf(parts[at - 1]!)));
  expect(places.map((place, at) => place > (places[at - 1] ?? 0) ? "" : parts[at])).toEqual(parts.map(() => ""));
  expect(page.split("Dear Olena.")).toHaveLength(2);
  const own = await htmlOf(w.hers.get(`/en${ladyAccount.safetyPath}`));
  expect(own).toMatch(/He is rude\..*Added on .*kill me\..*Added on .*And he writes again\./s);
});

Deno.test("she may add whole pages to her report; at the end she reads that the desk has it", async () => {
  await using w = await world();
  const pair = { manId: w.james.id, ladyId: w.olena.id };
  await openChat(w.store, pair);
  for (let seq = 1; seq <= 25; seq++) {
    const body = `${seq} ${"Він пише мені грубощі. ".repeat(60)}`;
    await writeMessage(w.store, pair, { authorId: w.james.id, body, clientId: `${seq}` });
  }
  for (let count = 1; count <= 7; count++) {
    const told = await w.tell(`${count} ${"я боюся його. ".repeat(140)}`.slice(0, 1900), `message:${25 - count}`);
    expect([count, told.status]).toEqual([count, 303]);
  }
  const report = await reportById(w.store, w.id);
  expect(report!.additionCount).toBe(7);
  await w.store.kv.set(keys.report(w.id), { ...report, additionCount: 20 });
  const full = await w.tell("One more.");
  expect([full.status, await full.text()]).toEqual([409, expect.stringContaining("Your report is with us, with all")]);
  const called = await w.hers.call("POST", `/api/users/${w.james.id}/report`, { category: "abuse", text: "And more." });
  expect(called.status).toBe(409);
});

Deno.test("what a guest adds is marked as of nobody who was proven, at the desk; a guest reads all of it with the answer", async () => {
  await using w = await testAdmin();
  const guest = w.site.visitor();
  const told = { subject: `user:${w.olena.id}`, category: "fake", email: "marta@elsewhere.test", goodFaith: "yes" };
  await guest.post("/en/report", { ...told, name: "Marta", text: "These are the photos of my sister." });
  const sent = await guest.post("/en/report", { ...told, name: "M.", text: "She is in class 9." });
  expect(await htmlOf(guest.follow(sent))).toContain("Your report has the number 1.");
  const page = await htmlOf(w.adas.get("/en/admin/reports/1"));
  expect(page).toMatch(/Nobody has proven that it is the same person\..*Name given: M\..*She is in class 9\./s);
  const answer = { reportId: 1, actorId: w.ada.id, outcome: "not_confirmed", words: "Her documents fit." } as const;
  await answerReport(w.site.store, { ...answer, additionsRead: 1 });
  await w.site.runJobs();
  const mails = w.site.outbox.mails().filter(({ to }) => to === told.email);
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    "Our answer to your report 1",
    "We have received your report 1",
    "We have received your report 1",
  ]);
  const [, link] = /http[^/]+\/\/[^/]+(\/\S*\/report\/1\/\S+)/.exec(mails.map(({ text }) => text).join("\n"))!;
  expect(await htmlOf(guest.get(link!))).toMatch(/my sister\..*Added on .*She is in class 9\./s);
});

Deno.test("whoever reads what was told is in the log, at the report and at the objection to its answer", async () => {
  await using w = await world();
  await fileReport(w.store, {
    reporterId: w.olena.id,
    reportedId: w.james.id,
    category: "abuse",
    text: threat,
    from: "chat",
  });
  const answer = { reportId: w.id, actorId: w.ada.id, outcome: "not_confirmed", words: "We looked." } as const;
  const answered = await answerReport(w.store, { ...answer, additionsRead: 1 });
  const decisionId = answered.ok ? answered.report.decisionId! : NaN;
  await fileAppeal(w.store, { userId: w.olena.id, decisionId, text: "Look again." });
  const path = `/en/admin/appeals/${decisionId}`;
  expect(await htmlOf(w.bens.get(path))).toMatch(/He is rude\..*Added later · .*kill me\./s);
  const bens = { actorId: w.ben.id, subject: `report:${w.id}`, details: { reporterId: w.olena.id, additions: 1 } };
  expect(await w.reading()).toMatchObject([bens]);
  // A refused form shows it once more.
  expect((await w.bens.post(path, { verdict: "upheld", words: " " })).status).toBe(422);
  expect(await w.reading()).toMatchObject([bens, bens]);
});
