/** The stream of counters over a real server on loopback: right at once and after each change, and it leaves no trace. */
import { expect } from "expect";
import type { Asking } from "../../chat/shared/asking.ts";
import {
  endOtherSessions,
  endSession,
  rememberedSessionSeconds,
  sessionSeconds,
  startSession,
} from "../../kv/accounts/signing_in/sessions.ts";
import type { User } from "../../kv/accounts/users.ts";
import { invite } from "../../kv/chats/invitations.ts";
import { post } from "../../kv/credits/ledger/ledger.ts";
import { postTogether } from "../../kv/credits/ledger/ledger_together.ts";
import type { Letter } from "../../kv/letters/letter.ts";
import { lettersTopic } from "../../kv/letters/notifications.ts";
import { openLetter } from "../../kv/letters/opening.ts";
import { sendLetter } from "../../kv/letters/sending.ts";
import { asOtherProcess } from "../../kv/testing/store.ts";
import type { Listening } from "../../services/http/server.ts";
import { serveForTest } from "../../services/http/testing/server.ts";
import { until } from "../../tests/patience.ts";
import { createApp } from "../app.tsx";
import { testApp, type TestSite, Visitor } from "../testing/site.ts";
import { EventStreams, streamsPerPerson } from "./event_streams.ts";
import { EventReader } from "./testing/events.ts";

interface Served {
  site: TestSite;
  /** Opens a stream with a token. */
  listen: (token: string, options?: { query?: string; headers?: Record<string, string> }) => Promise<Response>;
  signIn: (user: User, remember?: boolean) => Promise<{ token: string; tokenHash: string }>;
  write: (author: User, recipient: User) => Promise<Letter>;
  server: Listening;
}

async function served(work: (served: Served) => Promise<void>): Promise<void> {
  await using site = await testApp();
  const server = await serveForTest((request, caller) => site.app.fetch(request, caller));
  const { port } = server.addr;
  let sendings = 0;
  try {
    await work({
      site,
      server,
      listen: (token, { query = "", headers = {} } = {}) =>
        fetch(`http://127.0.0.1:${port}/api/events${query}`, {
          headers: { authorization: `Bearer ${token}`, ...headers },
        }),
      async signIn(user, remember = false) {
        const { token, session } = await startSession(site.store, user.id, remember);
        return { token, tokenHash: session.tokenHash };
      },
      async write(author, recipient) {
        const wanted = {
          authorId: author.id,
          recipientId: recipient.id,
          body: "Dear you",
          sendKey: `key-${++sendings}`,
        };
        const sent = await sendLetter(site.store, wanted);
        if (!sent.ok) throw new Error(sent.reason);
        return sent.letter;
      },
    });
  } finally {
    site.deps.running.streams.shut();
    await server.shutdown();
  }
}

Deno.test("a page hears at once how many letters wait, and again when one comes and when one is read", async () => {
  await served(async ({ site, listen, signIn, write }) => {
    const [james, olena] = [await site.addMan({ credits: 50 }), await site.addLady()];
    const introduction = await write(olena, james);
    const his = new EventReader(await listen((await signIn(james)).token));
    expect(await his.frame()).toEqual({ retry: "3000" });
    expect(await his.frame()).toEqual({
      event: "new-message",
      data: JSON.stringify({ counter: { inbox: 0, introduction: 1 } }),
    });
    await openLetter(site.store, james.id, introduction.id, false);
    expect(await his.counter()).toEqual({ inbox: 0, introduction: 0 });

    const hers = new EventReader(await listen((await signIn(olena)).token));
    expect(await hers.counter()).toEqual({ inbox: 0, introduction: 0 });
    await write(james, olena);
    expect(await hers.counter()).toEqual({ inbox: 1, introduction: 0 });
    const sealed = await write(olena, james);
    expect(await his.counter()).toEqual({ inbox: 1, introduction: 0 });
    await openLetter(site.store, james.id, sealed.id, true);
    expect(await his.counter()).toEqual({ inbox: 0, introduction: 0 });
    await his.leave();
    await hers.leave();
  });
});

