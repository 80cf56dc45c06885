/** What clients should not do is answered with a clear event, costs a bounded amount, and nobody else notices. */
import { expect } from "expect";
import { startSession } from "../../kv/accounts/signing_in/sessions.ts";
import { balanceOf } from "../../kv/credits/ledger/ledger.ts";
import { serveForTest } from "../../services/http/testing/server.ts";
import { frameBytesMax, framesPerSecondMax, pingEverySeconds } from "../shared/limits.ts";
import { Connection } from "./connections/connection.ts";
import { requestsPerMinuteMax } from "./dispatcher.ts";
import { talk, upgradeBytes } from "./testing/server.ts";
import { world } from "./testing/world.ts";

Deno.test("what is not understood is answered and counted, and the connection stays", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const frames: [frame: string | Uint8Array<ArrayBuffer>, code: string][] = [
    ["", "malformed"],
    ["{", "malformed"],
    ["null", "malformed"],
    [new Uint8Array([1, 2, 3]), "malformed"],
    ['{"event":"no-such-event","id":"x1"}', "unknown_event"],
    ['{"event":"text-request","data":{"to":"olena"},"id":"x2"}', "invalid"],
    ['{"event":"video-request","data":{"to":1,"offer":5},"id":"x3"}', "invalid"],
    ['{"event":"text-request-answer","data":{"to":1,"ev":"accept","status":false},"id":"x4"}', "invalid"],
    [`{"event":"getAllRequests","data":{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}}`, "ok"],
  ];
  for (const [frame, code] of frames) {
    const before = james.heard.length;
    james.sendRaw(frame);
    const answer = await james.until(() => james.heard[before], "an answer");
    expect(answer.event === "error-event" ? answer.data.code : "ok").toBe(code);
  }
  expect(james.heard.filter(({ id }) => id?.startsWith("x")).map(({ id }) => id)).toEqual(["x1", "x2", "x3", "x4"]);
  expect(w.instance.chat.counters.framesRejected).toBe(8);
  expect(james.closed).toBe(null);
});

Deno.test("nobody speaks for somebody else", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  for (const claim of [{ from: w.wei.id }, { uid: w.wei.id }, { userId: String(w.wei.id) }]) {
    expect((await james.ask("text-request", { to: w.olena.id, ...claim })).data).toMatchObject({
      code: "forbidden",
      status: 403,
    });
  }
  expect((await james.ask("do-end-chat-session", { manId: w.wei.id, girlId: w.olena.id })).data.code).toBe("forbidden");
});

Deno.test("a frame of a megabyte and a flood of frames end their own connection only", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const wei = await w.join(w.wei);
  const olena = await w.join(w.olena);
  james.sendRaw("x".repeat(1024 * 1024));
  expect((await james.closing()).code).toBe(1009);
  expect(james.heard.at(-1)).toMatchObject({ event: "error-event", data: { code: "too_large", status: 413 } });
  for (let at = 0; at < 10_000; at++) wei.sendRaw('{"event":"latency-start","data":{"startTimeLatency":1}}');
  expect((await wei.closing()).code).toBe(4429);
  expect(wei.heard.at(-1)).toMatchObject({ event: "error-event", data: { code: "too_many_requests", status: 429 } });
  expect((await olena.ask("latency-start", { startTimeLatency: 1 })).event).toBe("latency-back");
});

