/** A photo that is shown is taken down for a reason, once, as it was seen; its owner reads why and may object. */
import { expect } from "expect";
import { type User, userById } from "../accounts/users.ts";
import { ladyById } from "../ladies/ladies.ts";
import type { Store } from "../open.ts";
import { audit } from "../records/audit.ts";
import { answerAppeal, fileAppeal } from "../safety/appeals.ts";
import { decisionsAgainst } from "../safety/decisions.ts";
import { suspend } from "../safety/suspensions.ts";
import { auditRecords } from "../store/audit_log.ts";
import { runDueJobs } from "../store/jobs/queue.ts";
import type { Job } from "../store/jobs/work.ts";
import { createVera, reportOn, storeWithAdmins } from "../testing/safety.ts";
import { afterMeanwhile, asOtherProcess, createPeople } from "../testing/store.ts";
import { addShownPhoto } from "../testing/verifications.ts";
import { rejectionReasonLengthMax } from "./approval_decisions.ts";
import { waitingApprovals } from "./approvals.ts";
import { addPhoto, changePhoto, removePhoto } from "./photo_changes.ts";
import { pictureFacts } from "../testing/photos.ts";
import { unneededPhotoFiles } from "./photo_files.ts";
import { photoMark, takePhotoDown } from "./photo_takedown.ts";
import { photoRejectionsOf, photosOf } from "./photos.ts";

const ada = 9001;
const reason = "Somebody else is on this photo.";

/** What it takes to take a photo down as it stands now. */
async function takedownOf(store: Store, owner: User, photoId: number) {
  const photo = (await photosOf(store, owner)).find(({ id }) => id === photoId)!;
  return { userId: owner.id, photoId, seen: photoMark(photo), reason, actorId: ada };
}

async function jobsDue(store: Store): Promise<Job[]> {
  const jobs: Job[] = [];
  await runDueJobs(store, (job) => Promise.resolve(void jobs.push(job)), () => {});
  return jobs;
}

Deno.test("a photo that an admin takes down is gone everywhere at once, with its files, and its owner reads why", async () => {
  using store = await storeWithAdmins(ada);
  const { james, olena } = await createPeople(store);
  for (const owner of [james, olena]) {
    const photoId = await addShownPhoto(store, owner.id);
    const next = await addShownPhoto(store, owner.id);
    await changePhoto(store, owner.id, photoId, { caption: "By the sea" });
    await jobsDue(store);
    const version = store.ladies.version;
    const wanted = { ...await takedownOf(store, owner, photoId), ground: "identity" } as const;
    expect(await takePhotoDown(store, wanted)).toMatchObject({ ok: true });

    expect((await photosOf(store, owner)).map(({ id }) => id)).toEqual([next]);
    expect((await userById(store, owner.id))!.photo).toMatchObject({ id: next });
    expect(await waitingApprovals(store)).toEqual([]);
    if (owner === olena) {
      expect((await ladyById(store, owner.id))!.photos.map(({ id }) => id)).toEqual([next]);
      expect(store.ladies.version).toBeGreaterThan(version);
    }
    const jobs = await jobsDue(store);
    const files = jobs.find(({ kind }) => kind === "photo_files")!;
    expect(await unneededPhotoFiles(store, files as Job & { kind: "photo_files" })).toHaveLength(5);
    const [decision] = await decisionsAgainst(store, owner.id);
    const told = { kind: "shown_photo", ground: "identity", facts: reason, decidedBy: ada, reportId: null };
    expect(decision).toMatchObject(told);
    expect(jobs.filter(({ kind }) => kind === "approval_mail")).toMatchObject([
      { about: "shown_photo", isApproved: false, reason, decisionId: decision!.id },
    ]);
    expect(await photoRejectionsOf(store, owner.id)).toMatchObject([{ wasShown: true, reason }]);
    const { records: [logged] } = await auditRecords(store, { page: 1, limit: 1 });
    expect(logged).toMatchObject({
      action: "photo_taken_down",
      actorId: ada,
      subject: `user:${owner.id}`,
      details: { photoId, reason, decisionId: decision!.id, ground: "identity" },
    });
  }
  expect(await audit(store)).toEqual([]);
});