Deno.test("a man's page hears what he has whenever his credits move, by whatever, and a lady's hears nothing of it", async () => {
  await served(async ({ site, listen, signIn }) => {
    const [james, olena] = [await site.addMan({ credits: 50 }), await site.addLady()];
    const his = new EventReader(await listen((await signIn(james)).token));
    expect(await his.event("balance")).toEqual({ balance: 50, seq: 1 });
    const moved = { manId: james.id, reference: {} };
    await post(site.store, { ...moved, operation: "refill", deltaCredits: 20, idempotencyKey: "payment:1" });
    expect(await his.event("balance")).toEqual({ balance: 70, seq: 2 });
    const charge = { ...moved, operation: "video", deltaCredits: -10, idempotencyKey: "watch:1" } as const;
    const back = {
      ...moved,
      operation: "refund",
      deltaCredits: 5,
      idempotencyKey: "refund:1",
    } as const;
    await postTogether(site.store, james.id, [charge, back], { read: () => Promise.resolve(), add: () => {} });
    expect(await his.event("balance")).toEqual({ balance: 65, seq: 4 });
    const hers = new EventReader(await listen((await signIn(olena)).token));
    await hers.counter();
    site.deps.running.streams.shut();
    expect(await hers.event("balance")).toBe(null);
  });
});

Deno.test("an open page hears who asks for a chat and what a minute costs, and that it was declined on any page", async () => {
  await served(async ({ site, listen, signIn }) => {
    const [james, olena] = [await site.addMan({ firstname: "James" }), await site.addLady({ firstname: "Olena" })];
    const { token } = await signIn(olena);
    const hers = new EventReader(await listen(token));
    expect(await hers.event("invitations")).toEqual({ invitations: [] });
    const his = new EventReader(await listen((await signIn(james)).token));
    expect(await his.event("invitations")).toEqual({ invitations: [] });
    const pair = { manId: james.id, ladyId: olena.id };
    await invite(site.store, pair, james.id, olena.id, "text");
    const asked = { kind: "text", from: { id: james.id, name: "James", isCompanion: false }, price: null };
    expect(await hers.event("invitations")).toMatchObject({ invitations: [asked] });

    const decline = () =>
      site.app.request(`/api/invitations/${james.id}`, {
        method: "DELETE",
        headers: { authorization: `Bearer ${token}` },
      });
    expect((await decline()).status).toBe(204);
    expect(await hers.event("invitations")).toEqual({ invitations: [] });
    expect((await decline()).status).toBe(409);

    await invite(site.store, pair, olena.id, james.id, "video");
    const { invitations: [call] } = await his.event("invitations") as { invitations: Asking[] };
    expect(call).toMatchObject({ kind: "video", from: { id: olena.id, name: "Olena" } });
    expect(call!.price).toMatch(/min/);
    expect(call!.leftMs).toBeGreaterThan(0);
    expect(call!.leftMs).toBeLessThanOrEqual(60_000);

    const halyna = await site.addLady({ firstname: "Галина", locale: "uk" });
    await invite(site.store, { manId: james.id, ladyId: halyna.id }, halyna.id, james.id, "text");
    // In the script of the page's language, as in the chat.
    const { invitations } = await his.event("invitations") as { invitations: Asking[] };
    expect(invitations.map(({ from: { name } }) => name)).toEqual(["Olena", "Halyna"]);
    site.deps.running.streams.shut();
  });
});

Deno.test("a page at one instance hears of a letter that was sent and read at another", async () => {
  await using site = await testApp();
  const other = asOtherProcess(site.store);
  await site.store.pubsub.connect("here");
  await other.pubsub.connect("there");
  try {
    const [james, olena] = [await site.addMan(), await site.addLady()];
    const visitor = new Visitor(createApp({ ...site.deps, store: other }), site.now);
    const headers = { authorization: `Bearer ${(await startSession(site.store, james.id, false)).token}` };
    const his = new EventReader(await visitor.get("/api/events", { headers }));
    expect(await his.counter()).toEqual({ inbox: 0, introduction: 0 });
    const wanted = { authorId: olena.id, recipientId: james.id, body: "Dear James", sendKey: "at-one-instance" };
    const sent = await sendLetter(site.store, wanted);
    expect(await his.counter()).toEqual({ inbox: 0, introduction: 1 });
    await openLetter(site.store, james.id, sent.ok ? sent.letter.id : 0, false);
    expect(await his.counter()).toEqual({ inbox: 0, introduction: 0 });
    await his.leave();
  } finally {
    await site.store.pubsub.close();
    await other.pubsub.close();
  }
});

