/** Whoever is suspended is kept out everywhere and shown nowhere, and comes back as she or he was. */
import { expect } from "expect";
import { aliveSession, startSession } from "../accounts/signing_in/sessions.ts";
import { signIn } from "../accounts/signing_in/sign_in.ts";
import { ownerOfTicket, redeemTicket } from "../accounts/signing_in/sign_in_tickets.ts";
import { actingAdmins, admin, isSuspended, userById } from "../accounts/users.ts";
import { pairOf } from "../chats/pairs.ts";
import { balanceOf } from "../credits/ledger/ledger.ts";
import { keepFavourite } from "../ladies/favourites.ts";
import { LadyIndex } from "../ladies/index/lady_index.ts";
import { loadLadyIndex, publishedLadyById } from "../ladies/ladies.ts";
import { noteVisit } from "../ladies/visits.ts";
import { castVote } from "../ladies/votes.ts";
import { setAcceptsIntroductions, whoToWriteTo } from "../letters/introductions.ts";
import { letterById } from "../letters/letters.ts";
import { letterNotificationOf } from "../letters/notifications.ts";
import { openLetter } from "../letters/opening.ts";
import { sendLetter } from "../letters/sending.ts";
import { translationQueue } from "../letters/translating/translations.ts";
import type { Store } from "../open.ts";
import { audit } from "../records/audit.ts";
import { auditRecords } from "../store/audit_log.ts";
import type { Job } from "../store/jobs/work.ts";
import { refuse } from "../store/refusals.ts";
import { prefixes } from "../store/prefixes.ts";
import { publish, takeDown } from "../testing/publication.ts";
import { createVera, runSafetyJobs } from "../testing/safety.ts";
import { signInToken, testVisitor } from "../testing/sign_ups.ts";
import { afterMeanwhile, createPeople, createUser, testPassword, testStore } from "../testing/store.ts";
import { createTranslationWorld, send } from "../testing/translators.ts";
import { reinstate, suspend } from "./suspensions.ts";

async function world() {
  const store = await testStore();
  const people = await createPeople(store);
  const vera = await createVera(store);
  const keepOut = (userId: number, kind: "conduct" | "fraud" = "conduct", actorId = vera.id) =>
    suspend(store, { userId, kind, reason: "Rude letters", actorId });
  const letBack = (userId: number) => reinstate(store, { userId, reason: "It was somebody else", actorId: vera.id });
  return { store, ...people, vera, keepOut, letBack, [Symbol.dispose]: () => store.close() };
}

const enter = (store: Store, password = testPassword) =>
  signIn(store, {
    email: "james@demo.test",
    password,
    remember: false,
    visitor: testVisitor,
    staffNeedSecondFactor: false,
  });

const jobsOf = async (store: Store, kind: Job["kind"]) =>
  (await Array.fromAsync(store.kv.list<Job>({ prefix: prefixes.jobs() }))).map(({ value }) => value)
    .filter((job) => job.kind === kind);

Deno.test("all sessions end at once, with their topics, and signing in is refused to who knows the password alone", async () => {
  using w = await world();
  const sessions = [await startSession(w.store, w.james.id, false), await startSession(w.store, w.james.id, true)];
  const published: (string | null)[] = [];
  w.store.pubsub.listenToAll("session", (hash) => published.push(hash));
  expect(await w.keepOut(w.james.id)).toMatchObject({ ok: true, user: { suspension: { kind: "conduct" } } });
  for (const { session: { tokenHash } } of sessions) {
    expect(await aliveSession(w.store, tokenHash)).toBe(null);
    expect(published).toContain(tokenHash);
  }
  expect(await enter(w.store)).toMatchObject({ ok: false, reason: "suspended" });
  expect(await enter(w.store, "wrong")).toEqual({ ok: false, reason: "wrong_credentials" });
  await w.letBack(w.james.id);
  expect(await enter(w.store)).toMatchObject({ ok: true });
});

Deno.test("a ticket of a mail lets nobody in who is suspended", async () => {
  using w = await world();
  const ticket = await signInToken(w.store, w.james.email);
  await w.keepOut(w.james.id);
  expect(await ownerOfTicket(w.store, ticket)).toBe(null);
  expect(await redeemTicket(w.store, ticket, { visitor: testVisitor })).toEqual({ ok: false, reason: "expired" });
});