Deno.test("a photo is taken down for a reason, and for a report about nobody else", async () => {
  using store = await storeWithAdmins(ada);
  const { james, wei, olena } = await createPeople(store);
  const photoId = await addShownPhoto(store, olena.id);
  const wanted = await takedownOf(store, olena, photoId);
  const refused = (changes: object) => takePhotoDown(store, { ...wanted, ...changes });
  expect(await refused({ reason: " \n" })).toMatchObject({ fields: { reason: "required" } });
  expect(await refused({ reason: "x".repeat(rejectionReasonLengthMax + 1) })).toMatchObject({
    fields: { reason: "too_long" },
  });
  for (const reportId of [await reportOn(store, wei, olena), 4711, NaN]) {
    expect(await refused({ reportId })).toMatchObject({ fields: { report: "wrong_value" } });
  }
  expect(await photosOf(store, olena)).toHaveLength(1);
  const reportId = await reportOn(store, olena, james);
  expect(await refused({ reportId })).toMatchObject({ ok: true });
  expect(await decisionsAgainst(store, olena.id)).toMatchObject([{ reportId }]);
});

Deno.test("a photo that changed, waits or went meanwhile is not taken down, and two presses make one decision", async () => {
  using store = await storeWithAdmins(ada, ada + 1);
  const { james } = await createPeople(store);
  const photoId = await addShownPhoto(store, james.id);
  const wanted = await takedownOf(store, james, photoId);
  expect(await takePhotoDown(store, { ...wanted, seen: "" })).toMatchObject({ reason: "conflict" });
  const waiting = await addPhoto(store, james.id, await pictureFacts(store));
  const waitingId = waiting.ok ? waiting.photo.id : NaN;
  expect(await takePhotoDown(store, await takedownOf(store, james, waitingId))).toMatchObject({ reason: "not_found" });
  expect(await decisionsAgainst(store, james.id)).toEqual([]);

  const pressed = await Promise.all([
    takePhotoDown(store, wanted),
    takePhotoDown(asOtherProcess(store), { ...wanted, actorId: ada + 1 }),
  ]);
  expect(pressed.filter(({ ok }) => ok)).toHaveLength(1);
  expect(pressed.find(({ ok }) => !ok)).toMatchObject({ reason: "not_found" });
  expect(await decisionsAgainst(store, james.id)).toHaveLength(1);

  const other = await takedownOf(store, james, await addShownPhoto(store, james.id));
  const slow = afterMeanwhile(
    { ...store, mutexes: asOtherProcess(store).mutexes },
    () => removePhoto(store, james.id, other.photoId),
  );
  expect(await takePhotoDown(slow, other)).toMatchObject({ reason: "not_found" });
  expect(await decisionsAgainst(store, james.id)).toHaveLength(1);
});

Deno.test("an admin who is kept out at the moment of taking a photo down takes down nothing", async () => {
  using store = await storeWithAdmins(ada);
  const { olena } = await createPeople(store);
  const vera = await createVera(store);
  const wanted = await takedownOf(store, olena, await addShownPhoto(store, olena.id));
  expect(await takePhotoDown(store, { ...wanted, actorId: olena.id })).toMatchObject({ reason: "wrong_role" });
  const slow = afterMeanwhile(
    store,
    () => suspend(store, { userId: ada, kind: "conduct", reason: "Left", actorId: vera.id }),
  );
  expect(await takePhotoDown(slow, wanted)).toMatchObject({ reason: "wrong_role" });
  expect([(await photosOf(store, olena)).length, (await decisionsAgainst(store, olena.id)).length]).toEqual([1, 0]);
});

Deno.test("its owner objects; another admin takes the decision back, and the same photo may be added again", async () => {
  using store = await storeWithAdmins(ada, ada + 1);
  const { olena } = await createPeople(store);
  const wanted = await takedownOf(store, olena, await addShownPhoto(store, olena.id));
  await takePhotoDown(store, wanted);
  const decisionId = (await decisionsAgainst(store, olena.id))[0]!.id;
  await fileAppeal(store, { userId: olena.id, decisionId, text: "It is me." });
  const answer = { userId: olena.id, decisionId, isReversed: true, words: "It is you." };
  expect(await answerAppeal(store, { ...answer, actorId: ada })).toMatchObject({ reason: "same_decider" });
  expect(await answerAppeal(store, { ...answer, actorId: ada + 1 })).toMatchObject({ ok: true });
  await addShownPhoto(store, olena.id);
  expect((await ladyById(store, olena.id))!.photos).toHaveLength(1);
  expect(await audit(store)).toEqual([]);
});
