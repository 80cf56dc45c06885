/** A report without an account waits with all others, and is answered by mail. */
import { expect } from "expect";
import { deleteAccount } from "../accounts/deletions.ts";
import { sendLetter } from "../letters/sending.ts";
import { audit } from "../records/audit.ts";
import { eraseMember } from "../records/own_data/erase.ts";
import type { Job } from "../store/jobs/work.ts";
import { prefixes } from "../store/prefixes.ts";
import { createVera } from "../testing/safety.ts";
import { createPeople, giveCredits, testPassword, testStore } from "../testing/store.ts";
import { fileGuestReport, type WantedGuestReport } from "./guest_reports.ts";
import { answerReport } from "./report_answers.ts";
import { additionsTo, openReports, type Report, reportById, reportsAbout } from "./reports.ts";

async function world() {
  const store = await testStore();
  const people = await createPeople(store);
  const vera = await createVera(store);
  const file = (wanted: Partial<WantedGuestReport> = {}) =>
    fileGuestReport(store, {
      pointed: { kind: "user", id: people.olena.id },
      category: "fake",
      text: "These are the photos of my sister.",
      name: "Marta",
      email: "Marta@Elsewhere.test ",
      locale: "ro",
      address: "192.0.2.7",
      ...wanted,
    });
  const filed = async (wanted: Partial<WantedGuestReport> = {}): Promise<Report> => {
    const result = await file(wanted);
    if (!result.ok) throw new Error(result.reason);
    return result.report;
  };
  const mails = async () => {
    const jobs = await Array.fromAsync(store.kv.list<Job>({ prefix: prefixes.jobs() }), ({ value }) => value);
    return jobs.flatMap((job) =>
      job.kind === "guest_report_mail" ? [{ of: job.reportId, isAnswer: job.isAnswer }] : []
    );
  };
  return { store, ...people, vera, file, filed, mails, [Symbol.dispose]: () => store.close() };
}

const page = { page: 1, limit: 20 };

