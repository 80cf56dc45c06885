import { expect } from "expect";
import { keys } from "../../store/keys.ts";
import { limits, takeAttempt } from "../../store/limits.ts";
import { refuse } from "../../store/refusals.ts";
import { asking, testVisitor } from "../../testing/sign_ups.ts";
import {
  createJames,
  createUser,
  createWei,
  testPassword,
  testPasswordHash,
  type TestStore,
  testStore,
  withAtomics,
} from "../../testing/store.ts";
import { hashPassword, replacePassword } from "./passwords.ts";
import { sessionByToken, sessionsOf } from "./sessions.ts";
import { type Credentials, signIn } from "./sign_in.ts";
import { beginSignUp } from "../sign_up.ts";

const at = (address: string) => ({ address, mark: null });

const asJames: Credentials = {
  email: "james@demo.test",
  password: testPassword,
  remember: false,
  visitor: testVisitor,
  staffNeedSecondFactor: true,
};
const wrong: Credentials = { ...asJames, password: "Wrong-2026!" };

Deno.test("the right password begins a session, however the address is written", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const signedIn = await signIn(store, { ...asJames, email: " James@DEMO.test ", remember: true });
  if (!signedIn.ok) throw new Error(signedIn.reason);
  expect(signedIn.user).toEqual(james);
  expect(await sessionByToken(store, signedIn.token)).toMatchObject({ userId: james.id, remember: true });
});

Deno.test("a wrong password and an unknown address are answered alike", async () => {
  using store = await testStore();
  await createJames(store);
  expect(await signIn(store, wrong)).toEqual(refuse("wrong_credentials"));
  expect(await signIn(store, { ...asJames, email: "nobody@demo.test" })).toEqual(refuse("wrong_credentials"));
});

Deno.test("that an address waits for confirmation is told only to who knows its password", async () => {
  using store = await testStore();
  await beginSignUp(store, {
    email: asJames.email,
    firstname: "James",
    lastname: "",
    birthdate: "1980-01-01",
    countryId: 826,
    promoEmails: false,
    locale: "en",
    groupId: 1,
    passwordHash: testPasswordHash,
  }, asking);
  expect(await signIn(store, wrong)).toEqual(refuse("wrong_credentials"));
  expect(await signIn(store, asJames)).toMatchObject({
    ...refuse("email_not_confirmed"),
    waiting: { email: asJames.email },
  });
});

Deno.test("who signs up with a taken address hears of its own sign-up, and the owner's password goes on signing in", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const { id } = await beginSignUp(store, {
    ...james,
    email: james.email,
    groupId: 1,
    passwordHash: await hashPassword("Stranger-2026!"),
  }, { visitor: at("198.51.100.9") });
  const strangers = { ...asJames, password: "Stranger-2026!", visitor: at("198.51.100.9") };
  expect(await signIn(store, strangers)).toMatchObject({ ...refuse("email_not_confirmed"), waiting: { id } });
  expect(await signIn(store, asJames)).toMatchObject({ ok: true, user: { id: james.id } });
});

Deno.test("after ten failures from one network address the right password is refused there, for 15 minutes", async () => {
  using store = await testStore();
  await createJames(store);
  for (let failure = 0; failure < 10; failure++) {
    expect(await signIn(store, wrong)).toEqual(refuse("wrong_credentials"));
  }
  expect(await signIn(store, asJames)).toEqual(refuse("too_many_requests", { retryAfterSeconds: 900 }));
  expect((await signIn(store, { ...asJames, visitor: at("192.0.2.2") })).ok).toBe(true);
  store.clock.advance({ minutes: 15 });
  expect((await signIn(store, asJames)).ok).toBe(true);
});

Deno.test("failures with one e-mail do not count for another", async () => {
  using store = await testStore();
  await createJames(store);
  const wei = await createWei(store);
  for (let failure = 0; failure < 10; failure++) await signIn(store, wrong);
  expect((await signIn(store, { ...asJames, email: wei.email })).ok).toBe(true);
});

Deno.test("successes are not counted", async () => {
  using store = await testStore();
  await createJames(store);
  for (let time = 0; time < 30; time++) expect((await signIn(store, asJames)).ok).toBe(true);
});

