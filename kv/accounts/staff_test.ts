import { expect } from "expect";
import { audit } from "../records/audit.ts";
import { auditRecords } from "../store/audit_log.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import { ownData } from "../records/own_data/table.ts";
import { answerAppeal, fileAppeal, openAppeals } from "../safety/appeals.ts";
import { decisionsAgainst } from "../safety/decisions.ts";
import { noticesOf } from "../safety/notices.ts";
import { suspend } from "../safety/suspensions.ts";
import { refuse } from "../store/refusals.ts";
import { draftKeyOf, draftLady } from "../ladies/agencies/agencies.ts";
import { acceptDraft } from "../ladies/agencies/draft_answers.ts";
import { createAdmin, createEnrolled } from "../testing/factors.ts";
import { pictureFacts } from "../testing/photos.ts";
import { createVera } from "../testing/safety.ts";
import { testVisitor } from "../testing/sign_ups.ts";
import {
  afterMeanwhile,
  createOlena,
  createPeople,
  testPassword,
  type TestStore,
  testStore,
} from "../testing/store.ts";
import { decide } from "../vetting/approval_decisions.ts";
import { waitingApprovals } from "../vetting/approvals.ts";
import { addPhoto } from "../vetting/photo_changes.ts";
import { beginEmailChange, emailChangeKeyOf, finishEmailChange } from "./email_change.ts";
import { finishPasswordReset, openPasswordReset } from "./signing_in/password_reset.ts";
import { secondFactorOf } from "./signing_in/second_factors.ts";
import { sessionByToken, sessionTopic, startSession } from "./signing_in/sessions.ts";
import { signIn } from "./signing_in/sign_in.ts";
import { addStaff, removeStaff, resetFactor, staffList } from "./staff.ts";
import { userByEmail } from "./users.ts";

const ada = { email: " Ada@House.test", group: "admin", name: "Ada  Lovelace King" } as const;

Deno.test("a new account opens with its link alone, once, within a day", async () => {
  using store = await testStore();
  const added = await addStaff(store, ada);
  if (!added.ok) throw new Error(added.reason);
  const { email, recoveryKey } = added.invited;
  expect(await userByEmail(store, email)).toMatchObject({
    groupId: 3,
    email: "ada@house.test",
    firstname: "Ada",
    lastname: "Lovelace King",
  });
  const newPassword = "Autumn-2026!";
  const credentials = {
    email,
    password: newPassword,
    remember: false,
    visitor: testVisitor,
    staffNeedSecondFactor: true,
  };
  expect(await signIn(store, credentials)).toEqual(refuse("wrong_credentials"));
  expect((await finishPasswordReset(store, { email, recoveryKey, newPassword })).ok).toBe(true);
  expect(await finishPasswordReset(store, { email, recoveryKey, newPassword })).toEqual(refuse("expired"));
  expect(await signIn(store, credentials)).toMatchObject({
    reason: "second_factor_required",
    pending: { enrols: true },
  });
  const late = await addStaff(store, { ...ada, email: "late@house.test" });
  if (!late.ok) throw new Error(late.reason);
  store.clock.advance({ hours: 24 });
  expect(await openPasswordReset(store, late.invited)).toBe(null);
});

Deno.test("an address belongs to one account, whoever's it is", async () => {
  using store = await testStore();
  const { olena } = await createPeople(store);
  expect(await addStaff(store, { ...ada, email: olena.email })).toEqual(refuse("conflict"));
  const two = await Promise.all([addStaff(store, ada), addStaff(store, ada)]);
  expect(two.filter(({ ok }) => ok).length).toBe(1);
});

Deno.test("a lost phone: the factor goes, every session ends, and nothing of members is touched", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  const { user } = await createEnrolled(store);
  const theirs = await startSession(store, user.id, true);
  const his = await startSession(store, james.id, true);
  expect(await resetFactor(store, user.email)).toEqual({ ok: true, hadOne: true });
  expect(await secondFactorOf(store, user.id)).toBe(null);
  expect(await sessionByToken(store, theirs.token)).toBe(null);
  expect(await resetFactor(store, james.email)).toEqual(refuse("not_found"));
  expect(await resetFactor(store, "nobody@house.test")).toEqual(refuse("not_found"));
  expect(await sessionByToken(store, his.token)).not.toBe(null);
});

