import { expect } from "expect";
import { balanceOf } from "../credits/ledger/ledger.ts";
import { setSpendingLimit } from "../credits/ledger/spending_limit.ts";
import { audit } from "../records/audit.ts";
import { openCall, openChat } from "../testing/chats.ts";
import { asOtherProcess, createMan, createPeople, type TestStore, testStore } from "../testing/store.ts";
import { chatById, setRunning } from "./chats.ts";
import { endChat, reserveMinute } from "./minutes.ts";
import { switchToText, switchToVideo } from "./switches.ts";

const agreed = { man: true, lady: true };

/** James, who has 200 credits, and Olena. */
async function world() {
  const store = await testStore();
  const { james, olena } = await createPeople(store);
  const pair = { manId: james.id, ladyId: olena.id };
  return {
    store,
    pair,
    james,
    balance: () => balanceOf(store, james.id),
    connect: (id: string) => setRunning(store, id, true, store.now()),
    pass: (seconds: number) => store.clock.advance({ seconds }),
    async [Symbol.asyncDispose]() {
      expect(await audit(store)).toEqual([]);
      store.close();
    },
  };
}

/** What a man was charged and what went back, in order. */
async function lines(store: TestStore, manId: number): Promise<string[]> {
  const found: string[] = [];
  for await (
    const { value } of store.kv.list<{ deltaCredits: number; operation: string }>({ prefix: ["entry", manId] })
  ) {
    found.push(`${value.operation} ${value.deltaCredits}`);
  }
  return found.slice(1);
}

Deno.test("a call is paid before it runs, and runs when the two see each other", async () => {
  await using w = await world();
  const { id } = await openCall(w.store, w.pair);
  expect(await w.balance()).toBe(195);
  w.pass(15);
  expect(await reserveMinute(w.store, w.james.id, id)).toMatchObject({ isCharged: false, chat: { minutes: 1 } });
  await w.connect(id);
  w.pass(52);
  expect(await reserveMinute(w.store, w.james.id, id)).toMatchObject({ isCharged: true, balanceCredits: 190 });
  w.pass(10);
  const ended = await endChat(w.store, id, { by: "man", reason: "stopped" });
  expect(ended?.chat).toMatchObject({ charges: "vv", costCredits: 10, refundedCredits: 0, servedMs: 62_000 });
  expect(await lines(w.store, w.james.id)).toEqual(["video_chat -5", "video_chat -5"]);
});

Deno.test("a call in which nobody saw anybody costs nothing, whoever ends it", async () => {
  for (const by of ["man", "lady", "server"] as const) {
    await using w = await world();
    const { id } = await openCall(w.store, w.pair);
    w.pass(20);
    const ended = await endChat(w.store, id, { by, reason: "not_connected" });
    expect(ended?.chat).toMatchObject({ charges: "V", refundedCredits: 5, servedMs: 0 });
    expect(await w.balance()).toBe(200);
  }
});

Deno.test("text that becomes video goes back with the minute that runs, and with one paid ahead", async () => {
  for (const isAhead of [false, true]) {
    await using w = await world();
    const { id } = await openChat(w.store, w.pair);
    w.pass(55);
    if (isAhead) await reserveMinute(w.store, w.james.id, id);
    const switched = await Promise.all([1, 2].map(() => switchToVideo(w.store, id, agreed)));
    expect(switched.map((each) => each.ok && each.isRepeat).sort()).toEqual([false, true]);
    expect(await w.balance()).toBe(195);
    expect(await chatById(w.store, id)).toMatchObject({
      kind: "video",
      charges: isAhead ? "TTv" : "Tv",
      servedMs: 55_000,
      paidMs: 115_000,
      resumedAt: null,
      directAgreed: agreed,
    });
    await w.connect(id);
    w.pass(61);
    expect(await endChat(w.store, id, { by: "server", reason: "time_over" })).toMatchObject({
      chat: { refundedCredits: isAhead ? 2 : 1 },
    });
    expect(await w.balance()).toBe(195);
  }
});

