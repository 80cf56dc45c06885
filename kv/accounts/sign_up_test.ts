import { expect } from "expect";
import { history } from "../credits/ledger/history.ts";
import { countryByIso } from "../ladies/countries.ts";
import { ladyById } from "../ladies/ladies.ts";
import { audit } from "../records/audit.ts";
import type { Job } from "../store/jobs/work.ts";
import { limits, takeAttempt } from "../store/limits.ts";
import { prefixes } from "../store/prefixes.ts";
import { refuse } from "../store/refusals.ts";
import {
  asking,
  beginToms as begin,
  proofOf,
  strangersProof as stranger,
  tom,
  tomsProof as proof,
} from "../testing/sign_ups.ts";
import { createJames, testPassword, type TestStore, testStore } from "../testing/store.ts";
import { confirmByCode, confirmByKey } from "./confirming.ts";
import {
  activationKeyOf,
  codeOf,
  confirmationById,
  confirmationsOfEmail,
  resendCode,
  secondsUntilResend,
  signUp,
} from "./sign_up.ts";
import { userByEmail } from "./users.ts";

const { email } = tom;

async function mails(store: TestStore): Promise<string[]> {
  const jobs = await Array.fromAsync(store.kv.list<Job>({ prefix: prefixes.jobs() }));
  return jobs.map(({ value }) => value.kind);
}

Deno.test("a sign-up waits, and the account begins to exist with the code", async () => {
  using store = await testStore();
  const confirmation = await begin(store, { email: " Tom@Men.test" });
  expect(await userByEmail(store, email)).toBe(null);
  expect(await mails(store)).toEqual(["confirmation_mail"]);
  store.clock.advance({ minutes: 1 });
  const confirmed = await confirmByCode(store, proof, codeOf(store, confirmation));
  const user = await userByEmail(store, email);
  expect(confirmed).toEqual({ ok: true, user, started: null, next: "" });
  expect(user).toMatchObject({ email, firstname: "Tom", groupId: 1, promoEmails: true, confirmedAt: store.clock.now });
  expect(user).not.toHaveProperty("passwordHash");
  expect(await confirmationById(store, confirmation.id)).toBe(null);
  expect(await audit(store)).toEqual([]);
});

Deno.test("the mailed link confirms as the code does", async () => {
  using store = await testStore();
  const confirmation = await begin(store);
  expect(await confirmByKey(store, proof, "forged")).toEqual(refuse("expired"));
  expect((await confirmByKey(store, proof, activationKeyOf(store, confirmation))).ok).toBe(true);
  expect(await userByEmail(store, email)).not.toBe(null);
});

Deno.test("neither code nor key nor password lies in the store", async () => {
  using store = await testStore();
  const signedUp = await signUp(store, { ...tom, password: testPassword }, asking);
  if (!signedUp.ok) throw new Error(signedUp.reason);
  const secrets = [codeOf(store, signedUp.confirmation), activationKeyOf(store, signedUp.confirmation), testPassword];
  for await (const entry of store.kv.list({ prefix: [] })) {
    for (const secret of secrets) expect(JSON.stringify([entry.key, entry.value])).not.toContain(secret);
  }
  expect(secrets[0]).toMatch(/^\d{6}$/);
});