Deno.test("the stream is neither kept nor compressed nor held back by a proxy", async () => {
  await served(async ({ site, listen, signIn }) => {
    const { token } = await signIn(await site.addMan());
    const response = await listen(token, { headers: { "accept-encoding": "gzip, br" } });
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store, no-transform");
    expect(response.headers.get("content-encoding")).toBe(null);
    expect(response.headers.get("x-accel-buffering")).toBe("no");
    await new EventReader(response).leave();
  });
});

Deno.test("it is for those who are signed in, and for the person that the page belongs to", async () => {
  await served(async ({ site, listen, signIn }) => {
    const [james, wei] = [await site.addMan(), await site.addMan()];
    const nobody = await listen("not-a-token-of-anybody");
    expect([nobody.status, (await nobody.json()).code]).toEqual([401, "not_signed_in"]);
    const { token } = await signIn(james);
    const others = await listen(token, { query: `?user=${wei.id}` });
    expect([others.status, (await others.json()).code]).toEqual([403, "forbidden"]);
    const own = new EventReader(await listen(token, { query: `?user=${james.id}` }));
    expect(await own.counter()).toEqual({ inbox: 0, introduction: 0 });
    await own.leave();
    const byQuery = await site.visitor().get(`/api/events?access_token=${token}`);
    await new EventReader(byQuery).leave();
    const byCookie = await (await site.visitorAs(james)).get("/api/events");
    await new EventReader(byCookie).leave();
    expect([byQuery.status, byCookie.status]).toEqual([200, 200]);
  });
});

Deno.test("a page that closes leaves nothing behind", async () => {
  await served(async ({ site, listen, signIn, write }) => {
    const [james, olena] = [await site.addMan(), await site.addLady()];
    const { token } = await signIn(james);
    const readers = [new EventReader(await listen(token)), new EventReader(await listen(token))];
    for (const reader of readers) await reader.counter();
    expect(site.deps.running.streams.count()).toBe(2);
    await readers[0]!.leave();
    await until(() => site.deps.running.streams.count() === 1);
    await write(olena, james);
    expect(await readers[1]!.counter()).toEqual({ inbox: 0, introduction: 1 });
    await readers[1]!.leave();
    await until(() => site.deps.running.streams.count() === 0);
    // A request for the headers alone opens no stream.
    await (await site.visitorAs(james)).request("/api/events", { method: "HEAD" });
    expect(site.deps.running.streams.count()).toBe(0);
  });
});

Deno.test("logging out ends the streams of that session at once, and those of no other", async () => {
  await served(async ({ site, listen, signIn, write }) => {
    const [james, olena] = [await site.addMan(), await site.addLady()];
    const [here, there] = [await signIn(james), await signIn(james)];
    const [one, other] = [new EventReader(await listen(here.token)), new EventReader(await listen(there.token))];
    await one.counter();
    await other.counter();
    await endSession(site.store, { userId: james.id, tokenHash: here.tokenHash });
    await one.end();
    await write(olena, james);
    expect(await other.counter()).toEqual({ inbox: 0, introduction: 1 });
    await endOtherSessions(site.store, james.id, null);
    await other.end();
    expect(site.deps.running.streams.count()).toBe(0);
  });
});

Deno.test("a session that ran out hears of no further letter", async () => {
  await served(async ({ site, listen, signIn, write }) => {
    const [james, olena] = [await site.addMan(), await site.addLady()];
    const [short, long] = [await signIn(james), await signIn(james, true)];
    const [one, other] = [new EventReader(await listen(short.token)), new EventReader(await listen(long.token))];
    await one.counter();
    await other.counter();
    site.advance(sessionSeconds * 1000);
    await write(olena, james);
    await one.end();
    expect(await other.counter()).toEqual({ inbox: 0, introduction: 1 });
    site.advance(rememberedSessionSeconds * 1000);
    site.store.pubsub.publish([lettersTopic(james.id)]);
    await other.end();
  });
});