Deno.test("where nothing came of the video, the text stands as it stood", async () => {
  for (const isAhead of [false, true]) {
    await using w = await world();
    const { id } = await openChat(w.store, w.pair);
    w.pass(52);
    if (isAhead) await reserveMinute(w.store, w.james.id, id);
    await switchToVideo(w.store, id, agreed);
    w.pass(20);
    expect(await switchToText(w.store, id, "server")).toMatchObject({ isCharged: true, chat: { kind: "text" } });
    expect(await chatById(w.store, id)).toMatchObject({
      charges: isAhead ? "TTVtt" : "TVt",
      servedMs: 52_000,
      paidMs: isAhead ? 120_000 : 60_000,
    });
    expect(await w.balance()).toBe(isAhead ? 198 : 199);
    // However often the video fails, the text costs no more.
    for (const _ of [1, 2, 3]) {
      await switchToVideo(w.store, id, agreed);
      await switchToText(w.store, id, "man");
    }
    expect(await w.balance()).toBe(isAhead ? 198 : 199);
    await w.connect(id);
    w.pass(isAhead ? 68 : 8);
    expect(await endChat(w.store, id, { by: "server", reason: "time_over" })).not.toBe(null);
  }
});

Deno.test("a video minute that was delivered covers text until it is used up, and video again", async () => {
  await using w = await world();
  const { id } = await openCall(w.store, w.pair);
  await w.connect(id);
  w.pass(20);
  expect(await switchToText(w.store, id, "man")).toMatchObject({ isCharged: false, chat: { kind: "text" } });
  w.pass(5);
  expect(await switchToVideo(w.store, id, agreed)).toMatchObject({ isCharged: false, balanceCredits: 195 });
  await w.connect(id);
  w.pass(15);
  await switchToText(w.store, id, "lady");
  w.pass(12);
  expect(await reserveMinute(w.store, w.james.id, id)).toMatchObject({ isCharged: true, balanceCredits: 194 });
  w.pass(30);
  const ended = await endChat(w.store, id, { by: "man", reason: "stopped" });
  expect(ended?.chat).toMatchObject({ charges: "vt", servedMs: 82_000, costCredits: 6, refundedCredits: 0 });
});

Deno.test("what she or the server ends before thirty seconds goes back for a minute of text", async () => {
  for (
    const [by, seconds, left] of [["lady", 29, 199], ["server", 10, 199], ["lady", 30, 195], ["man", 3, 195]] as const
  ) {
    await using w = await world();
    const { id } = await openCall(w.store, w.pair);
    await w.connect(id);
    w.pass(seconds);
    await switchToText(w.store, id, by);
    expect({ by, seconds, left: await w.balance() }).toEqual({ by, seconds, left });
    if (left === 199) {
      expect(await chatById(w.store, id)).toMatchObject({ charges: "Vt", paidMs: seconds * 1000 + 60_000 });
      expect(await lines(w.store, w.james.id)).toEqual(["video_chat -5", "refund 5", "chat_session -1"]);
    }
    w.pass(1);
    await endChat(w.store, id, { by: "man", reason: "stopped" });
  }
});

Deno.test("the text before a video minute that goes back is charged when the chat ends, unless it was cut short as well", async () => {
  for (
    // Who ended it, the seconds of text before and of video, the credits of text that are kept.
    const [by, textSeconds, videoSeconds, kept] of [
      ["server", 48, 20, 1],
      ["lady", 48, 20, 1],
      ["lady", 29, 20, 0],
      ["man", 5, 0, 1],
      ["man", 0, 0, 0],
      ["server", 108, 20, 2],
    ] as const
  ) {
    await using w = await world();
    const { id } = await openChat(w.store, w.pair);
    w.pass(Math.min(textSeconds, 55));
    await reserveMinute(w.store, w.james.id, id);
    w.pass(Math.max(0, textSeconds - 55));
    await switchToVideo(w.store, id, agreed);
    if (videoSeconds > 0) await w.connect(id);
    w.pass(videoSeconds);
    const ended = await endChat(w.store, id, { by, reason: "lost" });
    const left = await w.balance();
    expect({ by, textSeconds, left }).toEqual({ by, textSeconds, left: 200 - kept });
    expect(ended!.chat.costCredits - ended!.chat.refundedCredits).toBe(kept);
  }
});

