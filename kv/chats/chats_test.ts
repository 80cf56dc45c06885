import { expect } from "expect";
import { balanceOf, lastEntry } from "../credits/ledger/ledger.ts";
import { setSpendingLimit } from "../credits/ledger/spending_limit.ts";
import { pricesAt } from "../credits/prices/tariffs.ts";
import { audit } from "../records/audit.ts";
import { agree, createChat, openChat } from "../testing/chats.ts";
import { asOtherProcess, createMan, createPeople, testStore } from "../testing/store.ts";
import { changeAtEnd } from "./charges.ts";
import { chatById, chatOfPerson, setRunning, startChat } from "./chats.ts";
import { showAlive } from "./instances.ts";
import { endChat, endOrphanedChat, orphanedChats, reserveMinute } from "./minutes.ts";

const world = async (store: Awaited<ReturnType<typeof testStore>>) => {
  const { james, wei, olena, daria } = await createPeople(store);
  return { james, wei, olena, daria, pair: { manId: james.id, ladyId: olena.id } };
};
const startText = (
  store: Parameters<typeof startChat>[0],
  pair: { manId: number; ladyId: number },
  starterId: number,
) => startChat(store, pair, { starterId, kind: "text", instanceId: "here" });

Deno.test("a chat begins once, whoever starts it, and costs nothing before its first minute", async () => {
  using store = await testStore();
  const { james, olena, pair } = await world(store);
  await agree(store, pair);
  const started = await Promise.all([startText(store, pair, james.id), startText(store, pair, olena.id)]);
  expect(started.map((each) => each.ok && each.chat.id)).toEqual([
    expect.any(String),
    started[0]!.ok && started[0]!.chat.id,
  ]);
  expect(started.map((each) => each.ok && each.isRepeat).sort()).toEqual([false, true]);
  expect(await balanceOf(store, james.id)).toBe(200);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a chat needs an acceptance of the last minute, and uses it up", async () => {
  using store = await testStore();
  const { james, pair } = await world(store);
  expect(await startText(store, pair, james.id)).toMatchObject({ reason: "chat_not_accepted" });
  await agree(store, pair);
  store.clock.advance({ seconds: 61 });
  expect(await startText(store, pair, james.id)).toMatchObject({ reason: "chat_not_accepted" });
  await agree(store, pair);
  store.clock.advance({ seconds: 59 });
  const started = await startText(store, pair, james.id);
  if (!started.ok) throw new Error(started.reason);
  await endChat(store, started.chat.id, { by: "man", reason: "stopped" });
  expect(await startText(store, pair, james.id)).toMatchObject({ reason: "chat_not_accepted" });
});

Deno.test("a person is in one chat at most, also between two processes", async () => {
  using store = await testStore();
  const { james, wei, olena, daria } = await world(store);
  await openChat(store, { manId: james.id, ladyId: olena.id });
  for (const pair of [{ manId: james.id, ladyId: daria.id }, { manId: wei.id, ladyId: olena.id }]) {
    await agree(store, pair);
    expect(await startText(store, pair, pair.manId)).toMatchObject({ reason: "chat_busy" });
  }
  const pair = { manId: wei.id, ladyId: daria.id };
  await agree(store, pair);
  const other = asOtherProcess(store);
  const both = await Promise.all([startText(store, pair, wei.id), startText(other, pair, daria.id)]);
  expect(new Set(both.map((each) => each.ok && each.chat.id)).size).toBe(1);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a man without a credit begins no chat", async () => {
  using store = await testStore();
  const { olena } = await world(store);
  const poor = await createMan(store);
  const pair = { manId: poor.id, ladyId: olena.id };
  await agree(store, pair);
  expect(await startText(store, pair, olena.id)).toMatchObject({ reason: "insufficient_credits" });
});