Deno.test("of too many streams of one person the oldest ends", async () => {
  await served(async ({ site, signIn, listen }) => {
    const [james, wei] = [await site.addMan(), await site.addMan()];
    const { token } = await signIn(james);
    const others = new EventReader(await listen((await signIn(wei)).token));
    await others.counter();
    const readers: EventReader[] = [];
    for (let n = 0; n < streamsPerPerson + 1; n++) {
      readers.push(new EventReader(await listen(token)));
      await readers[n]!.counter();
    }
    await readers[0]!.end();
    expect(site.deps.running.streams.count(james.id)).toBe(streamsPerPerson);
    expect(site.deps.running.streams.count(wei.id)).toBe(1);
    site.deps.running.streams.shut();
    for (const reader of [others, ...readers]) await reader.end();
  });
});

Deno.test("a server that stops does not wait for open pages, and lets no page begin to wait", async () => {
  await served(async ({ site, listen, signIn, server }) => {
    const { token } = await signIn(await site.addMan());
    const reader = new EventReader(await listen(token));
    await reader.counter();
    site.deps.running.streams.shut();
    await reader.end();
    const late = new EventReader(await listen(token));
    expect(await late.frame()).toEqual({ retry: "3000" });
    await late.end();
    // A stream that stayed open would hold up the server for ever.
    await server.shutdown();
  });
});

Deno.test("a silent connection hears from time to time that it is still there, and a reader who reads nothing is let go", async () => {
  await using site = await testApp();
  const streams = new EventStreams({ everyMs: 10, beats: 100_000 });
  let [truth, isAllowed] = [1, true];
  const listening = {
    userId: 7,
    pubsub: site.store.pubsub,
    allowedTopic: "session:7",
    events: { "new-message": { topic: "letters:7", read: () => Promise.resolve(truth) } },
    isAllowed: () => Promise.resolve(isAllowed),
  };
  const reader = new EventReader(new Response(streams.open(listening)));
  expect(await reader.frame()).toEqual({ retry: "3000" });
  expect(await reader.frame()).toEqual({ event: "new-message", data: "1" });
  expect(await reader.frame()).toEqual({ comment: "still here" });
  // The same value is not told twice, but a new one is told.
  site.store.pubsub.publish(["letters:7"]);
  truth = 2;
  site.store.pubsub.publish(["letters:7"]);
  let frame = await reader.frame();
  while (frame?.comment) frame = await reader.frame();
  expect(frame).toEqual({ event: "new-message", data: "2" });
  isAllowed = false;
  while (frame !== null) frame = await reader.frame();
  expect(streams.count()).toBe(0);

  isAllowed = true;
  streams.open(listening);
  expect(streams.count(7)).toBe(1);
  await until(() => streams.count() === 0);
});

Deno.test("after some minutes a page is asked for another stream, and who does not answer is not there any more", async () => {
  await using site = await testApp();
  const streams = new EventStreams({ everyMs: 10 });
  const ends: string[] = [];
  const reader = new EventReader(
    new Response(streams.open({
      userId: 7,
      pubsub: site.store.pubsub,
      allowedTopic: "session:7",
      events: {},
      isAllowed: () => Promise.resolve(true),
      begun: () => () => void ends.push("ended"),
    })),
  );
  expect(await reader.event("again")).toEqual({});
  expect([streams.count(7), ends]).toEqual([1, []]);
  await reader.end();
  expect([streams.count(7), ends]).toEqual([0, ["ended"]]);
});

Deno.test("whose reading fails comes again: the stream ends and takes nothing down", async () => {
  await using site = await testApp();
  const streams = new EventStreams();
  const reader = new EventReader(
    new Response(streams.open({
      userId: 7,
      pubsub: site.store.pubsub,
      allowedTopic: "session:7",
      events: { "new-message": { topic: "letters:7", read: () => Promise.reject(new Error("the store is away")) } },
      isAllowed: () => Promise.resolve(true),
    })),
  );
  await reader.frame();
  await reader.end();
  expect(streams.count()).toBe(0);
});
