import { expect } from "expect";
import { jobsOf } from "../../testing/jobs.ts";
import { createJames, testPassword, testStore } from "../../testing/store.ts";
import {
  changePassword,
  hashPassword,
  isPasswordAllowed,
  newPasswordFault,
  nobodysHash,
  passwordHashOf,
  passwordLengthMax,
  passwordWork,
  replacePassword,
  verifyPassword,
} from "./passwords.ts";
import { sessionByToken, startSession } from "./sessions.ts";

Deno.test("a password needs eight characters, both cases, a digit and a special character", () => {
  expect(isPasswordAllowed("Aa1!aaaa")).toBe(true);
  expect(isPasswordAllowed("Жж1!жжжж")).toBe(true);
  for (const weak of ["Aa1!aaa", "aa1!aaaa", "AA1!AAAA", "Aaa!aaaa", "Aa1aaaaa", ""]) {
    expect([weak, isPasswordAllowed(weak)]).toEqual([weak, false]);
  }
  for (const special of "#?!@$%^&*-") expect(isPasswordAllowed(`Aa1aaaa${special}`)).toBe(true);
  expect(isPasswordAllowed("Aa1!".padEnd(passwordLengthMax, "a"))).toBe(true);
  expect(isPasswordAllowed("Aa1!".padEnd(passwordLengthMax + 1, "a"))).toBe(false);
});

Deno.test("what everybody tries first is refused, however it is dressed up; what is one's own is not", async () => {
  for (const common of ["Password1!", "P@ssw0rd", "Qwerty123!", "!Welcome1", "P@$$w0rd1!", "Abcd1234#", "Iloveyou1!"]) {
    expect([common, await newPasswordFault(common)]).toEqual([common, "password_common"]);
  }
  for (const own of ["Demo-2026!", "Spring-2026!", "Tulpen&Regen7", "Жж1!жжжж"]) {
    expect([own, await newPasswordFault(own)]).toEqual([own, null]);
  }
  expect(await newPasswordFault("password")).toBe("password_rules");
});

Deno.test("a password is verified against its own salted hash", async () => {
  const [one, other] = await Promise.all([hashPassword(testPassword), hashPassword(testPassword)]);
  expect(one).toMatch(/^\$argon2id\$/);
  expect(one).not.toBe(other);
  expect(await verifyPassword(one, testPassword)).toBe(true);
  expect(await verifyPassword(one, `${testPassword} `)).toBe(false);
  expect(await verifyPassword(one, "x".repeat(1_000_000))).toBe(false);
});

Deno.test("nobody's password is never right, and finding out is the same work as for somebody's", async () => {
  const stored = await hashPassword(testPassword);
  // What a hash says of its own cost: algorithm, version, memory, rounds, lanes.
  const costOf = (hash: string) => hash.split("$").slice(0, 4);
  expect(costOf(await nobodysHash)).toEqual(costOf(stored));
  for (const hash of [stored, null]) {
    const before = passwordWork.hashes;
    expect(await verifyPassword(hash, "wrong")).toBe(false);
    expect(passwordWork.hashes - before).toBe(1);
  }
});

Deno.test("changing the password needs the current one and ends every other session", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const [own, other] = [await startSession(store, james.id, false), await startSession(store, james.id, true)];
  const change = { currentPassword: testPassword, password: "Autumn-2026!", keepTokenHash: own.session.tokenHash };
  expect(await changePassword(store, james.id, { ...change, currentPassword: "Wrong-2026!" }))
    .toEqual({ ok: false, reason: "wrong_password", fields: { currentPassword: "wrong_password" } });
  expect(await changePassword(store, james.id, { ...change, password: "weak" }))
    .toEqual({ ok: false, reason: "invalid", fields: { password: "password_rules" } });
  expect(await sessionByToken(store, other.token)).not.toBe(null);

  expect(await changePassword(store, james.id, change)).toEqual({ ok: true });
  expect(await sessionByToken(store, own.token)).not.toBe(null);
  expect(await sessionByToken(store, other.token)).toBe(null);
  const hash = await passwordHashOf(store, james.id);
  expect(await verifyPassword(hash, "Autumn-2026!")).toBe(true);
  expect(await verifyPassword(hash, testPassword)).toBe(false);
});

Deno.test("of two changes from one password only one happens", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const passwords = ["Autumn-2026!", "Winter-2026!"];
  const changes = await Promise.all(
    passwords.map((password) =>
      changePassword(store, james.id, { currentPassword: testPassword, password, keepTokenHash: "" })
    ),
  );
  expect(changes.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  const kept = passwords[changes.findIndex(({ ok }) => ok)]!;
  expect(await verifyPassword(await passwordHashOf(store, james.id), kept)).toBe(true);
});

Deno.test("who changed the password in a session is told so once more there, within a minute", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const [own, other] = [await startSession(store, james.id, false), await startSession(store, james.id, false)];
  const change = { currentPassword: testPassword, password: "Autumn-2026!", keepTokenHash: own.session.tokenHash };
  // A double click: the second press comes while the first is under way.
  expect(await Promise.all([changePassword(store, james.id, change), changePassword(store, james.id, change)]))
    .toEqual([{ ok: true }, { ok: true }]);
  expect(await changePassword(store, james.id, change)).toEqual({ ok: true });
  expect((await jobsOf(store)).filter(({ kind }) => kind === "password_changed_mail")).toHaveLength(1);

  const wrong = { reason: "wrong_password", fields: { currentPassword: "wrong_password" } };
  const elsewhere = { ...change, keepTokenHash: other.session.tokenHash };
  expect(await changePassword(store, james.id, elsewhere)).toMatchObject(wrong);
  expect(await changePassword(store, james.id, { ...change, password: "Winter-2026!" })).toMatchObject(wrong);
  store.clock.advance({ seconds: 60 });
  expect(await changePassword(store, james.id, change)).toMatchObject(wrong);
});

Deno.test("a change of the password is told once more only while its password is the account's", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const own = await startSession(store, james.id, false);
  const change = { currentPassword: testPassword, password: "Autumn-2026!", keepTokenHash: own.session.tokenHash };
  await changePassword(store, james.id, change);
  await replacePassword(store, james.id, "Winter-2026!", own.session.tokenHash);
  expect(await changePassword(store, james.id, change)).toMatchObject({ reason: "wrong_password" });
});

Deno.test("somebody without an account cannot change a password", async () => {
  using store = await testStore();
  const change = { currentPassword: testPassword, password: "Autumn-2026!", keepTokenHash: "" };
  expect(await changePassword(store, 77, change)).toMatchObject({ ok: false, reason: "wrong_password" });
  expect(await passwordHashOf(store, 77)).toBe(null);
});

Deno.test("a replaced password ends more sessions than one commit can hold", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const tokens: string[] = [];
  for (let n = 0; n < 450; n++) tokens.push((await startSession(store, james.id, false)).token);
  expect(await replacePassword(store, james.id, "Autumn-2026!", null)).toBe(true);
  for (const token of tokens) expect(await sessionByToken(store, token)).toBe(null);
});
