/** What becomes of a person's other invitations and agreements while she or he is in a chat. */
import { expect } from "expect";
import { answerTo, offer, talk, type TestClient } from "../testing/server.ts";
import { world } from "../testing/world.ts";

/** The lady asks, the man accepts and pays: their chat is open. */
async function talkAsAsked(lady: TestClient, ladyId: number, man: TestClient, manId: number): Promise<string> {
  await lady.ask("text-request", { to: manId });
  await man.ask("text-request-answer", { to: ladyId, ev: "accept" });
  const { data: { id } } = await man.ask("do-start-chat-session", { targetID: ladyId });
  await man.ask("do-reserve-chat-time", { chatID: id, minutes: 1 });
  return id;
}

Deno.test("who takes back what was agreed on while in a chat with somebody else ends that chat on no page", async () => {
  await using w = await world();
  const [james, second, olena] = [await w.join(w.james), await w.join(w.james), await w.join(w.olena)];
  const daria = await w.join(w.daria);
  await james.ask("text-request", { to: w.olena.id });
  await olena.ask("text-request-answer", { to: w.james.id, ev: "accept" });
  const id = await talk(james, w.james.id, daria, w.daria.id);
  const taken = await james.ask("stop-text-chat", { targetId: w.olena.id });
  expect(taken).toMatchObject({ event: "chat-session-end", data: { id: "" } });
  expect(await olena.next("stop-text-chat")).toEqual({ targetId: w.olena.id, myId: w.james.id });
  await james.ask("stop-text-chat", { targetId: w.daria.id });
  expect(await second.next("chat-session-end")).toMatchObject({ id });
});

Deno.test("whose chat begins asks nobody else any more: who was asked hears so, and cannot draw him into another chat", async () => {
  await using w = await world();
  const [james, olena, daria] = [await w.join(w.james), await w.join(w.olena), await w.join(w.daria)];
  await james.ask("text-request", { to: w.olena.id });
  await olena.next("text-request");
  await talkAsAsked(daria, w.daria.id, james, w.james.id);
  expect(await olena.next("request-timeout")).toEqual({ senderId: w.james.id });
  await james.ask("stop-text-chat", { targetId: w.daria.id });
  const accepted = await olena.ask("text-request-answer", { to: w.james.id, ev: "accept" });
  expect(accepted.data).toMatchObject({ code: "request_over" });
});

Deno.test("a call that rings elsewhere stops ringing when its asker's chat, or other call, begins", async () => {
  await using w = await world();
  const [james, olena, daria] = [await w.join(w.james), await w.join(w.olena), await w.join(w.daria)];
  await james.ask("video-request", { to: w.olena.id, offer });
  await olena.next("video-request");
  await daria.ask("video-request", { to: w.james.id, offer });
  await james.ask("video-request-accept", { to: w.daria.id, answer: answerTo });
  expect(await olena.next("request-timeout")).toEqual({ senderId: w.james.id });
  expect(await james.next("request-timeout")).toEqual({ senderId: w.james.id });
});

Deno.test("who asks for a call within the chat that begins is not silenced by it", async () => {
  await using w = await world();
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  await james.ask("text-request", { to: w.olena.id });
  await olena.ask("video-request", { to: w.james.id, offer });
  await olena.ask("text-request-answer", { to: w.james.id, ev: "accept" });
  const { data: { id } } = await james.ask("do-start-chat-session", { targetID: w.olena.id });
  await james.ask("do-reserve-chat-time", { chatID: id, minutes: 1 });
  expect(await james.ask("video-request-accept", { to: w.olena.id, answer: answerTo }))
    .toMatchObject({ event: "video-request-accept", data: { id } });
});
