/** A refusal gives its reason to the person who asked and to the log, with who refused; and nobody decides twice. */
import { expect } from "expect";
import { changeFirstName, pendingNameOf } from "../ladies/profile/first_names.ts";
import { askProfileChange, profileChangeOf } from "../ladies/profile/profile_changes.ts";
import type { Store } from "../open.ts";
import { audit } from "../records/audit.ts";
import { suspend } from "../safety/suspensions.ts";
import { auditRecords } from "../store/audit_log.ts";
import { runDueJobs } from "../store/jobs/queue.ts";
import type { Job } from "../store/jobs/work.ts";
import { pictureFacts } from "../testing/photos.ts";
import { createVera, storeWithAdmins } from "../testing/safety.ts";
import { afterMeanwhile, asOtherProcess, createJames, createOlena, withAtomics } from "../testing/store.ts";
import { decide, rejectionReasonLengthMax } from "./approval_decisions.ts";
import { waitingApprovals } from "./approvals.ts";
import { addPhoto, changePhoto } from "./photo_changes.ts";
import { photoRejectionsOf, photosOf } from "./photos.ts";
import { recordIdentity } from "./verification_decisions.ts";

const ada = 9001;

async function jobsDue(store: Store): Promise<Job[]> {
  const jobs: Job[] = [];
  await runDueJobs(store, (job) => Promise.resolve(void jobs.push(job)), () => {});
  return jobs;
}

const firstWaiting = async (store: Store): Promise<number> => (await waitingApprovals(store))[0]!.id;

Deno.test("a staff member refuses for a reason or not at all; she reads it, and the log knows who", async () => {
  using store = await storeWithAdmins(ada, ada + 1);
  const olena = await createOlena(store);
  await askProfileChange(store, olena.id, { about: "Write to me at once." });
  await changeFirstName(store, olena.id, "Elena X");
  for (const reason of [undefined, "", "  \n"]) {
    expect(await decide(store, await firstWaiting(store), false, { actorId: ada, reason }))
      .toMatchObject({ reason: "invalid", fields: { reason: "required" } });
  }
  const long = "x".repeat(rejectionReasonLengthMax + 1);
  expect(await decide(store, await firstWaiting(store), false, { actorId: ada, reason: long }))
    .toMatchObject({ reason: "invalid", fields: { reason: "too_long" } });
  expect(await waitingApprovals(store)).toHaveLength(2);

  await decide(store, await firstWaiting(store), false, { actorId: ada, reason: " No addresses here. " });
  store.clock.advance({ minutes: 1 });
  await decide(store, await firstWaiting(store), false, { actorId: ada, reason: "Is that a name?" });
  expect((await profileChangeOf(store, olena.id))!.refusedFor).toBe("No addresses here.");
  expect((await pendingNameOf(store, olena.id))!.refusedFor).toBe("Is that a name?");
  expect(await jobsDue(store)).toMatchObject([
    { kind: "approval_mail", about: "profile", isApproved: false, reason: "No addresses here." },
    { kind: "approval_mail", about: "name", isApproved: false, reason: "Is that a name?" },
  ]);
  const { records } = await auditRecords(store, { page: 1, limit: 10 });
  expect(records).toMatchObject([
    {
      action: "approval_refused",
      actorId: ada,
      subject: `user:${olena.id}`,
      details: { kind: "name", reason: "Is that a name?" },
    },
    { action: "approval_refused", actorId: ada, details: { kind: "profile", reason: "No addresses here." } },
  ]);

  // Her new request is no longer a refused one.
  await askProfileChange(store, olena.id, { about: "Write to me." });
  expect((await profileChangeOf(store, olena.id))!.refusedFor).toBeUndefined();
  expect(await audit(store)).toEqual([]);
});

Deno.test("a refused photo is gone and its reason is read for thirty days; a refused caption leaves the photo", async () => {
  using store = await storeWithAdmins(ada, ada + 1);
  const james = await createJames(store);
  const added = [];
  for (let n = 0; n < 2; n++) added.push(await addPhoto(store, james.id, await pictureFacts(store)));
  await decide(store, await firstWaiting(store), false, { actorId: ada, reason: "Only you yourself, please." });
  await decide(store, await firstWaiting(store), true, { actorId: ada });
  store.clock.advance({ hours: 1 });
  const [kept] = await photosOf(store, james);
  await changePhoto(store, james.id, kept!.id, { caption: "Call me" });
  await decide(store, await firstWaiting(store), false, { actorId: ada, reason: "A caption only." });
  expect((await photosOf(store, james)).map(({ state, caption }) => [state, caption])).toEqual([["approved", ""]]);
  expect((await photoRejectionsOf(store, james.id)).map(({ isCaption, reason }) => [isCaption, reason])).toEqual([
    [true, "A caption only."],
    [false, "Only you yourself, please."],
  ]);
  const mails = (await jobsDue(store)).filter(({ kind }) => kind === "approval_mail");
  expect(mails).toMatchObject([{ about: "photo", isApproved: false }, { about: "photo", isApproved: false }]);
  store.clock.advance({ days: 30 });
  expect(await photoRejectionsOf(store, james.id)).toEqual([]);
  // Reordering photos keeps the refusals.
  await changePhoto(store, james.id, kept!.id, { position: 1 });
  store.clock.advance({ days: -1 });
  expect(await photoRejectionsOf(store, james.id)).toHaveLength(2);
});

