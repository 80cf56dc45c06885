import { expect } from "expect";
import { agency, type User, userByEmail } from "../../accounts/users.ts";
import { reserveMinute } from "../../chats/minutes.ts";
import { deleteLetter } from "../../letters/deletion.ts";
import { sendLetter } from "../../letters/sending.ts";
import { audit } from "../../records/audit.ts";
import { reinstate, suspend } from "../../safety/suspensions.ts";
import { auditRecords } from "../../store/audit_log.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { refuse } from "../../store/refusals.ts";
import { openChat } from "../../testing/chats.ts";
import { pictureFacts } from "../../testing/photos.ts";
import { createVera } from "../../testing/safety.ts";
import {
  afterMeanwhile,
  createOlena,
  createPeople,
  createUser,
  testPassword,
  type TestStore,
  testStore,
} from "../../testing/store.ts";
import { addShownPhoto } from "../../testing/verifications.ts";
import { viewOf } from "../../vetting/approval_views.ts";
import { approvalOf } from "../../vetting/approvals.ts";
import { addPhoto, removePhoto } from "../../vetting/photo_changes.ts";
import {
  type AgencyDraft,
  changeDraft,
  draftKeyOf,
  draftLady,
  draftsOfAgency,
  ladiesOfAgency,
  ladyOfAgency,
  openDraft,
} from "./agencies.ts";
import { acceptDraft, declineDraft } from "./draft_answers.ts";
import { statementOf } from "./agency_statement.ts";
import { leaveAgency } from "./parting.ts";
import { awayAhead, backOn, setAway } from "../away.ts";
import { changeFirstName } from "../profile/first_names.ts";
import { ladyById } from "../ladies.ts";
import { askProfileChange, profileChangeOf } from "../profile/profile_changes.ts";

const createAgency = (store: TestStore, firstname = "Agata"): Promise<User> =>
  createUser(store, { email: `${firstname}@agencies.test`, groupId: agency, firstname, lastname: "Lis" });

const wanted = {
  email: "Marta@Ladies.test ",
  firstname: "Marta",
  birthdate: "1995-04-02",
  countryId: 804,
  city: "Lviv",
  facts: { about: "I bind books.", heightCm: 168 },
  locale: "en",
} as const;

async function draft(store: TestStore, agencyId: number, changes: Partial<typeof wanted> = {}): Promise<AgencyDraft> {
  const made = await draftLady(store, agencyId, { ...wanted, ...changes });
  if (!made.ok) throw new Error(made.reason);
  return made.draft;
}

const linkOf = (store: TestStore, { id }: AgencyDraft) => ({ draftId: id, key: draftKeyOf(store, { id }) });

async function keptLady(store: TestStore, agencyId: number, email = "marta@ladies.test"): Promise<User> {
  const accepted = await acceptDraft(store, {
    ...linkOf(store, await draft(store, agencyId, { email } as never)),
    password: testPassword,
  });
  if (!accepted.ok) throw new Error(accepted.reason);
  return accepted.user;
}

Deno.test("a drafted profile is nobody until she agrees; then it is hers, at the agency, and waits for approval", async () => {
  using store = await testStore();
  const { id: agencyId } = await createAgency(store);
  const made = await draft(store, agencyId);
  expect([await userByEmail(store, "marta@ladies.test"), (await draftsOfAgency(store, agencyId)).length]).toEqual([
    null,
    1,
  ]);
  const accepted = await acceptDraft(store, { ...linkOf(store, made), password: testPassword });
  expect(accepted).toMatchObject({ ok: true, user: { email: "marta@ladies.test", agencyId, groupId: 2 } });
  const { id } = (await userByEmail(store, "marta@ladies.test"))!;
  expect(await ladyById(store, id)).toMatchObject({ isPublished: false, about: "", firstname: "Marta" });
  expect(await profileChangeOf(store, id)).toMatchObject({ wanted: wanted.facts, refusedAt: null });
  const approval = (await approvalOf(store, { kind: "profile", subjectId: id }))!;
  expect(approval).toMatchObject({ userId: id });
  expect((await viewOf(store, approval)).wishes.map(({ askedBy }) => askedBy)).toEqual([agencyId, agencyId]);
  expect((await ladiesOfAgency(store, agencyId)).map((each) => each.id)).toEqual([id]);
  expect(await draftsOfAgency(store, agencyId)).toEqual([]);
  expect(await acceptDraft(store, { ...linkOf(store, made), password: testPassword })).toEqual(refuse("expired"));
  expect(await audit(store)).toEqual([]);
});

