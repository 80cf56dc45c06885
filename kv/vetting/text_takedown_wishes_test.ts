/** A text that is taken down goes from what waits for approval as well: no approval of other facts publishes it again. */
import { expect } from "expect";
import { admin, userById } from "../accounts/users.ts";
import { ladyById } from "../ladies/ladies.ts";
import { askProfileChange, type LadyFacts, profileChangeOf } from "../ladies/profile/profile_changes.ts";
import { audit } from "../records/audit.ts";
import { checksAtMost } from "../store/handles/own_repeats.ts";
import { keys } from "../store/keys.ts";
import { refuse } from "../store/refusals.ts";
import { createKeptOlena } from "../testing/agencies.ts";
import { storeWithAdmins } from "../testing/safety.ts";
import { afterMeanwhile, createOlena, createUser, type TestStore, testStore, withAtomics } from "../testing/store.ts";
import { addShownPhoto, createNewLady, putChecks } from "../testing/verifications.ts";
import { decide } from "./approval_decisions.ts";
import { viewOf } from "./approval_views.ts";
import { type Approval, waitingApprovals } from "./approvals.ts";
import { nameOfText, shownTextsOf, textMark } from "./shown_texts.ts";
import { takeTextDown } from "./text_takedown.ts";

const [ada, ben] = [9001, 9002];
const number = "Viber +380 44 1";

/** What Ada and Ben do about a lady: Ada takes down, and Ben decides. */
function adminsOf(store: TestStore, ladyId: number) {
  const queued = async (): Promise<Approval | undefined> => (await waitingApprovals(store))[0];
  const decideAs = (isApproved: boolean, { id }: Approval) =>
    decide(store, id, isApproved, { actorId: ben, reason: "No numbers." });
  const ask = (wanted: Partial<LadyFacts>) => askProfileChange(store, ladyId, wanted);
  const decideNext = async (isApproved: boolean) =>
    expect(await decideAs(isApproved, (await queued())!)).toMatchObject({ ok: true });
  const publish = async (wanted: Partial<LadyFacts>) => {
    await ask(wanted);
    await decideNext(true);
  };
  const takeDown = async (name: string, through: TestStore = store) => {
    const text = (await shownTextsOf(store, (await userById(store, ladyId))!)).find((each) =>
      nameOfText(each) === name
    )!;
    const wanted = { userId: ladyId, text: name, seen: textMark(text), reason: "A number.", actorId: ada };
    expect(await takeTextDown(through, wanted)).toMatchObject({ ok: true });
  };
  const record = async () => (await ladyById(store, ladyId))!;
  const change = () => profileChangeOf(store, ladyId);
  return { store, ladyId, ask, queued, decideAs, decideNext, publish, takeDown, record, change };
}

async function olenaWorld() {
  const store = await storeWithAdmins(ada, ben);
  const { id } = await createOlena(store);
  return { ...adminsOf(store, id), [Symbol.dispose]: () => store.close() };
}

/** Marta, who lacks nothing but her first profile; of it a sentence and her eyes are approved, and a refused text is gone. */
async function martaWorld() {
  const store = await storeWithAdmins(ada, ben);
  const { id } = await createNewLady(store);
  await addShownPhoto(store, id);
  await putChecks(store, id);
  const w = adminsOf(store, id);
  await w.ask({ about: "Call me" });
  await w.decideNext(false);
  return { ...w, [Symbol.dispose]: () => store.close() };
}

Deno.test("an interest that was taken down does not come back with what waited beside it", async () => {
  using w = await olenaWorld();
  await w.publish({ interests: ["Chess", number] });
  await w.ask({ interests: ["Chess", number, "Tea"], heightCm: 168 });
  const seen = (await w.queued())!;
  await w.takeDown("interest-2");
  // Who had the queue open decides about what is not asked for any more.
  expect(await w.decideAs(true, seen)).toEqual(refuse("not_found"));
  expect((await w.record()).interests).toEqual(["Chess"]);
  expect(await w.change()).toMatchObject({ wanted: { interests: ["Chess", "Tea"], heightCm: 168 } });
  await w.decideNext(true);
  expect(await w.record()).toMatchObject({ interests: ["Chess", "Tea"], heightCm: 168 });
  expect([await w.queued(), await audit(w.store)]).toEqual([undefined, []]);
});

Deno.test("a first profile that waits as it stands loses the text, and the rest of it is asked for anew", async () => {
  using w = await martaWorld();
  await w.publish({ quote: number, eyeColor: "green", interests: ["Chess", number] });
  await w.ask({ about: "" });
  expect((await w.change())!.wanted).toMatchObject({ quote: number });
  const seen = (await w.queued())!;
  await w.takeDown("quote");
  await w.takeDown("interest-2");
  expect(await w.decideAs(true, seen)).toEqual(refuse("not_found"));
  expect((await w.change())!.wanted).toEqual({ eyeColor: "green", interests: ["Chess"] });
  expect((await viewOf(w.store, (await w.queued())!)).isFirst).toBe(true);
  await w.decideNext(true);
  expect(await w.record()).toMatchObject({ quote: "", interests: ["Chess"], isPublished: true });
  expect([await w.change(), await audit(w.store)]).toEqual([null, []]);
});

