/** A person who comes back into a call in another page, or on another device, has the call only there. */
import { expect } from "expect";
import { startSession } from "../../../kv/accounts/signing_in/sessions.ts";
import { chatById } from "../../../kv/chats/chats.ts";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { answerTo, offer, ring, see, type TestClient } from "../testing/server.ts";
import { world } from "../testing/world.ts";

type World = Awaited<ReturnType<typeof world>>;

const fresh = { type: "offer", sdp: "v=0 from the phone", isFresh: true };
/** Waits until all that the clients have sent is answered and has had its effects. */
const settle = async (...clients: TestClient[]) => {
  for (const client of clients) await client.ask("latency-start", { startTimeLatency: 1 });
  await new Promise((resolve) => setTimeout(resolve, 30));
};

/** James, on his laptop, and Olena see each other; then he opens the site on his phone. */
async function callOnLaptop(w: World) {
  const { token } = await startSession(w.store, w.james.id, false);
  const [laptop, olena] = [await w.join(w.james, token), await w.join(w.olena)];
  const id = await ring(laptop, w.james.id, olena, w.olena.id);
  await see(id, laptop, olena);
  const phone = await w.join(w.james);
  const comesBack = async (client: TestClient, signal: object = fresh) => {
    await client.ask("video-signal", { to: w.olena.id, signal });
    await olena.next("video-signal", ({ signal: heard }) => JSON.stringify(heard) === JSON.stringify(signal));
  };
  return { token, laptop, phone, olena, id, comesBack };
}
/** How often a connection was told that another one of its person has the call. */
const timesTaken = (client: TestClient) =>
  client.heard.filter(({ event, data }) => event === "video-request-accept" && !data.answer).length;

Deno.test("a call that is taken over is over elsewhere, and its time stands still until the two see each other", async () => {
  await using w = await world();
  const { laptop, phone, olena, id, comesBack } = await callOnLaptop(w);
  w.clock.advance({ seconds: 20 });
  await settle(olena);
  await comesBack(phone);
  expect(await laptop.next("video-request-accept", ({ answer }) => !answer)).toEqual({ id, to: w.olena.id });
  expect(await olena.next("video-lost")).toMatchObject({ id, from: w.james.id });
  await olena.next("chat-open", ({ running }) => running === false);
  w.clock.advance({ seconds: 5 });
  // Now the phone sees her. The laptop is still open, but no longer has the call.
  expect((await phone.ask("video-connected", { chatID: id })).data.bothConnected).toBe(true);
  await olena.next("chat-open", ({ running }) => running === true);
  await settle(phone, olena);
  expect(await chatById(w.store, id)).toMatchObject({ servedMs: 20_000, resumedAt: w.clock.now });
  expect([timesTaken(phone), timesTaken(olena)]).toEqual([0, 1]);
  expect(olena.count("video-lost")).toBe(1);
  await phone.leave();
  await olena.next("video-lost");
});

Deno.test("who took a call over and does not see the other ends it after twenty seconds", async () => {
  await using w = await world();
  const { phone, olena, id, comesBack } = await callOnLaptop(w);
  await comesBack(phone);
  await olena.next("video-lost");
  await settle(olena);
  w.clock.advance({ seconds: 21 });
  expect(await olena.next("chat-session-end")).toMatchObject({ id, error: { code: "video_lost" } });
  expect(await balanceOf(w.store, w.james.id)).toBe(200);
});

Deno.test("a device that was away hears of it when it is back, and what it says of its path is nothing", async () => {
  await using w = await world();
  const { token, laptop, phone, olena, id, comesBack } = await callOnLaptop(w);
  await laptop.leave();
  await olena.next("video-lost");
  await comesBack(phone);
  await phone.ask("video-connected", { chatID: id });
  await settle(olena);
  const back = await w.join(w.james, token);
  expect(await back.next("video-request-accept")).toEqual({ id, to: w.olena.id });
  for (const event of ["video-connected", "video-lost"] as const) {
    expect((await back.ask(event, { chatID: id })).event).toBe(event);
  }
  await settle(phone, olena);
  // The one `video-lost` that each has heard told that the laptop left.
  expect([phone.count("video-lost"), olena.count("video-lost")]).toEqual([1, 1]);
  // The laptop can still end the call.
  expect((await back.ask("stop-text-chat", { targetId: w.olena.id })).data).toMatchObject({ id });
});

Deno.test("a page that comes back by a new connection is no other device, nor is one that never had the call", async () => {
  await using w = await world();
  const { token, laptop, olena, id, comesBack } = await callOnLaptop(w);
  await comesBack(laptop);
  await laptop.ask("video-connected", { chatID: id });
  const newLine = await w.join(w.james, token);
  await settle(newLine, olena);
  expect(timesTaken(newLine)).toBe(0);
  await newLine.ask("video-lost", { chatID: id });
  await olena.next("video-lost", ({ from }) => from === w.james.id);
});

Deno.test("the next call of the same chat is on whatever device it is made", async () => {
  await using w = await world();
  const { laptop, phone, olena, id, comesBack } = await callOnLaptop(w);
  await comesBack(phone);
  await phone.ask("video-connected", { chatID: id });
  await phone.ask("video-end", { chatID: id });
  await laptop.ask("video-request", { to: w.olena.id, offer });
  expect((await olena.ask("video-request-accept", { to: w.james.id, answer: answerTo })).data.id).toBe(id);
  await laptop.ask("video-connected", { chatID: id });
  expect((await olena.ask("video-connected", { chatID: id })).data.bothConnected).toBe(true);
});

Deno.test("who signals otherwise takes nothing over, and strangers take nothing", async () => {
  await using w = await world();
  const { laptop, phone, olena, id, comesBack } = await callOnLaptop(w);
  await comesBack(phone, { type: "offer", sdp: "v=0", turn: 1 });
  const wei = await w.join(w.wei);
  expect((await wei.ask("video-signal", { to: w.olena.id, signal: fresh })).data.code).toBe("chat_not_open");
  await settle(laptop, olena);
  expect([timesTaken(laptop), olena.count("video-lost")]).toEqual([0, 0]);
  expect(await chatById(w.store, id)).toMatchObject({ kind: "video", state: "open" });
});
