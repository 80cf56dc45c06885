import { expect } from "expect";
import { auditRecords } from "../../store/audit_log.ts";
import { keys } from "../../store/keys.ts";
import { signWith } from "../../store/proof.ts";
import { refuse } from "../../store/refusals.ts";
import { appOf, createAdmin, createEnrolled } from "../../testing/factors.ts";
import { afterMeanwhile, testStore } from "../../testing/store.ts";
import { replacePassword } from "./passwords.ts";
import {
  beginOffer,
  confirmOffer,
  dropOffer,
  enrol,
  makeOffer,
  openOffer,
  renewRecoveryCodes,
  secondFactorOf,
  spendCode,
} from "./second_factors.ts";
import { endSession, startSession } from "./sessions.ts";

const wrong = refuse("invalid_code", { fields: { otp: "invalid_code" } });

Deno.test("an offer becomes the factor with its first right code, and only then", async () => {
  using store = await testStore();
  const ada = await createAdmin(store);
  const { session } = await startSession(store, ada.id, false);
  const app = await appOf(store, ada.id, await beginOffer(store, session));
  expect(await confirmOffer(store, session, { code: "000000" })).toEqual(wrong);
  expect(await secondFactorOf(store, ada.id)).toBe(null);
  const enrolled = await confirmOffer(store, session, { code: app.code() });
  if (!enrolled.ok) throw new Error(enrolled.reason);
  expect(new Set(enrolled.recoveryCodes).size).toBe(10);
  for (const code of enrolled.recoveryCodes) expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
  expect(await openOffer(store, session)).toBe(null);
  // The code that proved it is spent.
  expect(await spendCode(store, ada.id, { code: app.code() })).toEqual(wrong);
});

Deno.test("nothing of a factor lies in the store as it is", async () => {
  using store = await testStore();
  const { user, recoveryCodes } = await createEnrolled(store);
  const factor = (await secondFactorOf(store, user.id))!;
  const again = await makeOffer(store, user.id);
  expect(again.secret).not.toBe(factor.secret);
  const text = JSON.stringify(factor);
  for (const code of recoveryCodes) {
    expect(text).not.toContain(code);
    expect(text).not.toContain(code.replaceAll("-", ""));
  }
  // 12 bytes of nonce, 20 of secret, 16 of proof.
  expect(Uint8Array.fromBase64(factor.secret, { alphabet: "base64url" }).length).toBe(48);
});

Deno.test("an encrypted secret is good for its own person alone, and not when it was changed", async () => {
  using store = await testStore();
  const { user, app } = await createEnrolled(store);
  const other = await createAdmin(store, 4);
  const factor = (await secondFactorOf(store, user.id))!;
  await store.kv.set(keys.secondFactor(other.id), factor);
  store.clock.advance({ minutes: 1 });
  expect(await spendCode(store, other.id, { code: app.code() })).toEqual(wrong);
  const [first, ...rest] = factor.secret;
  await store.kv.set(keys.secondFactor(user.id), { ...factor, secret: (first === "A" ? "B" : "A") + rest.join("") });
  expect(await spendCode(store, user.id, { code: app.code() })).toEqual(wrong);
  await store.kv.set(keys.secondFactor(user.id), factor);
  expect(await spendCode(store, user.id, { code: app.code() })).toMatchObject({ ok: true, by: "totp" });
});

Deno.test("a code opens once, and none before it opens afterwards", async () => {
  using store = await testStore();
  const { user, app } = await createEnrolled(store);
  store.clock.advance({ minutes: 5 });
  const [before, now, after] = [-30_000, 0, 30_000].map((ms) => app.code(store.now() + ms));
  expect((await spendCode(store, user.id, { code: now! })).ok).toBe(true);
  expect(await spendCode(store, user.id, { code: now! })).toEqual(wrong);
  expect(await spendCode(store, user.id, { code: before! })).toEqual(wrong);
  expect((await spendCode(store, user.id, { code: after! })).ok).toBe(true);
  expect(await spendCode(store, user.id, { code: now! })).toEqual(wrong);
});

Deno.test("of many who bring the same code at once one comes in", async () => {
  using store = await testStore();
  const { user, app } = await createEnrolled(store);
  store.clock.advance({ minutes: 5 });
  const code = app.code();
  const results = await Promise.all(Array.from({ length: 8 }, () => spendCode(store, user.id, { code })));
  expect(results.filter(({ ok }) => ok).length).toBe(1);
});

Deno.test("a code is understood however it was typed", async () => {
  using store = await testStore();
  const { user, app, recoveryCodes } = await createEnrolled(store);
  store.clock.advance({ minutes: 5 });
  const spaced = app.code().replace(/^(...)/, " $1 ");
  expect((await spendCode(store, user.id, { code: spaced })).ok).toBe(true);
  store.clock.advance({ minutes: 5 });
  const wide = [...app.code()].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join("");
  expect((await spendCode(store, user.id, { code: wide })).ok).toBe(true);
  const shouted = recoveryCodes[3]!.toUpperCase().replaceAll("-", " ");
  expect(await spendCode(store, user.id, { code: shouted })).toMatchObject({ ok: true, by: "recovery" });
});

