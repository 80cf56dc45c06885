/** The queue names the agency at each fact and photo that it asked for in a lady's stead, and at no other. */
import { expect } from "expect";
import { createKeptOlena } from "../../testing/agencies.ts";
import { pictureFacts } from "../../testing/photos.ts";
import { type TestStore, testStore } from "../../testing/store.ts";
import { decide } from "../../vetting/approval_decisions.ts";
import { viewOf } from "../../vetting/approval_views.ts";
import { type ApprovalKind, approvalOf } from "../../vetting/approvals.ts";
import { addPhoto, changePhoto } from "../../vetting/photo_changes.ts";
import { changeFirstName, pendingNameOf } from "./first_names.ts";
import { askProfileChange, profileChangeOf } from "./profile_changes.ts";

/** Olena, whom Agata's agency looks after; `asker` is how Agata asks. */
async function world() {
  const store = await testStore();
  const { agencyId, olena } = await createKeptOlena(store);
  return { store, agencyId, id: olena.id, asker: { agencyId }, [Symbol.dispose]: () => store.close() };
}

async function waitingView(store: TestStore, kind: ApprovalKind, subjectId: number) {
  return await viewOf(store, (await approvalOf(store, { kind, subjectId }))!);
}

/** Who asks for each fact that waits. */
const askersOf = async (store: TestStore, id: number) =>
  Object.fromEntries((await waitingView(store, "profile", id)).wishes.map(({ what, askedBy }) => [what, askedBy]));

Deno.test("an agency's words stay the agency's when the lady asks for something else, and hers stay hers", async () => {
  using w = await world();
  await askProfileChange(w.store, w.id, { about: "Write to my agency." }, w.asker);
  await askProfileChange(w.store, w.id, { heightCm: 168 });
  await askProfileChange(w.store, w.id, { eyeColor: "green" }, w.asker);
  expect(await askersOf(w.store, w.id)).toEqual({ about: w.agencyId, heightCm: null, eyeColor: w.agencyId });
});

Deno.test("a fact is asked for by whoever changed it last; saying once more what waits changes no asker", async () => {
  using w = await world();
  await askProfileChange(w.store, w.id, { about: "Write to my agency.", city: "Odesa" }, w.asker);
  await askProfileChange(w.store, w.id, { about: "I bind books.", city: "Odesa" });
  expect(await askersOf(w.store, w.id)).toEqual({ about: null, city: w.agencyId });
  await askProfileChange(w.store, w.id, { about: "I bind books.", city: "Lviv" }, w.asker);
  expect(await askersOf(w.store, w.id)).toEqual({ about: null, city: w.agencyId });
});

Deno.test("what was refused keeps its askers, also when it is asked for again with another fact of it", async () => {
  using w = await world();
  await askProfileChange(w.store, w.id, { about: "Write to my agency.", quote: "Slowly." }, w.asker);
  await decide(w.store, (await approvalOf(w.store, { kind: "profile", subjectId: w.id }))!.id, false);
  await askProfileChange(w.store, w.id, { heightCm: 168 });
  await decide(w.store, (await approvalOf(w.store, { kind: "profile", subjectId: w.id }))!.id, false);
  expect((await profileChangeOf(w.store, w.id))!.askers).toEqual({ about: w.asker, quote: w.asker });
  await askProfileChange(w.store, w.id, { about: "I bind books." });
  expect(await askersOf(w.store, w.id)).toEqual({ about: null, quote: w.agencyId, heightCm: null });
});

Deno.test("a name that an agency asked for stays the agency's after a refusal, until the lady asks for another", async () => {
  using w = await world();
  await changeFirstName(w.store, w.id, "Lena", w.asker);
  await decide(w.store, (await approvalOf(w.store, { kind: "name", subjectId: w.id }))!.id, false);
  expect(await pendingNameOf(w.store, w.id)).toMatchObject({ firstname: "Lena", askedBy: w.agencyId });
  await changeFirstName(w.store, w.id, "Alona");
  expect((await waitingView(w.store, "name", w.id)).wishes).toMatchObject([{ to: "Alona", askedBy: null }]);
});

Deno.test("a photo that an agency added stays the agency's when the lady gives it a caption, which is hers", async () => {
  using w = await world();
  const added = await addPhoto(w.store, w.id, await pictureFacts(w.store), w.agencyId);
  if (!added.ok) throw new Error(added.reason);
  await changePhoto(w.store, w.id, added.photo.id, { caption: "In Lviv" });
  const view = await waitingView(w.store, "photo", added.photo.id);
  expect([view.addedBy, view.wishes]).toMatchObject([w.agencyId, [{ what: "caption", askedBy: null }]]);
  await decide(w.store, view.id, true);
  await changePhoto(w.store, w.id, added.photo.id, { caption: "In Odesa" });
  // The picture itself is shown already: nobody decides about it.
  expect((await waitingView(w.store, "photo", added.photo.id)).addedBy).toBeNull();
});
