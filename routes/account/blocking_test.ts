/** A block ends the chat of the two, though the process where it was made died, or got no answer, before it could. */
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
