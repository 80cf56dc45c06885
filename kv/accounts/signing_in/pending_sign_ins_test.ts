import { expect } from "expect";
import type { Store } from "../../open.ts";
import { auditRecords } from "../../store/audit_log.ts";
import { prefixes } from "../../store/prefixes.ts";
import { refuse } from "../../store/refusals.ts";
import { suspend } from "../../safety/suspensions.ts";
import { appOf, createAdmin, createEnrolled } from "../../testing/factors.ts";
import { createVera } from "../../testing/safety.ts";
import { signInToken } from "../../testing/sign_ups.ts";
import { afterMeanwhile, createJames, testPassword, testStore } from "../../testing/store.ts";
import { replacePassword } from "./passwords.ts";
import { finishSignIn, pendingSignIn, type StartedPending } from "./pending_sign_ins.ts";
import { secondFactorOf } from "./second_factors.ts";
import { sessionByToken } from "./sessions.ts";
import { type Credentials, signIn } from "./sign_in.ts";
import { ownerOfTicket, redeemTicket } from "./sign_in_tickets.ts";
import type { User } from "../users.ts";

const address = "192.0.2.7";
const visitor = { address, mark: null };
const as = (user: User, more: Partial<Credentials> = {}): Credentials => ({
  email: user.email,
  password: testPassword,
  remember: false,
  visitor,
  staffNeedSecondFactor: true,
  ...more,
});

async function pendingOf(store: Store, user: User, more: Partial<Credentials> = {}): Promise<StartedPending> {
  const result = await signIn(store, as(user, more));
  if (!("pending" in result)) throw new Error("nothing is asked for");
  return result.pending;
}

const sessionsOf = async (store: Store) =>
  (await Array.fromAsync(store.kv.list({ prefix: prefixes.allSessions() }))).length;

Deno.test("who works here and has no app sets one up before anything opens, in one commit with the session", async () => {
  using store = await testStore();
  const ada = await createAdmin(store);
  const { token, enrols } = await pendingOf(store, ada, { remember: true });
  expect([enrols, await sessionsOf(store)]).toEqual([true, 0]);
  const { pending, user } = (await pendingSignIn(store, token))!;
  expect(user.id).toBe(ada.id);
  const app = await appOf(store, ada.id, pending.offer!);
  expect(await finishSignIn(store, token, { code: "000000", visitor })).toMatchObject({ reason: "invalid_code" });
  expect([await sessionsOf(store), await secondFactorOf(store, ada.id)]).toEqual([0, null]);
  const code = app.code();
  const done = await finishSignIn(store, token, { code, visitor });
  if (!done.ok) throw new Error(done.reason);
  expect(done.recoveryCodes?.length).toBe(10);
  expect(await sessionByToken(store, done.token)).toMatchObject({ userId: ada.id, remember: true });
  store.clock.advance({ minutes: 1 });
  expect(await finishSignIn(store, token, { code, visitor })).toEqual(refuse("expired"));
});

Deno.test("who has an app is asked for its code, in the demo as well, and the code opens once", async () => {
  using store = await testStore();
  const { user, app, recoveryCodes } = await createEnrolled(store);
  store.clock.advance({ minutes: 5 });
  for (const staffNeedSecondFactor of [true, false]) {
    const { token, enrols } = await pendingOf(store, user, { staffNeedSecondFactor });
    expect(enrols).toBe(false);
    const done = await finishSignIn(store, token, { code: app.code(), visitor });
    expect(done).toMatchObject({ ok: true, recoveryCodes: null });
    const { token: second } = await pendingOf(store, user, { staffNeedSecondFactor });
    expect(await finishSignIn(store, second, { code: app.code(), visitor })).toMatchObject({ reason: "invalid_code" });
    store.clock.advance({ minutes: 2 });
  }
  const { token } = await pendingOf(store, user);
  expect((await finishSignIn(store, token, { code: recoveryCodes[0]!, visitor })).ok).toBe(true);
  expect(await sessionsOf(store)).toBe(3);
});

