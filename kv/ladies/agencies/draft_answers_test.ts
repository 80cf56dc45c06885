/** A lady's no to an agency holds, whatever the agency does in that moment. */
import { expect } from "expect";
import { agency, type User } from "../../accounts/users.ts";
import { refuse } from "../../store/refusals.ts";
import { afterMeanwhile, createUser, type TestStore, testStore } from "../../testing/store.ts";
import { changeDraft, draftById, type DraftFacts, draftKeyOf, draftLady } from "./agencies.ts";
import { declineDraft } from "./draft_answers.ts";

const createAgency = (store: TestStore): Promise<User> =>
  createUser(store, { email: "agata@agencies.test", groupId: agency, firstname: "Agata", lastname: "Lis" });

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
