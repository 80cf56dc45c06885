import { expect } from "expect";
import { refuse } from "./refusals.ts";
import { replacePassword } from "./passwords.ts";
import { sessionByToken } from "./sessions.ts";
import { type Credentials, signIn } from "./sign_in.ts";
import { beginSignUp } from "./sign_up.ts";
import { createJames, createUser, createWei, testPassword, testPasswordHash, testStore } from "./testing.ts";

const asJames: Credentials = {
  email: "james@demo.test",
  password: testPassword,
  remember: false,
  address: "192.0.2.1",
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
  });
  expect(await signIn(store, wrong)).toEqual(refuse("wrong_credentials"));
  expect(await signIn(store, asJames)).toEqual(refuse("email_not_confirmed"));
});

Deno.test("after ten failures from one network address the right password is refused there, for 15 minutes", async () => {
  using store = await testStore();
  await createJames(store);
  for (let failure = 0; failure < 10; failure++) {
    expect(await signIn(store, wrong)).toEqual(refuse("wrong_credentials"));
  }
  expect(await signIn(store, asJames)).toEqual(refuse("too_many_requests", { retryAfterSeconds: 900 }));
  expect((await signIn(store, { ...asJames, address: "192.0.2.2" })).ok).toBe(true);
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
    const result = await signIn(store, { ...wrong, address: `192.0.2.${guess}` });
    const reason = result.ok ? "ok" : result.reason;
    answers.set(reason, (answers.get(reason) ?? 0) + 1);
  }
  expect(Object.fromEntries(answers)).toEqual({ wrong_credentials: 100, too_many_requests: 5 });
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

Deno.test("the old password begins no session once a new one holds, not even in the same moment", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const [replaced, ...signedIn] = await Promise.all([
    replacePassword(store, james.id, "Autumn-2026!", null),
    ...Array.from({ length: 5 }, () => signIn(store, asJames)),
  ]);
  expect(replaced).toBe(true);
  for (const one of signedIn) if (one.ok) expect(await sessionByToken(store, one.token)).toBe(null);
  expect(await signIn(store, asJames)).toEqual(refuse("wrong_credentials"));
  expect((await signIn(store, { ...asJames, password: "Autumn-2026!" })).ok).toBe(true);
});
