/** The socket as a browser reaches it: through the whole app, on loopback. */
import { expect } from "expect";
import { opensPerMinuteMax } from "../../chat/server/connections/connection_counts.ts";
import { TestClient, upgradeBytes } from "../../chat/server/testing/server.ts";
import { endSession, hashToken, startSession } from "../../kv/accounts/signing_in/sessions.ts";
import type { User } from "../../kv/accounts/users.ts";
import { setSpendingLimit } from "../../kv/credits/ledger/spending_limit.ts";
import { askForSocket, serveForTest } from "../../services/http/testing/server.ts";
import { withGuestCache } from "../cache/guest_cache.ts";
import { patience } from "../../tests/patience.ts";
import { testApp, type TestSiteOptions } from "../testing/site.ts";
import { shutChat } from "./chat_socket.ts";

/** The headers that every answer has. */
const guards = ["content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy"];

async function served(options: TestSiteOptions = {}) {
  const site = await testApp(options);
  const handle = withGuestCache(site.deps, (request, caller) => site.app.fetch(request, caller));
  const server = await serveForTest(handle);
  const host = `127.0.0.1:${server.addr.port}`;
  const token = async (user: User) => (await startSession(site.store, user.id, false)).token;
  return {
    ...site,
    host,
    token,
    /** A tab with these headers, as a browser or another program would send them. */
    open: (path: string, headers: Record<string, string> = {}) => new TestClient(`ws://${host}${path}`, headers),
    /** The answer to somebody who asks for a connection and gets none. */
    refusal: async (path: string, headers: Record<string, string> = {}) => {
      const told = await askForSocket(`http://${host}${path}`, headers);
      for (const name of guards) expect([name, told.headers.has(name)]).toEqual([name, true]);
      const { code, message } = JSON.parse(told.body);
      return { status: told.status, code, message, retryAfter: told.headers.get("retry-after") };
    },
    /** The status that a page gets when it asks for the reason. */
    asked: async (path: string, headers: Record<string, string> = {}) =>
      (await fetch(`http://${host}${path}`, { method: "HEAD", headers })).status,
    async [Symbol.asyncDispose]() {
      await shutChat(site.deps);
      await server.shutdown();
      await site.close();
    },
  };
}

Deno.test("a page that stayed open while somebody else signed in gets no connection, and hears why", async () => {
  await using site = await served();
  const [james, wei] = [await site.addMan(), await site.addMan({ firstname: "Wei" })];
  const headers = { cookie: `slsid=${await site.token(wei)}`, origin: `http://${site.host}` };
  const path = `/chat/socket?user=${james.id}`;
  expect(await site.refusal(path, headers)).toMatchObject({ status: 401, code: "not_signed_in" });
  expect(await site.asked(path, headers)).toBe(401);
  await using own = site.open(`/chat/socket?user=${wei.id}`, headers);
  expect(await own.next("conn-good")).toMatchObject({ uid: wei.id });
});

Deno.test("one comes in by cookie, by bearer token and by query, and by no other way", async () => {
  await using site = await served();
  const james = await site.addMan();
  const token = await site.token(james);
  const ways: [string, Record<string, string>][] = [
    ["/chat/socket", { cookie: `slsid=${token}`, origin: `http://${site.host}` }],
    ["/en/chat/socket/", { authorization: `Bearer ${token}` }],
    [`/chat/socket?access_token=${token}&uid=4711&name=Nobody`, {}],
  ];
  for (const [path, headers] of ways) {
    await using client = site.open(path, headers);
    expect(await client.next("conn-good")).toMatchObject({ uid: james.id });
  }
  const strangers: Record<string, string>[] = [{}, { cookie: "slsid=forged-forged-forged-forged" }, {
    cookie: `uid=${james.id}`,
  }];
  for (const headers of strangers) {
    expect(await site.refusal("/chat/socket", headers)).toMatchObject({ status: 401, code: "not_signed_in" });
  }
  await endSession(site.store, { userId: james.id, tokenHash: hashToken(token) });
  const ended = { cookie: `slsid=${token}` };
  expect(await site.refusal("/en/chat/socket", ended)).toMatchObject({ status: 401, code: "not_signed_in" });
  expect(await site.asked("/chat/socket", ended)).toBe(401);
});

Deno.test("a page of another origin gets no connection, even with our cookie", async () => {
  await using site = await served();
  const token = await site.token(await site.addMan());
  for (const origin of ["https://evil.example", "null", `https://${site.host}.evil.example`]) {
    const told = await site.refusal("/chat/socket", { cookie: `slsid=${token}`, origin });
    expect(told).toMatchObject({ status: 403, code: "wrong_origin" });
  }
});

