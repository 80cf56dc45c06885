/** The meter between real sockets: minutes that are asked for, charged, refused, paused, ended and refunded. */
import { expect } from "expect";
import { chatById } from "../../kv/chats/chats.ts";
import { balanceOf, post } from "../../kv/credits/ledger/ledger.ts";
import { setSpendingLimit } from "../../kv/credits/ledger/spending_limit.ts";
import { planTariff } from "../../kv/credits/prices/tariffs.ts";
import { audit } from "../../kv/records/audit.ts";
import { createPeople, testStore } from "../../kv/testing/store.ts";
import { until } from "../../tests/patience.ts";
import { connect, talk, testInstance } from "./testing/server.ts";
import { world } from "./testing/world.ts";

Deno.test("the man is asked before the paid time ends, and the chat ends when he does not answer", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  const id = await talk(james, w.james.id, olena, w.olena.id);
  expect((await james.ask("do-reserve-chat-time", { chatID: id, minutes: 1 })).data).toMatchObject({
    minutes: 1,
    balance: 199,
  });
  w.clock.advance({ seconds: 50 });
  expect(await james.next("check-for-reserve-time")).toEqual({ chatId: id });
  expect((await james.ask("do-reserve-chat-time", { chatID: id, minutes: 1 })).data).toMatchObject({
    minutes: 2,
    balance: 198,
    error: null,
  });
  w.clock.advance({ seconds: 60 });
  await james.next("check-for-reserve-time");
  w.clock.advance({ seconds: 10 });
  expect(await james.next("chat-session-end")).toEqual({ id, minutes: 2, kept: 2, cost: 2, refunded: 0 });
  await olena.next("chat-session-end");
  expect(olena.count("check-for-reserve-time")).toBe(0);
  expect(await balanceOf(w.store, w.james.id)).toBe(198);
  expect(await chatById(w.store, id)).toMatchObject({ endedReason: "time_over" });
});

Deno.test("a minute that cannot be paid is told to both, and the chat that was never paid is over", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  await setSpendingLimit(w.store, w.james.id, 1);
  const id = await talk(james, w.james.id, olena, w.olena.id);
  w.clock.advance({ seconds: 55 });
  const refused = await james.ask("do-reserve-chat-time", { chatID: id, minutes: 1 });
  expect(refused).toMatchObject({
    event: "reserve-time-done",
    data: { error: { code: "spending_limit_reached", status: 402 } },
  });
  expect((await james.next("reserve-time-error")).error.message).toBe("en spending_limit_reached");
  expect((await olena.next("reserve-time-error")).error.message).toBe("en chat_unpaid");
  expect(james.count("chat-session-end")).toBe(0);
  w.clock.advance({ seconds: 5 });
  await james.next("chat-session-end");

  await james.ask("text-request", { to: w.olena.id });
  await olena.next("text-request");
  await olena.ask("text-request-answer", { to: w.james.id, ev: "accept" });
  const { data } = await james.ask("do-start-chat-session", { targetID: w.olena.id });
  await james.ask("do-reserve-chat-time", { chatID: data.id, minutes: 1 });
  expect(await james.next("chat-session-end")).toEqual({ id: data.id, minutes: 0, kept: 0, cost: 0, refunded: 0 });
});

Deno.test("a chat that nobody pays ends by itself", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  await olena.ask("text-request", { to: w.james.id });
  await james.ask("text-request-answer", { to: w.olena.id, ev: "accept" });
  const { data } = await olena.ask("do-start-chat-session", { targetID: w.james.id });
  expect((await olena.ask("do-reserve-chat-time", { chatID: data.id, minutes: 1 })).data).toMatchObject({
    code: "wrong_role",
  });
  w.clock.advance({ seconds: 60 });
  expect(await james.next("chat-session-end")).toMatchObject({ id: data.id, minutes: 0 });
});

Deno.test("whoever comes back within the grace goes on, and the break costs nothing", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  const id = await talk(james, w.james.id, olena, w.olena.id);
  w.clock.advance({ seconds: 20 });
  await olena.leave();
  await james.until(() => w.instance.chat.counters.connections === 1 ? true : undefined, "her leave");
  await new Promise((resolve) => setTimeout(resolve, 50));
  w.clock.advance({ seconds: 9 });
  await james.ask("ChatNewMessage", { to: w.olena.id, message: "still there?", clientId: "c" });
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(james.heard.some(({ data }) => data.gone?.includes(w.olena.id))).toBe(false);
  const back = await w.join(w.olena);
  const { paidUntil } = await james.next("chat-open");
  expect(paidUntil).toBe(w.clock.now + 40_000);
  expect((await back.ask("getChatHistory", { to: w.james.id, afterSeq: 0 })).data.messages).toMatchObject([{
    body: "still there?",
  }]);
  expect(await chatById(w.store, id)).toMatchObject({ servedMs: 20_000, state: "open" });
});

