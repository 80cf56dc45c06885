/** While the store takes nothing, ended chats are tried again with growing pauses, and end when it does. */
import { expect } from "expect";
import { startSession } from "../../kv/accounts/sessions.ts";
import { type Chat, chatById, chatOfPerson } from "../../kv/chats/chats.ts";
import { balanceOf } from "../../kv/credits/ledger.ts";
import { setSpendingLimit } from "../../kv/credits/spending_limit.ts";
import { keys } from "../../kv/store/keys.ts";
import { testStore, withAtomics } from "../../kv/testing/store.ts";
import { until } from "../../tests/patience.ts";
import { Relay } from "./relay.ts";
import { answerTo, offer, talk } from "./testing/server.ts";
import { world } from "./testing/world.ts";

/** James and Olena talk, on a disk that can be filled; counts the looks of the clock, and what it refused of the chat. */
async function talkOnDisk() {
  const disk = { isFull: false, refused: 0, looks: 0 };
  const w = await world({}, (store) =>
    withAtomics({ ...store, now: () => (disk.looks++, store.clock.now) }, (op) => {
      const [commit, set] = [op.commit.bind(op), op.set.bind(op)];
      let isOfChat = false;
      op.set = (key, ...rest) => {
        isOfChat ||= key[0] === keys.chat("")[0];
        return set(key, ...rest);
      };
      op.commit = async () => {
        if (!disk.isFull) return await commit();
        // The server's sign of life, once a real second, is none of these.
        if (isOfChat) disk.refused++;
        throw new Error("database or disk is full");
      };
    }));
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  const id = await talk(james, w.james.id, olena, w.olena.id);
  /** Long enough for hundreds of looks at the chats. */
  const looked = async () => {
    const from = disk.looks;
    await until(() => disk.looks > from + 300, "looks at the chats");
  };
  return { ...w, disk, asJames: james, asOlena: olena, id, looked };
}

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

Deno.test("a call whose first minute cannot be paid, and that cannot be ended on a full disk, keeps nobody busy", async () => {
  const disk = { isFull: false };
  await using w = await world({}, (store) =>
    withAtomics(store, (op) => {
      const [commit, set] = [op.commit.bind(op), op.set.bind(op)];
      let ends = false;
      op.set = (key, ...rest) => {
        ends ||= key[0] === keys.chat("")[0] && (rest[0] as Chat).state === "ended";
        return set(key, ...rest);
      };
      op.commit = async () => {
        if (ends && disk.isFull) throw new Error("database or disk is full");
        return await commit();
      };
    }));
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  await setSpendingLimit(w.store, w.james.id, 4);
  await james.ask("video-request", { to: w.olena.id, offer });
  disk.isFull = true;
  const refused = await olena.ask("video-request-accept", { to: w.james.id, answer: answerTo });
  expect(JSON.stringify(refused)).toMatch(/internal|unavailable/);
  disk.isFull = false;
  const isBusy = async () => (await chatOfPerson(w.store, w.olena.id)) !== null;
  expect(await isBusy()).toBe(true);
  w.clock.advance({ seconds: 61 });
  await until(async () => !await isBusy(), "its end");
  expect(await balanceOf(w.store, w.james.id)).toBe(200);
});

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
  const refusing = withAtomics(store, (op) => {
    const commit = op.commit.bind(op);
    op.commit = () => isFull ? Promise.reject(new Error("database or disk is full")) : commit();
  });
  const relay = new Relay(refusing, "one", { heard() {}, died: () => Promise.resolve(), missed() {}, renamed() {} });
  await relay.open();
  isFull = true;
  relay.publish({ kind: "person", userId: 1 });
  await relay.close();
});