Deno.test("a minute is charged once, and the next not before ten seconds of the end", async () => {
  using store = await testStore();
  const { james, olena, pair } = await world(store);
  const chat = await createChat(store, pair);
  const first = await Promise.all([1, 2, 3].map(() => reserveMinute(store, james.id, chat.id)));
  expect(first.map((each) => each.ok && each.isCharged).sort()).toEqual([false, false, true]);
  expect(await balanceOf(store, james.id)).toBe(199);
  expect(await lastEntry(store, james.id)).toMatchObject({
    operation: "chat_session",
    deltaCredits: -1,
    idempotencyKey: `chat:${chat.id}:1`,
    reference: { partnerId: olena.id },
  });
  store.clock.advance({ seconds: 49 });
  expect(await reserveMinute(store, james.id, chat.id)).toMatchObject({ isCharged: false, chat: { minutes: 1 } });
  store.clock.advance({ seconds: 2 });
  const two = await Promise.all([
    reserveMinute(store, james.id, chat.id),
    reserveMinute(asOtherProcess(store), james.id, chat.id),
  ]);
  expect(two.map((each) => each.ok && each.chat.minutes)).toEqual([2, 2]);
  expect(await balanceOf(store, james.id)).toBe(198);
  store.clock.advance({ seconds: 70 });
  expect(await reserveMinute(store, james.id, chat.id)).toMatchObject({ reason: "chat_not_open" });
  expect(await audit(store)).toEqual([]);
});

Deno.test("nobody reserves a minute of somebody else's chat, nor does a lady", async () => {
  using store = await testStore();
  const { wei, olena, pair } = await world(store);
  const chat = await createChat(store, pair);
  for (const userId of [wei.id, olena.id]) {
    expect(await reserveMinute(store, userId, chat.id)).toMatchObject({ reason: "not_found" });
  }
  expect(await reserveMinute(store, pair.manId, "4711")).toMatchObject({ reason: "not_found" });
});

Deno.test("a refused minute leaves the chat as it was", async () => {
  using store = await testStore();
  const { james, pair } = await world(store);
  const chat = await createChat(store, pair);
  await setSpendingLimit(store, james.id, 0);
  expect(await reserveMinute(store, james.id, chat.id)).toMatchObject({ reason: "spending_limit_reached" });
  expect(await chatById(store, chat.id)).toMatchObject({ state: "created", minutes: 0 });
});

Deno.test("time stands still while one is gone, and no minute is due then", async () => {
  using store = await testStore();
  const { james, pair } = await world(store);
  const chat = await openChat(store, pair);
  store.clock.advance({ seconds: 55 });
  await setRunning(store, chat.id, false, store.now());
  store.clock.advance({ seconds: 8 });
  expect(await reserveMinute(store, james.id, chat.id)).toMatchObject({ isCharged: false });
  await setRunning(store, chat.id, true, store.now());
  store.clock.advance({ seconds: 4 });
  expect(await reserveMinute(store, james.id, chat.id)).toMatchObject({ isCharged: true, chat: { minutes: 2 } });
  expect(await audit(store)).toEqual([]);
});

Deno.test("what goes back depends on who ends and on what was served", async () => {
  const cases: [by: "man" | "lady" | "server", seconds: number, refunded: number][] = [
    ["lady", 29, 1],
    ["lady", 30, 0],
    ["server", 29, 1],
    ["server", 31, 0],
    ["man", 1, 0],
    ["man", 0, 1],
    ["lady", 0, 1],
  ];
  for (const [by, seconds, refunded] of cases) {
    using store = await testStore();
    const { james, pair } = await world(store);
    const chat = await openChat(store, pair);
    store.clock.advance({ seconds });
    const ends = await Promise.all([1, 2].map(() => endChat(store, chat.id, { by, reason: "stopped" })));
    expect(ends.map((each) => each?.isRepeat).sort()).toEqual([false, true]);
    const otherEnd = await endChat(asOtherProcess(store), chat.id, { by: "server", reason: "restart" });
    expect(otherEnd).toMatchObject({ isRepeat: true, chat: { endedBy: by, refundedCredits: refunded } });
    expect({ by, seconds, balance: await balanceOf(store, james.id) }).toEqual({
      by,
      seconds,
      balance: 199 + refunded,
    });
    expect(await chatOfPerson(store, james.id)).toBe(null);
    expect(await audit(store)).toEqual([]);
  }
});

Deno.test("a minute paid ahead goes back when the chat ends before it begins, even by the man", async () => {
  using store = await testStore();
  const { james, pair } = await world(store);
  const chat = await openChat(store, pair);
  store.clock.advance({ seconds: 52 });
  await reserveMinute(store, james.id, chat.id);
  store.clock.advance({ seconds: 7 });
  const ended = await endChat(store, chat.id, { by: "man", reason: "stopped" });
  expect(ended?.chat).toMatchObject({ minutes: 2, costCredits: 2, refundedCredits: 1 });
  expect(await balanceOf(store, james.id)).toBe(199);
  expect(await lastEntry(store, james.id)).toMatchObject({
    operation: "refund",
    idempotencyKey: `refund:chat:${chat.id}:2`,
  });
  expect(await audit(store)).toEqual([]);
});

