import { expect } from "expect";
import { refuse } from "../../store/refusals.ts";
import { jobsOf } from "../../testing/jobs.ts";
import {
  afterMeanwhile,
  createJames,
  createWei,
  testPassword,
  type TestStore,
  testStore,
} from "../../testing/store.ts";
import { beginEmailChange, emailChangeKeyOf, finishEmailChange } from "../email_change.ts";
import {
  beginPasswordReset,
  finishPasswordReset,
  openPasswordReset,
  passwordResetById,
  recoveryKeyOf,
} from "./password_reset.ts";
import { changePassword, passwordHashOf, verifyPassword } from "./passwords.ts";
import { sessionByToken, startSession } from "./sessions.ts";
import { userById } from "../users.ts";

const newPassword = "Autumn-2026!";

/** Asks for a reset and reads the key that its mail would carry. */
async function mailedKey(store: TestStore, email: string): Promise<string> {
  const before = new Set((await jobsOf(store)).map(({ id }) => id));
  await beginPasswordReset(store, email);
  const mail = (await jobsOf(store)).find((job) => job.kind === "password_reset_mail" && !before.has(job.id));
  if (mail?.kind !== "password_reset_mail") throw new Error("no mail");
  return recoveryKeyOf(store, (await passwordResetById(store, mail.resetId))!);
}

Deno.test("a mailed key sets a new password once and ends every session", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const { token } = await startSession(store, james.id, true);
  const recoveryKey = await mailedKey(store, " JAMES@demo.test");
  const wanted = { email: james.email, recoveryKey, newPassword };
  expect(await finishPasswordReset(store, wanted)).toEqual({ ok: true, userId: james.id });
  expect(await verifyPassword(await passwordHashOf(store, james.id), newPassword)).toBe(true);
  expect(await sessionByToken(store, token)).toBe(null);
  expect((await jobsOf(store)).map(({ kind }) => kind)).toContain("password_changed_mail");
  expect(await finishPasswordReset(store, { ...wanted, newPassword: "Winter-2026!" })).toEqual(refuse("expired"));
  expect(await verifyPassword(await passwordHashOf(store, james.id), newPassword)).toBe(true);
});

Deno.test("two presses of one link change the password once", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const recoveryKey = await mailedKey(store, james.email);
  const passwords = [newPassword, "Winter-2026!"];
  const finished = await Promise.all(
    passwords.map((password) => finishPasswordReset(store, { email: james.email, recoveryKey, newPassword: password })),
  );
  expect(finished.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  const kept = passwords[finished.findIndex(({ ok }) => ok)]!;
  expect(await verifyPassword(await passwordHashOf(store, james.id), kept)).toBe(true);
});

Deno.test("a link that the owner's own change has taken back meanwhile replaces nothing", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const changes: (() => Promise<{ ok: boolean }>)[] = [
    async () => {
      const { session: { tokenHash } } = await startSession(store, james.id, false);
      const change = { currentPassword: testPassword, password: newPassword, keepTokenHash: tokenHash };
      return await changePassword(store, james.id, change);
    },
    async () => {
      const wanted = { email: "james@new.test", currentPassword: newPassword };
      const begun = await beginEmailChange(store, james.id, wanted);
      if (!begun.ok) return begun;
      return await finishEmailChange(store, { userId: james.id, key: emailChangeKeyOf(store, begun.change) });
    },
  ];
  for (const change of changes) {
    const { email } = (await userById(store, james.id))!;
    const recoveryKey = await mailedKey(store, email);
    const slow = afterMeanwhile(store, async () => expect((await change()).ok).toBe(true));
    expect(await finishPasswordReset(slow, { email, recoveryKey, newPassword: "Winter-2026!" }))
      .toEqual(refuse("expired"));
    expect(await verifyPassword(await passwordHashOf(store, james.id), newPassword)).toBe(true);
  }
});

Deno.test("looking at a link does not spend it, and a weak password does not either", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const recoveryKey = await mailedKey(store, james.email);
  const link = { email: james.email, recoveryKey };
  for (let n = 0; n < 3; n++) expect(await openPasswordReset(store, link)).not.toBe(null);
  expect(await finishPasswordReset(store, { ...link, newPassword: "weak" })).toMatchObject({ reason: "invalid" });
  expect((await finishPasswordReset(store, { ...link, newPassword })).ok).toBe(true);
  expect(await openPasswordReset(store, link)).toBe(null);
});

Deno.test("a key is worth nothing after an hour", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const link = { email: james.email, recoveryKey: await mailedKey(store, james.email) };
  store.clock.advance({ hours: 1, ms: -1 });
  expect(await openPasswordReset(store, link)).not.toBe(null);
  store.clock.advance({ ms: 1 });
  expect(await openPasswordReset(store, link)).toBe(null);
  expect(await finishPasswordReset(store, { ...link, newPassword })).toEqual(refuse("expired"));
  expect(await verifyPassword(await passwordHashOf(store, james.id), testPassword)).toBe(true);
});

Deno.test("a newer link ends the earlier one", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const [earlier, newer] = [await mailedKey(store, james.email), await mailedKey(store, james.email)];
  const wanted = { email: james.email, newPassword };
  expect(await finishPasswordReset(store, { ...wanted, recoveryKey: earlier })).toEqual(refuse("expired"));
  expect((await finishPasswordReset(store, { ...wanted, recoveryKey: newer })).ok).toBe(true);
});

Deno.test("a key opens the account it was mailed for, and no other", async () => {
  using store = await testStore();
  const [james, wei] = [await createJames(store), await createWei(store)];
  const recoveryKey = await mailedKey(store, james.email);
  await mailedKey(store, wei.email);
  for (const email of [wei.email, "nobody@demo.test"]) {
    expect(await finishPasswordReset(store, { email, recoveryKey, newPassword })).toEqual(refuse("expired"));
  }
  expect(await finishPasswordReset(store, { email: james.email, recoveryKey: "", newPassword }))
    .toEqual(refuse("expired"));
});

Deno.test("asking for an unknown address writes as much as for a known one, and its key opens nothing", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const countKeys = async () => (await Array.fromAsync(store.kv.list({ prefix: [] }))).length;
  const before = await countKeys();
  await beginPasswordReset(store, james.email);
  const forKnown = await countKeys() - before;
  const recoveryKey = await mailedKey(store, "nobody@demo.test");
  expect(await countKeys() - before - forKnown).toBe(forKnown);
  expect(await finishPasswordReset(store, { email: "nobody@demo.test", recoveryKey, newPassword }))
    .toEqual(refuse("expired"));
});