Deno.test("whoever stays away ends the chat, and what she did not deliver goes back", async () => {
  for (const [who, refunded] of [["olena", 1], ["james", 0]] as const) {
    await using w = await world();
    const tabs = { james: await w.join(w.james), olena: await w.join(w.olena) };
    const id = await talk(tabs.james, w.james.id, tabs.olena, w.olena.id);
    w.clock.advance({ seconds: 29 });
    const stays = who === "olena" ? "james" : "olena";
    await tabs[who].leave();
    await until(() => w.instance.chat.counters.connections === 1, "the leave");
    w.clock.advance({ seconds: 11 });
    expect(await tabs[stays].next("stop-text-chat")).toEqual({ targetId: w[stays].id, myId: w[who].id });
    expect(await tabs[stays].next("chat-session-end")).toMatchObject({ id, minutes: 1 });
    expect(await balanceOf(w.store, w.james.id)).toBe(199 + refunded);
    await tabs[stays].hearsGone(w[who].id);
  }
});

Deno.test("no minute begins while one is away", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  const id = await talk(james, w.james.id, olena, w.olena.id);
  w.clock.advance({ seconds: 55 });
  await olena.leave();
  await until(() => w.instance.chat.counters.connections === 1, "her leave");
  expect((await james.ask("do-reserve-chat-time", { chatID: id, minutes: 1 })).data.minutes).toBeLessThan(2);
  expect(await balanceOf(w.store, w.james.id)).toBe(199);
});

Deno.test("a restart tells everybody, ends the chats and gives back what is due", async () => {
  const store = await testStore();
  const { james, olena } = await createPeople(store);
  const instance = await testInstance(store);
  const [man, lady] = [await connect(instance, james), await connect(instance, olena)];
  const id = await talk(man, james.id, lady, olena.id);
  store.clock.advance({ seconds: 10 });
  await instance.stop();
  for (const client of [man, lady]) {
    expect(await client.next("chat-session-end")).toMatchObject({ id });
    expect((await client.closing()).code).toBe(1012);
  }
  expect(await balanceOf(store, james.id)).toBe(200);
  expect(await audit(store)).toEqual([]);
  store.close();
});

Deno.test("a chat left open by a server that was killed is ended at the next start", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  const id = await talk(james, w.james.id, olena, w.olena.id);
  await using next = await testInstance(w.store);
  expect(await chatById(w.store, id)).toMatchObject({ state: "ended", endedReason: "crash" });
  expect(await balanceOf(w.store, w.james.id)).toBe(200);
  expect(next.chat.counters.minutesRefunded).toBe(1);
});

Deno.test("a clock that jumps back serves no minute twice, and one that jumps ahead ends what is over", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  const id = await talk(james, w.james.id, olena, w.olena.id);
  w.clock.advance({ seconds: 40 });
  await new Promise((resolve) => setTimeout(resolve, 50));
  w.clock.advance({ hours: -1 });
  await new Promise((resolve) => setTimeout(resolve, 50));
  w.clock.advance({ seconds: 12 });
  await james.next("check-for-reserve-time");
  w.clock.advance({ seconds: 9 });
  expect(await james.next("chat-session-end")).toMatchObject({ id, minutes: 1, refunded: 0 });
});

/** James agreed to a chat that Olena asked for, and she left before its first minute was paid. */
async function leftUnpaid(w: Awaited<ReturnType<typeof world>>) {
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  await olena.ask("text-request", { to: w.james.id });
  await james.ask("text-request-answer", { to: w.olena.id, ev: "accept" });
  const { data } = await james.ask("do-start-chat-session", { targetID: w.olena.id });
  await olena.leave();
  await until(() => w.instance.chat.counters.connections === 1, "her leave");
  const alone = await james.ask("do-reserve-chat-time", { chatID: data.id, minutes: 1 });
  expect(alone.data).toMatchObject({ error: { code: "partner_offline" } });
  return { james, id: data.id };
}

Deno.test("the first minute does not begin without her", async () => {
  await using w = await world();
  const { james, id } = await leftUnpaid(w);
  expect(await balanceOf(w.store, w.james.id)).toBe(200);
  await w.join(w.olena);
  expect((await james.ask("do-reserve-chat-time", { chatID: id, minutes: 1 })).data).toMatchObject({ minutes: 1 });
});

