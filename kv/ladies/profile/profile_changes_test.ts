import { expect } from "expect";
import { userById } from "../../accounts/users.ts";
import { runDueJobs } from "../../store/jobs/queue.ts";
import { keys } from "../../store/keys.ts";
import { takeDown } from "../../testing/publication.ts";
import {
  afterMeanwhile,
  createLady,
  createOlena,
  createPeople,
  type TestStore,
  testStore,
} from "../../testing/store.ts";
import { putChecks } from "../../testing/verifications.ts";
import { decide } from "../../vetting/approval_decisions.ts";
import {
  addApproval,
  type Approval,
  approvalEntry,
  approvalOf,
  endApproval,
  waitingApprovals,
} from "../../vetting/approvals.ts";
import { changeFirstName, pendingNameOf } from "./first_names.ts";
import { ladyById } from "../ladies.ts";
import { setPutForward } from "../listing.ts";
import { askProfileChange, factsWith, profileChangeOf } from "./profile_changes.ts";
import { changeOwn } from "../profiles.ts";
import type { LadyRecord } from "../record.ts";

const waitingIds = async (store: TestStore) => (await waitingApprovals(store)).map(({ id }) => id);
const foundIn = (store: TestStore, countryId: number) =>
  store.ladies.search({ countryId: [countryId] }, store.now()).ids;

Deno.test("what she asks for waits while what stands stays shown, until it is approved", async () => {
  using store = await testStore();
  const olena = await createOlena(store);
  const asked = await askProfileChange(store, olena.id, { about: "I bind books.", countryId: 642, heightCm: 171 });
  expect(asked).toMatchObject({
    ok: true,
    change: { wanted: { about: "I bind books.", countryId: 642, heightCm: 171 } },
  });
  expect(await ladyById(store, olena.id)).toMatchObject({ about: "", countryId: 804, heightCm: null });
  expect(foundIn(store, 642)).toEqual([]);

  const [id] = await waitingIds(store);
  expect(await decide(store, id!, true)).toMatchObject({ ok: true, approval: { kind: "profile", userId: olena.id } });
  expect(await ladyById(store, olena.id)).toMatchObject({ about: "I bind books.", countryId: 642, heightCm: 171 });
  expect((await userById(store, olena.id))!.countryId).toBe(642);
  expect(foundIn(store, 642)).toEqual([olena.id]);
  expect([await profileChangeOf(store, olena.id), await waitingIds(store)]).toEqual([null, []]);
  // What is decided cannot be decided again.
  expect(await decide(store, id!, false)).toMatchObject({ reason: "not_found" });
});

Deno.test("more wishes join those that wait, a wish for what stands takes it back, and nothing left ends the wait", async () => {
  using store = await testStore();
  const olena = await createOlena(store);
  await askProfileChange(store, olena.id, { quote: "Slowly.", city: "Odesa" });
  await askProfileChange(store, olena.id, { city: undefined, eyeColor: "green" });
  expect((await profileChangeOf(store, olena.id))!.wanted).toEqual({
    quote: "Slowly.",
    city: "Odesa",
    eyeColor: "green",
  });
  const [last] = await waitingIds(store);
  // Asking for the same again is no new wish: an admin who has looked at the first may still approve it.
  await askProfileChange(store, olena.id, { city: "Odesa" });
  expect(await waitingIds(store)).toEqual([last]);
  await askProfileChange(store, olena.id, { quote: "", city: "Kyiv" });
  expect((await profileChangeOf(store, olena.id))!.wanted).toEqual({ eyeColor: "green" });
  const record = (await ladyById(store, olena.id))!;
  expect(factsWith(record, await profileChangeOf(store, olena.id)).eyeColor).toBe("green");
  expect(await askProfileChange(store, olena.id, { eyeColor: null })).toEqual({ ok: true, change: null });
  expect([await profileChangeOf(store, olena.id), await waitingIds(store)]).toEqual([null, []]);
});

Deno.test("a fact that she takes away is shown to her as taken away", async () => {
  using store = await testStore();
  const olena = await createOlena(store);
  await store.kv.set(keys.lady(olena.id), { ...await ladyById(store, olena.id), heightCm: 170, hairColor: "black" });
  await askProfileChange(store, olena.id, { heightCm: null });
  const facts = factsWith((await ladyById(store, olena.id))!, await profileChangeOf(store, olena.id));
  expect([facts.heightCm, facts.hairColor]).toEqual([null, "black"]);
});

