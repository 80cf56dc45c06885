/** A mailbox that is kept out begins no account that is not, for a year or until it is let in, and nothing else is kept. */
import { expect } from "expect";
import { confirmByCode } from "../accounts/confirming.ts";
import { deleteAccount } from "../accounts/deletions.ts";
import { beginSignUp, codeOf, confirmationById, type SignUp } from "../accounts/sign_up.ts";
import { agency, lady, man, type User } from "../accounts/users.ts";
import { balanceOf } from "../credits/ledger/ledger.ts";
import { draftKeyOf, draftLady } from "../ladies/agencies/agencies.ts";
import { acceptDraft } from "../ladies/agencies/draft_answers.ts";
import { ladyById } from "../ladies/ladies.ts";
import { audit } from "../records/audit.ts";
import { clearTonight } from "../records/testing/nights.ts";
import { auditRecords } from "../store/audit_log.ts";
import { eraseAll } from "../testing/deletions.ts";
import { createVera } from "../testing/safety.ts";
import { asking, proofOf, tom } from "../testing/sign_ups.ts";
import { createPeople, createUser, testPassword, type TestStore, testStore } from "../testing/store.ts";
import { answerAppeal, fileAppeal } from "./appeals.ts";
import { decisionsAgainst } from "./decisions.ts";
import { type LastingEntry, lastingSuspensionDays, lastingSuspensions } from "./lasting_suspensions.ts";
import { reinstate, suspend, suspensionFactsLengthMax, suspensionReasonLengthMax } from "./suspensions.ts";

const facts = "Three letters with insults.";

async function world() {
  const store = await testStore();
  const people = await createPeople(store);
  const vera = await createVera(store);
  const zoe = await createUser(store, { groupId: 3, firstname: "Zoe", email: "zoe@staff.test" });
  const keepOut = (userId: number, kind: "conduct" | "fraud" = "conduct", actorId = vera.id) =>
    suspend(store, { userId, kind, reason: `For ${kind}`, facts, ground: "abuse", actorId });
  return { store, ...people, vera, zoe, keepOut, [Symbol.dispose]: () => store.close() };
}

async function leave(store: TestStore, { id }: User): Promise<void> {
  const deleted = await deleteAccount(store, id, { password: testPassword, wantsRefund: false });
  if (!deleted.ok) throw new Error(deleted.reason);
  await eraseAll(store);
}

/** Signs up under an address and proves it. */
async function comeBack(store: TestStore, email: string, wanted: Partial<SignUp> = {}): Promise<User> {
  const { id } = await beginSignUp(store, { ...tom, ...wanted, email }, asking);
  const proven = await confirmByCode(store, proofOf(email), codeOf(store, (await confirmationById(store, id))!));
  if (!proven.ok) throw new Error(proven.reason);
  return proven.user;
}

const lasting = (store: TestStore) => Array.fromAsync(lastingSuspensions(store));

