/** People who may no longer be here are disconnected at once, their chats end by the rules, and others notice nothing. */
import { expect } from "expect";
import { changePassword, replacePassword } from "../../../kv/accounts/signing_in/passwords.ts";
import {
  aliveSession,
  deleteSession,
  endSession,
  hashToken,
  sessionSeconds,
  startSession,
} from "../../../kv/accounts/signing_in/sessions.ts";
import { chatById } from "../../../kv/chats/chats.ts";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import type { Store } from "../../../kv/open.ts";
import { commitNow } from "../../../kv/store/commit.ts";
import { StoreUnavailable } from "../../../kv/store/health/health.ts";
import { takeDown } from "../../../kv/testing/publication.ts";
import { testPassword } from "../../../kv/testing/store.ts";
import { until } from "../../../tests/patience.ts";
import { talk, type TestClient } from "../testing/server.ts";
import { distantInstances, twoInstances, world } from "../testing/world.ts";

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

/** Olena sets a new password on one instance, and a stranger who knows the old one has the chat open on the other. */
async function newPasswordOfUntold(w: Awaited<ReturnType<typeof distantInstances>>) {
  const [own, strangers] = await Promise.all([1, 2].map(() => startSession(w.store, w.olena.id, true)));
  const { tokenHash } = strangers!.session;
  const stranger = await w.join(w.two, w.olena, strangers!.token);
  w.wayOne.cutAfter = async () => await aliveSession(w.store, tokenHash) === null;
  const change = { currentPassword: testPassword, password: "Another-2026!", keepTokenHash: own!.session.tokenHash };
  await expect(changePassword(w.one.store, w.olena.id, change)).rejects.toThrow(StoreUnavailable);
  expect(await aliveSession(w.store, tokenHash)).toBe(null);
  return stranger;
}

Deno.test("a new password ends a stranger's chat elsewhere within minutes, even if the process that wrote it could not tell", async () => {
  await using w = await distantInstances({ deadAfterMs: 3_600_000, patienceMs: 1000 });
  const stranger = await newPasswordOfUntold(w);
  expect(await isAlive(stranger)).toBe(true);
  w.clock.advance({ minutes: 2 });
  expect((await stranger.closing()).code).toBe(4401);
});

Deno.test("it is told at once when the store answers the process that wrote it after all", async () => {
  await using w = await distantInstances({ deadAfterMs: 3_600_000, patienceMs: 1000 });
  const stranger = await newPasswordOfUntold(w);
  w.wayOne.mend();
  expect((await stranger.closing()).code).toBe(4401);
});

Deno.test("nobody writes by a session that ended unheard", async () => {
  // Server time is never looked at: only what James writes shows that his session is over.
  await using w = await world({ tickMs: 3_600_000 });
  const { token, session } = await startSession(w.store, w.james.id, true);
  const [james, olena] = [await w.join(w.james, token), await w.join(w.olena)];
  await talk(james, w.james.id, olena, w.olena.id);
  w.clock.advance({ minutes: 5 });
  await commitNow(deleteSession(w.store.kv.atomic(), session));
  james.say("ChatNewMessage", { to: w.olena.id, message: "Send me money.", clientId: "j1" });
  expect((await james.closing()).code).toBe(4401);
  expect(olena.count("NewMessage")).toBe(0);
});

Deno.test("those who come at once are read again in turns, all within two minutes", async () => {
  await using w = await world();
  const sessions = await Promise.all(Array.from({ length: 8 }, () => startSession(w.store, w.james.id, true)));
  const tabs = await Promise.all(sessions.map(({ token }) => w.join(w.james, token)));
  for (const { session } of sessions) await commitNow(deleteSession(w.store.kv.atomic(), session));
  const ended = () => tabs.filter(({ closed }) => closed !== null).length;
  w.clock.advance({ seconds: 90 });
  await until(() => ended() >= 3, "the end of the first");
  expect(ended()).toBeLessThan(6);
  w.clock.advance({ seconds: 30 });
  await until(() => ended() === 8, "the end of all");
});

Deno.test("it is the same where the clock was ahead and is put right", async () => {
  await using w = await world();
  w.clock.advance({ hours: 3 });
  const { token, session } = await startSession(w.store, w.james.id, true);
  const james = await w.join(w.james, token);
  await commitNow(deleteSession(w.store.kv.atomic(), session));
  w.clock.advance({ hours: -3 });
  expect((await james.closing()).code).toBe(4401);
});