Deno.test("of two presses one makes an account, and a taken address none, whatever the agency sees", async () => {
  using store = await testStore();
  const [{ id: agencyId }, olena] = [await createAgency(store), await createOlena(store)];
  const made = await draft(store, agencyId);
  const link = { ...linkOf(store, made), password: testPassword };
  const both = await Promise.all([acceptDraft(store, link), acceptDraft(store, link)]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);

  const taken = await draft(store, agencyId, { email: olena.email } as never);
  expect(Object.keys(taken).sort()).toEqual(Object.keys(made).sort());
  expect(await acceptDraft(store, { ...linkOf(store, taken), password: testPassword })).toEqual(refuse("expired"));
  expect((await userByEmail(store, olena.email))!.agencyId).toBeUndefined();
  expect(await audit(store)).toEqual([]);
});

Deno.test("she may say no; a wrong, late or foreign answer changes nothing", async () => {
  using store = await testStore();
  const [{ id: agencyId }, other] = [await createAgency(store), await createAgency(store, "Berta")];
  const made = await draft(store, agencyId);
  expect(await openDraft(store, { draftId: made.id, key: "guessed" })).toBeNull();
  expect(await changeDraft(store, other.id, made.id, "withdraw")).toEqual(refuse("not_found"));
  expect((await declineDraft(store, linkOf(store, made))).ok).toBe(true);
  expect([await draftsOfAgency(store, agencyId), await declineDraft(store, linkOf(store, made))]).toEqual([
    [],
    refuse("expired"),
  ]);
  const late = await draft(store, agencyId, { email: "nina@ladies.test" } as never);
  store.clock.advance({ days: 14 });
  expect(await acceptDraft(store, { ...linkOf(store, late), password: testPassword })).toEqual(refuse("expired"));
  expect(await draftsOfAgency(store, agencyId)).toEqual([]);
  const again = await draft(store, agencyId, { email: "nina@ladies.test" } as never);
  expect((await changeDraft(store, agencyId, again.id, "send_again")).ok).toBe(true);
  expect((await changeDraft(store, agencyId, again.id, "withdraw")).ok).toBe(true);
  expect(await openDraft(store, linkOf(store, again))).toBeNull();
});

Deno.test("an address that declined is not asked by that agency for thirty days, by no other draft either", async () => {
  using store = await testStore();
  const [{ id: agencyId }, other] = [await createAgency(store), await createAgency(store, "Berta")];
  const drafts = [await draft(store, agencyId), await draft(store, agencyId, { firstname: "Marija" } as never)];
  const elsewhere = await draft(store, agencyId, { email: "nina@ladies.test" } as never);
  expect((await declineDraft(store, linkOf(store, drafts[0]!))).ok).toBe(true);
  expect((await draftsOfAgency(store, agencyId)).map(({ id }) => id)).toEqual([elsewhere.id]);
  expect(await openDraft(store, linkOf(store, drafts[1]!))).toBeNull();
  const asked = () => draftLady(store, agencyId, { ...wanted, email: " marta@LADIES.test" });
  expect(await asked()).toEqual(refuse("invalid", { fields: { email: "declined" } }));
  expect((await draftLady(store, other.id, wanted)).ok).toBe(true);
  store.clock.advance({ days: 29, hours: 23 });
  expect(await asked()).toMatchObject({ reason: "invalid" });
  store.clock.advance({ hours: 1 });
  expect((await asked()).ok).toBe(true);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a draft that is saved while she says no to another is refused, and no mail goes to her", async () => {
  using store = await testStore();
  const { id: agencyId } = await createAgency(store);
  const first = await draft(store, agencyId);
  const mails = async () => (await Array.fromAsync(store.kv.list({ prefix: prefixes.jobs() }))).length;
  const before = await mails();
  // The first two count the form and its mail.
  const slow = afterMeanwhile(store, () => declineDraft(store, linkOf(store, first)), { atCommit: 3 });
  expect(await draftLady(slow, agencyId, { ...wanted, firstname: "Marija" }))
    .toEqual(refuse("invalid", { fields: { email: "declined" } }));
  expect([await draftsOfAgency(store, agencyId), await mails()]).toEqual([[], before]);
});

