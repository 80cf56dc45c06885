/** Calls between real sockets: invitations, answers and refusals, both asking at once, and what it costs to begin. */
import { expect } from "expect";
import { chatById } from "../../../kv/chats/chats.ts";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { setSpendingLimit } from "../../../kv/credits/ledger/spending_limit.ts";
import { createMan, withAtomics } from "../../../kv/testing/store.ts";
import { setBlocked } from "../../../kv/safety/blocks.ts";
import { keys } from "../../../kv/store/keys.ts";
import { answerTo, offer, ring, see, talk, type TestClient, testInstance } from "../testing/server.ts";
import { world } from "../testing/world.ts";

const order = (client: TestClient, ...events: string[]) =>
  client.heard.map(({ event }) => event).filter((event) => events.includes(event));

Deno.test("a call: asked, accepted, paid before the answer is told, seen by both, ended", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  const asked = await james.ask("video-request", { to: w.olena.id, offer });
  const { requestId } = asked.data;
  expect(asked).toMatchObject({
    event: "video-request-sent",
    data: { to: w.olena.id, requestId: expect.any(String) },
  });
  expect(await olena.next("video-request")).toMatchObject({
    from: { userId: w.james.id, userName: "James" },
    offer,
    requestId,
  });
  expect(await balanceOf(w.store, w.james.id)).toBe(200);
  const accepted = await olena.ask("video-request-accept", { to: w.james.id, answer: answerTo });
  const { id } = accepted.data;
  expect(accepted).toMatchObject({ event: "video-request-accept", data: { id: expect.any(String), to: w.james.id } });
  expect(await james.next("video-request-accept")).toEqual({
    id,
    from: w.olena.id,
    answer: answerTo,
    requestId,
  });
  expect(await balanceOf(w.store, w.james.id)).toBe(195);
  const told = ["chat-session-create", "reserve-time-done", "chat-open", "video-request-accept"];
  expect(order(james, ...told)).toEqual(told);
  expect(order(olena, ...told)).toEqual(told.filter((event) => event !== "reserve-time-done"));
  const created = james.heard.find(({ event }) => event === "chat-session-create");
  expect(created?.data).toEqual({ id, error: null, partnerId: w.olena.id, video: true, iceServers: [] });
  const open = olena.heard.find(({ event }) => event === "chat-open");
  expect(open?.data).toMatchObject({ id, video: true, running: false, partnerId: w.james.id });

  // A client that asks for what the server has already done gets the same answer, and nothing is charged.
  expect((await james.ask("do-start-chat-session", { targetID: w.olena.id, video: true })).data).toMatchObject({
    id,
    error: null,
    iceServers: [],
  });
  expect((await james.ask("do-reserve-chat-time", { chatID: id, minutes: 1 })).data).toMatchObject({
    minutes: 1,
    cost: 5,
    balance: 195,
    error: null,
  });

  w.clock.advance({ seconds: 12 });
  expect((await james.ask("video-connected", { chatID: id })).data).toMatchObject({ bothConnected: false });
  expect((await olena.ask("video-connected", { chatID: id })).data).toMatchObject({ bothConnected: true });
  expect(await james.next("video-connected")).toMatchObject({ bothConnected: true });
  for (const client of [james, olena]) {
    const { paidUntil } = await client.next("chat-open", ({ running }) => running === true);
    expect(paidUntil).toBe(w.clock.now + 60_000);
  }
  expect(await james.ask("ChatNewMessage", { to: w.olena.id, message: "I see you.", clientId: "c" })).toMatchObject({
    event: "NewMessage",
  });
  w.clock.advance({ seconds: 51 });
  await james.next("check-for-reserve-time");
  expect((await james.ask("do-reserve-chat-time", { chatID: id, minutes: 1 })).data).toMatchObject({
    minutes: 2,
    cost: 10,
    balance: 190,
  });
  w.clock.advance({ seconds: 20 });
  expect((await olena.ask("stop-text-chat", { targetId: w.james.id })).data).toMatchObject({ id, refunded: 0 });
  expect(await james.next("chat-session-end")).toEqual({ id, minutes: 2, kept: 1, cost: 10, refunded: 5 });
  expect(await balanceOf(w.store, w.james.id)).toBe(195);
});

