import { expect } from "expect";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { addDevice } from "../../testing/devices.ts";
import { createJames, createWei, testStore } from "../../testing/store.ts";
import { passwordOf, replacePassword } from "./passwords.ts";
import { type DeviceSession, subscriptionsOf } from "../push_subscriptions.ts";
import {
  endOtherSessions,
  endOwnSession,
  endSession,
  hashToken,
  newSession,
  rememberedSessionSeconds,
  sessionByToken,
  sessionIdOf,
  sessionSeconds,
  sessionsOf,
  setSession,
  startSession,
} from "./sessions.ts";

Deno.test("a session is found by its token and by nothing else", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const { token, session } = await startSession(store, james.id, false);
  expect(await sessionByToken(store, token)).toEqual(session);
  for (const forged of ["", "short", `${token}x`, hashToken(token), "x".repeat(5000)]) {
    expect(await sessionByToken(store, forged)).toBe(null);
  }
});

Deno.test("the token itself is nowhere in the store", async () => {
  using store = await testStore();
  const { token } = await startSession(store, (await createJames(store)).id, false);
  for await (const entry of store.kv.list({ prefix: [] })) {
    expect(JSON.stringify([entry.key, entry.value])).not.toContain(token);
  }
});

Deno.test("a session ends three hours after it was last used, a remembered one after thirty days", async () => {
  for (const [remember, seconds] of [[false, sessionSeconds], [true, rememberedSessionSeconds]] as const) {
    using store = await testStore();
    const { token } = await startSession(store, (await createJames(store)).id, remember);
    store.clock.advance({ seconds, ms: -1 });
    expect(await sessionByToken(store, token)).not.toBe(null);
    store.clock.advance({ seconds, ms: -1 });
    expect(await sessionByToken(store, token)).not.toBe(null);
    store.clock.advance({ seconds });
    expect(await sessionByToken(store, token)).toBe(null);
  }
  expect([sessionSeconds, rememberedSessionSeconds]).toEqual([10_800, 30 * 86_400]);
});

Deno.test("a session that is used again within five minutes is not written again", async () => {
  using store = await testStore();
  const { token, session } = await startSession(store, (await createJames(store)).id, false);
  store.clock.advance({ minutes: 4 });
  expect((await sessionByToken(store, token))!.expiresAt).toBe(session.expiresAt);
  store.clock.advance({ minutes: 1 });
  expect((await sessionByToken(store, token))!.expiresAt).toBe(store.clock.now + 3 * 3600_000);
});

Deno.test("an ended session does not come back, not even by a request that was under way", async () => {
  using store = await testStore();
  const { token, session } = await startSession(store, (await createJames(store)).id, false);
  store.clock.advance({ hours: 1 });
  await Promise.all([sessionByToken(store, token), endSession(store, session), sessionByToken(store, token)]);
  expect(await sessionByToken(store, token)).toBe(null);
  expect(await Array.fromAsync(store.kv.list({ prefix: prefixes.sessionsOfUser(session.userId) }))).toEqual([]);
});

Deno.test("ending the other sessions leaves one's own and other people's", async () => {
  using store = await testStore();
  const [james, wei] = [await createJames(store), await createWei(store)];
  const own = await startSession(store, james.id, false);
  const others = [await startSession(store, james.id, true), await startSession(store, james.id, false)];
  const stranger = await startSession(store, wei.id, false);
  await endOtherSessions(store, james.id, own.session.tokenHash);
  expect(await sessionByToken(store, own.token)).not.toBe(null);
  expect(await sessionByToken(store, stranger.token)).not.toBe(null);
  for (const { token } of others) expect(await sessionByToken(store, token)).toBe(null);
  await endOtherSessions(store, james.id, null);
  expect(await sessionByToken(store, own.token)).toBe(null);
});

