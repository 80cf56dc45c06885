/** Asking and answering between real sockets. */
import { expect } from "expect";
import { withMethods } from "../../../kv/store/handles/handle.ts";
import { keys } from "../../../kv/store/keys.ts";
import { prefixes } from "../../../kv/store/prefixes.ts";
import { asOtherProcess, createMan, withAtomics, withKv } from "../../../kv/testing/store.ts";
import { talk } from "../testing/server.ts";
import { world } from "../testing/world.ts";

Deno.test("an invitation is refused at once where it cannot be", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const ask = async (to: number) => (await james.ask("text-request", { to })).data;
  expect(await ask(w.olena.id)).toMatchObject({ code: "partner_offline", message: "en partner_offline Olena" });
  const olena = await w.join(w.olena);
  expect(await ask(w.wei.id)).toMatchObject({ code: "not_found" });
  expect(await ask(w.james.id)).toMatchObject({ code: "forbidden" });
  expect(await ask(4711)).toMatchObject({ code: "not_found" });
  expect(await olena.ask("change-allow-chat", { flag: false })).toMatchObject({
    event: "change-allow-chat-result",
    data: { flag: false },
  });
  await james.next("update-user-list", ({ users }) => users.some(({ allowChat }) => !allowChat));
  expect(await ask(w.olena.id)).toMatchObject({ code: "partner_not_accepting" });
  await olena.ask("change-allow-chat", { flag: true });
  const poor = await createMan(w.store, { credits: 1 });
  const poorTab = await w.join(poor);
  expect((await poorTab.ask("text-request", { to: w.olena.id })).data).toMatchObject({
    code: "insufficient_credits",
    status: 402,
  });
  expect((await poorTab.ask("check-balance")).data).toEqual({ balance: 1, error: 402 });
  expect((await olena.ask("check-balance")).data).toEqual({ balance: 0, error: null });
});

Deno.test("one waits for one answer, which may be no, or come too late", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  await james.ask("text-request", { to: w.olena.id });
  expect(await james.ask("text-request", { to: w.olena.id })).toMatchObject({ event: "already-request" });
  await olena.ask("text-request-answer", { to: w.james.id, ev: "decline", status: false });
  expect(await james.next("text-request-answer")).toMatchObject({
    status: false,
    ev: "decline",
    answer: { name: "Olena" },
  });
  await james.ask("text-request", { to: w.olena.id });
  await olena.ask("text-request-answer", { to: w.james.id, ev: "busy", status: false });
  expect(await james.next("text-request-answer")).toMatchObject({ status: false, ev: "busy" });
  await james.ask("text-request", { to: w.olena.id });
  w.clock.advance({ seconds: 61 });
  for (const client of [james, olena]) expect(await client.next("request-timeout")).toEqual({ senderId: w.james.id });
  expect((await olena.ask("text-request-answer", { to: w.james.id, ev: "accept" })).data).toMatchObject({
    code: "request_over",
  });
  expect((await james.ask("do-start-chat-session", { targetID: w.olena.id })).data).toMatchObject({
    id: null,
    error: { code: "chat_not_accepted" },
  });
  expect(james.count("request-timeout")).toBe(1);
});

Deno.test("two who ask each other at once are in one chat", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  const asked = await Promise.all([
    james.ask("text-request", { to: w.olena.id }),
    olena.ask("text-request", { to: w.james.id }),
  ]);
  expect(asked.map(({ event }) => event)).toEqual(["text-request-sent", "text-request-sent"]);
  for (const client of [james, olena]) expect(await client.next("text-request-answer")).toMatchObject({ status: true });
  const started = await Promise.all([
    james.ask("do-start-chat-session", { targetID: w.olena.id }),
    olena.ask("do-start-chat-session", { targetID: w.james.id }),
  ]);
  expect(started[0]!.data.id).toBe(started[1]!.data.id);
  w.clock.advance({ seconds: 61 });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(james.count("request-timeout")).toBe(0);
});