Deno.test("a flood that pauses is taken to its end, so that the reason comes before the connection breaks off", async () => {
  await using w = await world();
  const { token } = await startSession(w.store, w.wei.id, false);
  const raw = await Deno.connect({ port: Number(new URL(w.instance.url).port), hostname: "127.0.0.1" });
  await raw.write(upgradeBytes(`/?token=${token}`));
  const chunk = new Uint8Array(4096);
  await raw.read(chunk);
  const text = new TextEncoder().encode('{"event":"latency-start","data":{}}');
  const frame = [0x81, 0x80 + text.length, 0, 0, 0, 0, ...text];
  const frames = new Uint8Array(Array.from({ length: 500 }, () => frame).flat());
  for (let pauses = 0; pauses < 5; pauses++) {
    for (let sent = 0; sent < frames.length;) sent += await raw.write(frames.subarray(sent));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  let heard = "";
  while (!heard.endsWith("too many frames")) {
    const length = await raw.read(chunk);
    if (length === null) break;
    heard += new TextDecoder().decode(chunk.subarray(0, length));
  }
  expect(heard).toMatch(/"code":"too_many_requests".*too many frames$/s);
  raw.close();
});

Deno.test("fifty frames a second are answered, and a few more end the connection", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  // These and the flood below arrive within two seconds, for which a hundred frames are the most.
  for (let at = 0; at < framesPerSecondMax; at++) james.say("latency-start", { startTimeLatency: at });
  await james.until(
    () => james.heard.filter(({ event }) => event === "latency-back").length === framesPerSecondMax || undefined,
    "all answers",
  );
  for (let at = 0; at < framesPerSecondMax + 20; at++) james.say("latency-start", { startTimeLatency: at });
  expect((await james.closing()).code).toBe(4429);
});

Deno.test("too many requests a minute are refused, and then end the connection", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const codes = [];
  for (let at = 0; at < requestsPerMinuteMax + 1; at++) {
    if (at % 40 === 39) await new Promise((resolve) => setTimeout(resolve, 1000));
    codes.push((await james.ask("text-request", { to: w.olena.id })).data.code);
  }
  expect(codes.filter((code) => code === "partner_offline").length).toBe(requestsPerMinuteMax);
  expect(codes.at(-1)).toBe("too_many_requests");
});

Deno.test("a connection of nonsense bytes ends, and nobody else notices", async () => {
  await using w = await world();
  const olena = await w.join(w.olena);
  const raw = await Deno.connect({ port: Number(new URL(w.instance.url).port), hostname: "127.0.0.1" });
  const { token } = await startSession(w.store, w.james.id, false);
  await raw.write(upgradeBytes(`/?token=${token}`));
  await olena.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.james.id));
  await raw.write(new Uint8Array([0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe]));
  await olena.next("update-user-list", ({ gone }) => gone.includes(w.james.id));
  raw.close();
  expect((await olena.ask("latency-start", { startTimeLatency: 1 })).event).toBe("latency-back");
});

Deno.test("a reader who takes nothing is let go", async () => {
  const { promise: closed, resolve } = Promise.withResolvers<Connection>();
  const server = await serveForTest((_request, { openSocket }) => {
    const socket = openSocket!({ frameBytesMax, pingEverySeconds })!;
    const facts = { id: "1", userId: 1, locale: "en", zone: null, network: "127.0.0.1", session: null };
    const nothing = () => {};
    const listener = { frame: () => Promise.resolve(), rejected: nothing, failed: nothing, closed: resolve };
    const connection = new Connection(socket, facts, listener);
    const flood = async () => {
      for (let at = 0; at < 1000 && !connection.isClosed; at++) {
        connection.sendText("x".repeat(60_000));
        await Promise.resolve();
      }
      connection.close("restarting", "it took all of it");
    };
    void flood();
    return new Response();
  });
  const raw = await Deno.connect({ port: server.addr.port, hostname: "127.0.0.1" });
  await raw.write(upgradeBytes("/"));
  const connection = await closed;
  expect(connection.wasSlow).toBe(true);
  // The peer never closes its side; the connection ends all the same.
  await connection.goodbye;
  raw.close();
  await server.shutdown();
});

