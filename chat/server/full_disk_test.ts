/** While the disk is full, the server tries again, with growing pauses, to write what ends or changes a chat. */
import { expect } from "expect";
import { startSession } from "../../kv/accounts/signing_in/sessions.ts";
import { type Chat, chatById, chatOfPerson } from "../../kv/chats/chats.ts";
import { balanceOf } from "../../kv/credits/ledger/ledger.ts";
import { setSpendingLimit } from "../../kv/credits/ledger/spending_limit.ts";
import { keys } from "../../kv/store/keys.ts";
import { testStore, withAtomics } from "../../kv/testing/store.ts";
import { until } from "../../tests/patience.ts";
import { OtherInstances } from "./instances/other_instances.ts";
import { answerTo, offer, see } from "./testing/server.ts";
import { talkOnDisk } from "./testing/full_disk.ts";
import { world } from "./testing/world.ts";

Deno.test("a chat whose time is over on a full disk is tried a few times, not at each look, and ends when there is room", async () => {
  await using w = await talkOnDisk();
  const { disk, asJames, asOlena, id, looked } = w;
  disk.isFull = true;
  w.clock.advance({ seconds: 61 });
  await until(() => disk.refused > 0, "the first try");
  await looked();
  expect(disk.refused).toBe(1);
  for (let seconds = 1; seconds <= 64; seconds *= 2) {
    const before = disk.refused;
    w.clock.advance({ seconds });
    await until(() => disk.refused > before, "another try");
    await looked();
    expect(disk.refused).toBe(before + 1);
  }
  expect(await chatById(w.store, id)).toMatchObject({ state: "open" });
  disk.isFull = false;
  w.clock.advance({ seconds: 30 });
  for (const each of [asJames, asOlena]) expect(await each.next("chat-session-end")).toMatchObject({ id, minutes: 1 });
  expect(await chatById(w.store, id)).toMatchObject({ endedReason: "time_over" });
  expect(await balanceOf(w.store, w.james.id)).toBe(199);
});

Deno.test("a chat that somebody left on a full disk ends when there is room, as that one's doing", async () => {
  await using w = await talkOnDisk();
  const { disk, asJames, asOlena, id, looked } = w;
  await asOlena.leave();
  await until(async () => (await chatById(w.store, id))?.resumedAt === null, "the pause");
  disk.isFull = true;
  w.clock.advance({ seconds: 61 });
  await until(() => disk.refused > 0, "the first try");
  await looked();
  expect(disk.refused).toBe(1);
  disk.isFull = false;
  w.clock.advance({ seconds: 30 });
  expect(await asJames.next("chat-session-end")).toMatchObject({ id });
  expect(await chatById(w.store, id)).toMatchObject({ endedReason: "left", endedBy: "lady" });
});

Deno.test("a chat to which somebody comes back on a full disk goes on when there is room", async () => {
  await using w = await talkOnDisk();
  const { disk, asOlena, id, looked } = w;
  await asOlena.leave();
  await until(async () => (await chatById(w.store, id))?.resumedAt === null, "the pause");
  const { token } = await startSession(w.store, w.olena.id, false);
  disk.isFull = true;
  await w.join(w.olena, token);
  await until(() => disk.refused > 0, "the first try");
  await looked();
  disk.isFull = false;
  w.clock.advance({ seconds: 5 });
  await until(async () => (await chatById(w.store, id))?.resumedAt !== null, "the count");
  expect(await chatById(w.store, id)).toMatchObject({ state: "open" });
});

Deno.test("a pause that a full disk refuses counts from when she went, not from when it was noted", async () => {
  await using w = await talkOnDisk();
  const { disk, asOlena, id } = w;
  w.clock.advance({ seconds: 5 });
  disk.isFull = true;
  await asOlena.leave();
  await until(() => disk.refused > 0, "the first try");
  w.clock.advance({ seconds: 4 });
  disk.isFull = false;
  await until(async () => (await chatById(w.store, id))?.resumedAt === null, "the pause");
  expect(await chatById(w.store, id)).toMatchObject({ state: "open", servedMs: 5000 });
});