Deno.test("staff and unpublished ladies have no chat", async () => {
  await using site = await served();
  const unpublished = `/chat/socket?access_token=${await site.token(await site.addLady({}, { isPublished: false }))}`;
  expect(await site.refusal(unpublished)).toMatchObject({ status: 403, code: "not_published" });
  expect(await site.asked(unpublished)).toBe(403);
  for (const groupId of [3, 4, 5] as const) {
    const access = `/chat/socket?access_token=${await site.token(await site.addPerson({ groupId }))}`;
    expect(await site.refusal(access)).toMatchObject({ status: 403, code: "wrong_role" });
  }
});

Deno.test("who has not confirmed the e-mail address has no account, and so no connection", async () => {
  await using site = await served();
  const visitor = site.visitor();
  const email = "tom@example.test";
  const person = {
    firstname: "Tom",
    email,
    password: "Enough-2026!",
    birthdate: "1984-05-02",
    country: 528,
    groupId: 1,
  };
  expect((await visitor.call("POST", "/api/users", person)).status).toBe(200);
  const tried = await visitor.call("POST", "/api/authorization", { email, password: person.password });
  expect(tried.status).toBe(403);
  expect([...visitor.cookies.keys()]).not.toContain("slsid");
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  expect((await site.refusal("/chat/socket", { cookie })).status).toBe(401);
});

Deno.test("refusals are said in the language of the address, the browser or the person", async () => {
  await using site = await served();
  const wei = await site.addMan({ locale: "zh-Hans" });
  const lady = await site.addLady();
  const access = `access_token=${await site.token(wei)}`;
  const ways: [string, Record<string, string>, RegExp][] = [
    [`/chat/socket?${access}`, {}, /现在不在线/],
    [`/en/chat/socket?${access}`, {}, /^Sorry, Olena - is OFFLINE now!$/],
    [`/chat/socket?${access}`, { "accept-language": "zh-TW" }, /現在不在線上/],
    [`/chat/socket?${access}`, { cookie: "i18n_redirected=en" }, /OFFLINE/],
  ];
  for (const [path, headers, words] of ways) {
    await using client = site.open(path, headers);
    await client.next("conn-good");
    const { event, data } = await client.ask("text-request", { to: lady.id });
    expect([event, data.code, words.test(data.message)]).toEqual(["error-event", "partner_offline", true]);
  }
});

Deno.test("his daily limit is told by the man's own clock, and as UTC where no zone is known", async () => {
  await using site = await served();
  const olena = await site.addLady();
  await using hers = site.open(`/chat/socket?access_token=${await site.token(olena)}`);
  await hers.next("conn-good");
  const told = [
    [{ firstname: "Wei", deviceZone: "Asia/Taipei" }, "begins at 08:00. "],
    [{ firstname: "James", deviceZone: "Asia/Taipei", timeZone: "America/New_York" }, "begins at 20:00. "],
    [{ firstname: "Paul" }, "begins at 00:00 UTC. "],
  ] as const;
  for (const [facts, begins] of told) {
    const man = await site.addMan({ ...facts, credits: 20 });
    await setSpendingLimit(site.store, man.id, 0);
    await using his = site.open(`/en/chat/socket?access_token=${await site.token(man)}`);
    await his.next("conn-good");
    await hers.ask("text-request", { to: man.id });
    await his.ask("text-request-answer", { to: olena.id, ev: "accept" });
    const { data: { id } } = await his.ask("do-start-chat-session", { targetID: olena.id });
    const { data } = await his.ask("do-reserve-chat-time", { chatID: id, minutes: 1 });
    const { error } = await his.next("reserve-time-error");
    for (const { message } of [data.error, error]) expect(message).toContain(begins);
    await his.next("chat-session-end");
  }
});

Deno.test("a refusal before the connection is told in the language of the address or the browser", async () => {
  await using site = await served();
  expect((await site.refusal("/en/chat/socket")).message).toBe("Please login or register!");
  const [hans, hant] = await Promise.all(
    ["zh-CN", "zh-TW"].map((language) => site.refusal("/chat/socket", { "accept-language": language })),
  );
  expect([/请/.test(hans!.message), /請/.test(hant!.message)]).toEqual([true, true]);
});

