/** What is told while a report waits is added to it; nothing that was told or attached before is lost by it. */
import { expect } from "expect";
import { deleteAccount } from "../accounts/deletions.ts";
import { writeMessage } from "../chats/messages.ts";
import { changeOwn } from "../ladies/profiles.ts";
import { deleteLetter } from "../letters/deletion.ts";
import { sendLetter } from "../letters/sending.ts";
import type { Store } from "../open.ts";
import { audit } from "../records/audit.ts";
import { auditRecords } from "../store/audit_log.ts";
import { keys } from "../store/keys.ts";
import { openChat } from "../testing/chats.ts";
import { eraseAll, eraseDue } from "../testing/deletions.ts";
import { createVera } from "../testing/safety.ts";
import { createPeople, giveCredits, testPassword, testStore, withAtomics } from "../testing/store.ts";
import { answerReport } from "./report_answers.ts";
import { additionsMax, fileReport, type WantedReport } from "./report_filing.ts";
import { writingLengthMax } from "./report_snapshots.ts";
import { additionsTo, openReports, type Report } from "./reports.ts";

/** Olena reports James, and tells more of it later. */
async function world() {
  const store = await testStore();
  const people = await createPeople(store);
  const vera = await createVera(store);
  const { james, olena } = people;
  await giveCredits(store, james.id, 1000);
  await changeOwn(store, olena.id, { account: { readsLanguages: ["uk", "zh", "en"] } });
  const tell = async (text: string, wanted: Partial<WantedReport> = {}, by: Store = store) =>
    await fileReport(by, {
      reporterId: olena.id,
      reportedId: james.id,
      category: "abuse",
      text,
      from: "profile",
      ...wanted,
    });
  const told = async (text: string, wanted: Partial<WantedReport> = {}): Promise<Report> => {
    const filed = await tell(text, wanted);
    if (!filed.ok) throw new Error(filed.reason);
    return filed.report;
  };
  let letters = 0;
  const write = async (body: string): Promise<number> => {
    store.clock.advance({ minutes: 1 });
    const letter = { authorId: james.id, recipientId: olena.id, body, sendKey: `report-${++letters}` };
    const sent = await sendLetter(store, letter);
    if (!sent.ok) throw new Error(sent.reason);
    return sent.letter.id;
  };
  const pair = { manId: james.id, ladyId: olena.id };
  let messages = 0;
  const say = (body: string, authorId = james.id) =>
    writeMessage(store, pair, { authorId, body, clientId: `${++messages}` });
  /** The report that waits, and what was added to it. */
  const waiting = async () => {
    const { reports } = await openReports(store, { page: 1, limit: 20 });
    return [...reports, ...await additionsTo(store, reports)];
  };
  const close = () => store.close();
  return { store, ...people, vera, pair, tell, told, write, say, waiting, [Symbol.dispose]: close };
}

const threat = "I will come to Poltava and find you.";