Deno.test("a call brings password and code at once; a wrong or used code is refused", async () => {
  using store = await testStore();
  const { user, app } = await createEnrolled(store);
  expect(await signIn(store, as(user, { otp: app.code() }))).toMatchObject({ ok: false, reason: "invalid_code" });
  store.clock.advance({ minutes: 1 });
  expect(await signIn(store, as(user, { otp: app.code() }))).toMatchObject({ ok: true });
  expect(await signIn(store, as(user, { otp: app.code() }))).toMatchObject({ ok: false, reason: "invalid_code" });
  // Without the password nobody learns whether a code is right.
  store.clock.advance({ minutes: 1 });
  const wrong = as(user, { otp: app.code(), password: "Wrong-2026!" });
  expect(await signIn(store, wrong)).toEqual(refuse("wrong_credentials"));
  expect(await sessionsOf(store)).toBe(1);
});

Deno.test("a code that is no longer asked for is ignored: members have no second factor", async () => {
  using store = await testStore();
  const james = await createJames(store);
  expect((await signIn(store, as(james, { otp: "000000" }))).ok).toBe(true);
});

Deno.test("the ticket of the first step is good for ten minutes, and ends with the password", async () => {
  using store = await testStore();
  const { user, app } = await createEnrolled(store);
  const late = await pendingOf(store, user);
  store.clock.advance({ minutes: 10 });
  expect(await pendingSignIn(store, late.token)).toBe(null);
  expect(await finishSignIn(store, late.token, { code: app.code(), visitor })).toEqual(refuse("expired"));
  const changed = await pendingOf(store, user);
  await replacePassword(store, user.id, "Autumn-2026!", null);
  expect(await finishSignIn(store, changed.token, { code: app.code(), visitor })).toEqual(refuse("expired"));
  for (const forged of ["", "token-00000000000000000000000001", "x".repeat(5000)]) {
    expect(await finishSignIn(store, forged, { code: app.code(), visitor })).toEqual(refuse("expired"));
  }
});

Deno.test("two who set an app up with one password at once: the first has it, the other begins anew", async () => {
  using store = await testStore();
  const ada = await createAdmin(store);
  const [mine, theirs] = [await pendingOf(store, ada), await pendingOf(store, ada)];
  const offers = await Promise.all(
    [mine, theirs].map(async ({ token }) => (await pendingSignIn(store, token))!.pending.offer!),
  );
  expect(offers[0]!.secret).not.toBe(offers[1]!.secret);
  const apps = await Promise.all(offers.map((offer) => appOf(store, ada.id, offer)));
  const results = await Promise.all([
    finishSignIn(store, mine.token, { code: apps[0]!.code(), visitor }),
    finishSignIn(store, theirs.token, { code: apps[1]!.code(), visitor }),
  ]);
  expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(results.find(({ ok }) => !ok)).toEqual(refuse("expired"));
  expect(await sessionsOf(store)).toBe(1);
});

Deno.test("no ticket of a mail signs in who works here: the code would be passed by", async () => {
  using store = await testStore();
  for (const groupId of [3, 4, 5] as const) {
    const ticket = await signInToken(store, (await createAdmin(store, groupId)).email);
    expect(await ownerOfTicket(store, ticket)).toBe(null);
    expect(await redeemTicket(store, ticket, { visitor })).toEqual(refuse("expired"));
  }
  expect(await sessionsOf(store)).toBe(0);
});