Deno.test("of photos that are refused in one go one mail tells, and the page tells of each", async () => {
  using store = await storeWithAdmins(ada, ada + 1);
  const james = await createJames(store);
  for (let n = 0; n < 3; n++) await addPhoto(store, james.id, await pictureFacts(store));
  for (let n = 0; n < 3; n++) {
    await decide(store, await firstWaiting(store), false, { actorId: ada, reason: `Reason ${n}.` });
    store.clock.advance({ minutes: 1 });
  }
  expect((await jobsDue(store)).filter(({ kind }) => kind === "approval_mail")).toHaveLength(1);
  expect(await photoRejectionsOf(store, james.id)).toHaveLength(3);
});

Deno.test("of photos that are refused every fifty minutes each second refusal is mailed", async () => {
  using store = await storeWithAdmins(ada, ada + 1);
  const olena = await createOlena(store);
  const isMailed: boolean[] = [];
  for (let n = 0; n < 7; n++) {
    await addPhoto(store, olena.id, await pictureFacts(store));
    await decide(store, await firstWaiting(store), false, { actorId: ada, reason: `Reason ${n}.` });
    isMailed.push((await jobsDue(store)).some(({ kind }) => kind === "approval_mail"));
    store.clock.advance({ minutes: 50 });
  }
  expect(isMailed).toEqual([true, false, true, false, true, false, true]);
});

Deno.test("a server that is killed right after a decision has told of it all the same", async () => {
  using store = await storeWithAdmins(ada, ada + 1);
  const olena = await createOlena(store);
  await askProfileChange(store, olena.id, { about: "Write to me at once." });
  await changeFirstName(store, olena.id, "Elena");
  await addPhoto(store, (await createJames(store)).id, await pictureFacts(store));
  for (const isApproved of [true, false, false]) {
    let isKilled = false;
    const killed = withAtomics(store, (op) => {
      const commit = op.commit.bind(op);
      op.commit = async () => {
        if (isKilled) throw new Error("killed");
        const committed = await commit();
        isKilled = committed.ok;
        return committed;
      };
    });
    const id = await firstWaiting(store);
    await decide(killed, id, isApproved, { actorId: ada, reason: "Not this.", origin: "https://v.test" }).catch(
      () => {},
    );
  }
  expect(await waitingApprovals(store)).toEqual([]);
  const mails = (await jobsDue(store)).filter(({ kind }) => kind === "approval_mail");
  expect(mails).toHaveLength(3);
  expect(mails).toEqual(expect.arrayContaining([
    expect.objectContaining({ about: "profile", isApproved: true, reason: null, origin: "https://v.test" }),
    expect.objectContaining({ about: "name", isApproved: false, reason: "Not this." }),
    expect.objectContaining({ about: "photo", isApproved: false, reason: "Not this." }),
  ]));
});

Deno.test("of two who decide at the same moment one is told that it was decided", async () => {
  using store = await storeWithAdmins(ada, ada + 1);
  const olena = await createOlena(store);
  await askProfileChange(store, olena.id, { about: "Hello." });
  const id = await firstWaiting(store);
  const verdicts = await Promise.all([
    decide(store, id, true, { actorId: ada }),
    decide(asOtherProcess(store), id, false, { actorId: ada + 1, reason: "Too short." }),
  ]);
  expect(verdicts.filter(({ ok }) => ok)).toHaveLength(1);
  expect(verdicts.find(({ ok }) => !ok)).toMatchObject({ reason: "not_found" });
  expect((await auditRecords(store, { page: 1, limit: 10 })).totalCount).toBe(1);
});

Deno.test("an admin who is kept out at the moment of a decision decides nothing", async () => {
  using store = await storeWithAdmins(ada);
  const olena = await createOlena(store);
  const vera = await createVera(store);
  await changeFirstName(store, olena.id, "Elena");
  const id = await firstWaiting(store);
  const out = { userId: ada, kind: "conduct", reason: "Left", actorId: vera.id } as const;
  const slow = afterMeanwhile(store, () => suspend(store, out));
  expect(await decide(slow, id, true, { actorId: ada })).toMatchObject({ ok: false, reason: "wrong_role" });
  expect(await firstWaiting(store)).toBe(id);
  const seen = { ladyId: olena.id, documentKind: "passport", checkedAt: store.now(), actorId: ada } as const;
  expect(await recordIdentity(store, seen)).toMatchObject({ ok: false, reason: "wrong_role" });
});
