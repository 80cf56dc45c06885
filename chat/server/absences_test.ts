/** Absences in text chats between real sockets: his are free up to a bound, hers without one. */
import { expect } from "expect";
import { type Chat, chatById } from "../../kv/chats/chats.ts";
import { balanceOf } from "../../kv/credits/ledger/ledger.ts";
import { until } from "../../tests/patience.ts";
import { talk, type TestClient } from "./testing/server.ts";
import { twoInstances, world } from "./testing/world.ts";

type World = Awaited<ReturnType<typeof world>>;
type Name = "james" | "olena";

/** Waits until all that the clients have sent is answered, and the looks at the clock have had their effects. */
const settle = async (...clients: TestClient[]) => {
  for (const client of clients) await client.ask("latency-start", { startTimeLatency: 1 });
  await new Promise((resolve) => setTimeout(resolve, 30));
};

/** James and Olena in a chat, which these leave and come back to; what the other writes meanwhile arrives. */
async function talking(w: World) {
  const tabs: Record<Name, TestClient> = { james: await w.join(w.james), olena: await w.join(w.olena) };
  const id = await talk(tabs.james, w.james.id, tabs.olena, w.olena.id);
  let said = 0;
  const chat = async () => await chatById(w.store, id) as Chat;
  const leave = async (...names: Name[]) => {
    for (const name of names) await tabs[name].leave();
    await until(() => w.instance.chat.counters.connections === 2 - names.length, "the leave");
    await until(async () => (await chat()).resumedAt === null, "the pause");
  };
  const comeBack = async (...names: Name[]) => {
    for (const name of names) tabs[name] = await w.join(w[name]);
    await until(async () => (await chat()).resumedAt !== null || (await chat()).state === "ended", "the return");
  };
  const say = async (name: Name) => {
    const to = w[name === "james" ? "olena" : "james"].id;
    return (await tabs[name].ask("ChatNewMessage", { to, message: "!", clientId: `c${said++}` })).event;
  };
  const pass = async (seconds: number) => {
    w.clock.advance({ seconds });
    await settle(...Object.values(tabs).filter(({ isOpen }) => isOpen));
  };
  return { tabs, id, chat, leave, comeBack, say, pass };
}

Deno.test("nobody chats for nothing by dropping the connection after each message", async () => {
  await using w = await world();
  const { tabs, chat, leave, comeBack, say, pass } = await talking(w);
  let rounds = 0;
  for (; rounds < 20 && (await chat()).state === "open"; rounds++) {
    await say("james");
    await pass(1);
    await leave("james");
    await say("olena");
    await pass(8);
    await comeBack("james");
  }
  expect(rounds).toBe(8);
  expect(await tabs.olena.next("stop-text-chat")).toEqual({ targetId: w.olena.id, myId: w.james.id });
  expect(await chat()).toMatchObject({ endedBy: "man", endedReason: "left", charges: "t" });
  expect(await balanceOf(w.store, w.james.id)).toBe(199);
});

Deno.test("a man on a bad line keeps his chat, and no break of it costs anything", async () => {
  await using w = await world();
  const { tabs, id, chat, leave, comeBack, pass } = await talking(w);
  for (let round = 0; round < 12; round++) {
    for (let seconds = 0; seconds < 45; seconds += 5) {
      await pass(5);
      await tabs.james.ask("do-reserve-chat-time", { chatID: id, minutes: 1 });
    }
    await leave("james");
    await pass(9);
    await comeBack("james");
  }
  expect(await chat()).toMatchObject({ state: "open", servedMs: 12 * 45_000, charges: "t".repeat(10) });
});

Deno.test("her absences end nothing, however many they are, and his beside hers do not count", async () => {
  for (const names of [["olena"], ["olena", "james"]] as Name[][]) {
    await using w = await world();
    const { chat, leave, comeBack, pass } = await talking(w);
    for (let round = 0; round < 12; round++) {
      await pass(1);
      await leave(...names);
      await pass(9);
      await comeBack(...names);
    }
    expect(await chat()).toMatchObject({ state: "open", servedMs: 12_000 });
  }
});

Deno.test("another page of his is no absence", async () => {
  await using w = await world();
  const { tabs, chat, pass } = await talking(w);
  const second = await w.join(w.james);
  await tabs.james.leave();
  await until(() => w.instance.chat.counters.connections === 2, "the leave");
  await pass(50);
  expect(await chat()).toMatchObject({ state: "open", charges: "t" });
  expect((await second.ask("do-reserve-chat-time", { chatID: (await chat()).id, minutes: 1 })).data.minutes).toBe(2);
});

Deno.test("absences are added up whichever instance the man comes back to", async () => {
  await using w = await twoInstances(6000, { lingerMs: 0 });
  const james = await w.join(w.one, w.james);
  const olena = await w.join(w.one, w.olena);
  const id = await talk(james, w.james.id, olena, w.olena.id);
  await james.leave();
  const chat = async () => await chatById(w.store, id) as Chat;
  for (let round = 0; round < 20 && (await chat()).state === "open"; round++) {
    await until(async () => (await chat()).resumedAt === null, "the pause");
    w.clock.advance({ seconds: 8 });
    await settle(olena);
    const back = await w.join(w.two, w.james);
    await until(async () => (await chat()).resumedAt !== null || (await chat()).state === "ended", "the return");
    await back.leave();
  }
  expect(await chat()).toMatchObject({ endedBy: "man", endedReason: "left", servedMs: 0 });
});