Deno.test("signing in leaves a record; the network address stands in those of who works here alone", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const { user, app } = await createEnrolled(store);
  store.clock.advance({ minutes: 1 });
  await signIn(store, as(james));
  await signIn(store, as(james, { password: "Wrong-2026!" }));
  await signIn(store, { ...as(james), email: "nobody@demo.test" });
  await signIn(store, as(user, { password: "Wrong-2026!" }));
  await signIn(store, as(user, { otp: "000000" }));
  store.clock.advance({ seconds: 1 });
  await signIn(store, as(user, { otp: app.code() }));
  await redeemTicket(store, await signInToken(store, james.email), { visitor });
  const { records } = await auditRecords(store, { page: 1, limit: 20 });
  const shown = records.filter(({ action }) => action.startsWith("sign")).map((
    { action, actorId, subject, details },
  ) => [
    action,
    actorId,
    subject,
    details,
  ]);
  const [his, theirs] = [`user:${james.id}`, `user:${user.id}`];
  expect(shown).toHaveLength(7);
  for (
    const line of [
      ["signed_in", james.id, his, { by: "password" }],
      ["signed_in", james.id, his, { by: "ticket" }],
      ["signed_in", user.id, theirs, { by: "totp", address }],
      ["sign_in_failed", null, his, { reason: "wrong_credentials" }],
      ["sign_in_failed", null, "user:unknown", { reason: "wrong_credentials" }],
      ["sign_in_failed", null, theirs, { reason: "wrong_credentials", address }],
      ["sign_in_failed", null, theirs, { reason: "invalid_code", address }],
    ]
  ) expect(shown).toContainEqual(line);
  // Failures under unknown addresses stop being recorded; those at a staff account do not.
  for (let guess = 0; guess < 40; guess++) {
    await signIn(store, { ...as(james), email: `nobody-${guess}@demo.test` });
  }
  await signIn(store, as(user, { password: "Wrong-2026!" }));
  const after = (await auditRecords(store, { page: 1, limit: 100 })).records.filter(({ action }) =>
    action === "sign_in_failed"
  );
  expect(after.filter(({ subject }) => subject === "user:unknown").length).toBeLessThanOrEqual(30);
  expect(after.filter(({ subject }) => subject === theirs).length).toBe(3);
});

Deno.test("codes beyond the limit are refused without a record each: whoever knows the password does not fill the log", async () => {
  using store = await testStore();
  const { user } = await createEnrolled(store);
  for (let guess = 0; guess < 15; guess++) await signIn(store, as(user, { otp: "000000" }));
  const { token } = await pendingOf(store, user);
  expect(await finishSignIn(store, token, { code: "000000", visitor })).toMatchObject({ reason: "too_many_requests" });
  const { records } = await auditRecords(store, { page: 1, limit: 50 });
  expect(records.filter(({ action }) => action === "sign_in_failed").length).toBe(10);
});

Deno.test("a ticket signs nobody in whose password is replaced, or whose ticket is used, in the same moment", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const ticket = await signInToken(store, james.email);
  const replace = () => replacePassword(store, james.id, "Autumn-2026!", null);
  expect(await redeemTicket(afterMeanwhile(store, replace), ticket, { visitor })).toEqual(refuse("expired"));
  expect(await sessionsOf(store)).toBe(0);
  const another = await signInToken(store, james.email);
  const use = () => redeemTicket(store, another, { visitor });
  expect(await redeemTicket(afterMeanwhile(store, use), another, { visitor })).toEqual(refuse("expired"));
  expect(await sessionsOf(store)).toBe(1);
});

Deno.test("no code finishes the sign-in of who was kept out before, or whose password is replaced meanwhile", async () => {
  using store = await testStore();
  const vera = await createVera(store);
  const { user, app } = await createEnrolled(store);
  const replaced = await pendingOf(store, user);
  store.clock.advance({ minutes: 1 });
  // The first commit of a finish counts the attempt.
  const late = afterMeanwhile(store, () => replacePassword(store, user.id, "Autumn-2026!", null), { atCommit: 2 });
  expect(await finishSignIn(late, replaced.token, { code: app.code(), visitor })).toEqual(refuse("expired"));
  const { token } = await pendingOf(store, user, { password: "Autumn-2026!" });
  await suspend(store, { userId: user.id, kind: "conduct", reason: "Left", actorId: vera.id });
  store.clock.advance({ minutes: 1 });
  expect(await pendingSignIn(store, token)).toBe(null);
  expect(await finishSignIn(store, token, { code: app.code(), visitor })).toEqual(refuse("expired"));
  expect(await sessionsOf(store)).toBe(0);
});