Deno.test("a removed account is gone with all that opens it, and the books are in order", async () => {
  using store = await testStore();
  const { user } = await createEnrolled(store, 5);
  const { token, session } = await startSession(store, user.id, true);
  let published = 0;
  store.pubsub.listen(sessionTopic(session.tokenHash), () => published++);
  const credentials = { email: user.email, password: testPassword, remember: false, visitor: testVisitor };
  const asked = await signIn(store, { ...credentials, staffNeedSecondFactor: true });
  expect(asked).toMatchObject({ reason: "second_factor_required" });
  expect(await removeStaff(store, user.email)).toEqual({ ok: true, id: user.id });
  // Pages that stand open hear that their session has ended.
  expect(published).toBe(1);
  expect(await removeStaff(store, user.email)).toEqual(refuse("not_found"));
  expect(await sessionByToken(store, token)).toBe(null);
  for (
    const key of [
      keys.user(user.id),
      keys.password(user.id),
      keys.secondFactor(user.id),
      keys.userIdByEmail(user.email),
    ]
  ) {
    expect((await store.kv.get(key)).value).toBe(null);
  }
  expect(await audit(store)).toEqual([]);
  expect(
    (await auditRecords(store, { page: 1, limit: 10 })).records.map(({ action, subject }) => `${action} ${subject}`),
  )
    .toEqual([`staff_removed user:${user.id}`, `second_factor_enrolled user:${user.id}`]);
});

/** The prefixes that still hold records of a person, of those that the table says are erased with an account. */
async function leftOf(store: TestStore, userId: number): Promise<string[]> {
  const left: string[] = [];
  for (const [prefix, { people, erased }] of Object.entries(ownData)) {
    if (!people || typeof erased !== "string") continue;
    for await (const { key, value } of store.kv.list({ prefix: [prefix] })) {
      if (people(key, value).includes(userId)) left.push(prefix);
    }
  }
  return left;
}

Deno.test("who is removed leaves no decision, no objection and no notice behind, and none waits at the desk", async () => {
  using store = await testStore();
  const [vera, ada] = [await createVera(store), await createAdmin(store)];
  const tanja = await createAdmin(store, 5);
  const refusePhoto = async () => {
    await addPhoto(store, tanja.id, await pictureFacts(store));
    await decide(store, (await waitingApprovals(store))[0]!.id, false, { actorId: vera.id, reason: "It is not you." });
    const decisionId = (await decisionsAgainst(store, tanja.id))[0]!.id;
    expect((await fileAppeal(store, { userId: tanja.id, decisionId, text: "It is me." })).ok).toBe(true);
    return decisionId;
  };
  const answered = { userId: tanja.id, decisionId: await refusePhoto(), actorId: ada.id };
  await answerAppeal(store, { ...answered, isReversed: false, words: "It stands." });
  await refusePhoto();
  expect((await noticesOf(store, tanja.id)).length).toBe(1);
  await signIn(store, {
    email: tanja.email,
    password: testPassword,
    remember: true,
    visitor: testVisitor,
    staffNeedSecondFactor: false,
  });
  expect((await removeStaff(store, tanja.email)).ok).toBe(true);
  expect(await audit(store)).toEqual([]);
  expect((await openAppeals(store, { page: 1, limit: 5 })).totalCount).toBe(0);
  expect(await leftOf(store, tanja.id)).toEqual([]);
});