Deno.test("a man who left suspended begins suspended, with the same reasons and without the bonus", async () => {
  using w = await world();
  await w.keepOut(w.james.id);
  await leave(w.store, w.james);
  const back = await comeBack(w.store, ` ${w.james.email.toUpperCase()} `);
  expect(back).toMatchObject({ groupId: man, suspension: { kind: "conduct", reason: "For conduct", by: w.vera.id } });
  expect(await balanceOf(w.store, back.id)).toBe(0);
  expect(await decisionsAgainst(w.store, back.id)).toMatchObject([
    { id: back.suspension!.decisionId, kind: "suspension", ground: "abuse", facts, isContinued: true, appeal: null },
  ]);
  expect((await auditRecords(w.store, { page: 1, limit: 5 })).records).toContainEqual(expect.objectContaining({
    action: "suspension_continued",
    actorId: null,
    subject: `user:${back.id}`,
    details: { kind: "conduct", reason: "For conduct", decisionId: back.suspension!.decisionId, ground: "abuse" },
  }));
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("another address of the same mailbox begins suspended as well", async () => {
  using w = await world();
  await w.keepOut(w.james.id);
  await leave(w.store, w.james);
  const back = await comeBack(w.store, w.james.email.replace("@", "+again@"));
  expect(back).toMatchObject({ suspension: { kind: "conduct", by: w.vera.id } });
  expect(await balanceOf(w.store, back.id)).toBe(0);
});

Deno.test("an account in between frees nobody: the very address that left begins suspended as well", async () => {
  using w = await world();
  await w.keepOut(w.james.id);
  await leave(w.store, w.james);
  for (const email of [w.james.email.replace("@", "+1@"), w.james.email, w.james.email.replace("@", "+2@")]) {
    expect((await comeBack(w.store, email)).suspension).toMatchObject({ kind: "conduct", reason: "For conduct" });
  }
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("while an account stands suspended another of its mailbox begins suspended, until it is let in", async () => {
  using w = await world();
  await w.keepOut(w.james.id);
  const second = await comeBack(w.store, w.james.email.replace("@", "+1@"));
  expect(second.suspension).toMatchObject({ kind: "conduct", by: w.vera.id });
  expect(await decisionsAgainst(w.store, second.id)).toMatchObject([{ facts, isContinued: true }]);
  await reinstate(w.store, { userId: w.james.id, reason: "Cleared", actorId: w.vera.id });
  expect(await lasting(w.store)).toEqual([]);
  expect((await comeBack(w.store, w.james.email.replace("@", "+2@"))).suspension).toBe(undefined);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("of two accounts of one mailbox that left suspended the reasons of both last, the fraud before the rest", async () => {
  using w = await world();
  const [one, other] = [await comeBack(w.store, "marcin+1@x.test"), await comeBack(w.store, "marcin+2@x.test")];
  await w.keepOut(one.id, "fraud");
  await w.keepOut(other.id, "conduct", w.zoe.id);
  for (const each of [one, other]) await leave(w.store, each);
  expect(await lasting(w.store)).toMatchObject([[expect.any(String), {
    held: [{ kind: "fraud" }, { kind: "conduct" }],
  }]]);
  const back = await comeBack(w.store, "marcin@x.test");
  expect(back.suspension).toMatchObject({ kind: "fraud", by: w.vera.id, replaced: { kind: "conduct", by: w.zoe.id } });
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("what an objection took back lasts no longer; what another account of the mailbox did lasts on", async () => {
  using w = await world();
  await w.keepOut(w.olena.id);
  await w.keepOut(w.olena.id, "fraud");
  const back = await comeBack(w.store, w.olena.email.replace("@", "+1@"));
  const takeBack = async (userId: number, decisionId: number) => {
    expect((await fileAppeal(w.store, { userId, decisionId, text: "It was not me" })).ok).toBe(true);
    const answer = { userId, decisionId, isReversed: true, words: "We were wrong.", actorId: w.zoe.id };
    expect((await answerAppeal(w.store, answer)).ok).toBe(true);
  };
  await takeBack(back.id, back.suspension!.decisionId!);
  const kinds = async () => (await lasting(w.store)).flatMap(([, { held }]) => held.map(({ kind }) => kind));
  expect(await kinds()).toEqual(["conduct"]);
  expect((await comeBack(w.store, w.olena.email.replace("@", "+2@"))).suspension).toMatchObject({ kind: "conduct" });
  await takeBack(back.id, back.suspension!.replaced!.decisionId!);
  expect(await kinds()).toEqual([]);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("an agency that is kept out leaves nothing of it for its mailbox", async () => {
  using w = await world();
  const keeper = await createUser(w.store, { groupId: agency, firstname: "Nadezhda", email: "agency@staff.test" });
  await w.keepOut(keeper.id);
  expect(await lasting(w.store)).toEqual([]);
});

Deno.test("who comes back may object, and another admin lets in; then nothing of it comes back a second time", async () => {
  using w = await world();
  await w.keepOut(w.james.id);
  await leave(w.store, w.james);
  const back = await comeBack(w.store, w.james.email);
  const decisionId = back.suspension!.decisionId!;
  expect((await fileAppeal(w.store, { userId: back.id, decisionId, text: "It was not me" })).ok).toBe(true);
  const answer = { userId: back.id, decisionId, isReversed: true, words: "We were wrong." };
  expect(await answerAppeal(w.store, { ...answer, actorId: w.vera.id })).toMatchObject({ reason: "same_decider" });
  expect((await answerAppeal(w.store, { ...answer, actorId: w.zoe.id })).ok).toBe(true);
  expect(await lasting(w.store)).toEqual([]);
  await leave(w.store, back);
  const again = await comeBack(w.store, w.james.email);
  expect([again.suspension, await balanceOf(w.store, again.id)]).toEqual([undefined, 20]);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("a lady who left as a fraud is kept out by both decisions, also as a man, until an admin lets in", async () => {
  using w = await world();
  await w.keepOut(w.olena.id);
  await w.keepOut(w.olena.id, "fraud", w.zoe.id);
  await leave(w.store, w.olena);
  const back = await comeBack(w.store, w.olena.email, { groupId: lady, countryId: w.olena.countryId });
  const both = { kind: "fraud", by: w.zoe.id, replaced: { kind: "conduct", by: w.vera.id } };
  expect(back.suspension).toMatchObject(both);
  expect(await ladyById(w.store, back.id)).toMatchObject({ isSuspended: true });
  expect((await decisionsAgainst(w.store, back.id)).length).toBe(2);
  expect(await audit(w.store)).toEqual([]);
  await leave(w.store, back);
  const asMan = await comeBack(w.store, w.olena.email);
  expect(asMan.suspension).toMatchObject(both);
  const wanted = { userId: asMan.id, reason: "It was her sister", actorId: w.vera.id };
  expect(await reinstate(w.store, wanted)).toMatchObject({ ok: true, user: { groupId: man } });
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("a lady whom an agency brings back under the address begins suspended as well", async () => {
  using w = await world();
  await w.keepOut(w.olena.id);
  await leave(w.store, w.olena);
  const { email, firstname, birthdate, countryId, city } = w.olena;
  const keeper = await createUser(w.store, { groupId: agency, firstname: "Nadezhda", email: "agency@staff.test" });
  const drafted = await draftLady(w.store, keeper.id, {
    email,
    firstname,
    birthdate,
    countryId,
    city,
    facts: {},
    locale: "en",
  });
  if (!drafted.ok) throw new Error(drafted.reason);
  const link = { draftId: drafted.draft.id, key: draftKeyOf(w.store, drafted.draft) };
  const accepted = await acceptDraft(w.store, { ...link, password: testPassword });
  expect(accepted).toMatchObject({ ok: true, user: { suspension: { kind: "conduct" } } });
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("who is not suspended, or was let in before, leaves nothing of the kind", async () => {
  using w = await world();
  await w.keepOut(w.wei.id);
  await reinstate(w.store, { userId: w.wei.id, reason: "Cleared", actorId: w.vera.id });
  await leave(w.store, w.wei);
  await leave(w.store, w.james);
  expect(await lasting(w.store)).toEqual([]);
  expect((await comeBack(w.store, w.james.email)).suspension).toBe(undefined);
});

Deno.test("what stays names nobody, and after a year it is over, even before the night has cleared it", async () => {
  using w = await world();
  await w.keepOut(w.james.id);
  await w.keepOut(w.wei.id);
  for (const each of [w.james, w.wei]) await leave(w.store, each);
  const entries = await lasting(w.store);
  expect(entries).toHaveLength(2);
  const kept = JSON.stringify(entries);
  for (const word of [w.james.email, w.james.firstname, w.james.lastname, String(w.james.id)].filter(Boolean)) {
    expect(kept).not.toContain(word);
  }
  w.store.clock.advance({ days: lastingSuspensionDays - 1 });
  expect((await comeBack(w.store, w.wei.email)).suspension).toMatchObject({ kind: "conduct" });
  w.store.clock.advance({ days: 1 });
  const back = await comeBack(w.store, w.james.email);
  expect([back.suspension, await balanceOf(w.store, back.id)]).toEqual([undefined, 20]);
  await clearTonight(w.store);
  expect(await lasting(w.store)).toEqual([]);
});

Deno.test("of two accounts suspended in the same words one is let in, and the other keeps the mailbox out", async () => {
  using w = await world();
  const one = await comeBack(w.store, "marcin+1@x.test");
  const other = await comeBack(w.store, "marcin+2@x.test");
  for (const { id } of [one, other]) await w.keepOut(id);
  const back = await comeBack(w.store, "marcin+3@x.test");
  await reinstate(w.store, { userId: one.id, reason: "Mistaken", actorId: w.vera.id });
  expect((await comeBack(w.store, "marcin+4@x.test")).suspension).toMatchObject({ reason: "For conduct" });
  // An account that began with both ends both.
  await reinstate(w.store, { userId: back.id, reason: "Both were mistaken", actorId: w.vera.id });
  expect(await lasting(w.store)).toEqual([]);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("however many accounts of a mailbox are suspended, the newest ten last, and frauds before the rest", async () => {
  using w = await world();
  const accounts = [];
  for (let n = 0; n < 14; n++) accounts.push(await createUser(w.store, { email: `marcin+${n}@x.test` }));
  for (const [n, { id }] of accounts.entries()) {
    const words = (lengthMax: number) => `${n} `.padEnd(lengthMax, "\u0436");
    const wanted = { userId: id, reason: words(suspensionReasonLengthMax), facts: words(suspensionFactsLengthMax) };
    const kind = n === 1 ? "fraud" : "conduct";
    expect(await suspend(w.store, { ...wanted, kind, actorId: w.vera.id })).toMatchObject({ ok: true });
  }
  const [[, { held }]] = await lasting(w.store) as [LastingEntry];
  expect(held.map(({ reason }) => Number.parseInt(reason))).toEqual([1, 13, 12, 11, 10, 9, 8, 7, 6, 5]);
  const back = await comeBack(w.store, "marcin@x.test");
  expect(back.suspension).toMatchObject({ kind: "fraud" });
  expect(await decisionsAgainst(w.store, back.id)).toHaveLength(10);
  // Its own deletion adds nothing to them.
  await leave(w.store, back);
  expect((await lasting(w.store))[0]?.[1].held).toEqual(held);
  expect(await audit(w.store)).toEqual([]);
});
