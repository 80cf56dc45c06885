/** Whenever messages are read again, they come with the length and the cost of the chats in which they were written. */
import { expect } from "expect";
import { ring, see, talk } from "../testing/server.ts";
import { world } from "../testing/world.ts";

Deno.test("a page of messages names the chats in it, with what each cost, and to a lady without", async () => {
  await using w = await world();
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  const beganAt = w.store.now();
  const first = await talk(james, w.james.id, olena, w.olena.id);
  for (const clientId of ["1", "2"]) await james.ask("ChatNewMessage", { to: w.olena.id, message: "a", clientId });
  w.clock.advance({ seconds: 20 });
  await olena.ask("stop-text-chat", { targetId: w.james.id });
  w.clock.advance({ seconds: 5 });
  const second = await talk(james, w.james.id, olena, w.olena.id);
  await olena.ask("ChatNewMessage", { to: w.james.id, message: "b", clientId: "3" });

  const past = {
    id: first,
    video: false,
    turns: [],
    beganAt,
    endedAt: beganAt + 20_000,
    afterSeq: 0,
    untilSeq: 2,
    minutes: 1,
  };
  const now = {
    id: second,
    video: false,
    turns: [],
    beganAt: beganAt + 25_000,
    endedAt: null,
    afterSeq: 2,
    untilSeq: 3,
    minutes: 1,
  };
  const his = async (wanted: object) => (await james.ask("getChatHistory", { to: w.olena.id, ...wanted })).data.chats;
  expect(await his({})).toEqual([{ ...past, kept: 0, cost: 1, refunded: 1 }, {
    ...now,
    kept: 1,
    cost: 1,
    refunded: 0,
  }]);
  expect(await his({ beforeSeq: 2 })).toEqual([{ ...past, kept: 0, cost: 1, refunded: 1 }]);
  expect(await his({ afterSeq: 2 })).toEqual([{ ...now, kept: 1, cost: 1, refunded: 0 }]);
  expect(await his({ afterSeq: 0, limit: 1 })).toEqual([{ ...past, kept: 0, cost: 1, refunded: 1 }]);
  const hers = (await olena.ask("getChatHistory", { to: w.james.id })).data.chats;
  expect(hers).toEqual([{ ...past, kept: 0, cost: 0, refunded: 0 }, { ...now, kept: 1, cost: 0, refunded: 0 }]);
  expect((await james.ask("getChatHistory", { to: w.daria.id })).data.chats).toEqual([]);
});

Deno.test("a chat that became a call and text again is named with each turn and the message before it", async () => {
  await using w = await world();
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  const beganAt = w.store.now();
  const id = await talk(james, w.james.id, olena, w.olena.id);
  const write = (clientId: string) => james.ask("ChatNewMessage", { to: w.olena.id, message: "a", clientId });
  await write("1");
  w.clock.advance({ seconds: 10 });
  await ring(james, w.james.id, olena, w.olena.id);
  await see(id, james, olena);
  await write("2");
  w.clock.advance({ seconds: 10 });
  await james.ask("video-end", { chatID: id });
  w.clock.advance({ seconds: 10 });
  await ring(james, w.james.id, olena, w.olena.id);
  const turns = [
    { video: true, at: beganAt + 10_000, afterSeq: 1 },
    { video: false, at: beganAt + 20_000, afterSeq: 2 },
    { video: true, at: beganAt + 30_000, afterSeq: 2 },
  ];
  for (const [client, otherId] of [[james, w.olena.id], [olena, w.james.id]] as const) {
    const { chats } = (await client.ask("getChatHistory", { to: otherId })).data;
    expect(chats).toMatchObject([{ id, video: true, beganAt, turns }]);
  }
});