Deno.test("who is gone when the grace ends before a pause could be written has not used the time of it", async () => {
  await using w = await talkOnDisk();
  const { disk, asJames, asOlena, id } = w;
  w.clock.advance({ seconds: 25 });
  disk.isFull = true;
  await asOlena.leave();
  await until(() => disk.refused > 0, "the first try");
  for (const seconds of [0.5, 1, 2, 4]) {
    const before = disk.refused;
    w.clock.advance({ seconds });
    await until(() => disk.refused > before, "another try");
  }
  disk.isFull = false;
  // The grace ends before the next try.
  w.clock.advance({ seconds: 2.5 });
  expect(await asJames.next("chat-session-end")).toMatchObject({ id, cost: 1, refunded: 1 });
  expect(await chatById(w.store, id)).toMatchObject({ endedReason: "left", servedMs: 25_000 });
  expect(await balanceOf(w.store, w.james.id)).toBe(200);
});

Deno.test("a disk that stays full longer than the grace makes nobody pay for who is gone", async () => {
  await using w = await talkOnDisk();
  const { disk, asJames, asOlena, id } = w;
  w.clock.advance({ seconds: 25 });
  disk.isFull = true;
  await asOlena.leave();
  await until(() => disk.refused > 0, "the first try");
  for (const seconds of [10, 20, 30]) {
    const before = disk.refused;
    w.clock.advance({ seconds });
    await until(() => disk.refused > before, "another try");
  }
  disk.isFull = false;
  w.clock.advance({ seconds: 60 });
  expect(await asJames.next("chat-session-end")).toMatchObject({ id, refunded: 1 });
  expect(await chatById(w.store, id)).toMatchObject({ endedReason: "left", endedBy: "lady", servedMs: 25_000 });
});

Deno.test("who comes back before a pause could be written was gone all the same, also more than once", async () => {
  await using w = await talkOnDisk();
  const { disk, asOlena, id } = w;
  const { token } = await startSession(w.store, w.olena.id, false);
  w.clock.advance({ seconds: 5 });
  disk.isFull = true;
  let olena = asOlena;
  for (let times = 0; times < 2; times++) {
    const before = disk.refused;
    await olena.leave();
    await until(() => disk.refused > before, "a try");
    w.clock.advance({ seconds: 4 });
    olena = await w.join(w.olena, token);
  }
  disk.isFull = false;
  w.clock.advance({ seconds: 30 });
  await until(async () => ((await chatById(w.store, id))?.servedMs ?? 0) > 0, "the count");
  expect(await chatById(w.store, id)).toMatchObject({ state: "open", servedMs: 5000 });
});

Deno.test("no chat is over for the time of an absence that a full disk keeps unwritten", async () => {
  await using w = await talkOnDisk();
  const { disk, asOlena, id } = w;
  w.clock.advance({ seconds: 55 });
  disk.isFull = true;
  await asOlena.leave();
  await until(() => disk.refused > 0, "the first try");
  disk.isFull = false;
  w.clock.advance({ seconds: 9 });
  await until(async () => (await chatById(w.store, id))?.resumedAt === null, "the pause");
  expect(await chatById(w.store, id)).toMatchObject({ state: "open", servedMs: 55_000 });
});

Deno.test("no minute begins by the time of an absence that is not left out yet", async () => {
  await using w = await talkOnDisk();
  const { disk, asJames, asOlena, id } = w;
  const { token } = await startSession(w.store, w.olena.id, false);
  w.clock.advance({ seconds: 45 });
  disk.isFull = true;
  await asOlena.leave();
  await until(() => disk.refused > 0, "the first try");
  w.clock.advance({ seconds: 8 });
  await until(() => disk.refused > 1, "another try");
  await w.join(w.olena, token);
  await until(() => disk.refused > 2, "the try to leave it out");
  disk.isFull = false;
  expect((await asJames.ask("do-reserve-chat-time", { chatID: id, minutes: 1 })).data).toMatchObject({ error: null });
  expect(await balanceOf(w.store, w.james.id)).toBe(199);
  w.clock.advance({ seconds: 5 });
  await until(async () => ((await chatById(w.store, id))?.servedMs ?? 0) > 0, "the count");
  expect(await chatById(w.store, id)).toMatchObject({ minutes: 1, servedMs: 45_000 });
});

Deno.test("who goes back to text has not used what passed while a full disk took no pause", async () => {
  await using w = await talkOnDisk();
  const { disk, asJames, asOlena, id } = w;
  await asJames.ask("video-request", { to: w.olena.id, offer });
  await asOlena.next("video-request");
  await asOlena.ask("video-request-accept", { to: w.james.id, answer: answerTo });
  await see(id, asJames, asOlena);
  w.clock.advance({ seconds: 25 });
  disk.isFull = true;
  await asOlena.ask("video-lost", { chatID: id });
  await until(() => disk.refused > 0, "the first try");
  w.clock.advance({ seconds: 10 });
  await until(() => disk.refused > 1, "another try");
  disk.isFull = false;
  expect(await asOlena.ask("video-end", { chatID: id })).toMatchObject({ event: "video-end" });
  // He saw her for only 25 s of the minute of the call: it is refunded.
  expect(await asJames.next("video-end")).toMatchObject({ refunded: 5 });
});