Deno.test("each recovery code opens once; new ones end the old ones", async () => {
  using store = await testStore();
  const { user, recoveryCodes } = await createEnrolled(store);
  const [first, second, third] = recoveryCodes as [string, string, string];
  expect((await spendCode(store, user.id, { code: first })).ok).toBe(true);
  expect(await spendCode(store, user.id, { code: first })).toEqual(wrong);
  expect((await secondFactorOf(store, user.id))!.recoveryHashes.length).toBe(9);
  const { session } = await startSession(store, user.id, false);
  const renewed = await renewRecoveryCodes(store, session, { code: second });
  if (!renewed.ok) throw new Error(renewed.reason);
  expect((await secondFactorOf(store, user.id))!.recoveryHashes.length).toBe(10);
  expect(await spendCode(store, user.id, { code: third })).toEqual(wrong);
  expect((await spendCode(store, user.id, { code: renewed.recoveryCodes[0]! })).ok).toBe(true);
  expect((await auditRecords(store, { page: 1, limit: 10 })).records.map(({ action }) => action))
    .toEqual(["recovery_codes_renewed", "second_factor_enrolled"]);
});

Deno.test("guessing ends after ten wrong codes of an account, for fifteen minutes; right ones are not counted", async () => {
  using store = await testStore();
  const { user, app } = await createEnrolled(store);
  for (let time = 0; time < 12; time++) {
    store.clock.advance({ minutes: 1 });
    expect((await spendCode(store, user.id, { code: app.code() })).ok).toBe(true);
  }
  store.clock.advance({ minutes: 20 });
  const guesses = await Promise.all(
    Array.from({ length: 15 }, (_, guess) => spendCode(store, user.id, { code: String(guess).padStart(6, "0") })),
  );
  const reasons = guesses.map((each) => each.ok ? "ok" : each.reason);
  expect(reasons.filter((reason) => reason === "too_many_requests").length).toBe(5);
  expect(await spendCode(store, user.id, { code: app.code() })).toMatchObject({ reason: "too_many_requests" });
  store.clock.advance({ minutes: 15 });
  expect((await spendCode(store, user.id, { code: app.code() })).ok).toBe(true);
});

Deno.test("an offer is over after half an hour, and where another one was laid", async () => {
  using store = await testStore();
  const ada = await createAdmin(store);
  const { session } = await startSession(store, ada.id, false);
  const app = await appOf(store, ada.id, await beginOffer(store, session));
  const late = await beginOffer(store, session);
  expect(await openOffer(store, session)).toEqual(late);
  expect(await confirmOffer(store, session, { code: app.code() })).toEqual(wrong);
  store.clock.advance({ minutes: 30 });
  expect(await openOffer(store, session)).toBe(null);
  expect(await confirmOffer(store, session, { code: app.code() })).toEqual(refuse("expired"));
  expect(await enrol(store, ada.id, late, { code: app.code() })).toEqual(refuse("expired"));
});

Deno.test("an offer is for the session that proved who it is: no other sees, confirms or withdraws it", async () => {
  using store = await testStore();
  const ada = await createAdmin(store);
  const [own, other] = [await startSession(store, ada.id, false), await startSession(store, ada.id, false)];
  const offer = await beginOffer(store, own.session);
  const app = await appOf(store, ada.id, offer);
  expect(await openOffer(store, other.session)).toBe(null);
  expect(await confirmOffer(store, other.session, { code: app.code() })).toEqual(refuse("expired"));
  await dropOffer(store, other.session);
  expect(await openOffer(store, own.session)).toEqual(offer);
  await dropOffer(store, own.session);
  expect(await openOffer(store, own.session)).toBe(null);
});

for (
  const [what, happens] of [
    ["a new password", (store, { userId, tokenHash }) => replacePassword(store, userId, "Autumn-2026!", tokenHash)],
    ["the end of its session", (store, session) => endSession(store, session)],
    ["another offer", (store, session) => beginOffer(store, session)],
  ] satisfies [string, (...of: Parameters<typeof endSession>) => Promise<unknown>][]
) {
  Deno.test(`${what} ends an offer, even while its first code is checked`, async () => {
    using store = await testStore();
    const ada = await createAdmin(store);
    const { session } = await startSession(store, ada.id, false);
    const app = await appOf(store, ada.id, await beginOffer(store, session));
    const late = afterMeanwhile(store, () => happens(store, session), { atCommit: 2 });
    expect(await confirmOffer(late, session, { code: app.code() })).toEqual(refuse("expired"));
    expect(await confirmOffer(store, session, { code: app.code() })).toMatchObject({ ok: false });
    expect(await secondFactorOf(store, ada.id)).toBe(null);
  });
}

Deno.test("an offer that was encrypted with an earlier secret of the site is none: another can be laid", async () => {
  using store = await testStore();
  const ada = await createAdmin(store);
  const { session } = await startSession(store, ada.id, false);
  await beginOffer(store, session);
  const now = { ...store, sign: signWith("the secret that the site has now") };
  expect(await openOffer(now, session)).toBe(null);
  const fresh = await beginOffer(now, session);
  expect(await openOffer(now, session)).toEqual(fresh);
});
