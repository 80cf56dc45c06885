/** Messages are shown once, also where news of them come late. */
import { expect } from "expect";
import { seenInstances } from "../../kv/chats/instances.ts";
import { keys } from "../../kv/store/keys.ts";
import { talk } from "./testing/server.ts";
import { twoInstances } from "./testing/world.ts";

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
  // A clock that jumps is no time that passed. Whatever is to happen by it happens at the next look.
  w.clock.advance({ minutes: 10 });
  await new Promise((resolve) => setTimeout(resolve, 100));
  const late = [
    { kind: "message", manId: w.james.id, ladyId: w.olena.id, seq: 2 },
    { kind: "frame", to: w.olena.id, event: "typing", data: { from: w.james.id, isTyping: true } },
  ];
  const ids = (await seenInstances(w.store)).map(({ id }) => id);
  for (const [to, from] of [[ids[0]!, ids[1]!], [ids[1]!, ids[0]!]] as const) {
    let seq = (await w.store.kv.get<number>(keys.chatRelayLastSeq(to, from))).value!;
    for (const news of late) await w.store.kv.set(keys.chatRelayMessages(to, from, ++seq), news);
    await w.store.kv.set(keys.chatRelayLastSeq(to, from), seq);
  }
  await olena.next("typing");
  // Whatever is read for it is read by then.
  for (let at = 0; at < 5; at++) await olena.ask("getChatHistory", { to: w.james.id });
  expect(olena.heard.filter(({ event }) => event === "NewMessage").map(({ data }) => data.message.seq)).toEqual([1, 2]);
});