Deno.test("a first profile of nothing but the text waits no more", async () => {
  using w = await martaWorld();
  await w.publish({ quote: number });
  await w.ask({ about: "" });
  await w.takeDown("quote");
  expect([await w.change(), await w.queued(), await audit(w.store)]).toEqual([null, undefined, []]);
});

Deno.test("a wish that the taking down fulfils waits no more, and a new lady's first profile waits in its place", async () => {
  using olenas = await olenaWorld();
  using martas = await martaWorld();
  for (const w of [olenas, martas]) {
    await w.publish({ interests: ["Chess", number], quote: number, eyeColor: "green" });
    await w.ask({ interests: ["Chess"], quote: "", ...w === martas && { about: "" } });
    await w.takeDown("interest-2");
    const whole = w === martas && { eyeColor: "green", interests: ["Chess"] };
    expect((await w.change())!.wanted).toEqual({ quote: "", ...whole });
    await w.takeDown("quote");
  }
  expect([await olenas.change(), await olenas.queued()]).toEqual([null, undefined]);
  expect(await martas.change()).toMatchObject({ wanted: { eyeColor: "green", interests: ["Chess"] }, refusedAt: null });
  expect((await viewOf(martas.store, (await martas.queued())!)).isFirst).toBe(true);
  for (const w of [olenas, martas]) expect(await audit(w.store)).toEqual([]);
});

Deno.test("refused words are not asked for again with a text that was taken down, and what waits keeps its place", async () => {
  using w = await olenaWorld();
  await w.publish({ interests: ["Chess", number] });
  await w.ask({ interests: ["Chess", number, "Tea"], about: "Call me" });
  await w.decideNext(false);
  await w.ask({ heightCm: 168 });
  const waiting = await w.queued();
  await w.takeDown("interest-2");
  expect([await w.queued(), (await w.change())!.wanted]).toEqual([waiting, { heightCm: 168 }]);
  await w.ask({ about: "Good evening." });
  await w.decideNext(true);
  expect(await w.record()).toMatchObject({ interests: ["Chess", "Tea"], about: "Good evening." });
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("if nothing refused is left after a taking down, a new lady's whole first profile waits under another number", async () => {
  using w = await martaWorld();
  await w.publish({ interests: ["Chess", number] });
  await w.ask({ about: "", interests: [number, "Chess"] });
  await w.decideNext(false);
  await w.ask({ heightCm: 168 });
  const seen = (await w.queued())!;
  await w.takeDown("interest-2");
  expect(await w.decideAs(true, seen)).toEqual(refuse("not_found"));
  expect((await w.change())!.wanted).toEqual({ heightCm: 168, interests: ["Chess"] });
  expect((await viewOf(w.store, (await w.queued())!)).isFirst).toBe(true);
  await w.decideNext(true);
  expect(await w.record()).toMatchObject({ heightCm: 168, interests: ["Chess"], isPublished: true });
  expect([await w.change(), await audit(w.store)]).toEqual([null, []]);
});

Deno.test("a taking down has no more checks than a remote store takes, whatever waits of a new lady", async () => {
  for (const wanted of [{ heightCm: 168, interests: ["Chess", number, "Tea"] }, { interests: [number, "Chess"] }]) {
    using w = await martaWorld();
    await w.publish({ interests: ["Chess", number] });
    await w.ask({ about: "", ...wanted });
    // As an earlier build left it.
    await w.store.kv.set(keys.unverified(w.ladyId), null);
    const counts: number[] = [];
    const counting = withAtomics(w.store, (op) => {
      let count = 0;
      const [check, commit] = [op.check.bind(op), op.commit.bind(op)];
      op.check = (...checks) => {
        count += checks.length;
        return check(...checks);
      };
      op.commit = () => {
        counts.push(count);
        return commit();
      };
    });
    await w.takeDown("interest-2", counting);
    expect(Math.max(...counts)).toBeLessThanOrEqual(checksAtMost);
  }
});

Deno.test("words that she wrote anew wait on, under the number and the name of who asked for them", async () => {
  const store = await testStore();
  const { agencyId, olena } = await createKeptOlena(store);
  for (const id of [ada, ben]) await createUser(store, { id, groupId: admin, email: `admin-${id}@staff.test` });
  using w = { ...adminsOf(store, olena.id), [Symbol.dispose]: () => store.close() };
  await w.publish({ quote: number, interests: ["Chess", number] });
  await askProfileChange(store, olena.id, { quote: "Slowly.", interests: ["Chess", number, "Tea"] }, { agencyId });
  const [waiting, change] = [await w.queued(), await w.change()];
  await w.takeDown("quote");
  expect([await w.queued(), await w.change()]).toEqual([waiting, change]);
  await w.takeDown("interest-2");
  expect((await w.queued())!.id).toBeGreaterThan(waiting!.id);
  expect(await w.change()).toEqual({ ...change, wanted: { quote: "Slowly.", interests: ["Chess", "Tea"] } });
});

Deno.test("what she asks for at the moment of the taking down loses the text as well", async () => {
  using w = await olenaWorld();
  await w.publish({ interests: ["Chess", number] });
  await w.takeDown("interest-2", afterMeanwhile(w.store, () => w.ask({ interests: ["Chess", number, "Tea"] })));
  expect((await w.change())!.wanted).toEqual({ interests: ["Chess", "Tea"] });
  await w.decideNext(true);
  expect((await w.record()).interests).toEqual(["Chess", "Tea"]);
  expect(await audit(w.store)).toEqual([]);
});