Deno.test("the link of a draft to an own address opens none to another's, whatever form the agency sends again", async () => {
  using store = await testStore();
  const { id: agencyId } = await createAgency(store);
  const form = "a-form-of-agata";
  const facts = { ...wanted, email: "agata@agencies.test" };
  const own = await draftLady(store, agencyId, facts, form);
  if (!own.ok) throw new Error(own.reason);
  const known = linkOf(store, own.draft);
  expect((await changeDraft(store, agencyId, own.draft.id, "withdraw")).ok).toBe(true);
  expect((await draftLady(store, agencyId, wanted, form)).ok).toBe(true);
  expect(await acceptDraft(store, { ...known, password: testPassword })).toEqual(refuse("expired"));
  expect(await userByEmail(store, "marta@ladies.test")).toBeNull();
});

Deno.test("nobody becomes a lady of an agency that is kept out, also not in the same moment", async () => {
  using store = await testStore();
  const [{ id: agencyId }, vera] = [await createAgency(store), await createVera(store)];
  const answer = { ...linkOf(store, await draft(store, agencyId)), password: testPassword };
  const suspended = () => suspend(store, { userId: agencyId, kind: "conduct", reason: "Not theirs", actorId: vera.id });
  expect(await acceptDraft(afterMeanwhile(store, suspended), answer)).toEqual(refuse("expired"));
  expect(await acceptDraft(store, answer)).toEqual(refuse("expired"));
  expect(await userByEmail(store, "marta@ladies.test")).toBeNull();
  await reinstate(store, { userId: agencyId, reason: "Settled", actorId: vera.id });
  expect(await acceptDraft(store, answer)).toMatchObject({ ok: true, user: { agencyId } });
  expect(await audit(store)).toEqual([]);
});

Deno.test("minors, other countries and weak passwords are refused", async () => {
  using store = await testStore();
  const { id: agencyId } = await createAgency(store);
  expect(await draftLady(store, agencyId, { ...wanted, birthdate: "2010-01-01" })).toMatchObject({ reason: "invalid" });
  expect(await draftLady(store, agencyId, { ...wanted, countryId: 840 })).toMatchObject({ reason: "invalid" });
  const link = linkOf(store, await draft(store, agencyId));
  expect(await acceptDraft(store, { ...link, password: "short" })).toMatchObject({ reason: "invalid" });
});