Deno.test("an agency that is kept out is removed with its reasons, also where it is kept out at that very moment", async () => {
  using store = await testStore();
  const vera = await createVera(store);
  const keepOut = (userId: number) =>
    suspend(store, { userId, kind: "fraud", reason: "No such house", facts: "No such house.", actorId: vera.id });
  const agency = await createAdmin(store, 4);
  await keepOut(agency.id);
  expect((await removeStaff(store, agency.email)).ok).toBe(true);
  const later = await createAdmin(store, 4);
  const slow = afterMeanwhile(store, () => keepOut(later.id));
  expect((await removeStaff(slow, later.email)).ok).toBe(true);
  expect(await decisionsAgainst(store, later.id)).toEqual([]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("members are not removed here, nor an agency that still keeps a lady", async () => {
  using store = await testStore();
  const olena = await createOlena(store);
  const agency = await createAdmin(store, 4);
  expect(await removeStaff(store, olena.email)).toEqual(refuse("not_found"));
  await store.kv.set(keys.ladyOfAgency(agency.id, olena.id), null);
  expect(await removeStaff(store, agency.email)).toEqual(refuse("conflict"));
  await store.kv.delete(keys.ladyOfAgency(agency.id, olena.id));
  expect((await removeStaff(store, agency.email)).ok).toBe(true);
});

Deno.test("an agency ends with its drafts, however many: no lady it wrote to is kept", async () => {
  using store = await testStore();
  const agency = await createAdmin(store, 4);
  const draftIds = Array.from({ length: 600 }, (_, at) => `draft-${at}`);
  for (const id of draftIds) {
    await store.kv.atomic().set(keys.agencyDraft(id), { id, agencyId: agency.id })
      .set(keys.draftOfAgency(agency.id, id), null).commit();
  }
  expect((await removeStaff(store, agency.email)).ok).toBe(true);
  for (const prefix of [["agency_draft"], prefixes.draftsOfAgency(agency.id)]) {
    expect(await Array.fromAsync(store.kv.list({ prefix }))).toEqual([]);
  }
});

Deno.test("an agency whose draft is accepted at the very moment of its removal stays", async () => {
  using store = await testStore();
  const agency = await createAdmin(store, 4);
  const drafted = await draftLady(store, agency.id, {
    email: "marta@ladies.test",
    firstname: "Marta",
    birthdate: "1995-04-02",
    countryId: 804,
    city: "Lviv",
    facts: { about: "I bind books." },
    locale: "en",
  });
  if (!drafted.ok) throw new Error(drafted.reason);
  const { id: draftId } = drafted.draft;
  const answer = { draftId, key: draftKeyOf(store, { id: draftId }), password: testPassword };
  const slow = afterMeanwhile(store, async () => expect((await acceptDraft(store, answer)).ok).toBe(true));
  expect(await removeStaff(slow, agency.email)).toEqual(refuse("conflict"));
  expect(await userByEmail(store, "marta@ladies.test")).toMatchObject({ agencyId: agency.id });
  expect(await userByEmail(store, agency.email)).not.toBe(null);
  expect(await audit(store)).toEqual([]);
});

Deno.test("who is removed at the very moment of a new address leaves neither address behind", async () => {
  using store = await testStore();
  const agency = await createAdmin(store, 4);
  const wanted = { email: "agency@new.test", currentPassword: testPassword };
  const begun = await beginEmailChange(store, agency.id, wanted);
  if (!begun.ok) throw new Error(begun.reason);
  const link = { userId: agency.id, key: emailChangeKeyOf(store, begun.change) };
  const slow = afterMeanwhile(store, async () => expect((await finishEmailChange(store, link)).ok).toBe(true));
  expect((await removeStaff(slow, agency.email)).ok).toBe(true);
  for (const email of [agency.email, wanted.email]) {
    expect((await store.kv.get(keys.userIdByEmail(email))).value).toBe(null);
  }
});

Deno.test("the list tells who works here, and of whom a second factor is missing", async () => {
  using store = await testStore();
  await createPeople(store);
  const { user } = await createEnrolled(store);
  await addStaff(store, { ...ada, group: "translator" });
  expect(await staffList(store)).toMatchObject([
    { id: user.id, group: "admin", name: "Ada", factorSince: store.now(), recoveryCodesLeft: 10 },
    {
      email: "ada@house.test",
      group: "translator",
      name: "Ada Lovelace King",
      factorSince: null,
      recoveryCodesLeft: 0,
    },
  ]);
});
