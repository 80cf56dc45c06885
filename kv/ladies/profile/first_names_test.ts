/** A wished first name that waits for approval, and what forms that only show it do to it. */
import { expect } from "expect";
import { agency, type User } from "../../accounts/users.ts";
import { audit } from "../../records/audit.ts";
import { auditRecords } from "../../store/audit_log.ts";
import { changeRecord } from "../../store/commit.ts";
import { keys } from "../../store/keys.ts";
import { storeWithAdmins } from "../../testing/safety.ts";
import { createOlena, createUser } from "../../testing/store.ts";
import { decide } from "../../vetting/approval_decisions.ts";
import { waitingApprovals } from "../../vetting/approvals.ts";
import { changeFirstName, pendingNameOf } from "./first_names.ts";
import { seenOf } from "./seen_facts.ts";

async function world() {
  const store = await storeWithAdmins(9);
  const { id } = await createOlena(store);
  const { id: agencyId } = await createUser(store, { email: "agata@agencies.test", groupId: agency });
  await changeRecord<User>(store, keys.user(id), (user) => ({ ...user, agencyId }));
  await store.kv.set(keys.ladyOfAgency(agencyId, id), null);
  return { store, olena: { id }, agencyId, [Symbol.dispose]: () => store.close() };
}

Deno.test("a wished name that waits keeps its place in the queue, and who asked for it, by every save of the same", async () => {
  using w = await world();
  await changeFirstName(w.store, w.olena.id, "Elena", { agencyId: w.agencyId });
  const asked = await waitingApprovals(w.store);
  expect(asked).toMatchObject([{ kind: "name" }]);
  w.store.clock.advance({ hours: 1 });
  for (const seen of [seenOf({ firstname: "Elena" }), undefined]) {
    expect(await changeFirstName(w.store, w.olena.id, "Elena", { seen })).toMatchObject({ ok: true, isPending: true });
    expect(await waitingApprovals(w.store)).toEqual(asked);
    expect((await pendingNameOf(w.store, w.olena.id))!.askedBy).toBe(w.agencyId);
  }
  expect((await decide(w.store, asked[0]!.id, true, { actorId: 9 })).ok).toBe(true);
  expect(await audit(w.store)).toEqual([]);
});

Deno.test("a refused name waits again only where she asks for it, not where a form shows it", async () => {
  using w = await world();
  await changeFirstName(w.store, w.olena.id, "Elena");
  await decide(w.store, (await waitingApprovals(w.store))[0]!.id, false, { actorId: 9, reason: "Why?" });
  const seen = seenOf({ firstname: "Elena" });
  expect(await changeFirstName(w.store, w.olena.id, "Elena", { seen })).toMatchObject({ ok: true, isPending: false });
  expect([await waitingApprovals(w.store), await pendingNameOf(w.store, w.olena.id)])
    .toMatchObject([[], { firstname: "Elena", refusedFor: "Why?" }]);
  expect(await changeFirstName(w.store, w.olena.id, "Elena")).toMatchObject({ ok: true, isPending: true });
  expect(await waitingApprovals(w.store)).toHaveLength(1);
});

Deno.test("an agency's form that shows her name is no asking, and none stands in the log", async () => {
  using w = await world();
  const asking = { agencyId: w.agencyId };
  expect(await changeFirstName(w.store, w.olena.id, "Olena", asking)).toMatchObject({ ok: true, isPending: false });
  const { records } = await auditRecords(w.store, { page: 1, limit: 20 });
  expect(records.filter(({ action }) => action === "agency_name_asked")).toEqual([]);
});
