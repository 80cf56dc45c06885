/** People who may no longer be here are disconnected at once, their chats end by the rules, and others notice nothing. */
import { expect } from "expect";
import { replacePassword } from "../../../kv/accounts/signing_in/passwords.ts";
import {
  aliveSession,
  endSession,
  hashToken,
  sessionSeconds,
  startSession,
} from "../../../kv/accounts/signing_in/sessions.ts";
import { chatById } from "../../../kv/chats/chats.ts";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import type { Store } from "../../../kv/open.ts";
import { takeDown } from "../../../kv/testing/publication.ts";
import { talk, type TestClient } from "../testing/server.ts";
import { twoInstances, world } from "../testing/world.ts";

const signOut = (store: Store, userId: number, token: string) =>
  endSession(store, { userId, tokenHash: hashToken(token) });
const isAlive = async (client: TestClient) =>
  (await client.ask("latency-start", { startTimeLatency: 1 })).event === "latency-back";

Deno.test("who signs out in a chat ends it as her own doing, at once, and he has the minute back", async () => {
  await using w = await world();
  const { token } = await startSession(w.store, w.olena.id, false);
  const [james, olena] = [await w.join(w.james), await w.join(w.olena, token)];
  const id = await talk(james, w.james.id, olena, w.olena.id);
  await signOut(w.store, w.olena.id, token);
  expect((await olena.closing()).code).toBe(4401);
  expect(await james.next("stop-text-chat")).toEqual({ targetId: w.james.id, myId: w.olena.id });
  expect(await james.next("chat-session-end")).toMatchObject({ id, refunded: 1 });
  expect(await chatById(w.store, id)).toMatchObject({ endedBy: "lady", endedReason: "left" });
  expect(await isAlive(james)).toBe(true);
});

Deno.test("whoever is still signed in elsewhere stays in the chat when one session ends", async () => {
  await using w = await world();
  const { token } = await startSession(w.store, w.james.id, false);
  const [first, second, olena] = [await w.join(w.james, token), await w.join(w.james), await w.join(w.olena)];
  const id = await talk(first, w.james.id, olena, w.olena.id);
  await signOut(w.store, w.james.id, token);
  expect((await first.closing()).code).toBe(4401);
  expect((await second.ask("ChatNewMessage", { to: w.olena.id, message: "still", clientId: "s" })).event)
    .toBe("NewMessage");
  expect(await chatById(w.store, id)).toMatchObject({ state: "open" });
});

Deno.test("a new password ends every other connection, and not that of the session which changed it", async () => {
  await using w = await world();
  const { token } = await startSession(w.store, w.james.id, false);
  const [own, other] = [await w.join(w.james, token), await w.join(w.james)];
  expect(await replacePassword(w.store, w.james.id, "Another-2026!", hashToken(token))).toBe(true);
  expect((await other.closing()).code).toBe(4401);
  expect(await isAlive(own)).toBe(true);
});

Deno.test("a session whose time is over takes its connection with it; writing puts that off", async () => {
  await using w = await world();
  const sessions = await Promise.all([w.james, w.wei, w.olena].map((user) => startSession(w.store, user.id, false)));
  const [james, wei, olena] = await Promise.all(
    [w.james, w.wei, w.olena].map((user, at) => w.join(user, sessions[at]!.token)),
  );
  await talk(james!, w.james.id, olena!, w.olena.id);
  w.clock.advance({ seconds: sessionSeconds / 2 });
  // The paid minute is used up and the chat ends: they begin another.
  await olena!.next("chat-session-end");
  await talk(james!, w.james.id, olena!, w.olena.id);
  for (const [client, to] of [[james!, w.olena.id], [olena!, w.james.id]] as const) {
    expect((await client.ask("ChatNewMessage", { to, message: "!", clientId: `to-${to}` })).event).toBe("NewMessage");
  }
  w.clock.advance({ seconds: sessionSeconds / 2 + 1 });
  expect((await wei!.closing()).code).toBe(4401);
  expect(await Promise.all([james!, olena!].map(isAlive))).toEqual([true, true]);
  expect((await aliveSession(w.store, sessions[0]!.session.tokenHash))?.lastSeenAt).toBeGreaterThan(
    sessions[0]!.session.createdAt,
  );
  w.clock.advance({ seconds: sessionSeconds });
  expect((await james!.closing()).code).toBe(4401);
});

Deno.test("a lady who is no longer published leaves at once, with all her tabs, and their minute goes back", async () => {
  await using w = await world();
  const [james, first, second, daria] = [
    await w.join(w.james),
    await w.join(w.olena),
    await w.join(w.olena),
    await w.join(w.daria),
  ];
  const id = await talk(james, w.james.id, first, w.olena.id);
  await takeDown(w.store, w.olena.id);
  for (const tab of [first, second]) expect((await tab.closing()).code).toBe(4403);
  expect(await james.next("chat-session-end")).toMatchObject({ id, refunded: 1 });
  expect(await balanceOf(w.store, w.james.id)).toBe(200);
  await james.hearsGone(w.olena.id);
  expect((await james.ask("text-request", { to: w.olena.id })).data.code).toBe("not_found");
  expect(await isAlive(daria)).toBe(true);
});

Deno.test("it is the same when the session ends, or the profile is taken down, on another instance", async () => {
  await using w = await twoInstances();
  const { token } = await startSession(w.store, w.james.id, false);
  const [james, olena] = [await w.join(w.one, w.james, token), await w.join(w.two, w.olena)];
  await james.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
  await talk(james, w.james.id, olena, w.olena.id);
  await signOut(w.two.store, w.james.id, token);
  expect((await james.closing()).code).toBe(4401);
  await olena.next("chat-session-end");
  const daria = await w.join(w.two, w.daria);
  await takeDown(w.one.store, w.daria.id);
  expect((await daria.closing()).code).toBe(4403);
});

Deno.test("a session with tabs on two instances ends both, and the chat at once", async () => {
  await using w = await twoInstances();
  const { token } = await startSession(w.store, w.james.id, false);
  const [first, second, olena] = [
    await w.join(w.one, w.james, token),
    await w.join(w.two, w.james, token),
    await w.join(w.two, w.olena),
  ];
  await first.next("update-user-list", ({ users }) => users.some(({ userId }) => userId === w.olena.id));
  const id = await talk(first, w.james.id, olena, w.olena.id);
  await second.next("chat-open");
  await signOut(w.one.store, w.james.id, token);
  expect((await Promise.all([first.closing(), second.closing()])).map(({ code }) => code)).toEqual([4401, 4401]);
  expect(await olena.next("chat-session-end")).toMatchObject({ id });
  expect(await chatById(w.store, id)).toMatchObject({ endedBy: "man", endedReason: "left" });
});
