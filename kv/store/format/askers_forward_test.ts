import { expect } from "expect";
import { changeFirstName, pendingNameOf } from "../../ladies/profile/first_names.ts";
import { askProfileChange, profileChangeOf } from "../../ladies/profile/profile_changes.ts";
import { audit } from "../../records/audit.ts";
import { pictureFacts } from "../../testing/photos.ts";
import { createPeople, testStore } from "../../testing/store.ts";
import { waitingApprovals } from "../../vetting/approvals.ts";
import { addPhoto } from "../../vetting/photo_changes.ts";
import { photosOf } from "../../vetting/photos.ts";
import { keys } from "../keys.ts";
import { askersForward } from "./askers_forward.ts";

const agata = 77;

Deno.test("the agency that an earlier build noted where a thing waits is noted with the thing; what is hers stays so", async () => {
  using store = await testStore();
  const { olena, daria } = await createPeople(store);
  for (const her of [olena, daria]) {
    await askProfileChange(store, her.id, { about: "Good evening.", heightCm: 170 });
    await changeFirstName(store, her.id, "Lena");
    for (let n = 0; n < 2; n++) await addPhoto(store, her.id, await pictureFacts(store));
  }
  const asked = (await waitingApprovals(store)).filter(({ userId }) => userId === olena.id);
  const captioned = (await photosOf(store, olena))[1]!.id;
  for (const approval of asked.filter(({ subjectId }) => subjectId !== captioned)) {
    await store.kv.set(keys.approval(approval.id), { ...approval, askedBy: agata });
  }
  const before = [await profileChangeOf(store, daria.id), await photosOf(store, daria)];

  // Run again, as after a break, it does no more.
  for (let times = 0; times < 2; times++) await askersForward(store.kv);
  expect((await profileChangeOf(store, olena.id))!.askers).toEqual({
    about: { agencyId: agata },
    heightCm: { agencyId: agata },
  });
  expect((await pendingNameOf(store, olena.id))!.askedBy).toBe(agata);
  expect((await photosOf(store, olena)).map(({ addedBy }) => addedBy)).toEqual([agata, undefined]);
  expect([await profileChangeOf(store, daria.id), await photosOf(store, daria)]).toEqual(before);
  expect((await waitingApprovals(store)).some((approval) => "askedBy" in approval)).toBe(false);
  expect(await audit(store)).toEqual([]);
});
