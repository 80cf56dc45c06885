/**
 * Work for which a time is promised, or that keeps others waiting. Tests check that it is done; how long it takes is
 * checked here, where nothing else runs beside it.
 */
import { hintOf } from "../chat/shared/hints.ts";
import { findUsers } from "../kv/accounts/finding.ts";
import { hashPassword, verifyPassword } from "../kv/accounts/signing_in/passwords.ts";
import { lady, man } from "../kv/accounts/users.ts";
import { changeFirstName } from "../kv/ladies/profile/first_names.ts";
import { loadLadyIndex } from "../kv/ladies/ladies.ts";
import type { LadyRecord } from "../kv/ladies/record.ts";
import { searchBox } from "../kv/letters/boxes/search.ts";
import { exportJson } from "../kv/records/own_data/export.ts";
import { suspend } from "../kv/safety/suspensions.ts";
import { keys } from "../kv/store/keys.ts";
import { openChat } from "../kv/testing/chats.ts";
import { writeMany } from "../kv/testing/many_letters.ts";
import { createVera, runSafetyJobs } from "../kv/testing/safety.ts";
import { createLady, createMan, createPeople, testStore } from "../kv/testing/store.ts";
import { median, type Row } from "./measure.ts";

export async function measurePromises(): Promise<Row[]> {
  return [
    await lettersSearched(),
    await messagesExported(),
    await correspondentsRepaid(),
    await peopleFound(),
    longestTextsRead(),
    await passwordsCompared(),
  ];
}

const msOf = async (work: () => unknown): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

const row = (work: string, ms: number, mostMs: number, note = ""): Row => ({
  work,
  measured: ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`,
  goal: mostMs < 1000 ? `≤ ${mostMs} ms` : `≤ ${mostMs / 1000} s`,
  reached: ms <= mostMs,
  note,
});

async function lettersSearched(): Promise<Row> {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const words = "The river was high this morning, and the ferryman said that nobody had crossed since Tuesday. ";
  for (let n = 1; n <= 2000; n++) {
    const letter = { id: n, manId: james.id, ladyId: olena.id, author: "man", sentAt: n, deliveredAt: n };
    const rest = { openingPriceCredits: 0, paidAt: null, readAt: null, deletedAt: { man: null, lady: null } };
    const text = { body: words.repeat(16) + (n % 100 ? "" : "heron"), translation: null, attachments: [] };
    await store.kv.atomic()
      .set(keys.letter(n), { ...letter, ...rest, isIntroduction: false })
      .set(keys.letterText(n), text)
      .set(keys.box(james.id, "outbox", n, n), null)
      .commit();
  }
  const times: number[] = [];
  for (let n = 0; n < 5; n++) {
    times.push(await msOf(() => searchBox(store, james.id, "outbox", ["heron"], { before: null, limit: 20 })));
  }
  return row("2,000 letters of one person searched", median(times), 150, "1,500 signs each; median of 5");
}

async function messagesExported(): Promise<Row> {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const { manId, ladyId } = await openChat(store, { manId: james.id, ladyId: olena.id });
  for (let seq = 1; seq <= 10_000; seq += 250) {
    const op = store.kv.atomic();
    for (let at = seq; at < seq + 250; at++) {
      const body = `Message ${at} of many, as long as messages are`;
      const facts = { manId, ladyId, seq: at, author: "man", nth: at, clientId: `c${at}`, at: store.now(), body };
      op.set(keys.chatMessage(manId, ladyId, at), facts);
    }
    await op.commit();
  }
  return row("10,000 chat messages exported", await msOf(() => Array.fromAsync(exportJson(store, james))), 60_000);
}

async function correspondentsRepaid(): Promise<Row> {
  using store = await testStore();
  const { olena } = await createPeople(store);
  const vera = await createVera(store);
  const firstId = await store.ids.reserveRange("user", 10_000);
  await writeMany(store, olena.id, Array.from({ length: 10_000 }, (_, at) => firstId + at));
  await suspend(store, { userId: olena.id, kind: "fraud", reason: "Stolen photos", actorId: vera.id });
  return row("10,000 who wrote to a fraud told and repaid", await msOf(() => runSafetyJobs(store)), 60_000);
}

async function peopleFound(): Promise<Row> {
  using store = await testStore();
  const james = await createMan(store, { firstname: "James" });
  const olena = await createLady(store);
  const record = (await store.kv.get<LadyRecord>(keys.lady(olena.id))).value!;
  for (let from = 0; from < 100_000; from += 200) {
    const op = store.kv.atomic();
    for (let id = 1_000_000 + from; id < 1_000_200 + from; id++) {
      op.set(keys.user(id), { ...james, id, groupId: id % 2 ? lady : man, email: `p${id}@x.test`, lastname: `L${id}` });
      if (id % 2) op.set(keys.lady(id), { ...record, id, about: "x".repeat(1500) });
    }
    await op.commit();
  }
  await loadLadyIndex(store);
  const find = (text: string) => msOf(() => findUsers(store, { text }, { page: 1, limit: 50 }));
  const first = await find("first time");
  const times: number[] = [];
  for (const text of ["l1000777", "james", "", "p1099999@x.test"]) times.push(await find(text));
  await changeFirstName(store, james.id, "Jacob");
  times.push(await find("jacob"));
  const note = `slowest of five, one of them just after a change; the very first ${first.toFixed(0)} ms`;
  return row("Somebody among 100,000 found by an admin", Math.max(...times), 500, note);
}

/** Pieces of text in which a careless pattern would try endless ways to match. */
const pieces = ["0 ", "a.", "send ", "@", "1-", "8 (9", "при", "给我", "+1 ", "aa at ", "a", "a-", "_", "@a"];

function longestTextsRead(): Row {
  const times = pieces.map((piece) => {
    const text = piece.repeat(6000 / piece.length);
    return Math.min(...[1, 2, 3].map(() => {
      const startedAt = performance.now();
      hintOf(text);
      return performance.now() - startedAt;
    }));
  });
  return row("A letter of 6,000 signs read for hints, the worst of 14 kinds", Math.max(...times), 60);
}

async function passwordsCompared(): Promise<Row> {
  const stored = await hashPassword("Demo-2026!");
  const best = async (hash: string | null) => {
    const times: number[] = [];
    for (let n = 0; n < 15; n++) times.push(await msOf(() => verifyPassword(hash, "wrong")));
    return Math.min(...times);
  };
  await best(null);
  const [nobodys, somebodys] = [await best(null), await best(stored)];
  const ratio = nobodys / somebodys;
  return {
    work: "A wrong password for nobody's address ÷ for somebody's",
    measured: ratio.toFixed(2),
    goal: "0.8–1.25",
    reached: ratio >= 0.8 && ratio <= 1.25,
    note: `${somebodys.toFixed(0)} ms`,
  };
}