Deno.test("a plain request is told what this address is for, and a wrong way to ask for a connection that it is wrong", async () => {
  await using site = await served();
  const answer = await fetch(`http://${site.host}/chat/socket`);
  expect([answer.status, answer.headers.get("upgrade")]).toEqual([426, "websocket"]);
  for (const name of guards) expect([name, answer.headers.has(name)]).toEqual([name, true]);
  expect((await answer.json()).code).toBe("upgrade_required");
  const cookie = `slsid=${await site.token(await site.addMan())}`;
  const wrong: Record<string, string>[] = [{ "sec-websocket-version": "8" }, { "sec-websocket-key": "short" }];
  for (const headers of wrong) {
    expect(await site.refusal("/chat/socket", { cookie, ...headers })).toMatchObject({
      status: 400,
      code: "malformed",
    });
  }
  expect(await site.asked("/chat/socket", { cookie })).toBe(204);
});

Deno.test("whoever opens line after line is told to wait, and everybody else comes in", async () => {
  await using site = await served();
  const access = `/chat/socket?access_token=${await site.token(await site.addMan())}`;
  for (let opened = 0; opened < opensPerMinuteMax; opened++) {
    const client = site.open(access);
    await client.next("conn-good");
    await client.leave();
  }
  const told = await site.refusal(access);
  expect(told).toMatchObject({ status: 429, code: "too_many_requests" });
  expect(Number(told.retryAfter)).toBeGreaterThan(0);
  expect(await site.asked(access)).toBe(429);
  await using wei = site.open(`/chat/socket?access_token=${await site.token(await site.addMan())}`);
  await wei.next("conn-good");
});

Deno.test("beyond the most connections nobody is let in, and those who are in stay", async () => {
  await using site = await served();
  site.deps.chatOptions = { connectionsMax: 2 };
  const access = `/chat/socket?access_token=${await site.token(await site.addMan())}`;
  await using one = site.open(access);
  await using two = site.open(access);
  await Promise.all([one.next("conn-good"), two.next("conn-good")]);
  const third = await site.refusal(access);
  expect(third).toEqual({
    status: 503,
    code: "chat_full",
    message: expect.any(String),
    retryAfter: "5",
  });
  expect((await one.ask("latency-start", { startTimeLatency: 1 })).event).toBe("latency-back");
});

Deno.test("of many who come at once only so many are let in, and who leaves makes room", async () => {
  await using site = await served();
  site.deps.chatOptions = { connectionsMax: 3 };
  const access = `/chat/socket?access_token=${await site.token(await site.addMan())}`;
  const clients = Array.from({ length: 12 }, () => site.open(access));
  const isIn = (client: TestClient) => client.heard.some(({ event }) => event === "conn-good");
  await Promise.all(clients.map((client) => client.until(() => client.closed || isIn(client) || undefined, "a word")));
  const inside = clients.filter((client) => client.isOpen);
  expect(inside.length).toBe(3);
  for (const client of clients) {
    if (!inside.includes(client)) expect(client.heard).toEqual([]);
  }
  await inside[0]!.leave();
  await using next = site.open(access);
  await next.next("conn-good");
  for (const client of inside) await client.leave();
});

Deno.test("who gives no sign of life is asked for one and then let go; who answers stays", async () => {
  await using site = await served();
  // Long enough that others see her before she is disconnected, and that the one who answers is never late.
  site.deps.chatOptions = { pingEverySeconds: patience(1) / 1000, lingerMs: 50, presenceEveryMs: 20 };
  const [james, olena] = [await site.addMan(), await site.addLady()];
  await using client = site.open(`/chat/socket?access_token=${await site.token(james)}`);
  await client.next("conn-good");
  const [name, port] = site.host.split(":");
  const raw = await Deno.connect({ hostname: name, port: Number(port) });
  await raw.write(upgradeBytes(`/chat/socket?access_token=${await site.token(olena)}`));
  await client.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === olena.id));
  await client.next("update-user-list", ({ gone }) => gone.includes(olena.id));
  raw.close();
  expect((await client.ask("latency-start", { startTimeLatency: 1 })).event).toBe("latency-back");
});

Deno.test("the site's list of ladies online is true", async () => {
  await using site = await served();
  site.deps.chatOptions = { lingerMs: 50 };
  const olena = await site.addLady();
  const client = site.open(`/chat/socket?access_token=${await site.token(olena)}`);
  await client.next("conn-good");
  const girls = async () => (await (await site.visitor().get("/api/girls?online=true")).json()).totalCount;
  expect(await girls()).toBe(1);
  await client.leave();
  await client.until(() => site.store.ladies.isOnline(olena.id) ? undefined : true, "her leave");
  expect(await girls()).toBe(0);
});
