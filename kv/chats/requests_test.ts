import { expect } from "expect";
import { audit } from "../records/audit.ts";
import { openChat } from "../testing/chats.ts";
import { createPeople, type TestStore, testStore } from "../testing/store.ts";
import { startChat } from "./chats.ts";
import { answerInvitation, invite, withdrawInvitation } from "./invitations.ts";
import { answerRequest, requestConversation, requestsTo } from "./requests.ts";
import { changeChatSettings, chatSettingsOf, relayOnlyOf } from "./settings.ts";

async function world(store: TestStore) {
  const people = await createPeople(store);
  return { ...people, pair: { manId: people.james.id, ladyId: people.olena.id } };
}

Deno.test("a conversation is asked for once, and accepted for a minute", async () => {
  using store = await testStore();
  const { james, olena, pair } = await world(store);
  const ask = async (askerId: number) => (await requestConversation(store, pair, askerId)).outcome;
  expect(await ask(james.id)).toBe("new");
  expect(await ask(james.id)).toBe("exists");
  expect(await ask(olena.id)).toBe("need_accept");
  expect(await answerRequest(store, pair, james.id, true)).toMatchObject({ reason: "request_over" });
  expect((await requestsTo(store, olena.id, false)).map(({ askerId, state }) => [askerId, state])).toEqual([
    [james.id, "waiting"],
  ]);
  expect(await answerRequest(store, pair, olena.id, true)).toMatchObject({ ok: true, isRepeat: false });
  expect(await answerRequest(store, pair, olena.id, true)).toMatchObject({ ok: true, isRepeat: true });
  expect(await ask(olena.id)).toBe("exists_accepted");
  store.clock.advance({ seconds: 61 });
  expect(await ask(olena.id)).toBe("new");
  expect(await requestsTo(store, olena.id, false)).toEqual([]);
  expect((await requestsTo(store, james.id, true)).length).toBe(1);
  expect(await answerRequest(store, pair, james.id, false)).toMatchObject({ ok: true });
  expect(await requestsTo(store, james.id, true)).toEqual([]);
  expect(await answerRequest(store, pair, james.id, true)).toMatchObject({ reason: "request_over" });
  expect(await audit(store)).toEqual([]);
});

Deno.test("what was agreed to and then declined lets nobody begin a chat", async () => {
  using store = await testStore();
  const { james, olena, pair } = await world(store);
  await requestConversation(store, pair, james.id);
  await answerRequest(store, pair, olena.id, true);
  await answerRequest(store, pair, olena.id, false);
  expect(await startChat(store, pair, { starterId: james.id, kind: "text", instanceId: "here" })).toMatchObject({
    reason: "chat_not_accepted",
  });
});

Deno.test("an invitation waits a minute for its answer", async () => {
  using store = await testStore();
  const { james, wei, olena, daria, pair } = await world(store);
  const ask = () => invite(store, pair, james.id, olena.id, "text");
  const answer = (accepts: boolean, answererId = olena.id) =>
    answerInvitation(store, pair, { askerId: james.id, answererId, kind: "text", accepts });
  expect(await answer(true)).toMatchObject({ reason: "request_over" });
  expect(await ask()).toMatchObject({ outcome: "sent" });
  expect(await ask()).toEqual({ ok: true, outcome: "already", toId: olena.id });
  const toDaria = { manId: james.id, ladyId: daria.id };
  expect(await invite(store, toDaria, james.id, daria.id, "text")).toMatchObject({
    outcome: "already",
    toId: olena.id,
  });
  store.clock.advance({ seconds: 60 });
  expect(await answer(true)).toMatchObject({ reason: "request_over" });
  expect(await ask()).toMatchObject({ outcome: "sent" });
  expect(await answer(true, wei.id)).toMatchObject({ reason: "request_over" });
  expect(await answer(true)).toMatchObject({ ok: true });
  expect(await answer(false)).toMatchObject({ reason: "request_over" });
  expect(await startChat(store, pair, { starterId: james.id, kind: "text", instanceId: "here" })).toMatchObject({
    ok: true,
  });
});

Deno.test("two who invite each other have agreed, also at the same moment", async () => {
  using store = await testStore();
  const { james, olena, pair } = await world(store);
  const outcomes = await Promise.all([
    invite(store, pair, james.id, olena.id, "text"),
    invite(store, pair, olena.id, james.id, "text"),
  ]);
  expect(outcomes.map((each) => each.ok && each.outcome).sort()).toEqual(["agreed", "sent"]);
  expect(await startChat(store, pair, { starterId: olena.id, kind: "text", instanceId: "here" })).toMatchObject({
    ok: true,
  });
  expect(await withdrawInvitation(store, james.id)).toBe(null);
});

Deno.test("who is in a chat invites nobody, and is busy for others", async () => {
  using store = await testStore();
  const { james, wei, olena, daria, pair } = await world(store);
  const toWei = { manId: wei.id, ladyId: olena.id };
  const waiting = { manId: james.id, ladyId: daria.id };
  await invite(store, waiting, daria.id, james.id, "text");
  await openChat(store, pair);
  expect(await invite(store, waiting, james.id, daria.id, "text")).toMatchObject({ reason: "chat_busy" });
  expect(await invite(store, toWei, wei.id, olena.id, "text")).toEqual({ ok: true, outcome: "busy" });
  const answer = { askerId: daria.id, answererId: james.id, kind: "text" as const, accepts: true };
  expect(await answerInvitation(store, waiting, answer)).toMatchObject({ reason: "chat_busy" });
});

Deno.test("a withdrawn invitation is over, and one that was replaced is not withdrawn by its old name", async () => {
  using store = await testStore();
  const { james, olena, pair } = await world(store);
  const first = await invite(store, pair, james.id, olena.id, "text");
  if (!first.ok || first.outcome !== "sent") throw new Error();
  expect(await withdrawInvitation(store, james.id, { id: "other" })).toBe(null);
  expect(await withdrawInvitation(store, james.id, { id: first.invitation.id })).toMatchObject({ toId: olena.id });
  const answer = { askerId: james.id, answererId: olena.id, kind: "text" as const, accepts: true };
  expect(await answerInvitation(store, pair, answer)).toMatchObject({ reason: "request_over" });
});

Deno.test("everybody takes invitations until they say otherwise", async () => {
  using store = await testStore();
  const { olena } = await world(store);
  expect(await chatSettingsOf(store, olena.id)).toEqual({ allowChat: true, allowVideoChat: true });
  await changeChatSettings(store, olena.id, { allowVideoChat: false });
  expect(await chatSettingsOf(store, olena.id)).toEqual({ allowChat: true, allowVideoChat: false });
});

Deno.test("a lady's calls go through a relay alone until she says otherwise, a man's when he says so", async () => {
  using store = await testStore();
  const { james, olena } = await world(store);
  const both = async () => [await relayOnlyOf(store, james), await relayOnlyOf(store, olena)];
  expect(await both()).toEqual([false, true]);
  await changeChatSettings(store, olena.id, { relayOnly: false });
  await changeChatSettings(store, james.id, { relayOnly: true });
  expect(await both()).toEqual([true, false]);
});
