/** The chat hears of each block, and of its end, though the process where it was made died, or got no answer, before that. */
import { expect } from "expect";
import { chatOfPerson } from "../../kv/chats/chats.ts";
import { setBlocked } from "../../kv/safety/blocks.ts";
import { createChat } from "../../kv/testing/chats.ts";
import { giveCredits } from "../../kv/testing/store.ts";
import { openChat } from "../live/chat_socket.ts";
import { testApp } from "../testing/site.ts";

Deno.test("a block that nobody told the chat of ends it all the same, unless it was taken back by then", async () => {
  await using site = await testApp();
  const { store } = site;
  const [james, olena] = [await site.addMan(), await site.addLady()];
  const pair = { manId: james.id, ladyId: olena.id };
  const isTalking = async () => await chatOfPerson(store, james.id) !== null;
  await giveCredits(store, james.id, 10);
  await openChat(site.deps);
  await createChat(store, pair);
  await setBlocked(store, olena.id, james.id, true);
  await setBlocked(store, olena.id, james.id, false);
  await site.runJobs();
  expect(await isTalking()).toBe(true);
  await setBlocked(store, olena.id, james.id, true);
  await site.runJobs();
  expect(await isTalking()).toBe(false);
});

Deno.test("a block that was taken back, which nobody told the chat of, is told to both, unless it holds again by then", async () => {
  await using site = await testApp();
  const { store } = site;
  const [james, olena] = [await site.addMan(), await site.addLady()];
  const chat = await openChat(site.deps);
  const told: unknown[] = [];
  const changed = chat.blockChanged.bind(chat);
  chat.blockChanged = (...what) => changed(...what).finally(() => told.push(what));
  await setBlocked(store, olena.id, james.id, true);
  await site.runJobs();
  await setBlocked(store, olena.id, james.id, false);
  await site.runJobs();
  expect(told).toEqual([[olena.id, james.id, true], [olena.id, james.id, false]]);
  await setBlocked(store, olena.id, james.id, true);
  await setBlocked(store, olena.id, james.id, false);
  await setBlocked(store, olena.id, james.id, true);
  told.splice(0);
  await site.runJobs();
  expect(new Set(told.map(String))).toEqual(new Set([`${olena.id},${james.id},true`]));
});