Deno.test("messages go to nobody but the partner of the open chat", async () => {
  await using w = await world();
  const [james, olena, daria] = [await w.join(w.james), await w.join(w.olena), await w.join(w.daria)];
  const id = await talk(james, w.james.id, olena, w.olena.id);
  const code = async (to: number) =>
    (await james.ask("ChatNewMessage", { to, message: "?", clientId: `to-${to}` })).data.code;
  expect(await code(w.daria.id)).toBe("chat_not_open");
  expect(await code(4711)).toBe("chat_not_open");
  expect(await code(w.james.id)).toBe("forbidden");
  expect(await code(w.wei.id)).toBe("chat_not_open");
  const wei = await w.join(w.wei);
  expect((await wei.ask("do-reserve-chat-time", { chatID: id, minutes: 1 })).data.code).toBe("forbidden");
  expect((await wei.ask("getChatHistory", { to: w.olena.id })).data).toEqual({ messages: [], chats: [], more: false });
  expect((await daria.ask("stop-text-chat", { targetId: w.james.id })).data.code).toBe("chat_not_open");
  await james.ask("ChatNewMessage", { to: w.olena.id, message: "hers", clientId: "hers" });
  const { message } = await olena.next("NewMessage");
  expect((await wei.ask("message-set-viewed", { message: { id: message._id } })).data.code).toBe("forbidden");
  expect((await james.ask("message-set-viewed", { message: { id: message._id } })).data.code).toBe("forbidden");
  expect(daria.count("NewMessage")).toBe(0);
  expect(await balanceOf(w.store, w.wei.id)).toBe(200);
});

Deno.test("the eleventh tab closes the first", async () => {
  await using w = await world();
  const tabs = [];
  for (let at = 0; at < 11; at++) tabs.push(await w.join(w.james));
  expect((await tabs[0]!.closing()).code).toBe(4429);
  expect(w.instance.chat.counters.connections).toBe(10);
});

Deno.test("two tabs that reserve at once, and again, pay one minute; an ended chat takes none, and no message", async () => {
  await using w = await world();
  const [james, second, olena] = [await w.join(w.james), await w.join(w.james), await w.join(w.olena)];
  const id = await talk(james, w.james.id, olena, w.olena.id);
  w.clock.advance({ seconds: 51 });
  await james.next("check-for-reserve-time");
  const reserve = (tab: typeof james) => tab.ask("do-reserve-chat-time", { chatID: id, minutes: 1 });
  const answers = await Promise.all([james, second, james, second].map(reserve));
  expect(answers.map(({ data }) => [data.minutes, data.balance])).toEqual(answers.map(() => [2, 198]));
  await james.ask("stop-text-chat", { targetId: w.olena.id });
  expect((await reserve(james)).data.error.code).toBe("chat_not_open");
  expect((await reserve(olena)).data.code).toBe("wrong_role");
  expect((await olena.ask("ChatNewMessage", { to: w.james.id, message: "?", clientId: "late" })).data.code)
    .toBe("chat_not_open");
  expect((await james.ask("do-reserve-chat-time", { chatID: "no-such-chat", minutes: 1 })).data.code).toBe("forbidden");
  expect(await balanceOf(w.store, w.james.id)).toBe(199);
});

Deno.test("whoever speaks before being greeted, and leaves in the middle, harms nobody", async () => {
  await using w = await world();
  const olena = await w.join(w.olena);
  const port = Number(new URL(w.instance.url).port);
  const { token } = await startSession(w.store, w.james.id, false);
  const begun = new Uint8Array([0x81, 0xfe, 0x40, 0x00, 0, 0, 0, 0, 0x7b, 0x22]);
  for (let at = 0; at < 50; at++) {
    const raw = await Deno.connect({ port, hostname: "127.0.0.1" });
    await raw.write(upgradeBytes(`/?token=${token}`));
    if (at % 2) await raw.write(begun);
    if (at % 3) await raw.read(new Uint8Array(64));
    raw.close();
  }
  await olena.until(() => w.instance.chat.counters.connections === 1 || undefined, "that all of them are gone");
  expect((await olena.ask("latency-start", { startTimeLatency: 1 })).event).toBe("latency-back");
});
