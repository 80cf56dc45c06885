/** A call that the man alone lost: when he gets his minute back, and when it counts as his doing. */
import { expect } from "expect";
import { balanceOf } from "../credits/ledger/ledger.ts";
import { audit } from "../records/audit.ts";
import { openCall, openChat } from "../testing/chats.ts";
import { afterMeanwhile, createPeople, testStore } from "../testing/store.ts";
import { setRunning } from "./chats.ts";
import { conversationOf } from "./conversations.ts";
import { writeMessage } from "./messages.ts";
import { endChat, reserveMinute } from "./minutes.ts";
import { switchToVideo } from "./switches.ts";

async function world() {
  const store = await testStore();
  const { james, olena, daria } = await createPeople(store);
  const pair = { manId: james.id, ladyId: olena.id };
  const pass = (seconds: number) => store.clock.advance({ seconds });
  /** The end of a call whose path he alone missed for 20 s; says whose doing it was, and what went back. */
  const lose = async (id: string, seenSeconds: number, stillSeconds = 20) => {
    const contradicted = { stillMs: stillSeconds * 1000, seenMs: seenSeconds * 1000 };
    const ended = (await endChat(store, id, { by: "man", reason: "lost", contradicted }))!.chat;
    return [ended.endedBy, ended.refundedCredits];
  };
  const call = async (seenSeconds: number, stillSeconds = 20, of = pair) => {
    const { id } = await openCall(store, of);
    await setRunning(store, id, true, store.now());
    pass(seenSeconds);
    return await lose(id, seenSeconds, stillSeconds);
  };
  return {
    store,
    pair,
    pass,
    call,
    lose,
    daria,
    balance: () => balanceOf(store, james.id),
    async [Symbol.asyncDispose]() {
      expect(await audit(store)).toEqual([]);
      store.close();
    },
  };
}

Deno.test("he is believed while all such calls take no longer than a minute and a fifth of the call, and again a day later", async () => {
  await using w = await world();
  // 21 s, and 42 s together; a third would make 63 s, and a minute and a fifth of a second is less.
  expect([await w.call(1), await w.call(1), await w.call(1)]).toEqual([["server", 5], ["server", 5], ["man", 0]]);
  // What was not given back used up nothing: there is room for a shorter one.
  expect(await w.call(1, 5)).toEqual(["server", 5]);
  expect(await w.balance()).toBe(195);
  w.pass(24 * 3600 - 120);
  expect(await w.call(20)).toEqual(["man", 0]);
  w.pass(120);
  expect([await w.call(20), await w.call(20)]).toEqual([["server", 5], ["man", 0]]);
});

Deno.test("what he may have seen of one lady for nothing says nothing of another", async () => {
  await using w = await world();
  expect([await w.call(25), await w.call(25)]).toEqual([["server", 5], ["man", 0]]);
  expect(await w.call(25, 20, { ...w.pair, ladyId: w.daria.id })).toEqual(["server", 5]);
});

Deno.test("losses that used up what they may last in one call are his at once", async () => {
  await using w = await world();
  expect(await w.call(1, 60.2)).toEqual(["man", 0]);
});

Deno.test("a minute that was half served is kept, and takes nothing of what he is believed", async () => {
  await using w = await world();
  expect(await w.call(30)).toEqual(["man", 0]);
  expect((await conversationOf(w.store, w.pair)).value?.freeTime).toBe(undefined);
  // The second minute of a call is one that goes back as well.
  const { id } = await openCall(w.store, w.pair);
  await setRunning(w.store, id, true, w.store.now());
  w.pass(55);
  await reserveMinute(w.store, w.pair.manId, id);
  w.pass(7);
  expect(await w.lose(id, 62)).toEqual(["server", 5]);
  expect((await conversationOf(w.store, w.pair)).value?.freeTime?.ms).toBe(22_000);
});

Deno.test("the text before such a call stands again, and words that are written meanwhile forget nothing", async () => {
  await using w = await world();
  const { id } = await openChat(w.store, w.pair);
  w.pass(40);
  await switchToVideo(w.store, id, { man: true, lady: true });
  await setRunning(w.store, id, true, w.store.now());
  await writeMessage(w.store, w.pair, { authorId: w.pair.manId, body: "Are you there?", clientId: "1" });
  w.pass(10);
  expect(await w.lose(id, 10)).toEqual(["server", 6]);
  expect(await w.balance()).toBe(199);
  const chat = await openChat(w.store, w.pair);
  await writeMessage(w.store, w.pair, { authorId: w.pair.ladyId, body: "I am.", clientId: "2" });
  await endChat(w.store, chat.id, { by: "lady", reason: "stopped" });
  expect((await conversationOf(w.store, w.pair)).value).toMatchObject({ lastSeq: 2, freeTime: { ms: 30_000 } });
});

Deno.test("a word written in the moment in which such a call ends does not keep it from ending, and is kept", async () => {
  await using w = await world();
  const { id } = await openCall(w.store, w.pair);
  await setRunning(w.store, id, true, w.store.now());
  w.pass(10);
  const word = { authorId: w.pair.ladyId, body: "Are you there?", clientId: "1" };
  const meanwhile = afterMeanwhile(w.store, () => writeMessage(w.store, w.pair, word));
  const contradicted = { stillMs: 20_000, seenMs: 10_000 };
  const ended = await endChat(meanwhile, id, { by: "man", reason: "lost", contradicted });
  expect(ended?.chat).toMatchObject({ endedBy: "server", refundedCredits: 5 });
  expect((await conversationOf(w.store, w.pair)).value).toMatchObject({
    lastSeq: 1,
    freeTime: { ms: expect.any(Number) },
  });
});
