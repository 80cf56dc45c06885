/** Each message is shown once, even if news of it come late, or if it cannot be shown at once. */
import { expect } from "expect";
import { seenInstances } from "../../../kv/chats/instances.ts";
import { writeMessage } from "../../../kv/chats/messages.ts";
import { endChat } from "../../../kv/chats/minutes.ts";
import type { Store } from "../../../kv/open.ts";
import { withMethods } from "../../../kv/store/handles/handle.ts";
import { StoreUnavailable } from "../../../kv/store/health/health.ts";
import { keys } from "../../../kv/store/keys.ts";
import { openChat } from "../../../kv/testing/chats.ts";
import { asOtherProcess, withKv } from "../../../kv/testing/store.ts";
import { until } from "../../../tests/patience.ts";
import { OtherInstances } from "../instances/other_instances.ts";
import { talk } from "../testing/server.ts";
import { twoInstances, world } from "../testing/world.ts";

Deno.test("news of a message of two chats that come late show it no second time, whatever the clock says", async () => {
  await using w = await twoInstances();
  const [james, olena] = [await w.join(w.one, w.james), await w.join(w.two, w.olena)];
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
  for (const chat of [1, 2]) {
    await talk(james, w.james.id, olena, w.olena.id);
    await james.ask("ChatNewMessage", { to: w.olena.id, message: `chat ${chat}`, clientId: `j${chat}` });
    await olena.next("NewMessage");
    await james.ask("stop-text-chat", { targetId: w.olena.id });
    await olena.next("chat-session-end");
    w.clock.advance({ seconds: 50 });
  }
  // The clock jumps although no time has passed. The pause lets the server take its next look at it.
  w.clock.advance({ minutes: 10 });
  await new Promise((resolve) => setTimeout(resolve, 100));
  const late = [
    { kind: "message", manId: w.james.id, ladyId: w.olena.id, seq: 2 },
    { kind: "frame", to: w.olena.id, event: "typing", data: { from: w.james.id, isTyping: true } },
  ];
  const ids = (await seenInstances(w.store)).map(({ id }) => id);
  for (const [to, from] of [[ids[0]!, ids[1]!], [ids[1]!, ids[0]!]] as const) {
    let seq = (await w.store.kv.get<number>(keys.chatNewsLastSeq(to, from))).value!;
    for (const news of late) await w.store.kv.set(keys.chatNews(to, from, ++seq), news);
    await w.store.kv.set(keys.chatNewsLastSeq(to, from), seq);
  }
  await olena.next("typing");
  // By the time of these answers, whatever the news make the server read has been read.
  for (let at = 0; at < 5; at++) await olena.ask("getChatHistory", { to: w.james.id });
  expect(olena.heard.filter(({ event }) => event === "NewMessage").map(({ data }) => data.message.seq)).toEqual([1, 2]);
});

/** The store, but reads of accounts fail while `accounts.areAway`. */
function withoutAccounts(store: Store, accounts: { areAway: boolean; asked: number }): Store {
  const get: Deno.Kv["get"] = (key, options) => {
    if (key[0] !== "user" || !accounts.areAway) return store.kv.get(key, options);
    accounts.asked++;
    return Promise.reject(new StoreUnavailable("silent"));
  };
  return withKv(store, withMethods(store.kv, { get }));
}

Deno.test("a message whose author cannot be read just now is shown before the next one, and is not lost", async () => {
  const accounts = { areAway: false, asked: 0 };
  await using w = await world({ isShared: true }, (store) => withoutAccounts(asOtherProcess(store), accounts));
  const olena = await w.join(w.olena);
  // James writes on another instance, and has left the list of hers already.
  const elsewhere = asOtherProcess(w.store);
  const hearsNothing = { heard() {}, died: () => Promise.resolve(), missed() {}, renamed() {} };
  const otherInstances = new OtherInstances(elsewhere, "elsewhere", hearsNothing);
  await otherInstances.open();
  expect(otherInstances.isConnected(w.olena.id)).toBe(true);
  const pair = { manId: w.james.id, ladyId: w.olena.id };
  const chat = await openChat(elsewhere, pair, "elsewhere");
  const write = async (seq: number) => {
    await writeMessage(elsewhere, pair, { authorId: w.james.id, body: `word ${seq}`, clientId: `j${seq}` });
    otherInstances.publish({ kind: "message", ...pair, seq, isRepeat: false });
  };
  accounts.areAway = true;
  await write(1);
  await until(() => accounts.asked > 0, "the look for his name");
  const refused = await olena.ask("getChatHistory", { to: w.james.id });
  expect(refused.data).toMatchObject({ code: "store_unavailable" });
  accounts.areAway = false;
  await write(2);
  for (const seq of [1, 2]) {
    expect((await olena.next("NewMessage")).message).toMatchObject({ seq, body: `word ${seq}`, fromName: "James" });
  }
  const { data: { messages } } = await olena.ask("getChatHistory", { to: w.james.id });
  expect(messages.map((message: { seq: number }) => message.seq)).toEqual([1, 2]);
  expect(olena.count("NewMessage")).toBe(2);
  await endChat(elsewhere, chat.id, { by: "server", reason: "restart" });
  await otherInstances.close();
});

Deno.test("a message tells the language that it is in, at once and in the history, where it has one", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  await talk(james, w.james.id, olena, w.olena.id);
  const told: (string | undefined)[] = [];
  for (
    const [author, to, body] of [
      [james, w.olena.id, "How was your day?"],
      [olena, w.james.id, "Який був твій день?"],
      [olena, w.james.id, ":-)"],
    ] as const
  ) {
    const { data } = await author.ask("ChatNewMessage", { to, message: body, clientId: body });
    told.push(data.message.language);
  }
  expect(told).toEqual(["en", "uk", undefined]);
  const { data } = await james.ask("getChatHistory", { to: w.olena.id });
  expect(data.messages.map(({ language }: { language?: string }) => language)).toEqual(told);
});