Deno.test("a lady is in no list and no search, not on the ballot, and nobody chats with her, until she is back", async () => {
  using w = await world();
  const isFound = () => w.store.ladies.search({}, w.store.now()).ids.includes(w.olena.id);
  await w.keepOut(w.olena.id);
  expect(isFound()).toBe(false);
  expect(await publishedLadyById(w.store, w.olena.id)).toBe(null);
  expect(await castVote(w.store, w.james.id, w.olena.id)).toMatchObject({ reason: "not_found" });
  expect(await keepFavourite(w.store, w.james.id, w.olena.id)).toMatchObject({ reason: "not_found" });
  expect(await pairOf(w.store, w.james.id, w.olena.id)).toMatchObject({ reason: "not_found" });
  expect(await audit(w.store)).toEqual([]);

  // Neither a start of the site nor an approval in between shows her.
  await publish(w.store, w.olena.id);
  const started = { ...w.store, ladies: new LadyIndex() };
  await loadLadyIndex(started);
  expect([isFound(), started.ladies.has(w.olena.id), started.ladies.has(w.daria.id)]).toEqual([false, false, true]);

  await w.letBack(w.olena.id);
  expect(isFound()).toBe(true);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("who was not published before is not published by coming back", async () => {
  using w = await world();
  await takeDown(w.store, w.olena.id);
  await w.keepOut(w.olena.id);
  await w.letBack(w.olena.id);
  expect(await publishedLadyById(w.store, w.olena.id)).toBe(null);
});

Deno.test("no letter goes to or from a suspended person, and none is charged", async () => {
  using w = await world();
  const write = (authorId: number, recipientId: number) =>
    sendLetter(w.store, { authorId, recipientId, body: "A letter.", sendKey: w.store.randomToken() });
  await write(w.olena.id, w.james.id);
  await w.keepOut(w.olena.id);
  expect(await write(w.james.id, w.olena.id)).toMatchObject({ reason: "partner_suspended" });
  expect(await write(w.olena.id, w.james.id)).toMatchObject({ reason: "suspended" });
  await w.keepOut(w.wei.id);
  expect(await write(w.daria.id, w.wei.id)).toMatchObject({ reason: "partner_suspended" });
  expect(await write(w.wei.id, w.daria.id)).toMatchObject({ reason: "suspended" });
  expect([await balanceOf(w.store, w.james.id), await balanceOf(w.store, w.wei.id)]).toEqual([200, 200]);
});

Deno.test("a locked letter of a suspended lady takes no credits; what was opened before stays open", async () => {
  using w = await world();
  const write = async (sendKey: string) => {
    const sent = await sendLetter(w.store, { authorId: w.olena.id, recipientId: w.james.id, body: "Hello", sendKey });
    if (!sent.ok) throw new Error(sent.reason);
    return sent.letter.id;
  };
  await write("introduction");
  const [opened, locked] = [await write("1"), await write("2")];
  await openLetter(w.store, w.james.id, opened, true);
  await w.keepOut(w.olena.id);
  expect(await openLetter(w.store, w.james.id, locked, true)).toEqual({ ok: false, reason: "partner_suspended" });
  expect(await openLetter(w.store, w.james.id, opened, false)).toMatchObject({ ok: true });
  expect(await balanceOf(w.store, w.james.id)).toBe(195);
  expect(await letterNotificationOf(w.store, locked)).toBe(null);
  await w.letBack(w.olena.id);
  expect(await openLetter(w.store, w.james.id, locked, true)).toMatchObject({ ok: true, balanceCredits: 190 });
});

Deno.test("a suspended man is named to no lady as one to write to", async () => {
  using w = await world();
  await noteVisit(w.store, w.james.id, w.olena.id);
  expect((await whoToWriteTo(w.store, w.olena.id, 5)).map(({ user }) => user.id)).toEqual([w.james.id]);
  await w.keepOut(w.james.id);
  expect(await whoToWriteTo(w.store, w.olena.id, 5)).toEqual([]);
});

Deno.test("letters that wait for a translator go back to their authors, his credits with them", async () => {
  using store = await testStore();
  const { james, wei, daria, olena } = await createTranslationWorld(store);
  const vera = await createVera(store);
  const his = await send(store, james, daria);
  const hers = await send(store, daria, wei, { body: "Добрый вечер", translate: true });
  const other = await send(store, olena, wei, { body: "Добрый вечер", translate: true });
  await suspend(store, { userId: daria.id, kind: "conduct", reason: "Rude", actorId: vera.id });
  await runSafetyJobs(store);
  for (const { id } of [his, hers]) {
    expect(await letterById(store, id)).toMatchObject({
      translationState: "returned",
      keptBack: "suspended",
      deliveredAt: null,
    });
  }
  expect(await balanceOf(store, james.id)).toBe(200);
  const { items } = await translationQueue(store, { page: 1, limit: 10 });
  expect(items.map(({ letterId }) => letterId)).toEqual([other.id]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("only an admin suspends, nobody oneself, nobody twice; a reason is needed", async () => {
  using w = await world();
  const refused = async (work: Promise<{ ok: boolean; reason?: string }>) => (await work).reason;
  expect(await refused(w.keepOut(w.olena.id, "conduct", w.james.id))).toBe("wrong_role");
  expect(await refused(w.keepOut(w.vera.id))).toBe("forbidden");
  expect(await refused(w.keepOut(4711))).toBe("not_found");
  const other = (await createUser(w.store, { groupId: admin, email: "ada@staff.test" })).id;
  expect(await refused(suspend(w.store, { userId: w.vera.id, kind: "conduct", reason: "Left", actorId: other }))).toBe(
    undefined,
  );
  expect(await refused(w.keepOut(w.james.id))).toBe("wrong_role");
  const wanted = { userId: w.james.id, kind: "conduct" as const, actorId: other };
  expect(await suspend(w.store, { ...wanted, reason: " " })).toMatchObject({ fields: { reason: "required" } });
  expect(await suspend(w.store, { ...wanted, reason: "a".repeat(501) })).toMatchObject({
    fields: { reason: "too_long" },
  });
  expect(await refused(suspend(w.store, { ...wanted, reason: "Rude" }))).toBe(undefined);
  expect(await refused(suspend(w.store, { ...wanted, reason: "Rude again" }))).toBe("conflict");
});

Deno.test("the same press again changes nothing, of a suspension and of its end", async () => {
  using w = await world();
  const wanted = { userId: w.james.id, reason: "Rude", actorId: w.vera.id };
  const twice = async (press: () => Promise<unknown>) => {
    expect(await press()).toMatchObject({ ok: true });
    const before = (await userById(w.store, w.james.id))!.suspension;
    const recorded = (await auditRecords(w.store, { page: 1, limit: 100 })).totalCount;
    w.store.clock.advance({ minutes: 1 });
    expect(await press()).toMatchObject({ ok: true });
    expect((await userById(w.store, w.james.id))!.suspension).toEqual(before);
    expect((await auditRecords(w.store, { page: 1, limit: 100 })).totalCount).toBe(recorded);
  };
  await twice(() => suspend(w.store, { ...wanted, kind: "conduct" }));
  await twice(() => reinstate(w.store, wanted));
});

Deno.test("of two admins who keep each other out at once one is left, and who is out lets nobody back in", async () => {
  using w = await world();
  const ben = await createUser(w.store, { groupId: admin, firstname: "Ben", email: "ben@staff.test" });
  const done = await Promise.all([w.keepOut(ben.id), w.keepOut(w.vera.id, "conduct", ben.id)]);
  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  expect(done.find(({ ok }) => !ok)).toEqual({ ok: false, reason: "wrong_role" });
  expect(await actingAdmins(w.store)).toBe(1);

  const [left, ada] = [
    isSuspended((await userById(w.store, ben.id))!) ? w.vera : ben,
    await createUser(w.store, { groupId: admin, firstname: "Ada", email: "ada@staff.test" }),
  ];
  await w.keepOut(w.olena.id, "conduct", ada.id);
  const slow = afterMeanwhile(w.store, () => w.keepOut(ada.id, "conduct", left.id));
  expect(await reinstate(slow, { userId: w.olena.id, reason: "A friend", actorId: ada.id })).toEqual({
    ok: false,
    reason: "wrong_role",
  });
  expect(isSuspended((await userById(w.store, w.olena.id))!)).toBe(true);
});

Deno.test("both steps leave a record in the audit log and one mail each", async () => {
  using w = await world();
  await w.keepOut(w.olena.id);
  await w.letBack(w.olena.id);
  const { records } = await auditRecords(w.store, { page: 1, limit: 5 });
  const subject = `user:${w.olena.id}`;
  expect(records).toHaveLength(2);
  expect(records).toContainEqual(expect.objectContaining({
    action: "user_suspended",
    actorId: w.vera.id,
    subject,
    details: { kind: "conduct", reason: "Rude letters", decisionId: 1, ground: "conduct" },
  }));
  expect(records).toContainEqual(expect.objectContaining({ action: "user_reinstated", actorId: w.vera.id, subject }));
  expect(await jobsOf(w.store, "suspension_mail")).toMatchObject([{ isOver: false }, { isOver: true }]);
});

Deno.test("a change of the account in the same moment loses neither", async () => {
  using w = await world();
  const store = afterMeanwhile(w.store, () => setAcceptsIntroductions(w.store, w.james.id, false));
  await suspend(store, { userId: w.james.id, kind: "conduct", reason: "Rude", actorId: w.vera.id });
  expect(await userById(w.store, w.james.id)).toMatchObject({
    acceptsIntroductions: false,
    suspension: { kind: "conduct", by: w.vera.id },
  });
});

Deno.test("a suspension for fraud is not replaced by a milder one, which would end what men get back", async () => {
  using w = await world();
  await w.keepOut(w.olena.id, "fraud");
  const before = await userById(w.store, w.olena.id);
  expect(await w.keepOut(w.olena.id, "conduct")).toEqual(refuse("conflict"));
  expect(await userById(w.store, w.olena.id)).toEqual(before);
});
