/** What is charged where a call is lost, by who says so and who contradicts, between real sockets. */
import { expect } from "expect";
import { chatById } from "../../../kv/chats/chats.ts";
import { conversationOf } from "../../../kv/chats/conversations.ts";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { ring, see, talk, type TestClient } from "../testing/server.ts";
import { twoInstances, world } from "../testing/world.ts";

type World = Awaited<ReturnType<typeof world>>;

/** Waits until all that the clients have sent is answered and has had its effects. */
const settle = async (...clients: TestClient[]) => {
  for (const client of clients) await client.ask("latency-start", { startTimeLatency: 1 });
  await new Promise((resolve) => setTimeout(resolve, 30));
};

const join = async (w: World) => ({ james: await w.join(w.james), olena: await w.join(w.olena) });

/** James and Olena, who see each other in a call, after text for `textSeconds` if that is not 0. */
async function calling(w: World, textSeconds = 0, tabs?: Awaited<ReturnType<typeof join>>) {
  const { james, olena } = tabs ?? await join(w);
  if (textSeconds > 0) await talk(james, w.james.id, olena, w.olena.id);
  w.clock.advance({ seconds: textSeconds });
  const id = await ring(james, w.james.id, olena, w.olena.id);
  await see(id, james, olena);
  const pass = async (seconds: number) => {
    w.clock.advance({ seconds });
    await settle(...[james, olena].filter(({ isOpen }) => isOpen));
  };
  return { james, olena, id, chatID: id, pass };
}
const balance = (w: World) => balanceOf(w.store, w.james.id);

Deno.test("the text before a call that is lost at once is paid, and the history gives each minute back once", async () => {
  await using w = await world();
  const { james, olena, id, chatID, pass } = await calling(w, 48);
  await pass(25);
  for (const client of [james, olena]) await client.ask("video-lost", { chatID });
  await pass(21);
  expect(await james.next("chat-session-end")).toMatchObject({ id, minutes: 3, kept: 1, cost: 7, refunded: 6 });
  expect(await olena.next("chat-session-end")).toMatchObject({ id, kept: 1, cost: 0, refunded: 0 });
  expect(await balance(w)).toBe(199);
  expect(await chatById(w.store, id)).toMatchObject({ charges: "TVt", endedBy: "server", endedReason: "lost" });
});

/** A call that he says is lost, while her page says each time that it still sees him; returns it and how long it took. */
async function contradicted(w: World, tabs: Awaited<ReturnType<typeof join>>, seenSeconds: number) {
  const { james, olena, id, chatID, pass } = await calling(w, 0, tabs);
  await pass(seenSeconds);
  await james.ask("video-lost", { chatID });
  await olena.next("video-lost");
  await pass(8);
  // Her page looks again when his says so, and contradicts.
  expect((await olena.ask("video-connected", { chatID })).data).toEqual({ id, bothConnected: false });
  await pass(13);
  for (const client of [james, olena]) {
    expect(await client.next("chat-session-end")).toMatchObject({ id, error: { code: "video_lost" } });
    expect(client.count("stop-text-chat")).toBe(0);
  }
  return { chat: (await chatById(w.store, id))!, seconds: seenSeconds + 8 + 13 };
}

Deno.test("who saw a second of her, and then nothing, pays nothing, whatever her page says", async () => {
  await using w = await world();
  const tabs = await join(w);
  const { chat } = await contradicted(w, tabs, 1);
  expect(chat).toMatchObject({ endedBy: "server", endedReason: "lost", servedMs: 1000, refundedCredits: 5 });
  // It is nothing of which he is warned: the next one is given back as well.
  expect((await contradicted(w, tabs, 1)).chat).toMatchObject({ endedBy: "server", refundedCredits: 5 });
  expect(await balance(w)).toBe(200);
});