Deno.test("who cannot be called is said in the words of calls", async () => {
  await using w = await world({ words: ({ locale }, reason, values) => `${locale} ${reason} ${values?.context}` });
  const james = await w.join(w.james);
  const ask = async () => (await james.ask("video-request", { to: w.olena.id, offer })).data;
  expect(await ask()).toMatchObject({ code: "partner_offline", status: 409, message: "en partner_offline video" });
  expect((await james.ask("video-prepare", { to: w.olena.id })).data).toMatchObject({ code: "partner_offline" });
  const olena = await w.join(w.olena);
  await olena.ask("change-allow-video-chat", { flag: false });
  expect(await ask()).toMatchObject({ code: "partner_not_accepting" });
  expect((await james.ask("video-request", { to: w.wei.id, offer })).data).toMatchObject({ code: "not_found" });
  expect((await james.ask("video-request", { to: w.olena.id, offer: { sdp: "x".repeat(30_000) } })).data)
    .toMatchObject({ code: "too_large", status: 413 });
  const poor = await createMan(w.store, { credits: 5 });
  const tom = await w.join(poor);
  const daria = await w.join(w.daria);
  expect((await tom.ask("video-request", { to: w.daria.id, offer })).data).toMatchObject({ status: 402 });
  expect((await tom.ask("video-prepare", { to: w.daria.id })).data).toMatchObject({ status: 402 });
  // She may ask him. He has too few credits to accept, and she hears only that he declined.
  await daria.ask("video-request", { to: poor.id, offer });
  await tom.next("video-request");
  expect((await tom.ask("video-request-accept", { to: w.daria.id, answer: answerTo })).data).toMatchObject({
    code: "insufficient_credits",
  });
  await tom.ask("video-request-decline", { to: w.daria.id });
  expect(await daria.next("your-video-request-decline")).toMatchObject({ ev: "decline", userId: poor.id });
});

Deno.test("an invitation to a call is declined, taken back, or over after a minute", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  const second = await w.join(w.olena);
  const ask = () => james.ask("video-request", { to: w.olena.id, offer });
  await ask();
  expect(await ask()).toMatchObject({ event: "already-request" });
  expect(await james.ask("text-request", { to: w.olena.id })).toMatchObject({ event: "already-request" });
  expect(await olena.ask("video-request-decline", { to: w.james.id })).toMatchObject({
    event: "video-request-decline",
    data: { to: w.james.id },
  });
  await second.next("video-request-decline");
  expect(await james.next("your-video-request-decline")).toEqual({
    name: "Olena",
    userId: w.olena.id,
    ev: "decline",
  });
  expect((await olena.ask("video-request-accept", { to: w.james.id, answer: answerTo })).data.code).toBe(
    "request_over",
  );

  await ask();
  expect(await james.ask("video-request-cancel", { to: w.olena.id })).toMatchObject({ event: "video-request-cancel" });
  expect(await olena.next("request-timeout")).toEqual({ senderId: w.james.id });
  expect((await james.ask("video-request-cancel", { to: w.olena.id })).data.code).toBe("request_over");

  await ask();
  // A tab that opens while the invitation waits hears of it.
  const late = await w.join(w.olena);
  expect(await late.next("video-request")).toMatchObject({ offer });
  w.clock.advance({ seconds: 61 });
  for (const client of [james, olena]) expect(await client.next("request-timeout")).toEqual({ senderId: w.james.id });
  expect((await olena.ask("video-request-accept", { to: w.james.id, answer: answerTo })).data.code).toBe(
    "request_over",
  );
  expect((await james.ask("video-signal", { to: w.olena.id, signal: { candidate: "x" } })).data.code).toBe(
    "chat_not_open",
  );
  const later = await w.join(w.olena);
  await later.ask("GetAllConnectedUsers");
  expect(later.count("video-request")).toBe(0);
  expect(await balanceOf(w.store, w.james.id)).toBe(200);
});

Deno.test("two who ask each other at once are in one call with one offer", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  const hers = { type: "offer", sdp: "hers" };
  const asked = await Promise.all([
    james.ask("video-request", { to: w.olena.id, offer }),
    olena.ask("video-request", { to: w.james.id, offer: hers }),
  ]);
  expect(asked.map(({ event }) => event)).toEqual(["video-request-sent", "video-request-sent"]);
  // The one whose invitation came second hears the other's: as news, as the answer to the own invitation, or as both.
  const heard = () => [james, olena].find((client) => client.count("video-request") > 0);
  const later = await james.until(heard, "the first offer");
  const [earlier, askerId] = later === olena ? [james, w.james.id] : [olena, w.olena.id];
  expect(earlier.count("video-request")).toBe(0);
  expect(await later.next("video-request")).toMatchObject({ offer: later === olena ? offer : hers });
  await later.ask("video-request-accept", { to: askerId, answer: answerTo });
  expect(await earlier.next("video-request-accept")).toMatchObject({ answer: answerTo });
  expect(await balanceOf(w.store, w.james.id)).toBe(195);
  w.clock.advance({ seconds: 61 });
  // The two never saw each other, so the call ends.
  await james.next("chat-session-end");
  expect(james.count("request-timeout") + olena.count("request-timeout")).toBe(0);
  expect(await balanceOf(w.store, w.james.id)).toBe(200);
});

