import { expect } from "expect";
import { audit } from "../records/audit.ts";
import { prefixes } from "../store/prefixes.ts";
import { refuse } from "../store/refusals.ts";
import {
  beginToms as begin,
  strangersProof as stranger,
  testVisitor,
  tom,
  tomsProof as proof,
} from "../testing/sign_ups.ts";
import { testPassword, type TestStore, testStore } from "../testing/store.ts";
import { confirmByCode, confirmByKey, needsNewPassword } from "./confirming.ts";
import { passwordHashOf, verifyPassword } from "./signing_in/passwords.ts";
import {
  activationKeyOf,
  codeOf,
  type Confirmation,
  confirmationById,
  confirmationsOfEmail,
  noteProven,
} from "./sign_up.ts";
import { userByEmail } from "./users.ts";

const { email } = tom;

/** A code of none of these confirmations. */
function wrongCode(store: TestStore, ...confirmations: Confirmation[]): string {
  const right = confirmations.map((one) => codeOf(store, one));
  return ["000000", "000001", "000002", "000003"].find((code) => !right.includes(code))!;
}

Deno.test("after ten wrong codes even the right one is refused there for half an hour, never the mailed link", async () => {
  using store = await testStore();
  const confirmation = await begin(store);
  const wrong = wrongCode(store, confirmation);
  for (let guess = 0; guess < 10; guess++) {
    expect(await confirmByCode(store, proof, wrong)).toMatchObject({ reason: "invalid_code" });
  }
  const late = refuse("too_many_requests", { retryAfterSeconds: 1800 });
  expect(await confirmByCode(store, proof, codeOf(store, confirmation))).toEqual(late);
  expect((await confirmByKey(store, proof, activationKeyOf(store, confirmation))).ok).toBe(true);
});

Deno.test("a stranger's wrong codes stop the stranger; strangers of many networks stop each other; nobody stops who asked", async () => {
  using store = await testStore();
  const confirmation = await begin(store);
  const [right, wrong] = [codeOf(store, confirmation), wrongCode(store, confirmation)];
  const from = (n: number) => ({ ...stranger, visitor: { address: `198.51.100.${n}`, mark: null } });
  const reasons = async (n: number, tries: number) => {
    const answers: string[] = [];
    for (let each = 0; each < tries; each++) {
      const guessed = await confirmByCode(store, from(n), wrong);
      answers.push(guessed.ok ? "ok" : guessed.reason);
    }
    return answers;
  };
  expect(await reasons(1, 11)).toEqual([...Array(10).fill("invalid_code"), "too_many_requests"]);
  expect(await reasons(2, 11)).toEqual([...Array(10).fill("invalid_code"), "too_many_requests"]);
  expect(await reasons(3, 1)).toEqual(["too_many_requests"]);
  expect(await confirmByCode(store, from(3), right)).toMatchObject({ reason: "too_many_requests" });
  // The person who asked mistypes and is told so, then types the right code.
  expect(await confirmByCode(store, proof, wrong)).toMatchObject({ reason: "invalid_code" });
  expect((await confirmByCode(store, proof, right)).ok).toBe(true);
});

Deno.test("who asked is known again in another network by the browser, and in another browser by the network", async () => {
  for (const visitor of [{ ...testVisitor, address: "203.0.113.5" }, { ...testVisitor, mark: null }]) {
    using store = await testStore();
    const confirmation = await begin(store);
    for (let n = 0; n < 20; n++) {
      await confirmByCode(store, { ...stranger, visitor: { address: `s${n}`, mark: null } }, "x");
    }
    const by = visitor.mark ? "browser" as const : "network" as const;
    expect((await confirmByCode(store, { ...proof, visitor, by }, codeOf(store, confirmation))).ok).toBe(true);
  }
});

Deno.test("nine wrong guesses do no harm", async () => {
  using store = await testStore();
  const confirmation = await begin(store);
  for (let guess = 0; guess < 9; guess++) await confirmByCode(store, proof, wrongCode(store, confirmation));
  expect((await confirmByCode(store, proof, codeOf(store, confirmation))).ok).toBe(true);
});

Deno.test("guessing in many tabs at once gains nothing", async () => {
  using store = await testStore();
  const confirmation = await begin(store);
  const wrong = Array.from({ length: 12 }, () => confirmByCode(store, proof, wrongCode(store, confirmation)));
  const guesses = await Promise.all([...wrong, confirmByCode(store, proof, codeOf(store, confirmation))]);
  expect(guesses.every(({ ok }) => !ok)).toBe(true);
});