Deno.test("a man gets twenty credits, once, however often he confirms", async () => {
  using store = await testStore();
  const confirmation = await begin(store);
  const code = codeOf(store, confirmation);
  const tabs = await Promise.all([
    confirmByCode(store, proof, code),
    confirmByCode(store, proof, code),
    confirmByKey(store, proof, activationKeyOf(store, confirmation)),
    confirmByKey(store, proof, activationKeyOf(store, confirmation)),
  ]);
  expect(tabs.filter(({ ok }) => ok).length).toBe(1);
  expect((await confirmByCode(store, proof, code)).ok).toBe(false);
  const { entries } = await history(store, (await userByEmail(store, email))!.id, { page: 1, limit: 20 });
  expect(entries).toMatchObject([{ operation: "sign_up_bonus", deltaCredits: 20, balanceAfter: 20, seq: 1 }]);
  expect(await Array.fromAsync(store.kv.list({ prefix: prefixes.users() }))).toHaveLength(1);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a lady gets an unpublished profile and no credits", async () => {
  using store = await testStore();
  const confirmation = await begin(store, { groupId: 2, countryId: countryByIso("UA")!.id });
  await confirmByCode(store, proof, codeOf(store, confirmation));
  const user = (await userByEmail(store, email))!;
  expect(await ladyById(store, user.id)).toMatchObject({ firstname: "Tom", isPublished: false });
  expect((await history(store, user.id, { page: 1, limit: 20 })).totalCount).toBe(0);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a code lives for thirty minutes, and so does its link", async () => {
  using store = await testStore();
  const confirmation = await begin(store);
  store.clock.advance({ minutes: 30 });
  expect(await confirmByCode(store, proof, codeOf(store, confirmation))).toMatchObject({ reason: "expired" });
  expect(await confirmByKey(store, proof, activationKeyOf(store, confirmation))).toMatchObject({ reason: "expired" });
  store.clock.advance({ ms: -1 });
  expect((await confirmByCode(store, proof, codeOf(store, confirmation))).ok).toBe(true);
});

Deno.test("a new code ends the earlier one; the first comes at once, and none is sent twice in a minute", async () => {
  using store = await testStore();
  const first = await begin(store);
  await Promise.all([resendCode(store, first.id), resendCode(store, first.id)]);
  expect(await mails(store)).toEqual(["confirmation_mail", "confirmation_mail"]);
  store.clock.advance({ seconds: 60, ms: -1 });
  await resendCode(store, first.id);
  expect((await mails(store)).length).toBe(2);
  store.clock.advance({ ms: 1 });
  await Promise.all([resendCode(store, first.id), resendCode(store, first.id), resendCode(store, "unknown")]);
  expect((await mails(store)).length).toBe(3);
  const second = (await confirmationById(store, first.id))!;
  expect(codeOf(store, second)).not.toBe(codeOf(store, first));
  expect(await confirmByCode(store, proof, codeOf(store, first))).toMatchObject({ reason: "invalid_code" });
  expect(await confirmByKey(store, proof, activationKeyOf(store, first))).toEqual(refuse("expired"));
  expect((await confirmByCode(store, proof, codeOf(store, second))).ok).toBe(true);
});

Deno.test("after a clock that was ahead, a new code is asked for as always", async () => {
  using store = await testStore();
  const { id } = await begin(store);
  store.clock.advance({ hours: 12 });
  await resendCode(store, id);
  store.clock.advance({ hours: -12 });
  expect(secondsUntilResend((await confirmationById(store, id))!, store.now())).toBe(0);
  await resendCode(store, id);
  expect((await mails(store)).length).toBe(3);
  expect(secondsUntilResend((await confirmationById(store, id))!, store.now())).toBe(60);
});

Deno.test("ten mails an hour go to an address, new codes counted with sign-ups; what no mail told opens nothing", async () => {
  using store = await testStore();
  const first = await begin(store);
  for (let n = 0; n < 6; n++) {
    store.clock.advance({ minutes: 2 });
    await resendCode(store, first.id);
  }
  const more = [await begin(store), await begin(store), await begin(store), await begin(store)];
  expect((await mails(store)).length).toBe(10);
  const unmailed = more.at(-1)!;
  expect(unmailed.mailed).toBe(null);
  expect(await confirmByCode(store, proof, codeOf(store, unmailed))).toMatchObject({ reason: "invalid_code" });
  expect(await confirmByKey(store, proof, activationKeyOf(store, unmailed))).toMatchObject({ reason: "expired" });
  // What was mailed stays good, however often somebody asks for more.
  store.clock.advance({ minutes: 2 });
  await resendCode(store, first.id);
  expect((await mails(store)).length).toBe(10);
  const known = (await confirmationById(store, first.id))!;
  expect((await confirmByCode(store, proof, codeOf(store, known))).ok).toBe(true);
});