Deno.test("whoever is in a chat is busy for calls of others, and a second call is ignored", async () => {
  await using w = await world();
  const [james, olena, wei, daria] = [
    await w.join(w.james),
    await w.join(w.olena),
    await w.join(w.wei),
    await w.join(w.daria),
  ];
  const id = await ring(james, w.james.id, olena, w.olena.id);
  await see(id, james, olena);
  expect(await wei.ask("video-request", { to: w.olena.id, offer })).toMatchObject({ event: "video-request-sent" });
  expect(await wei.next("your-video-request-decline")).toEqual({ name: "Olena", userId: w.olena.id, ev: "busy" });
  expect((await james.ask("video-request", { to: w.daria.id, offer })).data).toMatchObject({ code: "chat_busy" });
  await james.ask("video-request", { to: w.olena.id, offer });
  expect(await james.next("your-video-request-decline")).toMatchObject({ ev: "busy" });
  expect([olena.count("video-request"), daria.count("video-request")]).toEqual([1, 0]);
  await james.ask("stop-text-chat", { targetId: w.olena.id });
  await talk(james, w.james.id, olena, w.olena.id);
  await wei.ask("video-request", { to: w.olena.id, offer });
  expect(await wei.next("your-video-request-decline")).toMatchObject({ ev: "busy" });
});

Deno.test("a first minute that cannot be paid is told to both, and nothing is open", async () => {
  for (const asker of ["james", "olena"] as const) {
    await using w = await world();
    const tabs = { james: await w.join(w.james), olena: await w.join(w.olena) };
    const other = asker === "james" ? "olena" : "james";
    await setSpendingLimit(w.store, w.james.id, 4);
    await tabs[asker].ask("video-request", { to: w[other].id, offer });
    const { data } = await tabs[other].ask("video-request-accept", { to: w[asker].id, answer: answerTo });
    expect(data).toMatchObject({ code: other === "james" ? "spending_limit_reached" : "chat_unpaid", status: 402 });
    expect((await tabs.james.next("reserve-time-error")).error.message).toBe("en spending_limit_reached");
    expect((await tabs.olena.next("reserve-time-error")).error.message).toBe("en chat_unpaid");
    for (const tab of Object.values(tabs)) {
      expect(order(tab, "chat-session-create", "chat-open", "video-request-accept", "chat-session-end")).toEqual([]);
    }
    expect((await tabs.james.ask("do-start-chat-session", { targetID: w.olena.id, video: true })).data).toMatchObject({
      error: { code: "chat_not_accepted" },
    });
    await setSpendingLimit(w.store, w.james.id, 1);
    await talk(tabs.james, w.james.id, tabs.olena, w.olena.id);
    expect(await balanceOf(w.store, w.james.id)).toBe(199);
  }
});

for (const why of ["the store fails", "one of the two has just blocked the other"] as const) {
  Deno.test(`where an accepted call cannot begin, because ${why}, nobody waits for it any longer`, async () => {
    const at = { answer: () => Promise.resolve<unknown>(null), start: () => Promise.resolve() };
    await using w = await world({}, (store) =>
      withAtomics(store, (op) => {
        const [commit, set, remove] = [op.commit.bind(op), op.set.bind(op), op.delete.bind(op)];
        const touched = new Set<unknown>();
        op.set = (key, ...rest) => (touched.add(key[0]), set(key, ...rest));
        op.delete = (key) => (touched.add(key[0]), remove(key));
        op.commit = async () => {
          if (touched.has(keys.chat("")[0])) await at.start();
          const done = await commit();
          if (touched.has(keys.chatInvitation(0)[0])) await at.answer();
          return done;
        };
      }));
    const [james, olena, herOther] = [await w.join(w.james), await w.join(w.olena), await w.join(w.olena)];
    await james.ask("video-request", { to: w.olena.id, offer });
    await Promise.all([olena.next("video-request"), herOther.next("video-request")]);
    if (why === "the store fails") at.start = () => Promise.reject(new Error("database or disk is full"));
    else at.answer = () => setBlocked(w.store, w.olena.id, w.james.id, true);
    const refused = await olena.ask("video-request-accept", { to: w.james.id, answer: answerTo });
    expect(refused.event).toBe("error-event");
    for (const tab of [james, herOther]) expect(await tab.next("request-timeout")).toEqual({ senderId: w.james.id });
    expect(olena.count("request-timeout")).toBe(0);
    w.clock.advance({ seconds: 61 });
    expect(await balanceOf(w.store, w.james.id)).toBe(200);
    expect(james.count("request-timeout")).toBe(1);
  });
}