Deno.test("a guest's report waits with the others, and is told of and answered by mail, once each", async () => {
  using w = await world();
  const report = await w.filed();
  expect(report).toMatchObject({
    reporterId: null,
    reportedId: w.olena.id,
    subject: `user:${w.olena.id}`,
    guest: { name: "Marta", email: "marta@elsewhere.test", locale: "ro" },
  });
  expect(await openReports(w.store, page)).toEqual({ reports: [report], totalCount: 1 });
  expect((await reportsAbout(w.store, w.olena.id, page)).reports).toEqual([report]);
  expect(await w.mails()).toEqual([{ of: report.id, isAnswer: false }]);
  expect(await audit(w.store)).toEqual([]);
  const answer = { reportId: report.id, actorId: w.vera.id, outcome: "acted", words: "The profile is gone." } as const;
  expect(await answerReport(w.store, answer)).toMatchObject({ ok: true });
  expect(await answerReport(w.store, answer)).toMatchObject({ reason: "conflict" });
  expect(await w.mails()).toEqual([{ of: report.id, isAnswer: false }, { of: report.id, isAnswer: true }]);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("the same again is the one that waits, pressed at once as well; after the answer it is another", async () => {
  using w = await world();
  const all = await Promise.all(Array.from({ length: 4 }, () => w.file()));
  expect(new Set(all.map((each) => each.ok && each.report.id)).size).toBe(1);
  const [first] = all;
  const id = first!.ok ? first!.report.id : NaN;
  expect((await w.filed({ category: "abuse" })).id).not.toBe(id);
  expect((await w.filed({ email: "ion@elsewhere.test" })).id).not.toBe(id);
  await answerReport(w.store, { reportId: id, actorId: w.vera.id, outcome: "not_confirmed", words: "We looked." });
  expect((await w.filed()).id).not.toBe(id);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("what a guest tells later is added, marked with the name that was given, and told of by mail once more", async () => {
  using w = await world();
  const first = await w.filed();
  const more = "She goes to school with my sister, in class 9.";
  const added = await w.filed({ text: more, name: "Somebody else", address: "198.51.100.1" });
  expect(added.id).toBe(first.id);
  expect(await additionsTo(w.store, [added])).toMatchObject([{ text: more, guestName: "Somebody else", number: 1 }]);
  expect(await reportById(w.store, first.id)).toEqual({ ...first, additionCount: 1 });
  const told = { of: first.id, isAnswer: false };
  expect(await w.mails()).toEqual([told, told]);
  for (const text of [first.text, more]) expect(await w.file({ text })).toMatchObject({ isRepeat: true });
  expect(await w.mails()).toEqual([told, told]);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("two things that a guest tells at once are both kept", async () => {
  using w = await world();
  const [one, other] = await Promise.all([w.filed(), w.filed({ text: "And her name is another." })]);
  expect([one.id, (await openReports(w.store, page)).totalCount]).toEqual([other.id, 1]);
  expect(await additionsTo(w.store, (await openReports(w.store, page)).reports)).toHaveLength(1);
});

Deno.test("a report of nobody, and of a letter that is not there, is taken like any other", async () => {
  using w = await world();
  await giveCredits(w.store, w.james.id, 100);
  const letter = { authorId: w.james.id, recipientId: w.olena.id, body: "Dear Olena", sendKey: "one" };
  const sent = await sendLetter(w.store, letter);
  const letterId = sent.ok ? sent.letter.id : NaN;
  expect(await w.filed({ pointed: { kind: "user", id: 999_999 } })).toMatchObject({
    reportedId: null,
    subject: "user:999999",
  });
  expect(await w.filed({ pointed: { kind: "letter", id: 999_999 } })).toMatchObject({ reportedId: null });
  expect(await w.filed({ pointed: { kind: "letter", id: letterId } })).toMatchObject({
    reportedId: w.james.id,
    from: "letter",
    lastMessages: [],
  });
  expect(await w.filed({ pointed: { kind: "page", path: "/blog/5", ladyId: null } })).toMatchObject({ from: "page" });
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("an address is needed, but for a child; words are needed always", async () => {
  using w = await world();
  expect(await w.file({ email: " " })).toMatchObject({ fields: { email: "required" } });
  expect(await w.file({ text: " " })).toMatchObject({ fields: { text: "required" } });
  expect(await w.file({ text: "a".repeat(2001) })).toMatchObject({ fields: { text: "too_long" } });
  const anonymous = await w.filed({ category: "minor", name: "", email: "", text: "She goes to school with me." });
  expect(anonymous.guest).toMatchObject({ name: "", email: "" });
  expect(await w.mails()).toEqual([]);
  await answerReport(w.store, { reportId: anonymous.id, actorId: w.vera.id, outcome: "acted", words: "Done." });
  expect(await w.mails()).toEqual([]);
});

Deno.test("ten an hour from one network and ten a day by one sender, whatever is typed", async () => {
  using w = await world();
  for (let id = 1; id <= 10; id++) await w.filed({ pointed: { kind: "user", id } });
  const one = { kind: "user", id: 11 } as const;
  expect(await w.file({ pointed: one, email: "other@elsewhere.test" })).toMatchObject({ reason: "too_many_requests" });
  const elsewhere = { pointed: one, address: "198.51.100.1" };
  for (const email of ["marta@elsewhere.test", "marta+2@elsewhere.test"]) {
    expect(await w.file({ ...elsewhere, email })).toMatchObject({ reason: "too_many_requests" });
  }
  expect(await w.file({ pointed: one, address: "198.51.100.1", email: "b@elsewhere.test" })).toMatchObject({
    ok: true,
  });
});

Deno.test("who had an account with that address leaves neither words nor address in a guest's report", async () => {
  using w = await world();
  const told = { email: w.james.email, text: "I know her from school." };
  const his = await w.filed(told);
  await w.filed({ ...told, text: "From class 9.", name: "James" });
  const others = await w.filed();
  await deleteAccount(w.store, w.james.id, { password: testPassword, wantsRefund: false });
  await eraseMember(w.store, w.james.id, async () => {});
  expect(await reportById(w.store, his.id)).toMatchObject({ text: "", guest: { name: "", email: "" } });
  expect(await additionsTo(w.store, [(await reportById(w.store, his.id))!])).toMatchObject([{
    text: "",
    guestName: "",
  }]);
  expect(await reportById(w.store, others.id)).toEqual(others);
  expect(await audit(w.store)).toEqual([]);
  // Whoever has the address now is somebody else, and is answered.
  expect(await w.filed({ ...told, text: "I know her too." })).toMatchObject({ text: "I know her too." });
  expect(await audit(w.store)).toEqual([]);
});