Deno.test("a clock that goes back on a full disk takes the count with it as soon as there is room", async () => {
  await using w = await talkOnDisk();
  const { disk, asJames, id, looked } = w;
  w.clock.advance({ seconds: 10 });
  await looked();
  disk.isFull = true;
  w.clock.advance({ seconds: -3600 });
  await until(() => disk.refused > 0, "the first try");
  disk.isFull = false;
  w.clock.advance({ seconds: 1 });
  await until(async () => (await chatById(w.store, id))!.resumedAt! <= w.clock.now, "the count");
  expect(await chatById(w.store, id)).toMatchObject({ servedMs: 10_000, resumedAt: w.clock.now - 1000 });
  w.clock.advance({ seconds: 50 });
  expect(await asJames.next("chat-session-end")).toMatchObject({ id, minutes: 1 });
});

/** Which write is refused: the one that ends a chat, or the one that pays its first minute. */
const isEnd = (chat: Chat): boolean => chat.state === "ended";
const isFirstMinute = (chat: Chat): boolean => chat.state === "open" && chat.minutes === 1;

for (
  const [what, { isRefused, isWritten = false, limitCredits }] of Object.entries({
    "that cannot be ended on a full disk": { isRefused: isEnd, limitCredits: 4 },
    "for lack of room": { isRefused: isFirstMinute, limitCredits: null },
    "as far as anybody was told": { isRefused: isFirstMinute, isWritten: true, limitCredits: null },
  })
) {
  Deno.test(`a call whose first minute cannot be paid, ${what}, keeps nobody busy, and costs nothing`, async () => {
    let times = 1;
    await using w = await world({}, (store) =>
      withAtomics(store, (op) => {
        const [commit, set] = [op.commit.bind(op), op.set.bind(op)];
        let isOne = false;
        op.set = (key, ...rest) => {
          isOne ||= key[0] === keys.chat("")[0] && isRefused(rest[0] as Chat);
          return set(key, ...rest);
        };
        op.commit = async () => {
          const fails = isOne && times-- > 0;
          const committed = fails && !isWritten ? null : await commit();
          if (fails) throw new Error("database or disk is full");
          return committed!;
        };
      }));
    const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
    if (limitCredits) await setSpendingLimit(w.store, w.james.id, limitCredits);
    await james.ask("video-request", { to: w.olena.id, offer });
    const refused = await olena.ask("video-request-accept", { to: w.james.id, answer: answerTo });
    expect(JSON.stringify(refused)).toMatch(/internal|unavailable/);
    w.clock.advance({ seconds: 1 });
    await until(async () => await chatOfPerson(w.store, w.olena.id) === null, "its end");
    expect(await balanceOf(w.store, w.james.id)).toBe(200);
    expect((await james.ask("video-request", { to: w.olena.id, offer })).event).toBe("video-request-sent");
  });
}

Deno.test("who ends a chat on a full disk is refused, and the chat is still held: its time ends it later", async () => {
  await using w = await talkOnDisk();
  const { disk, asJames, id } = w;
  disk.isFull = true;
  const refused = await asJames.ask("do-end-chat-session", {});
  expect(JSON.stringify(refused)).toMatch(/internal|unavailable/);
  disk.isFull = false;
  w.clock.advance({ seconds: 61 });
  expect(await asJames.next("chat-session-end")).toMatchObject({ id, minutes: 1 });
});

Deno.test("an instance whose news nobody keeps ends all the same", async () => {
  using store = await testStore();
  let isFull = false;
  let refused = 0;
  const refusing = withAtomics(store, (op) => {
    const commit = op.commit.bind(op);
    op.commit = () => isFull ? (refused++, Promise.reject(new Error("database or disk is full"))) : commit();
  });
  const otherInstances = new OtherInstances(refusing, "one", {
    heard() {},
    died: () => Promise.resolve(),
    missed() {},
    renamed() {},
  });
  await otherInstances.open();
  isFull = true;
  // Who is connected is written down even where no other instance listens.
  otherInstances.publish({ kind: "connection", userId: 1, isConnected: true });
  await until(() => refused > 0, "the first refusal");
  let isClosed = false;
  void otherInstances.close().then(() => isClosed = true);
  await until(() => isClosed, "its end");
});