Deno.test("guessing from many network addresses ends as well", async () => {
  using store = await testStore();
  await createJames(store);
  const answers = new Map<string, number>();
  for (let guess = 0; guess < 105; guess++) {
    const result = await signIn(store, { ...wrong, visitor: at(`192.0.2.${guess}`) });
    const reason = result.ok ? "ok" : result.reason;
    answers.set(reason, (answers.get(reason) ?? 0) + 1);
  }
  expect(Object.fromEntries(answers)).toEqual({ wrong_credentials: 100, too_many_requests: 5 });
});

Deno.test("strangers' guesses never keep the owner out of a browser or a network that is known", async () => {
  using store = await testStore();
  await createJames(store);
  expect((await signIn(store, asJames)).ok).toBe(true);
  const strangersGuess = async () => {
    for (let guess = 0; guess < 100; guess++) await takeAttempt(store, limits.signInAccount, asJames.email);
  };
  await strangersGuess();
  const elsewhere = "203.0.113.5";
  const { address, mark } = testVisitor;
  expect((await signIn(store, { ...asJames, visitor: { address: elsewhere, mark } })).ok).toBe(true);
  expect((await signIn(store, { ...asJames, visitor: at(address) })).ok).toBe(true);
  const fresh = { ...asJames, visitor: { address: "203.0.113.6", mark: "a-mark-of-another" } };
  expect(await signIn(store, fresh)).toMatchObject({ reason: "too_many_requests" });
  // A known place guesses no more than ten times either, and its mistakes are not counted against the others.
  const known = { ...wrong, visitor: { address: "203.0.113.7", mark } };
  for (let guess = 0; guess < 10; guess++) expect(await signIn(store, known)).toEqual(refuse("wrong_credentials"));
  expect(await signIn(store, known)).toMatchObject({ reason: "too_many_requests" });
  // A place is known for ninety days after the last sign-in there.
  store.clock.advance({ days: 90 });
  await strangersGuess();
  expect(await signIn(store, asJames)).toMatchObject({ reason: "too_many_requests" });
});

Deno.test("staff do not sign in by a password alone, except in the demo", async () => {
  using store = await testStore();
  const admin = await createUser(store, { email: "admin@demo.test", groupId: 3 });
  const asAdmin = { ...asJames, email: admin.email };
  expect(await signIn(store, asAdmin)).toMatchObject({
    ...refuse("second_factor_required"),
    pending: { enrols: true },
  });
  expect(await signIn(store, { ...asAdmin, password: wrong.password })).toEqual(refuse("wrong_credentials"));
  expect((await signIn(store, { ...asAdmin, staffNeedSecondFactor: false })).ok).toBe(true);
});

/** A store in which the password is replaced after it was checked, and before the session is committed. */
function replacingMeanwhile(store: TestStore, userId: number): TestStore {
  let isReplaced = false;
  return withAtomics(store, (op) => {
    const [set, commit] = [op.set.bind(op), op.commit.bind(op)];
    let isSession = false;
    op.set = (key, ...rest) => {
      isSession ||= key[0] === keys.session("")[0];
      return set(key, ...rest);
    };
    op.commit = async () => {
      if (isSession && !isReplaced) isReplaced = await replacePassword(store, userId, "Autumn-2026!", null);
      return await commit();
    };
  });
}

Deno.test("the old password begins no session once a new one holds, not even in the same moment", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const earlier = await signIn(store, asJames);
  if (!earlier.ok) throw new Error(earlier.reason);
  expect(await signIn(replacingMeanwhile(store, james.id), asJames)).toEqual(refuse("wrong_credentials"));
  expect(await sessionByToken(store, earlier.token)).toBe(null);
  expect(await signIn(store, asJames)).toEqual(refuse("wrong_credentials"));
  expect((await signIn(store, { ...asJames, password: "Autumn-2026!" })).ok).toBe(true);
});

Deno.test("nor does it open the reasons to who is suspended", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const suspension = { at: store.now(), kind: "conduct", reason: "Rude words", by: 1 } as const;
  await store.kv.set(keys.user(james.id), { ...james, suspension });
  expect(await signIn(store, asJames)).toMatchObject({
    reason: "suspended",
    keptOut: { session: { userId: james.id } },
  });
  expect(await signIn(replacingMeanwhile(store, james.id), asJames)).toEqual(refuse("wrong_credentials"));
  expect(await sessionsOf(store, james.id)).toEqual([]);
});