Deno.test("what was replaced in the meantime cannot be approved by its old number", async () => {
  using store = await testStore();
  const olena = await createOlena(store);
  await askProfileChange(store, olena.id, { about: "Kind words." });
  const [seen] = await waitingIds(store);
  await askProfileChange(store, olena.id, { about: "Write to me at another place." });
  expect(await decide(store, seen!, true)).toMatchObject({ reason: "not_found" });
  expect((await ladyById(store, olena.id))!.about).toBe("");
});

Deno.test("a wish that changes between the look and the commit of the decision is not approved unseen", async () => {
  using store = await testStore();
  const olena = await createOlena(store);
  await askProfileChange(store, olena.id, { about: "Kind words." });
  const [seen] = await waitingIds(store);
  const slow = afterMeanwhile(store, () => askProfileChange(store, olena.id, { about: "Other words." }));
  expect(await decide(slow, seen!, true)).toMatchObject({ reason: "not_found" });
  expect((await ladyById(store, olena.id))!.about).toBe("");
});

Deno.test("what is refused stays hers to read and to send again", async () => {
  using store = await testStore();
  const olena = await createOlena(store);
  await askProfileChange(store, olena.id, { about: "Call me." });
  await decide(store, (await waitingIds(store))[0]!, false);
  expect(await profileChangeOf(store, olena.id)).toMatchObject({
    wanted: { about: "Call me." },
    refusedAt: store.now(),
  });
  expect([await waitingIds(store), (await ladyById(store, olena.id))!.about]).toEqual([[], ""]);
  await askProfileChange(store, olena.id, { about: "Call me." });
  expect(await approvalOf(store, { kind: "profile", subjectId: olena.id })).not.toBeNull();
  expect((await profileChangeOf(store, olena.id))!.refusedAt).toBeNull();
});

Deno.test("new words stand in every language in place of the translations of the old ones", async () => {
  using store = await testStore();
  const olena = await createOlena(store);
  const words = {
    firstname: "奧蓮娜",
    city: "基輔",
    quote: "慢慢來",
    about: "舊",
    idealPartner: "理想",
    interests: ["書"],
  };
  const translated: Partial<LadyRecord> = { about: "old", localized: { "zh-Hant": words } };
  await store.kv.set(keys.lady(olena.id), { ...await ladyById(store, olena.id), ...translated });
  await askProfileChange(store, olena.id, { about: "new" });
  await decide(store, (await waitingIds(store))[0]!, true);
  expect(await ladyById(store, olena.id)).toMatchObject({
    about: "new",
    localized: { "zh-Hant": { ...words, about: "new" } },
  });
});

Deno.test("minors, other countries and strangers are refused", async () => {
  using store = await testStore();
  const { olena, james } = await createPeople(store);
  const reasonOf = async (ladyId: number, wanted: Parameters<typeof askProfileChange>[2]) => {
    const asked = await askProfileChange(store, ladyId, wanted);
    return asked.ok ? "ok" : asked.fields ?? asked.reason;
  };
  expect(await reasonOf(olena.id, { birthdate: "2008-03-02" })).toEqual({ birthdate: "adult" });
  expect(await reasonOf(olena.id, { countryId: 840 })).toEqual({ country: "country" });
  expect(await reasonOf(james.id, { about: "x" })).toBe("not_found");
  expect(await waitingIds(store)).toEqual([]);
});

Deno.test("the first approved profile publishes a verified lady; a lady taken out of sight stays out", async () => {
  using store = await testStore();
  const daria = await createLady(store, { isPublished: false });
  await putChecks(store, daria.id);
  await askProfileChange(store, daria.id, { about: "Hello." });
  await decide(store, (await waitingIds(store))[0]!, true);
  expect(await ladyById(store, daria.id)).toMatchObject({ isPublished: true, firstTimeActivatedAt: store.now() });
  expect(store.ladies.size).toBe(1);
  await takeDown(store, daria.id);
  await askProfileChange(store, daria.id, { about: "Hello again." });
  await decide(store, (await waitingIds(store))[0]!, true);
  expect(await ladyById(store, daria.id)).toMatchObject({ isPublished: false, about: "Hello again." });
});