Deno.test("of two who sign up with one address the one counts whose browser proves it, whichever mail was read", async () => {
  for (const which of ["own", "strangers"] as const) {
    using store = await testStore();
    const own = await begin(store, { firstname: "Tom" });
    store.clock.advance({ seconds: 1 });
    const strangers = await begin(store, { firstname: "Stranger" }, stranger.visitor);
    expect((await confirmationsOfEmail(store, email)).map(({ id }) => id)).toEqual([strangers.id, own.id]);
    const read = which === "own" ? own : strangers;
    const confirmed = await confirmByKey(store, proof, activationKeyOf(store, read));
    expect(confirmed).toMatchObject({ ok: true, user: { firstname: "Tom" } });
    // The other sign-up goes on waiting, so that the person who began it learns nothing.
    const left = which === "own" ? strangers : null;
    if (left) {
      expect(await confirmByKey(store, proof, activationKeyOf(store, left))).toEqual(refuse("already_confirmed"));
      expect(await confirmByCode(store, stranger, codeOf(store, left))).toEqual(refuse("already_confirmed"));
    }
    expect(await confirmationById(store, strangers.id)).not.toBe(null);
    expect(await Array.fromAsync(store.kv.list({ prefix: prefixes.users() }))).toHaveLength(1);
    expect(await audit(store)).toEqual([]);
  }
});

Deno.test("a sign-up of another browser begins with a password of who reads the mail, never with the one typed there", async () => {
  for (const way of ["link", "code"] as const) {
    using store = await testStore();
    const confirmation = await begin(store, {}, stranger.visitor);
    const prove = (newPassword?: string) =>
      way === "link"
        ? confirmByKey(store, { ...proof, newPassword }, activationKeyOf(store, confirmation))
        : confirmByCode(store, { ...proof, newPassword }, codeOf(store, confirmation));
    const needed = refuse("invalid", { fields: { newPassword: "required" } });
    expect(await needsNewPassword(store, proof, activationKeyOf(store, confirmation))).toBe(true);
    expect(await prove()).toEqual(needed);
    expect(await prove("weak")).toMatchObject({ fields: { newPassword: "password_rules" } });
    expect(await userByEmail(store, email)).toBe(null);
    const confirmed = await prove("Autumn-2026!");
    if (!confirmed.ok) throw new Error(confirmed.reason);
    const hash = await passwordHashOf(store, confirmed.user.id);
    expect([await verifyPassword(hash, testPassword), await verifyPassword(hash, "Autumn-2026!")]).toEqual([
      false,
      true,
    ]);
  }
});

Deno.test("a password that was proven in another browser makes that browser one's own", async () => {
  using store = await testStore();
  const confirmation = await begin(store);
  const elsewhere = { ...proof, visitor: { address: "203.0.113.5", mark: "the-mark-of-the-laptop" } };
  const key = activationKeyOf(store, confirmation);
  expect(await needsNewPassword(store, elsewhere, key)).toBe(true);
  await noteProven(store, confirmation.id, elsewhere.visitor);
  expect(await needsNewPassword(store, elsewhere, key)).toBe(false);
  expect((await confirmByKey(store, elsewhere, key)).ok).toBe(true);
});

Deno.test("a program is known by its network, and a code by who was given it", async () => {
  using store = await testStore();
  const confirmation = await begin(store);
  const [key, code] = [activationKeyOf(store, confirmation), codeOf(store, confirmation)];
  const elsewhere = { address: "203.0.113.5", mark: null };
  expect(await confirmByKey(store, { ...proof, visitor: elsewhere, by: "network" }, key)).toMatchObject({
    fields: { newPassword: "required" },
  });
  expect(await needsNewPassword(store, { ...proof, visitor: { ...testVisitor, mark: null }, by: "network" }, key)).toBe(
    false,
  );
  expect((await confirmByCode(store, { ...proof, visitor: elsewhere, by: "code" }, code)).ok).toBe(true);
});

Deno.test("on a page the network alone proves nothing: a neighbour's sign-up begins with no password of the neighbour's", async () => {
  using store = await testStore();
  const neighbour = { ...testVisitor, mark: "the-mark-of-a-neighbour" };
  const key = activationKeyOf(store, await begin(store, {}, neighbour));
  for (const visitor of [testVisitor, { ...testVisitor, mark: null }]) {
    expect(await needsNewPassword(store, { ...proof, visitor }, key)).toBe(true);
    expect(await confirmByKey(store, { ...proof, visitor }, key))
      .toEqual(refuse("invalid", { fields: { newPassword: "required" } }));
  }
  expect(await userByEmail(store, email)).toBe(null);
  const confirmed = await confirmByKey(store, { ...proof, newPassword: "Autumn-2026!" }, key);
  if (!confirmed.ok) throw new Error(confirmed.reason);
  expect(await verifyPassword(await passwordHashOf(store, confirmed.user.id), testPassword)).toBe(false);
});
