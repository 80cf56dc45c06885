/** What a lady answers to an agency holds, whatever the agency does in that moment; and which mails reach her. */
import { expect } from "expect";
import { agency, type User } from "../../accounts/users.ts";
import { keys } from "../../store/keys.ts";
import { refuse } from "../../store/refusals.ts";
import { jobsOf } from "../../testing/jobs.ts";
import { afterMeanwhile, createUser, type TestStore, testStore } from "../../testing/store.ts";
import { changeDraft, draftById, type DraftFacts, draftKeyOf, draftLady, draftsOfAgency } from "./agencies.ts";
import { declineDraft } from "./draft_answers.ts";

const createAgency = (store: TestStore, firstname = "Agata"): Promise<User> =>
  createUser(store, { email: `${firstname}@agencies.test`, groupId: agency, firstname, lastname: "Lis" });

const marta: DraftFacts = {
  email: "marta@ladies.test",
  firstname: "Marta",
  birthdate: "1995-04-02",
  countryId: 804,
  city: "Lviv",
  facts: {},
  locale: "uk",
};

const asks = (store: TestStore, agencyId: number, email = marta.email) =>
  draftLady(store, agencyId, { ...marta, email });

async function linkTo(store: TestStore, agencyId: number, email = marta.email) {
  const made = await asks(store, agencyId, email);
  if (!made.ok) throw new Error(made.reason);
  return { draftId: made.draft.id, key: draftKeyOf(store, made.draft) };
}

const mailsIn = async (store: TestStore): Promise<number> =>
  (await jobsOf(store)).filter(({ kind }) => kind === "agency_draft_mail").length;

const declined = refuse("invalid", { fields: { email: "declined" } });

Deno.test("her no holds though the agency has the mail sent again in that moment", async () => {
  using store = await testStore();
  const { id } = await createAgency(store);
  const link = await linkTo(store, id);
  store.clock.advance({ minutes: 5 });
  const slow = afterMeanwhile(store, () => changeDraft(store, id, link.draftId, "send_again"));
  expect(await declineDraft(slow, link)).toEqual({ ok: true });
  expect(await draftById(store, link.draftId)).toBeNull();
  expect(await asks(store, id)).toEqual(declined);
});

Deno.test("her no holds for every address of her mailbox, and only there and for that agency", async () => {
  using store = await testStore();
  const [{ id }, berta] = [await createAgency(store), await createAgency(store, "Berta")];
  const link = await linkTo(store, id, "marta+agency@ladies.test");
  await linkTo(store, id, "marta+again@ladies.test");
  expect((await declineDraft(store, link)).ok).toBe(true);
  expect(await draftsOfAgency(store, id)).toEqual([]);
  for (const email of [marta.email, "marta+agency@ladies.test", "Marta+2@ladies.test"]) {
    expect(await asks(store, id, email)).toEqual(declined);
  }
  expect((await asks(store, id, "nina@ladies.test")).ok).toBe(true);
  expect((await asks(store, berta.id)).ok).toBe(true);
  store.clock.advance({ days: 30 });
  expect((await asks(store, id)).ok).toBe(true);
});

Deno.test("a no that an older build kept under the address as it was written still holds", async () => {
  using store = await testStore();
  const { id } = await createAgency(store);
  const email = "marta+agency@ladies.test";
  const name = store.sign(`declined-draft:${JSON.stringify([id, email])}`);
  await store.kv.set(keys.declinedDraft(name), { at: store.now() });
  expect(await asks(store, id, email)).toEqual(declined);
});

Deno.test("three mails a day go to a mailbox, whatever stands after a plus", async () => {
  using store = await testStore();
  const { id } = await createAgency(store);
  for (let n = 0; n < 8; n++) await linkTo(store, id, `marta+${n}@ladies.test`);
  expect(await mailsIn(store)).toBe(3);
  const [newest] = await draftsOfAgency(store, id);
  expect(await changeDraft(store, id, newest!.id, "send_again")).toMatchObject({ reason: "too_many_requests" });
});

Deno.test("after a clock that was ahead, a mail that is sent again really goes", async () => {
  using store = await testStore();
  const { id } = await createAgency(store);
  const { draftId } = await linkTo(store, id);
  store.clock.advance({ hours: 12 });
  expect((await changeDraft(store, id, draftId, "send_again")).ok).toBe(true);
  store.clock.advance({ hours: -12 });
  expect((await changeDraft(store, id, draftId, "send_again")).ok).toBe(true);
  expect(await mailsIn(store)).toBe(3);
});
