/** What becomes of refused wishes beside those that a lady asks for afterwards. */
import { expect } from "expect";
import { audit } from "../../records/audit.ts";
import { refuse } from "../../store/refusals.ts";
import { createAgencyOf } from "../../testing/agencies.ts";
import { storeWithAdmins } from "../../testing/safety.ts";
import { createOlena, type TestStore } from "../../testing/store.ts";
import { addShownPhoto, createNewLady, putChecks } from "../../testing/verifications.ts";
import { decide } from "../../vetting/approval_decisions.ts";
import { viewOf } from "../../vetting/approval_views.ts";
import { waitingApprovals } from "../../vetting/approvals.ts";
import { missingOf, verificationOf } from "../../vetting/verifications.ts";
import { leaveAgency } from "../agencies/parting.ts";
import { ladyById } from "../ladies.ts";
import { askProfileChange, factsWith, type LadyFacts, profileChangeOf } from "./profile_changes.ts";
import { seenOf } from "./seen_facts.ts";

const waitingIds = async (store: TestStore) => (await waitingApprovals(store)).map(({ id }) => id);

/** Her about and her quote were refused; `formOf` is what her form shows, and `save` sends it back. */
async function refusedWorld() {
  const store = await storeWithAdmins(9);
  const { id } = await createOlena(store);
  const decideIt = async (approves: boolean, reason?: string) =>
    await decide(store, (await waitingIds(store))[0]!, approves, { actorId: 9, reason });
  const formOf = async () => factsWith((await ladyById(store, id))!, await profileChangeOf(store, id));
  const save = async (changed: Partial<LadyFacts>) => {
    const shown = await formOf();
    return await askProfileChange(store, id, { ...shown, ...changed }, { seen: seenOf(shown) });
  };
  await askProfileChange(store, id, { about: "Call +1 234.", quote: "Slowly." });
  await decideIt(false, "No numbers.");
  return { store, id, decideIt, formOf, save, [Symbol.dispose]: () => store.close() };
}

Deno.test("what was refused is not asked for by another wish, and stays hers beside it, whatever becomes of that", async () => {
  for (const isApproved of [true, false]) {
    using w = await refusedWorld();
    // A form that is sent as it was shown asks for nothing; nor does a call for another fact ask for what was refused.
    await w.save({});
    expect(await waitingIds(w.store)).toEqual([]);
    await askProfileChange(w.store, w.id, { heightCm: 171 });
    await w.save({ eyeColor: "green" });
    expect((await profileChangeOf(w.store, w.id))!).toMatchObject({ wanted: { heightCm: 171, eyeColor: "green" } });
    expect((await profileChangeOf(w.store, w.id))!.wanted).not.toHaveProperty("about");
    expect(await w.formOf()).toMatchObject({ about: "Call +1 234.", quote: "Slowly.", heightCm: 171 });
    await w.decideIt(isApproved, isApproved ? undefined : "So tall?");
    expect(await profileChangeOf(w.store, w.id)).toMatchObject({
      wanted: { about: "Call +1 234.", quote: "Slowly.", ...!isApproved && { heightCm: 171, eyeColor: "green" } },
      refusedAt: w.store.now(),
      refusedFor: isApproved ? "No numbers." : "No numbers.\nSo tall?",
    });
    expect(await ladyById(w.store, w.id)).toMatchObject({ about: "", heightCm: isApproved ? 171 : null });
    expect(await audit(w.store)).toEqual([]);
  }
});

Deno.test("who changes what was at fault asks for the rest of what was refused with it again", async () => {
  using w = await refusedWorld();
  await askProfileChange(w.store, w.id, { heightCm: 171 });
  await w.save({ about: "Good evening." });
  expect(await profileChangeOf(w.store, w.id)).toEqual({
    wanted: { heightCm: 171, quote: "Slowly.", about: "Good evening." },
    askedAt: w.store.now(),
    refusedAt: null,
  });
  await w.decideIt(true);
  expect(await ladyById(w.store, w.id)).toMatchObject({ about: "Good evening.", quote: "Slowly.", heightCm: 171 });
  expect([await profileChangeOf(w.store, w.id), await audit(w.store)]).toEqual([null, []]);
});

Deno.test("what was refused goes where she asks for what stands, and leaves what waits in its place", async () => {
  using store = await storeWithAdmins(9);
  const olena = await createOlena(store);
  await askProfileChange(store, olena.id, { about: "Call me." });
  await decide(store, (await waitingIds(store))[0]!, false);
  await askProfileChange(store, olena.id, { heightCm: 171 });
  const waiting = await waitingIds(store);
  await askProfileChange(store, olena.id, { about: "" });
  expect([await waitingIds(store), await profileChangeOf(store, olena.id)]).toEqual([waiting, {
    wanted: { heightCm: 171 },
    askedAt: store.now(),
    refusedAt: null,
  }]);
});

