/** A report is filed once per pair and category, with what the two last wrote, and answered once. */
import { expect } from "expect";
import { deleteAccount, secondPassMs } from "../accounts/deletions.ts";
import { writeMessage } from "../chats/messages.ts";
import { sendLetter } from "../letters/sending.ts";
import { audit } from "../records/audit.ts";
import { eraseMember } from "../records/own_data/erase.ts";
import type { Job } from "../store/jobs/work.ts";
import { prefixes } from "../store/prefixes.ts";
import { openChat } from "../testing/chats.ts";
import { createVera } from "../testing/safety.ts";
import { createLady, createPeople, giveCredits, testPassword, testStore } from "../testing/store.ts";
import { noticesOf, readNotice, unreadNotices } from "./notices.ts";
import { writingLengthMax, writingsMax } from "./report_snapshots.ts";
import { answerReport } from "./report_answers.ts";
import { fileReport, type WantedReport } from "./report_filing.ts";
import { openReports, reportCategories, reportsOf } from "./reports.ts";

async function world() {
  const store = await testStore();
  const people = await createPeople(store);
  const vera = await createVera(store);
  const { james, olena } = people;
  await giveCredits(store, james.id, 1000);
  const file = async (wanted: Partial<WantedReport> = {}) =>
    await fileReport(store, {
      reporterId: james.id,
      reportedId: olena.id,
      category: "money",
      text: "She asked for a gift card.",
      from: "profile",
      ...wanted,
    });
  const filed = async (wanted: Partial<WantedReport> = {}) => {
    const result = await file(wanted);
    if (!result.ok) throw new Error(result.reason);
    return result.report;
  };
  let letters = 0;
  const write = async (authorId: number, recipientId: number, body: string) => {
    store.clock.advance({ minutes: 1 });
    const sent = await sendLetter(store, { authorId, recipientId, body, sendKey: `report-${++letters}` });
    if (!sent.ok) throw new Error(sent.reason);
    return sent.letter.id;
  };
  return { store, ...people, vera, file, filed, write, [Symbol.dispose]: () => store.close() };
}

const page = { page: 1, limit: 20 };

