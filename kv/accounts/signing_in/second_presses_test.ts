import { expect } from "expect";
import { audit } from "../../records/audit.ts";
import { suspend } from "../../safety/suspensions.ts";
import { prefixes } from "../../store/prefixes.ts";
import { beginToms, testVisitor, tomsProof } from "../../testing/sign_ups.ts";
import { afterMeanwhile, createUser, testPassword, type TestStore, testStore } from "../../testing/store.ts";
import { confirmByCode, confirmByKey, type Proving } from "../confirming.ts";
import { deleteAccount } from "../deletions.ts";
import { activationKeyOf, codeOf } from "../sign_up.ts";
import { changePassword } from "./passwords.ts";
import { endOtherSessions, endSession, isSessionAlive, type Session, sessionsOf } from "./sessions.ts";

const proof: Proving = { ...tomsProof, press: "the-key-of-toms-page", begins: {} };

/** Tom's first press, and his second one as it is answered at that time. */
async function pressOnce(store: TestStore) {
  const key = activationKeyOf(store, await beginToms(store));
  const first = await confirmByKey(store, proof, key);
  if (!first.ok || !first.started) throw new Error("Tom is not in");
  const again = (changes: Partial<Proving> = {}, seen = store) => confirmByKey(seen, { ...proof, ...changes }, key);
  return { tom: first.user, session: first.started.session, again };
}

Deno.test("the same press gets a session in place of the first, again and again, and no other account", async () => {
  using store = await testStore();
  const { tom, session, again } = await pressOnce(store);
  let former: Session = session;
  for (let press = 0; press < 3; press++) {
    const given = await again();
    if (!given.ok || !given.started) throw new Error("not given");
    expect(given.user.id).toBe(tom.id);
    expect(await isSessionAlive(store, former.tokenHash)).toBe(false);
    former = given.started.session;
    expect((await sessionsOf(store, tom.id)).map(({ tokenHash }) => tokenHash)).toEqual([former.tokenHash]);
  }
  expect(await audit(store)).toEqual([]);
});

Deno.test("nothing is given to another page, to who shows no key, or after a minute", async () => {
  using store = await testStore();
  const { session, again } = await pressOnce(store);
  for (const press of ["the-key-of-another-page", null, undefined]) expect((await again({ press })).ok).toBe(false);
  store.clock.advance({ seconds: 60 });
  expect((await again()).ok).toBe(false);
  expect(await isSessionAlive(store, session.tokenHash)).toBe(true);
});

Deno.test("where somebody is signed in by now, no session is taken from anybody", async () => {
  using store = await testStore();
  const { session, again } = await pressOnce(store);
  expect((await again({ begins: undefined })).ok).toBe(false);
  expect(await isSessionAlive(store, session.tokenHash)).toBe(true);
});

const ends: Record<string, (store: TestStore, session: Session) => Promise<unknown>> = {
  "he signed out": (store, session) => endSession(store, session),
  "he signed out everywhere": (store, { userId }) => endOtherSessions(store, userId, null),
  "he was suspended": async (store, { userId }) => {
    const ada = await createUser(store, { email: "ada@house.test", groupId: 3 });
    const done = await suspend(store, { userId, actorId: ada.id, kind: "conduct", reason: "He was rude." });
    if (!done.ok) throw new Error(`not suspended: ${done.reason}`);
  },
  "he took another password, even in the same session": (store, { userId, tokenHash }) =>
    changePassword(store, userId, {
      currentPassword: testPassword,
      password: "Autumn-2026!",
      keepTokenHash: tokenHash,
    }),
  "he deleted his account": (store, { userId }) =>
    deleteAccount(store, userId, { password: testPassword, wantsRefund: false }),
};

for (const [what, end] of Object.entries(ends)) {
  Deno.test(`nothing is given after ${what}, nor if that happens at the same moment`, async () => {
    using store = await testStore();
    const { tom, session, again } = await pressOnce(store);
    const seen = afterMeanwhile(store, () => end(store, session));
    expect((await again({}, seen)).ok).toBe(false);
    expect((await again()).ok).toBe(false);
    const left = await Array.fromAsync(store.kv.list({ prefix: prefixes.sessionsOfUser(tom.id) }));
    expect(left.length).toBe(what.startsWith("he took another") ? 1 : 0);
  });
}

Deno.test("a mailed code is nowhere in the store, and neither is the key of a page", async () => {
  using store = await testStore();
  const code = codeOf(store, await beginToms(store));
  await confirmByCode(store, proof, code);
  const notes = await Array.fromAsync(store.kv.list({ prefix: prefixes.allJustDone() }));
  const text = JSON.stringify(notes);
  expect(notes.length).toBe(1);
  for (const secret of [code, proof.press!, testVisitor.mark!, tomsProof.email]) expect(text).not.toContain(secret);
});