Deno.test("her new first name waits in the same queue, and stands everywhere once it is approved", async () => {
  using store = await testStore();
  const olena = await createOlena(store);
  expect(await changeFirstName(store, olena.id, " Alona ")).toMatchObject({ ok: true, isPending: true });
  expect((await userById(store, olena.id))!.firstname).toBe("Olena");
  await decide(store, (await waitingIds(store))[0]!, false);
  expect(await pendingNameOf(store, olena.id)).toMatchObject({ firstname: "Alona", refusedAt: store.now() });
  await changeFirstName(store, olena.id, "Lena");
  await decide(store, (await waitingIds(store))[0]!, true);
  expect((await userById(store, olena.id))!.firstname).toBe("Lena");
  expect((await ladyById(store, olena.id))!.firstname).toBe("Lena");
  expect([await pendingNameOf(store, olena.id), await waitingIds(store)]).toEqual([null, []]);
  // Asking for the name that she has is no wish, and takes one back.
  await changeFirstName(store, olena.id, "Alona");
  expect(await changeFirstName(store, olena.id, "Lena")).toMatchObject({ isPending: false });
  expect([await pendingNameOf(store, olena.id), await waitingIds(store)]).toEqual([null, []]);
});

Deno.test("she is written to when it is decided", async () => {
  using store = await testStore();
  const olena = await createOlena(store);
  await askProfileChange(store, olena.id, { about: "Hello." });
  await decide(store, (await waitingIds(store))[0]!, false);
  const told: unknown[] = [];
  await runDueJobs(store, (job) => Promise.resolve(void told.push(job)), (_job, error) => told.push(error));
  expect(told).toMatchObject([{ kind: "approval_mail", userId: olena.id, isApproved: false }]);
});

Deno.test("of two askings for the same thing in the same moment one waits", async () => {
  using store = await testStore();
  const olena = await createOlena(store);
  const slow = afterMeanwhile(store, () => askProfileChange(store, olena.id, { quote: "One." }));
  await askProfileChange(slow, olena.id, { about: "Two." });
  expect((await profileChangeOf(store, olena.id))!.wanted).toEqual({ about: "Two.", quote: "One." });
  const waiting = await waitingApprovals(store);
  expect(waiting.map(({ kind, subjectId }) => [kind, subjectId])).toEqual([["profile", olena.id]]);
  expect(await approvalOf(store, waiting[0]!)).toEqual(waiting[0]);
});

Deno.test("the queue is read in the order of asking, and never twice for one thing", async () => {
  using store = await testStore();
  for (const [kind, subjectId] of [["photo", 3], ["name", 1], ["photo", 3], ["photo", 4]] as const) {
    const op = store.kv.atomic();
    await addApproval(store, op, { kind, subjectId, userId: 1 });
    expect((await op.commit()).ok).toBe(true);
  }
  expect((await waitingApprovals(store)).map(({ kind, subjectId }) => `${kind} ${subjectId}`))
    .toEqual(["name 1", "photo 3", "photo 4"]);
  expect((await waitingApprovals(store, 2)).length).toBe(2);
});

Deno.test("an asking that was replaced cannot be ended as decided", async () => {
  using store = await testStore();
  const subject = { kind: "photo", subjectId: 3, userId: 1 } as const;
  const ask = async () => {
    const op = store.kv.atomic();
    const { id } = await addApproval(store, op, subject);
    await op.commit();
    return await approvalEntry(store, id) as Deno.KvEntry<Approval>;
  };
  const [seen, present] = [await ask(), await ask()];
  const end = async (entry: Deno.KvEntry<Approval>) => {
    const op = store.kv.atomic();
    endApproval(store, op, entry, { isApproved: false, reason: null, actorId: null, decision: null });
    return (await op.commit()).ok;
  };
  expect([await end(seen), (await waitingApprovals(store)).length]).toEqual([false, 1]);
  expect([await end(present), await approvalOf(store, subject)]).toEqual([true, null]);
});

Deno.test("who does not wish to be put forward stands in no list, and how she reads changes nothing of that", async () => {
  using store = await testStore();
  const olena = await createOlena(store);
  await setPutForward(store, olena.id, false);
  expect(foundIn(store, 804)).toEqual([]);
  await changeOwn(store, olena.id, { account: { wantsTranslation: true } });
  await askProfileChange(store, olena.id, { about: "Hello." });
  await decide(store, (await waitingIds(store))[0]!, true);
  expect([foundIn(store, 804), (await ladyById(store, olena.id))!.isPublished]).toEqual([[], true]);
  await setPutForward(store, olena.id, true);
  expect(foundIn(store, 804)).toEqual([olena.id]);
  expect(await setPutForward(store, 77, true)).toMatchObject({ reason: "not_found" });
});