Deno.test("whoever is in a chat is busy for others and asks nobody", async () => {
  await using w = await world();
  const [james, olena, wei, daria] = [
    await w.join(w.james),
    await w.join(w.olena),
    await w.join(w.wei),
    await w.join(w.daria),
  ];
  // A new connection is told of waiting invitations before its first answer. If she were asked before that, she would be
  // told twice.
  await olena.ask("GetAllConnectedUsers");
  await talk(james, w.james.id, olena, w.olena.id);
  expect(await wei.ask("text-request", { to: w.olena.id })).toMatchObject({ event: "text-request-sent" });
  expect(await wei.next("text-request-answer")).toMatchObject({ ev: "busy", status: false });
  expect((await james.ask("text-request", { to: w.daria.id })).data).toMatchObject({ code: "chat_busy" });
  expect(olena.count("text-request")).toBe(1);
  expect(daria.count("text-request")).toBe(0);
});

Deno.test("a lady invites, and the man who accepts must be able to pay", async () => {
  await using w = await world();
  const poor = await createMan(w.store, { credits: 1, firstname: "Tom" });
  const tom = await w.join(poor);
  const olena = await w.join(w.olena);
  await olena.ask("text-request", { to: poor.id });
  expect((await tom.ask("text-request-answer", { to: w.olena.id, ev: "accept" })).data).toMatchObject({ status: 402 });
  await tom.ask("text-request-answer", { to: w.olena.id, ev: "decline" });
  expect(await olena.next("text-request-answer")).toMatchObject({ status: false });
});

Deno.test("conversation requests are asked, listed, accepted and declined", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  const ask = () => james.ask("conversation-request", { to: w.olena.id, section: "online" });
  expect(await ask()).toMatchObject({ event: "conversation", data: { name: "Olena", to: w.olena.id } });
  const { requests } = await olena.next("allRequests");
  expect(requests).toMatchObject([{ from: { userId: w.james.id }, req: { from: w.james.id, accepted: false } }]);
  expect(await ask()).toMatchObject({ event: "conversation-exists" });
  expect(await olena.ask("conversation-request", { to: w.james.id })).toMatchObject({
    event: "conversation-need-accept",
  });
  expect(await olena.ask("accept-request", { to: w.james.id })).toMatchObject({
    event: "request-accept-answer",
    data: { answer: true },
  });
  expect(await james.next("your-request-accept")).toEqual({ uid: w.olena.id, name: "Olena" });
  expect(await ask()).toMatchObject({ event: "conversation-exists-accepted" });
  expect((await olena.ask("getAllRequests")).data.requests).toMatchObject([{ req: { accepted: true } }]);
  expect((await james.ask("do-start-chat-session", { targetID: w.olena.id })).data.error).toBe(null);
  await james.ask("do-end-chat-session", { manId: w.james.id, girlId: w.olena.id });
  expect(await olena.ask("decline-request", { to: w.james.id })).toMatchObject({ data: { answer: false } });
  expect(await james.next("your-request-decline")).toEqual({ uid: w.olena.id, name: "Olena" });
  expect(await james.ask("conversation-request", { to: w.wei.id })).toMatchObject({
    event: "conversation-error",
    data: { code: "not_found" },
  });
});

Deno.test("a second click right after the yes asks nothing anew", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  await olena.ask("GetAllConnectedUsers");
  await james.ask("text-request", { to: w.olena.id });
  await olena.ask("text-request-answer", { to: w.james.id, ev: "accept" });
  expect(await james.ask("text-request", { to: w.olena.id })).toMatchObject({ event: "already-request" });
  expect(olena.count("text-request")).toBe(1);
  await james.ask("do-start-chat-session", { targetID: w.olena.id });
  await james.ask("stop-text-chat", { targetId: w.olena.id });
  expect(await james.ask("text-request", { to: w.olena.id })).toMatchObject({ event: "text-request-sent" });
});