Deno.test("a call accepted in two tabs begins once, and the other tab hears of it", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const tabs = [await w.join(w.olena), await w.join(w.olena)];
  await james.ask("video-request", { to: w.olena.id, offer });
  const accepted = await Promise.all(
    tabs.map((tab) => tab.ask("video-request-accept", { to: w.james.id, answer: answerTo })),
  );
  expect(accepted.map(({ event }) => event).sort()).toEqual(["error-event", "video-request-accept"]);
  const refused = tabs[accepted.findIndex(({ event }) => event === "error-event")]!;
  expect(await refused.next("video-request-accept")).toMatchObject({ to: w.james.id });
  expect(await balanceOf(w.store, w.james.id)).toBe(195);
  expect(james.count("video-request-accept")).toBe(1);
});

Deno.test("whoever is busy with somebody else may accept when that is over", async () => {
  await using w = await world();
  const [james, olena, wei] = [await w.join(w.james), await w.join(w.olena), await w.join(w.wei)];
  await wei.ask("video-request", { to: w.olena.id, offer });
  await wei.ask("latency-start", { startTimeLatency: 1 });
  wei.say("video-signal", { to: w.olena.id, signal: { candidate: "one" } });
  await talk(james, w.james.id, olena, w.olena.id);
  const accept = () => olena.ask("video-request-accept", { to: w.wei.id, answer: answerTo });
  expect((await accept()).data).toMatchObject({ code: "chat_busy" });
  await olena.ask("stop-text-chat", { targetId: w.james.id });
  const { id } = (await accept()).data;
  expect(await olena.next("video-signal")).toEqual({ from: w.wei.id, signal: { candidate: "one" } });
  expect(await chatById(w.store, id)).toMatchObject({ kind: "video", state: "open" });
});

Deno.test("what a chat takes along when it ends: a call that was asked for inside it", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  await talk(james, w.james.id, olena, w.olena.id);
  await olena.ask("video-request", { to: w.james.id, offer });
  await james.next("video-request");
  await james.ask("stop-text-chat", { targetId: w.olena.id });
  for (const client of [james, olena]) expect(await client.next("request-timeout")).toEqual({ senderId: w.olena.id });
  expect((await james.ask("video-request-accept", { to: w.olena.id, answer: answerTo })).data.code).toBe(
    "request_over",
  );
});

for (const first of ["james", "olena"] as const) {
  Deno.test(`a call whose offer went down with its server is over when he is back, ${first} first, and asked anew`, async () => {
    await using w = await world();
    const before = await w.join(w.james);
    await w.join(w.olena);
    await before.ask("video-request", { to: w.olena.id, offer });
    // The same server is started again, after it ended without a word.
    await using again = await testInstance(w.store);
    const back = { james: null as TestClient | null, olena: null as TestClient | null };
    for (const name of [first, first === "james" ? "olena" : "james"] as const) {
      back[name] = await w.joinAt(again, w[name]);
      await back[name].ask("latency-start", { startTimeLatency: 1 });
    }
    const { james, olena } = back;
    expect(await james!.next("request-timeout")).toEqual({ senderId: w.james.id });
    expect((await james!.ask("video-request", { to: w.olena.id, offer })).event).toBe("video-request-sent");
    await olena!.next("video-request");
    expect([james!.count("request-timeout"), olena!.count("video-request")]).toEqual([1, 1]);
    for (const client of [james, olena]) await client!.leave();
  });
}

Deno.test("a yes to an invitation that was replaced meanwhile begins no call, and the newer invitation waits for its own", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  const older = (await james.ask("video-request", { to: w.olena.id, offer })).data.requestId;
  await james.ask("video-request-cancel", { to: w.olena.id });
  const { requestId } = (await james.ask("video-request", { to: w.olena.id, offer })).data;
  const accept = (id: string) => olena.ask("video-request-accept", { to: w.james.id, answer: answerTo, requestId: id });
  expect((await accept(older)).data).toMatchObject({ code: "request_over" });
  expect(await balanceOf(w.store, w.james.id)).toBe(200);
  expect((await accept(requestId)).event).toBe("video-request-accept");
  expect(await balanceOf(w.store, w.james.id)).toBe(195);
});
