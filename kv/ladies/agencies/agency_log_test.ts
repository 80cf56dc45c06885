import { expect } from "expect";
import { audit } from "../../records/audit.ts";
import { suspend } from "../../safety/suspensions.ts";
import { dateOf, dayMs } from "../../store/days.ts";
import type { Store } from "../../open.ts";
import { createKeptOlena } from "../../testing/agencies.ts";
import { pictureFacts } from "../../testing/photos.ts";
import { createVera } from "../../testing/safety.ts";
import { afterMeanwhile, type TestStore, testStore } from "../../testing/store.ts";
import { waitingApprovals } from "../../vetting/approvals.ts";
import { addPhoto, removePhoto } from "../../vetting/photo_changes.ts";
import { photosOf } from "../../vetting/photos.ts";
import { setAway } from "../away.ts";
import { changeFirstName } from "../profile/first_names.ts";
import { askProfileChange } from "../profile/profile_changes.ts";
import { leaveAgency } from "./parting.ts";

/** Olena, whom the agency keeps, with a photo of her own that waits. */
async function worldOf(store: TestStore) {
  const { agencyId, olena } = await createKeptOlena(store);
  const facts = await pictureFacts(store);
  const added = await addPhoto(store, olena.id, facts);
  if (!added.ok) throw new Error(added.reason);
  const days = { from: dateOf(store.now() + dayMs), until: dateOf(store.now() + 9 * dayMs) };
  const deeds: Record<typeof names[number], (at: Store) => Promise<{ ok: boolean; reason?: string }>> = {
    "adds a photo": (at) => addPhoto(at, olena.id, facts, agencyId),
    "removes a photo": (at) => removePhoto(at, olena.id, added.photo.id, agencyId),
    "says that she is away": (at) => setAway(at, olena.id, days, { agencyId }),
    "asks for a name": (at) => changeFirstName(at, olena.id, "Lena", { agencyId }),
    "asks for another profile": (at) => askProfileChange(at, olena.id, { quote: "Meadowsweet" }, { agencyId }),
  };
  return { agencyId, olena, deeds };
}

const names = [
  "adds a photo",
  "removes a photo",
  "says that she is away",
  "asks for a name",
  "asks for another profile",
] as const;

for (const name of names) {
  Deno.test(`an agency that ${name} of a lady who leaves it at that moment changes nothing`, async () => {
    using store = await testStore();
    const { olena, deeds } = await worldOf(store);
    const before = [await photosOf(store, olena), await waitingApprovals(store)];
    const slow = afterMeanwhile(store, () => leaveAgency(store, olena.id, olena.id));
    expect(await deeds[name](slow)).toMatchObject({ ok: false, reason: "not_found" });
    expect([await photosOf(store, olena), await waitingApprovals(store)]).toEqual(before);
    expect(await audit(store)).toEqual([]);
  });

  Deno.test(`an agency that is suspended while it ${name} changes nothing`, async () => {
    using store = await testStore();
    const { olena, agencyId, deeds } = await worldOf(store);
    const before = [await photosOf(store, olena), await waitingApprovals(store)];
    const vera = await createVera(store);
    const out = { userId: agencyId, kind: "conduct", reason: "Left", actorId: vera.id } as const;
    const slow = afterMeanwhile(store, () => suspend(store, out));
    expect(await deeds[name](slow)).toMatchObject({ ok: false, reason: "suspended" });
    expect([await photosOf(store, olena), await waitingApprovals(store)]).toEqual(before);
    expect(await audit(store)).toEqual([]);
  });
}