Deno.test("who loses her again and again, while she still sees him, has a minute and a fifth of a call for nothing a day", async () => {
  await using w = await world();
  const tabs = await join(w);
  let freeSeconds = 0;
  for (let times = 0; times < 6; times++) {
    const { chat, seconds } = await contradicted(w, tabs, 25);
    if (chat.refundedCredits > 0) freeSeconds += seconds;
    else expect(chat).toMatchObject({ endedBy: "man", servedMs: 25_000 });
  }
  expect(freeSeconds).toBeGreaterThan(0);
  expect(freeSeconds).toBeLessThanOrEqual(60 + 25 / 5);
  expect(await balance(w)).toBe(200 - 5 * 5);
});

Deno.test("whoever uses up what there is for losses, and is never missed by the other, pays for what was seen", async () => {
  for (const isMissed of [false, true]) {
    await using w = await world();
    const { james, olena, id, chatID, pass } = await calling(w);
    for (let loss = 0; loss < 3; loss++) {
      await pass(2);
      await james.ask("video-lost", { chatID });
      await pass(18);
      for (const event of loss === 0 && isMissed ? ["video-lost", "video-connected"] as const : []) {
        await olena.ask(event, { chatID });
      }
      await james.ask("video-connected", { chatID });
      await settle(james, olena);
    }
    await pass(20);
    await james.ask("video-lost", { chatID });
    await pass(15);
    expect(await james.next("chat-session-end")).toMatchObject({ id, refunded: isMissed ? 5 : 0 });
    expect(await balance(w)).toBe(isMissed ? 200 : 195);
  }
});

Deno.test("a call goes back that she lost as well, however late she says so, or of which she says nothing", async () => {
  for (const hers of ["late", "late after all", "found again", "silent", "earlier", "gone"] as const) {
    await using w = await world();
    const tabs = await join(w);
    // So that he would not be believed if the loss counted as one that she contradicts.
    await contradicted(w, tabs, 25);
    const { james, olena, id, chatID, pass } = await calling(w, 0, tabs);
    if (hers === "earlier") {
      // He lost her for a moment; she did not notice.
      await james.ask("video-lost", { chatID });
      await olena.ask("video-connected", { chatID });
      await james.ask("video-connected", { chatID });
    }
    await pass(25);
    await james.ask("video-lost", { chatID });
    if (hers === "found again") {
      // Hers is lost a moment later; then it seems good to her, which she says more than once, and nothing comes to him.
      await pass(2);
      await olena.ask("video-lost", { chatID });
      await pass(4);
      for (let times = 0; times < 2; times++) await olena.ask("video-connected", { chatID });
    }
    await pass(8);
    if (hers === "late after all") await olena.ask("video-connected", { chatID });
    await pass(10);
    if (hers.startsWith("late")) await olena.ask("video-lost", { chatID });
    if (hers === "gone") await olena.leave();
    await pass(3);
    expect(await james.next("chat-session-end")).toMatchObject({ id, refunded: 5 });
    expect([hers, await balance(w)]).toEqual([hers, 200]);
  }
});

Deno.test("a loss that she alone reports is never his", async () => {
  await using w = await world();
  const { james, olena, id, chatID, pass } = await calling(w);
  await pass(25);
  await olena.ask("video-lost", { chatID });
  await james.ask("video-connected", { chatID });
  await pass(21);
  expect(await james.next("chat-session-end")).toMatchObject({ id, refunded: 5 });
  expect(await balance(w)).toBe(200);
});

Deno.test("her contradiction counts from another instance as well", async () => {
  await using w = await twoInstances();
  const [james, olena] = [await w.join(w.one, w.james), await w.join(w.two, w.olena)];
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
  const chatID = await ring(james, w.james.id, olena, w.olena.id);
  await see(chatID, james, olena);
  // Whichever of the two holds the call.
  w.clock.advance({ seconds: 20 });
  await james.ask("video-lost", { chatID });
  await olena.next("video-lost");
  await olena.ask("video-connected", { chatID });
  await w.join(w.two, w.daria);
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.daria.id));
  w.clock.advance({ seconds: 21 });
  for (const client of [james, olena]) expect(await client.next("chat-session-end")).toMatchObject({ id: chatID });
  const conversation = (await conversationOf(w.store, { manId: w.james.id, ladyId: w.olena.id })).value;
  expect(conversation?.freeTime?.ms).toBeGreaterThanOrEqual(40_000);
});
