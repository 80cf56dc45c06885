/** A lady who parts from her agency keeps what she asked for; what it asked for and nobody approved is taken back. */
import { expect } from "expect";
import { audit } from "../../records/audit.ts";
import { auditRecords } from "../../store/audit_log.ts";
import { runDueJobs } from "../../store/jobs/queue.ts";
import { refuse } from "../../store/refusals.ts";
import { createKeptOlena } from "../../testing/agencies.ts";
import { pictureFacts } from "../../testing/photos.ts";
import { afterMeanwhile, type TestStore, testStore } from "../../testing/store.ts";
import { addShownPhoto, approve } from "../../testing/verifications.ts";
import { decide } from "../../vetting/approval_decisions.ts";
import { approvalOf, waitingApprovals } from "../../vetting/approvals.ts";
import { addPhoto } from "../../vetting/photo_changes.ts";
import { photosAtMost, photosOf } from "../../vetting/photos.ts";
import { ladyById } from "../ladies.ts";
import { changeFirstName, pendingNameOf } from "../profile/first_names.ts";
import { askProfileChange, profileChangeOf } from "../profile/profile_changes.ts";
import { leaveAgency } from "./parting.ts";

/** Olena, whom Agata's agency looks after; `asker` is how Agata asks. */
async function world() {
  const store = await testStore();
  const { agencyId, olena } = await createKeptOlena(store);
  const leave = () => leaveAgency(store, olena.id, olena.id);
  return { store, agencyId, olena, asker: { agencyId }, leave, [Symbol.dispose]: () => store.close() };
}

async function addPhotos(store: TestStore, ownerId: number, count: number, agencyId?: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const added = await addPhoto(store, ownerId, await pictureFacts(store), agencyId);
    if (!added.ok) throw new Error(added.reason);
  }
}

const profileApproval = ({ store, olena }: Awaited<ReturnType<typeof world>>) =>
  approvalOf(store, { kind: "profile", subjectId: olena.id });

Deno.test("what her agency asked for is taken back as she leaves it; what she asked for herself waits on", async () => {
  using w = await world();
  await askProfileChange(w.store, w.olena.id, { about: "Write to my agency." }, w.asker);
  await askProfileChange(w.store, w.olena.id, { heightCm: 168 });
  await changeFirstName(w.store, w.olena.id, "Lena", w.asker);
  const [seen] = await waitingApprovals(w.store);
  expect((await w.leave()).ok).toBe(true);
  expect((await profileChangeOf(w.store, w.olena.id))!).toMatchObject({ wanted: { heightCm: 168 } });
  expect((await profileChangeOf(w.store, w.olena.id))!.wanted).not.toHaveProperty("about");
  expect(await pendingNameOf(w.store, w.olena.id)).toBeNull();

  // Who has both facts on the screen decides about neither.
  expect(await decide(w.store, seen!.id, true)).toEqual(refuse("not_found"));
  await approve(w.store, "profile", w.olena.id);
  expect(await ladyById(w.store, w.olena.id)).toMatchObject({ about: "", heightCm: 168 });
  expect(await waitingApprovals(w.store)).toEqual([]);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("what an agency releases a lady with is taken back too, and the log says how much", async () => {
  using w = await world();
  await askProfileChange(w.store, w.olena.id, { about: "Write to my agency.", quote: "Slowly." }, w.asker);
  await addPhotos(w.store, w.olena.id, 1, w.agencyId);
  expect((await leaveAgency(w.store, w.olena.id, w.agencyId)).ok).toBe(true);
  expect([await profileChangeOf(w.store, w.olena.id), await waitingApprovals(w.store)]).toEqual([null, []]);
  const { records } = await auditRecords(w.store, { page: 1, limit: 20 });
  expect(records.find(({ action }) => action === "agency_lady_released")!.details).toEqual({ takenBack: 3 });
});

Deno.test("photos of hers and photos that are shown stay; the waiting ones of her agency go with their files", async () => {
  using w = await world();
  const shownId = await addShownPhoto(w.store, w.olena.id);
  await addPhotos(w.store, w.olena.id, 1);
  await addPhotos(w.store, w.olena.id, photosAtMost - 2, w.agencyId);
  const own = (await photosOf(w.store, w.olena)).slice(0, 2);
  expect((await w.leave()).ok).toBe(true);
  expect(await photosOf(w.store, w.olena)).toEqual(own);
  expect((await ladyById(w.store, w.olena.id))!.photos.map(({ id }) => id)).toEqual([shownId]);
  expect((await waitingApprovals(w.store)).map(({ subjectId }) => subjectId)).toEqual([own[1]!.id]);
  const jobs: string[] = [];
  await runDueJobs(w.store, async (job) => void jobs.push(job.kind), () => {});
  expect(jobs.filter((kind) => kind === "photo_files")).toHaveLength(photosAtMost - 2);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("refused words of her agency do not come back with the rest of their change after she has left it", async () => {
  using w = await world();
  await askProfileChange(w.store, w.olena.id, { about: "Write to my agency." }, w.asker);
  await askProfileChange(w.store, w.olena.id, { quote: "Slowly." });
  await decide(w.store, (await profileApproval(w))!.id, false);
  await askProfileChange(w.store, w.olena.id, { heightCm: 168 });
  const waiting = await profileApproval(w);
  expect((await w.leave()).ok).toBe(true);
  // What she waits for is the same as before: it keeps its place in the queue.
  expect(await profileApproval(w)).toEqual(waiting);
  await askProfileChange(w.store, w.olena.id, { quote: "Slowly, then all at once." });
  expect((await profileChangeOf(w.store, w.olena.id))!.wanted).toEqual({
    heightCm: 168,
    quote: "Slowly, then all at once.",
  });
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("words that her agency asks for as she leaves it do not outlive it", async () => {
  using w = await world();
  const slow = afterMeanwhile(w.store, () => askProfileChange(w.store, w.olena.id, { about: "Late." }, w.asker));
  expect((await leaveAgency(slow, w.olena.id, w.olena.id)).ok).toBe(true);
  expect([await profileChangeOf(w.store, w.olena.id), await waitingApprovals(w.store)]).toEqual([null, []]);
  expect(await audit(w.store)).toEqual([]);
});