Deno.test("a report waits with the site, and its reporter finds it among the own", async () => {
  using w = await world();
  const report = await w.filed({ text: "  First line.\r\nSecond.  " });
  expect(report).toMatchObject({ text: "First line.\nSecond.", category: "money", from: "profile", subject: null });
  expect(await openReports(w.store, page)).toEqual({ reports: [report], totalCount: 1 });
  expect(await reportsOf(w.store, w.james.id, page)).toEqual({ reports: [report], totalCount: 1 });
  expect(await reportsOf(w.store, w.olena.id, page)).toEqual({ reports: [], totalCount: 0 });
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("the same again is the one that waits, pressed twice at once as well; another category is another", async () => {
  using w = await world();
  const all = await Promise.all(Array.from({ length: 4 }, () => w.file()));
  expect(new Set(all.map((each) => each.ok && each.report.id)).size).toBe(1);
  expect(all.filter((each) => each.ok && !each.isRepeat).length).toBe(1);
  expect((await w.filed({ category: "fake" })).id).not.toBe((await w.filed()).id);
  expect((await openReports(w.store, page)).totalCount).toBe(2);
});

Deno.test("ten a day and no more; what is only repeated does not count", async () => {
  using w = await world();
  for (let count = 0; count < 10; count++) await w.filed({ reportedId: (await createLady(w.store)).id });
  expect(await w.file()).toMatchObject({ ok: false, reason: "too_many_requests", retryAfterSeconds: 86400 });
  w.store.clock.advance({ hours: 25 });
  expect(await w.file()).toMatchObject({ ok: true });
});

Deno.test("only a man reports a lady, or a lady a man", async () => {
  using w = await world();
  const refused = { ok: false, reason: "not_found" };
  expect(await w.file({ reportedId: w.wei.id })).toEqual(refused);
  expect(await w.file({ reportedId: w.james.id })).toEqual(refused);
  expect(await w.file({ reportedId: w.vera.id })).toEqual(refused);
  expect(await w.file({ reportedId: 4711 })).toEqual(refused);
  expect(await w.file({ reporterId: w.olena.id, reportedId: w.james.id })).toMatchObject({ ok: true });
});

Deno.test("words may be left out where the category says enough, and have an end", async () => {
  using w = await world();
  for (const category of reportCategories) {
    const result = await w.file({ category, text: " " });
    expect([category, result.ok]).toEqual([category, category !== "other"]);
  }
  expect(await w.file({ category: "other", text: "a".repeat(2000) })).toMatchObject({ ok: true });
  expect(await w.file({ reportedId: w.daria.id, text: "a".repeat(2001) })).toMatchObject({
    reason: "invalid",
    fields: { text: "too_long" },
  });
});

Deno.test("the last twenty are attached in order, letters and chat, sealed ones without their words", async () => {
  using w = await world();
  const { james, olena } = w;
  for (let count = 1; count <= 15; count++) await w.write(james.id, olena.id, `Letter ${count}`);
  const sealed = await w.write(olena.id, james.id, "Nobody has paid for this.");
  await openChat(w.store, { manId: james.id, ladyId: olena.id });
  for (let count = 1; count <= 10; count++) {
    await writeMessage(w.store, { manId: james.id, ladyId: olena.id }, {
      authorId: olena.id,
      body: `Message ${count}`,
      clientId: `${count}`,
    });
  }
  const { lastMessages } = await w.filed();
  expect(lastMessages).toHaveLength(writingsMax);
  expect(lastMessages.map(({ text }) => text)).toEqual([
    ...Array.from({ length: 9 }, (_, at) => `Letter ${at + 7}`),
    null,
    ...Array.from({ length: 10 }, (_, at) => `Message ${at + 1}`),
  ]);
  expect(lastMessages[9]).toMatchObject({ kind: "letter", id: sealed, authorId: olena.id });
  expect(lastMessages[19]).toMatchObject({ kind: "message", id: 10, authorId: olena.id });
});

Deno.test("the letter it is about is attached however old, and nobody else's can be named", async () => {
  using w = await world();
  const first = await w.write(w.james.id, w.olena.id, "The first of all");
  for (let count = 0; count < 22; count++) await w.write(w.james.id, w.olena.id, `Letter ${count}`);
  const report = await w.filed({ from: "letter", letterId: first });
  expect(report.subject).toBe(`letter:${first}`);
  expect(report.lastMessages).toHaveLength(writingsMax);
  expect(report.lastMessages[0]).toMatchObject({ id: first, text: "The first of all" });

  const others = await w.write(w.wei.id, w.olena.id, "Between us two");
  const curious = await w.filed({ category: "abuse", from: "letter", letterId: others });
  expect(curious.subject).toBe(null);
  expect(JSON.stringify(curious)).not.toContain("Between us two");
});

Deno.test("the message it is about is attached with those around it, however old, and no other pair's can be named", async () => {
  using w = await world();
  const pair = { manId: w.james.id, ladyId: w.olena.id };
  await openChat(w.store, pair);
  for (let seq = 1; seq <= 40; seq++) {
    await writeMessage(w.store, pair, { authorId: w.olena.id, body: `Message ${seq}`, clientId: `${seq}` });
  }
  await w.write(w.james.id, w.olena.id, "A letter");
  const report = await w.filed({ from: "chat", messageSeq: 12 });
  expect(report.subject).toBe("message:12");
  expect(report.lastMessages.map(({ kind, id }) => kind === "message" ? id : kind)).toEqual([
    ...[7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17],
    ...[33, 34, 35, 36, 37, 38, 39, 40],
    "letter",
  ]);
  const nothing = await w.filed({ category: "abuse", from: "chat", messageSeq: 41 });
  expect([nothing.subject, nothing.lastMessages.length]).toEqual([null, writingsMax]);
  const others = await w.filed({ reporterId: w.wei.id, from: "chat", messageSeq: 12 });
  expect([others.subject, others.lastMessages]).toEqual([null, []]);
});

Deno.test("twenty long Chinese letters, as long a report and as long an answer still fit into one value", async () => {
  using w = await world();
  for (let count = 0; count < writingsMax; count++) await w.write(w.james.id, w.olena.id, "信".repeat(5999));
  const { id, lastMessages } = await w.filed({ text: "信".repeat(2000) });
  expect(lastMessages.every(({ text }) => text?.length === writingLengthMax + 1)).toBe(true);
  const words = "信".repeat(2000);
  expect(await answerReport(w.store, { reportId: id, actorId: w.vera.id, outcome: "acted", words })).toMatchObject({
    report: { words },
  });
});

Deno.test("an answer is given once, and reaches the reporter by a notice and a mail", async () => {
  using w = await world();
  const { id } = await w.filed();
  const answer = () =>
    answerReport(w.store, { reportId: id, actorId: w.vera.id, outcome: "acted", words: " Thank you. " });
  const answered = await Promise.all([answer(), answer()]);
  expect(answered.filter(({ ok }) => ok).length).toBe(1);
  expect(await answer()).toEqual({ ok: false, reason: "conflict" });
  const { reports } = await reportsOf(w.store, w.james.id, page);
  expect(reports[0]).toMatchObject({ outcome: "acted", words: "Thank you.", answeredBy: w.vera.id });
  expect((await openReports(w.store, page)).totalCount).toBe(0);

  const [notice] = await unreadNotices(w.store, w.james.id);
  expect(notice).toMatchObject({ kind: "report_answered", reportId: id });
  const jobs = (await Array.fromAsync(w.store.kv.list<Job>({ prefix: prefixes.jobs() }))).map(({ value }) => value);
  expect(jobs.filter(({ kind }) => kind === "notice_mail")).toMatchObject([{ userId: w.james.id }]);
  await readNotice(w.store, w.james.id, notice!.id);
  expect(await unreadNotices(w.store, w.james.id)).toEqual([]);
  expect(await noticesOf(w.store, w.james.id)).toHaveLength(1);
  expect(await audit(w.store)).toEqual([]);

  // What was answered makes room for a new one.
  expect(await w.file()).toMatchObject({ ok: true, isRepeat: false });
});

Deno.test("a report whose reporter has left is answered all the same, and nobody is told", async () => {
  using w = await world();
  const { id } = await w.filed();
  await deleteAccount(w.store, w.james.id, { password: testPassword, wantsRefund: false });
  for (let look = 0; look < 2; look++) {
    await eraseMember(w.store, w.james.id, () => Promise.resolve());
    w.store.clock.advance({ ms: secondPassMs });
  }
  const answered = await answerReport(w.store, { reportId: id, actorId: w.vera.id, outcome: "acted", words: "Done." });
  expect(answered).toMatchObject({ ok: true });
  expect(await noticesOf(w.store, w.james.id)).toEqual([]);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("only an admin answers, in words", async () => {
  using w = await world();
  const { id } = await w.filed();
  const answer = (more: object) =>
    answerReport(w.store, { reportId: id, actorId: w.vera.id, outcome: "acted", words: "Thanks", ...more });
  expect(await answer({ actorId: w.james.id })).toEqual({ ok: false, reason: "wrong_role" });
  expect(await answer({ words: " " })).toMatchObject({ fields: { words: "required" } });
  expect(await answer({ words: "a".repeat(2001) })).toMatchObject({ fields: { words: "too_long" } });
  expect(await answer({ reportId: 99 })).toEqual({ ok: false, reason: "not_found" });
});
