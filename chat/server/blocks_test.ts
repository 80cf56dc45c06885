/** One of two blocks the other: their chat and their invitations end, and neither sees the other any more. */
import { expect } from "expect";
import { balanceOf } from "../../kv/credits/ledger/ledger.ts";
import { setBlocked } from "../../kv/safety/blocks.ts";
import { talk, type TestClient, type TestInstance } from "./testing/server.ts";
import { twoInstances, world } from "./testing/world.ts";

/** Blocks, or unblocks, as the API call does. */
async function block(instance: TestInstance, blockerId: number, blockedId: number, isBlocked = true): Promise<void> {
  await setBlocked(instance.store, blockerId, blockedId, isBlocked);
  await instance.chat.blockChanged(blockerId, blockedId, isBlocked);
}

const onlineFor = async (client: TestClient): Promise<number[]> =>
  (await client.ask("GetAllConnectedUsers")).data.users.map(({ userId }: { userId: number }) => userId);

Deno.test("a block by her ends the chat as her doing: he has the minute back, and both are told", async () => {
  await using w = await world();
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  const id = await talk(james, w.james.id, olena, w.olena.id);
  await block(w.instance, w.olena.id, w.james.id);
  expect(await james.next("stop-text-chat")).toEqual({ targetId: w.james.id, myId: w.olena.id });
  expect(await james.next("chat-session-end")).toEqual({ id, minutes: 1, kept: 0, cost: 1, refunded: 1 });
  expect(await olena.next("chat-session-end")).toEqual({ id, minutes: 1, kept: 0, cost: 0, refunded: 0 });
  expect(await balanceOf(w.store, w.james.id)).toBe(200);
});

Deno.test("a block by him after a second of the minute costs him that minute", async () => {
  await using w = await world();
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  await talk(james, w.james.id, olena, w.olena.id);
  w.clock.advance({ seconds: 1 });
  await block(w.instance, w.james.id, w.olena.id);
  expect(await james.next("chat-session-end")).toMatchObject({ cost: 1, refunded: 0 });
  expect(await olena.next("stop-text-chat")).toEqual({ targetId: w.olena.id, myId: w.james.id });
  expect(await balanceOf(w.store, w.james.id)).toBe(199);
});

Deno.test("neither sees the other online, nor hears of comings and goings, until it is taken back", async () => {
  await using w = await world();
  const [james, wei] = [await w.join(w.james), await w.join(w.wei)];
  let olena = await w.join(w.olena);
  await james.next("update-user-list", ({ users }) => users.length > 0);
  await block(w.instance, w.olena.id, w.james.id);
  expect(await james.next("update-user-list")).toEqual({ users: [], gone: [w.olena.id] });
  expect(await olena.next("update-user-list", ({ gone }) => gone.length > 0)).toEqual({
    users: [],
    gone: [w.james.id],
  });
  expect([await onlineFor(james), await onlineFor(olena), await onlineFor(wei)])
    .toEqual([[], [w.wei.id], [w.olena.id]]);

  const heard = james.heard.length;
  await olena.ask("change-allow-chat", { flag: false });
  await wei.next("update-user-list", ({ users }) => users.some(({ allowChat }) => !allowChat));
  await olena.leave();
  await wei.next("update-user-list", ({ gone }) => gone.includes(w.olena.id));
  olena = await w.join(w.olena);
  await wei.next("update-user-list", ({ users }) => users.length > 0);
  const told = JSON.stringify(james.heard.slice(heard).map(({ data }) => data));
  expect(told).not.toContain(String(w.olena.id));
  expect(await onlineFor(olena)).toEqual([w.wei.id]);

  await block(w.instance, w.olena.id, w.james.id, false);
  const back = await james.next("update-user-list", ({ users }) => users.length > 0);
  expect(back.users.map(({ userId }) => userId)).toEqual([w.olena.id]);
  expect(await onlineFor(olena)).toEqual([w.james.id, w.wei.id]);
});