Deno.test("of a new lady's first profile nothing is published while a part of it is refused and not answered", async () => {
  using store = await storeWithAdmins(9);
  const { id } = await createNewLady(store);
  await addShownPhoto(store, id);
  await putChecks(store, id);
  await askProfileChange(store, id, { about: "Call +1 234.", heightCm: 170 });
  await decide(store, (await waitingIds(store))[0]!, false, { actorId: 9, reason: "No numbers." });
  await askProfileChange(store, id, { eyeColor: "green" });
  const [approval] = await waitingApprovals(store);
  expect((await viewOf(store, approval!)).isFirst).toBe(false);
  await decide(store, approval!.id, true, { actorId: 9 });
  expect(await ladyById(store, id)).toMatchObject({ eyeColor: "green", about: "", isPublished: false });
  expect(missingOf((await verificationOf(store, id))!)).toEqual(["profile"]);

  await askProfileChange(store, id, { about: "Good evening." });
  const [last] = await waitingApprovals(store);
  expect((await viewOf(store, last!)).isFirst).toBe(true);
  await decide(store, last!.id, true, { actorId: 9 });
  expect(await ladyById(store, id)).toMatchObject({ about: "Good evening.", heightCm: 170, isPublished: true });
  expect(await audit(store)).toEqual([]);
});

/** A new lady with an agency, who lacks nothing but her first profile. */
async function keptLady(store: TestStore) {
  const { id } = await createNewLady(store);
  const agencyId = await createAgencyOf(store, id);
  await addShownPhoto(store, id);
  await putChecks(store, id);
  return { id, agencyId };
}

Deno.test("a new lady whose refused facts are gone has what is left of her first profile seen, and is published", async () => {
  for (const isAgencys of [true, false]) {
    using store = await storeWithAdmins(9);
    const { id, agencyId } = await keptLady(store);
    const decideIt = async (approves: boolean) =>
      await decide(store, (await waitingIds(store))[0]!, approves, { actorId: 9, reason: "No numbers." });
    await askProfileChange(store, id, { about: "Call +1 234." }, isAgencys ? { agencyId } : {});
    await decideIt(false);
    await askProfileChange(store, id, { eyeColor: "green", lookingFor: ["marriage"] });
    await decideIt(true);
    expect(await waitingIds(store)).toEqual([]);

    if (isAgencys) expect((await leaveAgency(store, id, id)).ok).toBe(true);
    else await askProfileChange(store, id, { about: "" });
    expect(await profileChangeOf(store, id)).toEqual({
      wanted: { eyeColor: "green", lookingFor: ["marriage"] },
      askedAt: store.now(),
      refusedAt: null,
    });
    const ids = await waitingIds(store);
    // The form as it was shown asks for nothing more.
    await askProfileChange(store, id, factsWith((await ladyById(store, id))!, await profileChangeOf(store, id)));
    expect(await waitingIds(store)).toEqual(ids);
    const [approval] = await waitingApprovals(store);
    expect((await viewOf(store, approval!)).isFirst).toBe(true);
    await decideIt(true);
    expect(await ladyById(store, id)).toMatchObject({ eyeColor: "green", about: "", isPublished: true });
    expect([await profileChangeOf(store, id), await audit(store)]).toEqual([null, []]);
  }
});

Deno.test("once nothing refused is left beside what waits, a new lady's whole first profile waits under another number", async () => {
  for (const isAgencys of [true, false]) {
    using store = await storeWithAdmins(9);
    const { id, agencyId } = await keptLady(store);
    await askProfileChange(store, id, { about: "Call +1 234." }, isAgencys ? { agencyId } : {});
    await decide(store, (await waitingIds(store))[0]!, false, { actorId: 9, reason: "No numbers." });
    await askProfileChange(store, id, { eyeColor: "green" });
    await decide(store, (await waitingIds(store))[0]!, true, { actorId: 9 });
    await askProfileChange(store, id, { heightCm: 171 });
    const [seen] = await waitingApprovals(store);
    expect((await viewOf(store, seen!)).isFirst).toBe(false);

    if (isAgencys) expect((await leaveAgency(store, id, id)).ok).toBe(true);
    else await askProfileChange(store, id, { about: "" });
    // Who saw only her height does not publish her with it.
    expect(await decide(store, seen!.id, true, { actorId: 9 })).toEqual(refuse("not_found"));
    const change = await profileChangeOf(store, id);
    expect(change).toMatchObject({ wanted: { heightCm: 171, eyeColor: "green" }, refusedAt: null });
    const [approval] = await waitingApprovals(store);
    expect((await viewOf(store, approval!)).isFirst).toBe(true);
    // The form as it is shown asks for nothing more.
    await askProfileChange(store, id, factsWith((await ladyById(store, id))!, change));
    expect(await waitingApprovals(store)).toEqual([approval]);
    await decide(store, approval!.id, true, { actorId: 9 });
    expect(await ladyById(store, id)).toMatchObject({ heightCm: 171, eyeColor: "green", isPublished: true });
    expect([await profileChangeOf(store, id), await audit(store)]).toEqual([null, []]);
  }
});