Deno.test("who hangs up while waiting takes the invitation back", async () => {
  await using w = await world();
  const james = await w.join(w.james);
  const olena = await w.join(w.olena);
  await james.ask("text-request", { to: w.olena.id });
  expect((await james.ask("stop-text-chat", { targetId: w.daria.id })).data).toMatchObject({ code: "chat_not_open" });
  expect(await james.ask("stop-text-chat", { targetId: w.olena.id })).toMatchObject({ event: "chat-session-end" });
  expect(await olena.next("request-timeout")).toEqual({ senderId: w.james.id });
  expect((await olena.ask("text-request-answer", { to: w.james.id, ev: "accept" })).data.code).toBe("request_over");
  await james.ask("text-request", { to: w.olena.id });
  await james.leave();
  expect(await olena.next("request-timeout")).toEqual({ senderId: w.james.id });
});

Deno.test("who hangs up before hearing the yes has taken the invitation back: nobody begins a chat by it", async () => {
  await using w = await world();
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  const second = await w.join(w.james);
  await james.ask("text-request", { to: w.olena.id });
  await olena.ask("text-request-answer", { to: w.james.id, ev: "accept", status: true });
  expect(await james.ask("stop-text-chat", { targetId: w.olena.id })).toMatchObject({
    event: "chat-session-end",
    data: { id: "" },
  });
  expect(await second.next("chat-session-end")).toMatchObject({ id: "" });
  expect(await olena.next("stop-text-chat")).toEqual({ targetId: w.olena.id, myId: w.james.id });
  for (const [client, targetID] of [[olena, w.james.id], [james, w.olena.id]] as const) {
    expect((await client.ask("do-start-chat-session", { targetID })).data).toMatchObject({
      id: null,
      error: { code: "chat_not_accepted" },
    });
  }
  expect((await james.ask("stop-text-chat", { targetId: w.olena.id })).data).toMatchObject({ code: "chat_not_open" });
  expect(await james.ask("text-request", { to: w.olena.id })).toMatchObject({ event: "text-request-sent" });
});

Deno.test("a chat that begins while its asker hangs up is ended by that", async () => {
  const start = { now: () => Promise.resolve() as Promise<unknown> };
  await using w = await world({}, (store) =>
    withAtomics(store, (op) => {
      const [commit, set, remove] = [op.commit.bind(op), op.set.bind(op), op.delete.bind(op)];
      let [isTakingBack, hasSet] = [false, false];
      op.delete = (key) => (isTakingBack = key[0] === prefixes.allChatAcceptances()[0], remove(key));
      // The start of a chat deletes the acceptance as well, but also writes a chat.
      op.set = (...entry) => (hasSet = true, set(...entry));
      op.commit = async () => {
        if (isTakingBack && !hasSet) await start.now();
        return await commit();
      };
    }));
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  await james.ask("text-request", { to: w.olena.id });
  await olena.ask("text-request-answer", { to: w.james.id, ev: "accept", status: true });
  start.now = () => olena.ask("do-start-chat-session", { targetID: w.james.id });
  const ended = await james.ask("stop-text-chat", { targetId: w.olena.id });
  const { id } = await james.next("chat-session-create");
  expect(ended).toMatchObject({ event: "chat-session-end", data: { id } });
});

Deno.test("who loads the page again while an invitation waits is asked still, and waits still", async () => {
  await using w = await world();
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  await w.join(w.wei);
  await james.ask("text-request", { to: w.olena.id });
  await Promise.all([james.leave(), olena.leave()]);
  const [his, hers] = [await w.join(w.james), await w.join(w.olena)];
  expect(await his.next("text-request-sent")).toEqual({ to: w.olena.id });
  expect(await hers.next("text-request")).toMatchObject({ from: { userId: w.james.id } });
  await hers.ask("text-request-answer", { to: w.james.id, ev: "accept", status: true });
  expect(await his.next("text-request-answer")).toMatchObject({ status: true });
  const later = await w.join(w.olena);
  await later.ask("GetAllConnectedUsers");
  expect(later.count("text-request")).toBe(0);
});