Deno.test("what is told while a report waits is added to it, with its time, and what was told before stays as it was", async () => {
  using w = await world();
  const old = await w.write(threat);
  const first = await w.told("He threatens me.");
  const letterId = await w.write("You cannot hide.");
  const said = { from: "letter", letterId } as const;
  expect(await w.tell("Now he wrote again.", said)).toMatchObject({
    ok: true,
    isRepeat: false,
    report: { id: first.id },
  });
  const [report, addition, ...more] = await w.waiting();
  expect(report).toEqual({ ...first, additionCount: 1 });
  expect(report!.lastMessages.map(({ id }) => id)).toEqual([old]);
  expect(addition).toMatchObject({
    reportId: first.id,
    number: 1,
    text: "Now he wrote again.",
    from: "letter",
    subject: `letter:${letterId}`,
    addedAt: w.store.now(),
  });
  // What is attached already is not attached once more.
  expect(addition!.lastMessages.map(({ id }) => id)).toEqual([letterId]);
  expect(more).toEqual([]);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("neither the same again nor less is an addition, and what is pressed four times at once is one", async () => {
  using w = await world();
  const letterId = await w.write(threat);
  await w.told("He threatens me.");
  const said = { from: "letter", letterId } as const;
  const all = await Promise.all(Array.from({ length: 4 }, () => w.tell("Again.", said)));
  expect(all.filter((each) => each.ok && !each.isRepeat).length).toBe(1);
  for (const text of ["He threatens me.", "Again.", ""]) {
    for (const wanted of [{}, said, { from: "letter", letterId: 4711 } as const]) {
      expect(await w.tell(text, wanted)).toMatchObject({ ok: true, isRepeat: true });
    }
  }
  expect(await w.waiting()).toHaveLength(2);
  // A word that stands within another is a word of its own.
  expect(await w.tell("He threat")).toMatchObject({ isRepeat: false });
});

Deno.test("two things that are told at once are both kept", async () => {
  using w = await world();
  await Promise.all([w.told("He threatens me."), w.told("He knows my street.")]);
  expect((await w.waiting()).map(({ text }) => text).toSorted()).toEqual(["He knows my street.", "He threatens me."]);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("what was attached stays when she has deleted it and tells more", async () => {
  using w = await world();
  const letterId = await w.write(threat);
  await w.told("He threatens me.");
  expect((await deleteLetter(w.store, w.olena.id, letterId)).ok).toBe(true);
  await w.told("Please hurry, I am afraid.");
  expect((await w.waiting())[0]!.lastMessages.map(({ text }) => text)).toEqual([threat]);
});

Deno.test("what was attached stays when the two have talked on", async () => {
  using w = await world();
  await openChat(w.store, w.pair);
  await w.say(threat);
  await w.told("He threatens me.", { from: "chat" });
  for (let count = 1; count <= 20; count++) await w.say(`Word ${count}`, count % 2 ? w.james.id : w.olena.id);
  await w.told("He goes on.", { from: "chat" });
  const [report, addition] = await w.waiting();
  expect(report!.lastMessages.map(({ text }) => text)).toEqual([threat]);
  expect(addition!.lastMessages.map(({ text }) => text)).toEqual(
    Array.from({ length: 20 }, (_, at) => `Word ${at + 1}`),
  );
});

Deno.test("of three old letters that she points at one after the other, each stays attached and marked", async () => {
  using w = await world();
  const ids: number[] = [];
  for (let count = 0; count < 24; count++) ids.push(await w.write(`Letter ${count}`));
  const pointed = ids.slice(0, 3);
  for (const letterId of pointed) await w.told("This one.", { from: "letter", letterId });
  const all = await w.waiting();
  expect(all.map(({ subject }) => subject)).toEqual(pointed.map((id) => `letter:${id}`));
  expect(all.map(({ lastMessages }) => lastMessages[0]!.id)).toEqual(pointed);
  // A letter that is attached already stands beside the words about it once more.
  const last = await w.told("And this one.", { from: "letter", letterId: ids.at(-1) });
  expect((await additionsTo(w.store, [last])).at(-1)!.lastMessages.at(-1)!.id).toBe(ids.at(-1));
});

Deno.test("a report takes twenty additions, however long, refuses more, and is answered all the same", async () => {
  using w = await world();
  await giveCredits(w.store, w.james.id, 10_000);
  const long = (sign: string, count: number) => `${count} `.padEnd(2000, sign);
  for (let count = 0; count <= additionsMax + 1; count++) {
    w.store.clock.advance({ hours: 3 });
    for (let letter = 0; letter < 20; letter++) await w.write(long("信", letter));
    const filed = await w.tell(long("怕", count));
    expect([count, filed.ok || filed.reason]).toEqual([count, count <= additionsMax || "report_full"]);
  }
  const all = await w.waiting();
  const [report] = (await openReports(w.store, { page: 1, limit: 1 })).reports;
  expect(all).toHaveLength(additionsMax + 1);
  expect(all.every(({ lastMessages }) => lastMessages[19]!.text!.length === writingLengthMax + 1)).toBe(true);
  const reportId = report!.id;
  const answer = { reportId, actorId: w.vera.id, outcome: "acted", additionsRead: additionsMax } as const;
  expect((await answerReport(w.store, { ...answer, words: long("謝", 0) })).ok).toBe(true);
  // What was answered makes room for a new one.
  w.store.clock.advance({ days: 1 });
  expect((await w.told("He is back.")).id).not.toBe(reportId);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("an addition has a record of its own in the log", async () => {
  using w = await world();
  const { id } = await w.told("He threatens me.");
  await w.told("He knows my street.", { from: "chat" });
  const { records } = await auditRecords(w.store, { page: 1, limit: 20 });
  expect(records.filter(({ subject }) => subject === `report:${id}`).map(({ action }) => action).toSorted()).toEqual([
    "report_added_to",
    "report_filed",
  ]);
});

Deno.test("words that an earlier build joined count as told, each part for itself", async () => {
  using w = await world();
  const report = await w.told("He threatens me.");
  await w.store.kv.set(keys.report(report.id), { ...report, text: "He threatens me.\n\nHe knows my street." });
  for (const text of ["He threatens me.", "He knows my street.", "He threatens me.\n\nHe knows my street."]) {
    expect(await w.tell(text)).toMatchObject({ isRepeat: true });
  }
  expect(await w.tell("He knows")).toMatchObject({ isRepeat: false });
});

/** The same store; something else happens just before a report is written for the first time. */
function beforeReport<Of extends Store>(store: Of, meanwhile: () => Promise<unknown>): Of {
  let isFirst = true;
  return withAtomics(store, (op) => {
    let writesReport = false;
    const [set, commit] = [op.set.bind(op), op.commit.bind(op)];
    op.set = (key, ...value) => {
      writesReport ||= key[0] === "report";
      return set(key, ...value);
    };
    op.commit = async () => {
      if (writesReport && isFirst) {
        isFirst = false;
        await meanwhile();
      }
      return await commit();
    };
  });
}

for (const [what, isFirst] of [["a report", true], ["an addition", false]] as const) {
  Deno.test(`${what} that is written while he leaves brings no word of his back`, async () => {
    using w = await world();
    await w.write(threat);
    if (!isFirst) await w.told("He threatens me.");
    const leave = async () => {
      await deleteAccount(w.store, w.james.id, { password: testPassword, wantsRefund: false });
      await eraseDue(w.store);
    };
    if (!isFirst) await w.write("You cannot hide.");
    const by = beforeReport(w.store, leave);
    expect(await w.tell("He goes on.", {}, by)).toEqual({ ok: false, reason: "not_found" });
    const waiting = await w.waiting();
    expect(waiting).toHaveLength(isFirst ? 0 : 1);
    expect(JSON.stringify(waiting)).not.toMatch(/Poltava|hide/);
    await eraseAll(w.store);
    expect(await audit(w.store)).toEqual([]);
  });
}