Deno.test("an ending and a reservation at once leave one truth, in one process and in two", async () => {
  for (const isOther of [false, true]) {
    using store = await testStore();
    const { james, pair } = await world(store);
    const chat = await openChat(store, pair);
    store.clock.advance({ seconds: 51 });
    await Promise.all([
      endChat(store, chat.id, { by: "lady", reason: "stopped" }),
      reserveMinute(isOther ? asOtherProcess(store) : store, james.id, chat.id),
    ]);
    expect(await balanceOf(store, james.id)).toBe(199);
    expect(await audit(store)).toEqual([]);
  }
});

Deno.test("chats of an instance that died end as the server's doing, served up to its last sign of life", async () => {
  using store = await testStore();
  const { james, wei, olena, daria, pair } = await world(store);
  const lost = await openChat(store, pair, "dead");
  const held = await openChat(store, { manId: wei.id, ladyId: daria.id }, "alive");
  store.clock.advance({ seconds: 20 });
  await showAlive(store, "dead");
  store.clock.advance({ minutes: 30 });
  expect(await orphanedChats(store, (id) => id === "dead")).toEqual([lost.id]);
  const how = { endedBy: "server", endedReason: "crash", servedMs: 20_000, refundedCredits: 1 };
  expect(await endOrphanedChat(store, lost.id)).toMatchObject({ chat: how, isRepeat: false });
  expect(await endOrphanedChat(store, lost.id)).toMatchObject({ chat: how, isRepeat: true });
  expect(await balanceOf(store, james.id)).toBe(200);
  expect((await chatById(store, held.id))?.state).toBe("open");
  expect(await orphanedChats(store, (id) => id === "dead")).toEqual([]);
  expect(await chatOfPerson(store, olena.id)).toBe(null);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a minute that is paid at the last moment keeps the chat open", async () => {
  using store = await testStore();
  const { james, pair } = await world(store);
  const chat = await openChat(store, pair);
  store.clock.advance({ ms: 59_999 });
  const paying = reserveMinute(store, james.id, chat.id);
  const ending = endChat(store, chat.id, { by: "server", reason: "time_over" });
  expect(await paying).toMatchObject({ isCharged: true });
  expect(await ending).toBe(null);
  expect(await endChat(store, chat.id, { by: "server", reason: "not_paid" })).toBe(null);
  store.clock.advance({ ms: 60_001 });
  expect((await endChat(store, chat.id, { by: "server", reason: "time_over" }))?.chat.refundedCredits).toBe(0);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a server that dies right after a minute was paid ahead still knows what was served before", async () => {
  using store = await testStore();
  const { james, pair } = await world(store);
  await showAlive(store, "dead");
  const chat = await openChat(store, pair, "dead");
  store.clock.advance({ seconds: 52 });
  await reserveMinute(store, james.id, chat.id);
  const ended = await endOrphanedChat(store, chat.id);
  expect(ended?.chat).toMatchObject({ minutes: 2, servedMs: 52_000, refundedCredits: 1 });
  expect(await audit(store)).toEqual([]);
});

Deno.test("only the last minute can go back", () => {
  const chat = { minutes: 3, charges: "ttt", paidMs: 180_000 } as Parameters<typeof changeAtEnd>[0];
  const reversed = (by: "man" | "lady" | "server", servedMs: number, of = chat) =>
    changeAtEnd(of, by, servedMs).reversed;
  expect(reversed("man", 120_000)).toEqual([3]);
  expect(reversed("man", 119_999)).toEqual([3]);
  expect(reversed("man", 120_001)).toEqual([]);
  expect(reversed("lady", 149_999)).toEqual([3]);
  expect(reversed("lady", 150_000)).toEqual([]);
  expect(reversed("server", 0, { ...chat, minutes: 0, charges: "", paidMs: 0 })).toEqual([]);
});

Deno.test("a man with exactly one minute's credits begins a chat and has that minute", async () => {
  using store = await testStore();
  const { olena } = await world(store);
  const { textMinute } = await pricesAt(store, store.now());
  const { id: manId } = await createMan(store, { credits: textMinute });
  const pair = { manId, ladyId: olena.id };
  await agree(store, pair);
  const started = await startText(store, pair, manId);
  if (!started.ok) throw new Error(started.reason);
  expect(await reserveMinute(store, manId, started.chat.id)).toMatchObject({ ok: true, balanceCredits: 0 });
});