Deno.test("a connection that comes while somebody asks is asked once", async () => {
  await using w = await world();
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  const asked = Promise.withResolvers<void>();
  const { kv } = w.store;
  const { list } = kv;
  // For the greeting of her new connection, the waiting invitations are read only after James has asked.
  kv.list = function <T>(selector: Deno.KvListSelector, options?: Deno.KvListOptions) {
    const found = list.call(kv, selector, options) as Deno.KvListIterator<T>;
    if (!("prefix" in selector) || selector.prefix[0] !== prefixes.allChatInvitationsTo()[0]) return found;
    const next = found.next.bind(found);
    found.next = () => asked.promise.then(next);
    return found;
  };
  const hers = await w.join(w.olena);
  await james.ask("text-request", { to: w.olena.id });
  await Promise.all([olena.next("text-request"), hers.next("text-request")]);
  asked.resolve();
  await hers.ask("GetAllConnectedUsers");
  expect([olena.count("text-request"), hers.count("text-request")]).toEqual([1, 1]);
  await hers.ask("text-request-answer", { to: w.james.id, ev: "decline", status: false });
  await james.ask("text-request", { to: w.olena.id });
  await hers.next("text-request");
});

Deno.test("an invitation that is kept is told, even if the store cannot be read right after it", async () => {
  const store = { isUnreadable: false };
  const key = keys.chatInvitation(0)[0];
  await using w = await world({}, (of) => {
    const other = asOtherProcess(of);
    const get = <T>(...asked: Parameters<Deno.Kv["get"]>) =>
      store.isUnreadable ? Promise.reject(new Error("no answer")) : other.kv.get<T>(...asked);
    return withAtomics(withKv(other, withMethods(other.kv, { get })), (op) => {
      const [set, commit] = [op.set.bind(op), op.commit.bind(op)];
      let isInvitation = false;
      op.set = (...row) => {
        isInvitation ||= row[0][0] === key;
        return set(...row);
      };
      op.commit = async () => {
        const committed = await commit();
        store.isUnreadable ||= isInvitation;
        return committed;
      };
    });
  });
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  expect((await james.ask("text-request", { to: w.olena.id })).event).toBe("text-request-sent");
  await olena.next("text-request");
  store.isUnreadable = false;
});

Deno.test("who takes an invitation back in one page has taken it back in the other", async () => {
  await using w = await world();
  const [james, olena] = [await w.join(w.james), await w.join(w.olena)];
  await james.ask("text-request", { to: w.olena.id });
  const second = await w.join(w.james);
  expect(await second.next("text-request-sent")).toEqual({ to: w.olena.id });
  const taken = { id: "", minutes: 0, kept: 0, cost: 0, refunded: 0 };
  expect((await james.ask("stop-text-chat", { targetId: w.olena.id })).data).toEqual(taken);
  expect(await second.next("chat-session-end")).toEqual(taken);
  expect(await olena.next("request-timeout")).toEqual({ senderId: w.james.id });
  expect([james.count("chat-session-end"), olena.count("chat-session-end")]).toEqual([0, 0]);
});

Deno.test("of several who ask, each page of who answers hears whom the answer was to", async () => {
  await using w = await world();
  const [james, wei, olena] = [await w.join(w.james), await w.join(w.wei), await w.join(w.olena)];
  const second = await w.join(w.olena);
  await second.ask("GetAllConnectedUsers");
  await james.ask("text-request", { to: w.olena.id });
  await wei.ask("text-request", { to: w.olena.id });
  const declined = { status: false, ev: "decline", to: w.wei.id };
  expect((await olena.ask("text-request-answer", { to: w.wei.id, ev: "decline" })).data).toEqual(declined);
  expect(await second.next("text-request-answer")).toEqual(declined);
  const accepted = { status: true, ev: "accept", to: w.james.id };
  expect((await olena.ask("text-request-answer", { to: w.james.id, ev: "accept" })).data).toEqual(accepted);
  expect(await second.next("text-request-answer")).toEqual(accepted);
  expect(await james.next("text-request-answer")).toEqual({
    status: true,
    ev: "accept",
    answer: { name: "Olena", userId: w.olena.id },
  });
});