Deno.test("of text that was paid ahead before the video, only the minute that was used is charged at the end", async () => {
  await using w = await world();
  const { id } = await openChat(w.store, w.pair);
  w.pass(55);
  await reserveMinute(w.store, w.james.id, id);
  await switchToVideo(w.store, id, agreed);
  await w.connect(id);
  w.pass(10);
  const ended = await endChat(w.store, id, { by: "lady", reason: "stopped" });
  expect(ended?.chat).toMatchObject({ charges: "TTVt", servedMs: 65_000, paidMs: 70_000 });
  expect(await lines(w.store, w.james.id)).toEqual([
    ...["chat_session -1", "chat_session -1", "refund 1", "refund 1", "video_chat -5"],
    ...["refund 5", "chat_session -1"],
  ]);
});

Deno.test("back to text, the text before a video minute that goes back stands as it stood", async () => {
  await using w = await world();
  const { id } = await openChat(w.store, w.pair);
  w.pass(40);
  await switchToVideo(w.store, id, agreed);
  await w.connect(id);
  w.pass(25);
  await switchToText(w.store, id, "lady");
  // What was seen of the video is free: 20 s of the text minute are left.
  expect(await chatById(w.store, id)).toMatchObject({ charges: "TVt", servedMs: 65_000, paidMs: 85_000 });
  expect(await w.balance()).toBe(199);
  w.pass(20);
  await endChat(w.store, id, { by: "server", reason: "time_over" });
});

Deno.test("a chat ends also where the ledger does not take the text before it", async () => {
  await using w = await world();
  const { id } = await openChat(w.store, w.pair);
  w.pass(48);
  await switchToVideo(w.store, id, agreed);
  await w.connect(id);
  await setSpendingLimit(w.store, w.james.id, 0);
  const ended = await endChat(w.store, id, { by: "server", reason: "lost" });
  expect(ended?.chat).toMatchObject({ state: "ended", charges: "TV", refundedCredits: 6 });
});

Deno.test("a minute paid ahead changes its kind with the chat", async () => {
  await using w = await world();
  const { id } = await openCall(w.store, w.pair);
  await w.connect(id);
  w.pass(55);
  await reserveMinute(w.store, w.james.id, id);
  expect(await w.balance()).toBe(190);
  await switchToText(w.store, id, "man");
  expect(await w.balance()).toBe(194);
  expect(await chatById(w.store, id)).toMatchObject({ charges: "vVt", paidMs: 120_000 });
  await switchToVideo(w.store, id, agreed);
  expect(await w.balance()).toBe(190);
  expect(await chatById(w.store, id)).toMatchObject({ charges: "vVTv", paidMs: 120_000, beforeVideo: null });
  await w.connect(id);
  w.pass(30);
  await endChat(w.store, id, { by: "lady", reason: "stopped" });
  expect(await w.balance()).toBe(195);
});

Deno.test("who cannot pay the video keeps the text, and a limit counts what went back", async () => {
  await using w = await world();
  const poor = await createMan(w.store, { credits: 5 });
  const { id } = await openChat(w.store, { manId: poor.id, ladyId: w.pair.ladyId });
  await setSpendingLimit(w.store, poor.id, 4);
  expect(await switchToVideo(w.store, id, agreed)).toMatchObject({ ok: false, reason: "spending_limit_reached" });
  await setSpendingLimit(w.store, poor.id, null);
  expect(await chatById(w.store, id)).toMatchObject({ kind: "text", charges: "t" });
  w.store.clock.advance({ seconds: 5 });
  await endChat(w.store, id, { by: "man", reason: "stopped" });
  expect(await switchToVideo(w.store, id, agreed)).toMatchObject({ reason: "chat_not_open" });

  // The four that are left and the one that goes back pay for the video.
  const enough = await createMan(w.store, { credits: 5 });
  const chat = await openChat(w.store, { manId: enough.id, ladyId: w.pair.ladyId });
  await setSpendingLimit(w.store, enough.id, 5);
  expect(await switchToVideo(w.store, chat.id, agreed)).toMatchObject({ ok: true, balanceCredits: 0 });
});

Deno.test("two processes that switch, pay and end at once leave one truth", async () => {
  for (let round = 0; round < 10; round++) {
    await using w = await world();
    const other = asOtherProcess(w.store);
    const { id } = await openChat(w.store, w.pair);
    w.pass(55);
    await Promise.all([
      switchToVideo(w.store, id, agreed),
      reserveMinute(other, w.james.id, id),
      round % 2 ? switchToText(other, id, "lady") : switchToVideo(other, id, agreed),
      ...(round % 3 ? [] : [endChat(other, id, { by: "lady", reason: "stopped" })]),
    ]);
  }
});