Deno.test("who reads old messages across a block is not seen reading, and neither hears what the other takes", async () => {
  await using w = await world();
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  await talk(james, w.james.id, olena, w.olena.id);
  await james.ask("ChatNewMessage", { to: w.olena.id, message: "Hello", clientId: "one" });
  await olena.next("NewMessage");
  await block(w.instance, w.olena.id, w.james.id);
  await olena.ask("change-allow-chat", { flag: false });
  const hers = await olena.ask("setAllUnreadMsgToViewed", { from: w.james.id });
  expect(hers.data).toEqual({ count: 1 });
  const seen = async (client: TestClient, to: number) =>
    (await client.ask("getChatHistory", { to })).data.messages.map(({ viewed }: { viewed: boolean }) => viewed);
  expect([await seen(james, w.olena.id), await seen(olena, w.james.id)]).toEqual([[false], [true]]);
  expect((await james.ask("getDialogsHistory")).data.dialogs).toMatchObject([{ userId: w.olena.id, allowChat: false }]);
  await olena.ask("change-allow-chat", { flag: true });
  expect((await james.ask("getDialogsHistory")).data.dialogs).toMatchObject([{ userId: w.olena.id, allowChat: false }]);
  expect(james.count("your-message-viewed")).toBe(0);
  await block(w.instance, w.olena.id, w.james.id, false);
  await olena.ask("setAllUnreadMsgToViewed", { from: w.james.id });
  expect((await james.next("your-message-viewed")).ids).toHaveLength(1);
  expect(await seen(james, w.olena.id)).toEqual([true]);
});

Deno.test("whatever a blocked person tries is refused by that name, and so is what who blocked tries", async () => {
  await using w = await world();
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  await block(w.instance, w.olena.id, w.james.id);
  for (const [client, to] of [[james, w.olena.id], [olena, w.james.id]] as const) {
    const refused = { code: "blocked", status: 403 };
    expect((await client.ask("text-request", { to })).data).toMatchObject(refused);
    expect((await client.ask("text-request-answer", { to, ev: "accept" })).data).toMatchObject(refused);
    expect(await client.ask("conversation-request", { to })).toMatchObject({
      event: "conversation-error",
      data: refused,
    });
    expect((await client.ask("accept-request", { to })).data).toMatchObject(refused);
    expect((await client.ask("do-start-chat-session", { targetID: to })).data).toMatchObject({ error: refused });
    expect((await client.ask("ChatNewMessage", { to, message: "a", clientId: "1" })).data).toMatchObject(refused);
  }
});

Deno.test("an invitation between them is over for both, and a request leaves the list", async () => {
  await using w = await world();
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  await james.ask("conversation-request", { to: w.olena.id });
  expect((await olena.ask("getAllRequests")).data.requests.length).toBe(1);
  await james.ask("text-request", { to: w.olena.id });
  await olena.next("text-request");
  await block(w.instance, w.olena.id, w.james.id);
  for (const client of [james, olena]) {
    expect(await client.next("request-timeout")).toEqual({ senderId: w.james.id });
  }
  expect((await olena.next("allRequests", ({ requests }) => requests.length === 0)).requests).toEqual([]);
  expect((await olena.ask("getAllRequests")).data.requests).toEqual([]);
  await block(w.instance, w.olena.id, w.james.id, false);
  expect((await olena.next("allRequests", ({ requests }) => requests.length > 0)).requests).toMatchObject([
    { req: { from: w.james.id, accepted: false } },
  ]);
});

Deno.test("a block on one instance ends the chat that another holds, and hides them there, too", async () => {
  await using w = await twoInstances();
  const [james, olena] = [await w.join(w.one, w.james), await w.join(w.two, w.olena)];
  await james.next("update-user-list", ({ users }) => users.length > 0);
  const id = await talk(james, w.james.id, olena, w.olena.id);
  await block(w.two, w.olena.id, w.james.id);
  expect(await james.next("chat-session-end")).toMatchObject({ id, refunded: 1 });
  await james.hearsGone(w.olena.id);
  expect([await onlineFor(james), await onlineFor(olena)]).toEqual([[], []]);
  expect((await james.ask("text-request", { to: w.olena.id })).data).toMatchObject({ code: "blocked" });
});

Deno.test("across a block nobody is told anything of the other, though they have talked; without it all is as it was", async () => {
  await using w = await world();
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  await talk(james, w.james.id, olena, w.olena.id);
  const told = async () => [
    (await james.ask("fetch-user-data", { uid: w.olena.id })).data.user?.userName ?? null,
    (await olena.ask("fetch-user-data", { uid: w.james.id })).data.user?.userName ?? null,
  ];
  expect(await told()).toEqual(["Olena", "James"]);
  await block(w.instance, w.olena.id, w.james.id);
  await james.next("update-user-list", ({ gone }) => gone.includes(w.olena.id));
  await olena.next("update-user-list", ({ gone }) => gone.includes(w.james.id));
  expect(await told()).toEqual([null, null]);
  await block(w.instance, w.olena.id, w.james.id, false);
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
  expect(await told()).toEqual(["Olena", "James"]);
});
