/** Between three instances news may overtake each other: whoever listens hears every message all the same, in its order. */
import { expect } from "expect";
import { waitingOf } from "../../kv/chats/invitations.ts";
import { messageAt } from "../../kv/chats/messages.ts";
import { talk, type TestClient } from "./testing/server.ts";
import { distantInstances } from "./testing/world.ts";

/** In the order in which they are first heard: an author may hear of a message by the others' news before its answer. */
const numbers = (client: TestClient): number[] => [
  ...new Set(client.heard.filter(({ event }) => event === "NewMessage").map(({ data }) => data.message.seq)),
];

for (const when of ["before", "amid"] as const) {
  Deno.test(`a tab at a third instance, opened ${when} the chat, hears what was written first also where the news of it comes last`, async () => {
    await using w = await distantInstances();
    const third = await w.another("instance-2");
    const [james, olena] = [await w.join(w.one, w.james), await w.join(w.two, w.olena)];
    await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
    const early = when === "before" ? await w.join(third, w.james) : null;
    await talk(james, w.james.id, olena, w.olena.id);
    const second = early ?? await w.join(third, w.james);
    await second.next("chat-open");
    // It is written, and his instance is cut off before it tells the others.
    w.wayOne.cutAfter = async () =>
      await messageAt(w.store, { manId: w.james.id, ladyId: w.olena.id, seq: 1 }) !== null;
    james.say("ChatNewMessage", { to: w.olena.id, message: "first", clientId: "j1" });
    await james.until(() => w.wayOne.waiting > 0, "the cut");
    await olena.ask("ChatNewMessage", { to: w.james.id, message: "second", clientId: "o1" });
    await second.next("NewMessage", ({ message }) => message.seq === 2);
    w.wayOne.mend();
    await james.next("NewMessage", ({ message }) => message.seq === 2);
    expect([numbers(second), numbers(james), numbers(olena)]).toEqual([[1, 2], [1, 2], [1, 2]]);
  });
}

Deno.test("a question whose news comes after its answer rings nowhere any more", async () => {
  await using w = await distantInstances();
  const third = await w.another("instance-2");
  const [james, herOther] = [await w.join(w.one, w.james), await w.join(third, w.olena)];
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
  // She is asked, and his instance is cut off before it tells the others.
  w.wayOne.cutAfter = async () => await waitingOf(w.store, w.james.id) !== null;
  james.say("text-request", { to: w.olena.id });
  await james.until(() => w.wayOne.waiting > 0, "the cut");
  const olena = await w.join(w.two, w.olena);
  await olena.next("text-request");
  await olena.ask("text-request-answer", { to: w.james.id, ev: "decline", status: false });
  await herOther.next("text-request-answer");
  w.wayOne.mend();
  await james.next("text-request-answer");
  // What is told after it is heard after it.
  await james.ask("conversation-request", { to: w.olena.id });
  await herOther.next("allRequests");
  expect([olena.count("text-request"), herOther.count("text-request")]).toEqual([1, 0]);
});