Deno.test("what an agency asks for a lady waits as her own wishes do, with its name and a record in the audit log", async () => {
  using store = await testStore();
  const { id: agencyId } = await createAgency(store);
  const { id } = await keptLady(store, agencyId);
  await askProfileChange(store, id, { city: "Odesa" }, { agencyId });
  await changeFirstName(store, id, "Martha", { agencyId });
  const added = await addPhoto(store, id, await pictureFacts(store), agencyId);
  if (!added.ok) throw new Error(added.reason);
  for (const [kind, subjectId] of [["profile", id], ["name", id], ["photo", added.photo.id]] as const) {
    const { userId, addedBy, wishes } = await viewOf(store, (await approvalOf(store, { kind, subjectId }))!);
    expect([userId, addedBy]).toEqual([id, kind === "photo" ? agencyId : null]);
    expect(wishes.every(({ askedBy }) => askedBy === agencyId)).toBe(true);
  }
  await setAway(store, id, { from: "2026-03-02", until: "2026-03-09" }, { agencyId });
  expect((await removePhoto(store, id, added.photo.id, agencyId)).ok).toBe(true);
  const { records } = await auditRecords(store, { page: 1, limit: 20 });
  const ours = records.filter(({ actorId, subject }) => actorId === agencyId && subject === `lady:${id}`);
  expect(ours.map(({ action }) => action).sort()).toEqual([
    "agency_away_set",
    "agency_name_asked",
    "agency_photo_added",
    "agency_photo_removed",
    "agency_profile_asked",
  ]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("a photo that is shown is hers alone to take away", async () => {
  using store = await testStore();
  const { id: agencyId } = await createAgency(store);
  const { id } = await keptLady(store, agencyId);
  const photoId = await addShownPhoto(store, id);
  expect(await removePhoto(store, id, photoId, agencyId)).toEqual(refuse("not_found"));
  expect((await removePhoto(store, id, photoId)).ok).toBe(true);
});

Deno.test("another agency's lady is nobody; one who leaves is nobody either, and keeps her profile", async () => {
  using store = await testStore();
  const [agata, berta] = [await createAgency(store), await createAgency(store, "Berta")];
  const { id } = await keptLady(store, agata.id);
  expect([await ladyOfAgency(store, berta.id, id), await ladyOfAgency(store, berta.id, 4711)]).toEqual([null, null]);
  expect((await ladyOfAgency(store, agata.id, id))!.id).toBe(id);
  expect((await leaveAgency(store, id, id)).ok).toBe(true);
  expect([await ladyOfAgency(store, agata.id, id), await ladiesOfAgency(store, agata.id)]).toEqual([null, []]);
  store.clock.advance({ minutes: 1 });
  expect(await leaveAgency(store, id, id)).toEqual(refuse("not_found"));
  expect(await profileChangeOf(store, id)).not.toBeNull();
  expect(await audit(store)).toEqual([]);
});

Deno.test("she is away from one day until the day she is back", async () => {
  using store = await testStore();
  const { id } = await createOlena(store);
  const away = { from: "2026-03-03", until: "2026-03-05" };
  expect((await setAway(store, id, away)).ok).toBe(true);
  const read = async () => {
    const record = (await ladyById(store, id))!;
    return [backOn(record, store.now()), awayAhead(record, store.now()) !== null];
  };
  expect(await read()).toEqual([null, true]);
  store.clock.advance({ days: 2 });
  expect(await read()).toEqual(["2026-03-05", true]);
  store.clock.advance({ days: 2 });
  expect(await read()).toEqual([null, false]);
  for (
    const [from, until] of [["2026-03-09", "2026-03-09"], ["2026-03-01", "2026-03-05"], ["2026-03-09", "2028-01-01"]]
  ) {
    expect(await setAway(store, id, { from: from!, until: until! })).toMatchObject({ reason: "invalid" });
  }
  expect((await setAway(store, id, null)).ok).toBe(true);
  expect(await setAway(store, 4711, null)).toEqual(refuse("not_found"));
});

Deno.test("a statement counts a month of letters, chats and minutes, also what she has put away, and nothing else", async () => {
  using store = await testStore();
  const { james, wei, olena, daria } = await createPeople(store);
  const { id: agencyId } = await createAgency(store);
  await store.kv.set(keys.user(olena.id), { ...olena, agencyId });
  await store.kv.set(keys.ladyOfAgency(agencyId, olena.id), null);
  let sends = 0;
  const send = async (authorId: number, recipientId: number) => {
    const sent = await sendLetter(store, { authorId, recipientId, body: "A letter", sendKey: `s${++sends}` });
    if (!sent.ok) throw new Error(sent.reason);
    return sent.letter;
  };
  await send(james.id, olena.id);
  store.clock.advance({ days: 31 });
  const put = await send(olena.id, james.id);
  await deleteLetter(store, olena.id, put.id);
  await send(wei.id, olena.id);
  await send(olena.id, wei.id);
  await send(james.id, daria.id);
  const chat = await openChat(store, { manId: james.id, ladyId: olena.id });
  store.clock.advance({ seconds: 55 });
  await reserveMinute(store, james.id, chat.id);
  const rows = await statementOf(store, agencyId, "2026-04");
  expect(rows).toEqual([
    { ladyId: olena.id, firstname: "Olena", lettersSent: 2, lettersReceived: 1, chats: 1, minutes: 2 },
  ]);
  expect(await statementOf(store, agencyId, "2026-03")).toMatchObject([{
    lettersSent: 0,
    lettersReceived: 1,
    chats: 0,
  }]);
});