Deno.test("who was away when the first minute was to be paid is back within the grace: the man is asked again, and they chat", async () => {
  await using w = await world();
  const { james, id } = await leftUnpaid(w);
  w.clock.advance({ seconds: 4 });
  const back = await w.join(w.olena);
  expect(await james.next("check-for-reserve-time")).toEqual({ chatId: id });
  await james.ask("do-reserve-chat-time", { chatID: id, minutes: 1 });
  for (const client of [james, back]) expect(await client.next("chat-open")).toMatchObject({ id });
  expect(james.count("check-for-reserve-time")).toBe(1);
  expect(await balanceOf(w.store, w.james.id)).toBe(199);
});

Deno.test("while the minute is not paid the man is asked every few seconds; his answers pay it once, and a refusal is told once", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  const id = await talk(james, w.james.id, olena, w.olena.id);
  const move = (deltaCredits: number, idempotencyKey: string) =>
    post(w.store, { manId: w.james.id, operation: "adjustment", deltaCredits, reference: {}, idempotencyKey });
  await move(-199, "test-poor");
  const pay = () => james.ask("do-reserve-chat-time", { chatID: id, minutes: 1 });
  w.clock.advance({ seconds: 50 });
  for (let times = 1; times <= 3; times++) {
    await james.next("check-for-reserve-time");
    expect((await pay()).data.error.code).toBe("insufficient_credits");
    w.clock.advance({ seconds: 3 });
  }
  expect([james.count("reserve-time-error"), olena.count("reserve-time-error")]).toEqual([1, 1]);
  // His credits come in the last second.
  await move(5, "test-rich");
  await james.next("check-for-reserve-time");
  const paid = await Promise.all([pay(), pay(), pay()]);
  expect(paid.map(({ data }) => data.minutes)).toEqual([2, 2, 2]);
  expect(await balanceOf(w.store, w.james.id)).toBe(4);
  w.clock.advance({ seconds: 30 });
  await james.ask("ChatNewMessage", { to: w.olena.id, message: "still here", clientId: "c" });
  expect(james.count("check-for-reserve-time")).toBe(4);
});

/** James on two pages, in an unpaid chat with Olena that costs 2 credits a minute; the older page still shows 1. */
async function twoPages(w: Awaited<ReturnType<typeof world>>) {
  const [older, newer, olena] = [await w.join(w.james), await w.join(w.james), await w.join(w.olena)];
  const prices = { sendLetter: 12, openLetter: 6, textMinute: 2, videoMinute: 8, watchVideo: 11 };
  await planTariff(w.store, { validFrom: null, prices, actorId: 1 });
  await older.ask("text-request", { to: w.olena.id });
  await olena.ask("text-request-answer", { to: w.james.id, ev: "accept", status: true });
  const { id } = (await newer.ask("do-start-chat-session", { targetID: w.olena.id, video: false })).data;
  const quoted = { text: 1, video: 5 };
  const pay = (page: typeof older, shown = quoted) =>
    page.ask("do-reserve-chat-time", { chatID: id, minutes: 1, quoted: shown });
  return { older, newer, olena, id, pay };
}

Deno.test("of two pages of his the one that tells the price pays; what the older one may not pay nobody hears", async () => {
  await using w = await world();
  const { older, newer, olena, pay } = await twoPages(w);
  for (const minutes of [1, 2]) {
    expect((await pay(older)).data.error.code).toBe("quote_changed");
    expect((await pay(newer, { text: 2, video: 8 })).data).toMatchObject({ minutes, error: null });
    w.clock.advance({ seconds: 55 });
    await newer.next("check-for-reserve-time");
  }
  for (const page of [older, newer, olena]) {
    expect(page.count("reserve-time-error") + page.count("chat-session-end")).toBe(0);
  }
  expect(await balanceOf(w.store, w.james.id)).toBe(196);
});

Deno.test("where no page of his tells the price the chat ends at once, or when the one that answers is asked again", async () => {
  for (const isSilent of [false, true]) {
    await using w = await world();
    const { older, newer, olena, id, pay } = await twoPages(w);
    await pay(older);
    if (isSilent) {
      w.clock.advance({ seconds: 4 });
      await older.next("check-for-reserve-time");
      await pay(older);
    } else await pay(newer);
    for (const page of [older, newer, olena]) {
      await page.next("chat-session-end");
      expect(page.count("reserve-time-error")).toBe(1);
    }
    expect(await chatById(w.store, id)).toMatchObject({ endedReason: "not_paid" });
  }
});