Deno.test("a password that was changed after it was verified begins no session", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const verified = await passwordOf(store, james.id);
  const begin = async () => {
    const { session } = newSession(store, james.id, false, {});
    return (await setSession(store.kv.atomic().check(verified), session).commit()).ok;
  };
  expect(await begin()).toBe(true);
  await replacePassword(store, james.id, "Autumn-2026!", null);
  expect(await begin()).toBe(false);
  expect(await Array.fromAsync(store.kv.list({ prefix: prefixes.sessionsOfUser(james.id) }))).toEqual([]);
});

Deno.test("one's own sessions are listed, the latest used first, and each can be ended by its name", async () => {
  using store = await testStore();
  const [james, wei] = [await createJames(store), await createWei(store)];
  const phone = await startSession(store, james.id, true, { userAgent: "A phone ".repeat(100) });
  store.clock.advance({ minutes: 1 });
  const desk = await startSession(store, james.id, false);
  const weis = await startSession(store, wei.id, false);
  const own = await sessionsOf(store, james.id);
  expect(own.map(({ tokenHash }) => tokenHash)).toEqual([desk.session.tokenHash, phone.session.tokenHash]);
  expect([own[1]!.userAgent!.length, own[0]!.userAgent]).toEqual([300, undefined]);
  expect(await endOwnSession(store, james.id, sessionIdOf(weis.session))).toMatchObject({ reason: "not_found" });
  expect(await endOwnSession(store, james.id, sessionIdOf(phone.session))).toEqual({ ok: true });
  expect(await sessionByToken(store, phone.token)).toBeNull();
  expect(await sessionByToken(store, weis.token)).not.toBeNull();
  store.clock.advance({ hours: 4 });
  expect(await sessionsOf(store, james.id)).toEqual([]);
});

Deno.test("a session that is ended from elsewhere, or by a new password, notifies its device no more", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const here = await startSession(store, james.id, false);
  const subscribe = (name: string, session: DeviceSession) =>
    addDevice(store, james.id, { endpoint: `https://push.example/${name}` }, session);
  const left = async () => (await subscriptionsOf(store, james.id)).map(({ tokenHash }) => tokenHash);
  await subscribe("here", here.session);
  const lost = await startSession(store, james.id, true);
  await subscribe("lost", lost.session);
  expect(await endOwnSession(store, james.id, sessionIdOf(lost.session))).toEqual({ ok: true });
  expect(await left()).toEqual([here.session.tokenHash]);

  await subscribe("other", (await startSession(store, james.id, true)).session);
  const over = await startSession(store, james.id, false);
  await subscribe("run out", over.session);
  await store.kv.delete(keys.session(over.session.tokenHash));
  await endOtherSessions(store, james.id, here.session.tokenHash);
  expect(await left()).toEqual([here.session.tokenHash]);

  expect(await replacePassword(store, james.id, "Autumn-2026!", null)).toBe(true);
  expect(await left()).toEqual([]);
});

Deno.test("who signs in again in a browser ends by that session the notes that were wished there before", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const signIn = async (mark: string) => (await startSession(store, james.id, false, { mark })).session;
  const subscribe = async (name: string, mark: string) => {
    await addDevice(store, james.id, { endpoint: `https://push.example/${name}` }, await signIn(mark));
  };
  const left = async () =>
    (await subscriptionsOf(store, james.id)).map(({ endpoint }) => endpoint.split("/").at(-1)).sort();
  await subscribe("phone", "the phone's mark");
  await subscribe("desk", "the desk's mark");
  store.clock.advance({ hours: 4 });
  expect(await left()).toEqual(["desk", "phone"]);
  await endSession(store, await signIn("the phone's mark"));
  expect(await left()).toEqual(["desk"]);

  await subscribe("phone", "the phone's mark");
  store.clock.advance({ hours: 4 });
  await endOtherSessions(store, james.id, (await signIn("the desk's mark")).tokenHash);
  expect(await left()).toEqual(["desk"]);
});