Deno.test("all addresses of a mailbox share its ten mails an hour", async () => {
  using store = await testStore();
  for (let n = 0; n < 15; n++) await begin(store, { email: `james+${n}@demo.test` });
  expect((await mails(store)).length).toBe(10);
});

Deno.test("of a network's sign-ups with one address the newest twenty wait", async () => {
  using store = await testStore();
  const theirs = await begin(store, {}, stranger.visitor);
  for (let n = 0; n < 30; n++) {
    store.clock.advance({ seconds: 1 });
    await begin(store);
  }
  const waiting = await confirmationsOfEmail(store, email);
  expect([waiting.length, waiting.at(-1)!.id]).toEqual([21, theirs.id]);
});

Deno.test("a taken address gets a sign-up of the same shape that nothing ever confirms", async () => {
  using store = await testStore();
  const james = await createJames(store);
  const decoy = await begin(store, { email: james.email });
  const genuine = await begin(store);
  expect(Object.keys(decoy).toSorted()).toEqual(Object.keys(genuine).toSorted());
  expect({ ...decoy, id: "", email: "", signUp: null, mailed: null })
    .toEqual({ ...genuine, id: "", email: "", signUp: null, mailed: null });
  expect(await mails(store)).toEqual(expect.arrayContaining(["already_registered_mail", "confirmation_mail"]));
  expect(await confirmByCode(store, proofOf(james.email), codeOf(store, decoy))).toMatchObject({
    reason: "invalid_code",
  });
  expect(await confirmByKey(store, proofOf(james.email), activationKeyOf(store, decoy))).toEqual(refuse("expired"));
  store.clock.advance({ minutes: 2 });
  await resendCode(store, decoy.id);
  const resent = (await confirmationById(store, decoy.id))!;
  expect(await confirmByCode(store, proofOf(james.email), codeOf(store, resent))).toMatchObject({
    reason: "invalid_code",
  });
  expect((await mails(store)).filter((kind) => kind === "already_registered_mail").length).toBe(2);
  expect(await userByEmail(store, james.email)).toEqual(james);
});

Deno.test("the form refuses minors, weak passwords and ladies of other countries, and begins nothing", async () => {
  using store = await testStore();
  const { passwordHash: _, ...form } = tom;
  const refused = async (wanted: Partial<typeof form> & { password?: string }) => {
    const result = await signUp(store, { ...form, password: testPassword, ...wanted }, asking);
    return result.ok ? null : [result.reason, result.fields];
  };
  // Noon UTC of 1 March 2026.
  expect(await refused({ birthdate: "2008-03-02" })).toEqual(["invalid", { birthdate: "adult" }]);
  expect(await refused({ password: "weak" })).toEqual(["invalid", { password: "password_rules" }]);
  expect(await refused({ groupId: 2 })).toEqual(["invalid", { country: "country_of_ladies" }]);
  expect(await confirmationsOfEmail(store, email)).toEqual([]);
  expect(await refused({ birthdate: "2008-03-01" })).toBe(null);
  expect(await refused({ groupId: 2, countryId: countryByIso("RO")!.id })).toBe(null);
});

Deno.test("a hundred sign-ups come from one network in a quarter of an hour, with whichever of its addresses", async () => {
  using store = await testStore();
  const { passwordHash: _, ...form } = tom;
  const attempt = (address: string) =>
    signUp(store, { ...form, password: testPassword }, { visitor: { address, mark: null } });
  for (let n = 0; n < 99; n++) await takeAttempt(store, limits.signUp, "::1");
  expect((await attempt("::1")).ok).toBe(true);
  expect(await attempt("::1")).toEqual(refuse("too_many_requests", { retryAfterSeconds: 900 }));
  expect(await attempt("::2")).toMatchObject({ reason: "too_many_requests" });
  expect((await attempt("2001:db8::2")).ok).toBe(true);
});
