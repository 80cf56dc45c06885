import { expect } from "expect";
import { auditRecords } from "../store/audit_log.ts";
import { createPeople, testPassword as currentPassword, testStore } from "../testing/store.ts";
import { deleteAccount } from "./deletions.ts";
import { beginEmailChange, emailChangeKeyOf, finishEmailChange } from "./email_change.ts";
import { noteComplaint, noteReached, noteUnreachable } from "./mail_reach.ts";
import { mailKinds, setMailWish, wishesMail } from "./mail_wishes.ts";
import { userById } from "./users.ts";

const firstPage = { page: 1, limit: 10 };

Deno.test("who is not reached is so since the first mail that said it, with one record of the log", async () => {
  using store = await testStore();
  const { james, wei } = await createPeople(store);
  const at = store.now();
  await noteUnreachable(store, ` ${james.email.toUpperCase()} `, { why: "refused", at });
  await noteUnreachable(store, james.email, { why: "bounced", at: at + 5000 });
  await noteUnreachable(store, "nobody@example.test", { why: "bounced", at });
  expect((await userById(store, james.id))?.unreachable).toEqual({ why: "refused", at });
  expect((await userById(store, wei.id))?.unreachable).toBeUndefined();
  const { records } = await auditRecords(store, firstPage);
  expect(records).toMatchObject([{
    action: "mail_unreachable",
    subject: `user:${james.id}`,
    details: { why: "refused" },
  }]);
});

Deno.test("its server that takes a mail takes its word back; what came back is disproved by a later delivery alone", async () => {
  using store = await testStore();
  const { james, wei } = await createPeople(store);
  const at = store.now();
  const isUnreachable = async ({ id }: { id: number }) => (await userById(store, id))?.unreachable !== undefined;
  await noteUnreachable(store, james.email, { why: "refused", at });
  await noteReached(store, james.email, { by: "accepted", at: at + 1 });
  expect(await isUnreachable(james)).toBe(false);
  await noteUnreachable(store, wei.email, { why: "bounced", at });
  await noteReached(store, wei.email, { by: "accepted", at: at + 1 });
  await noteReached(store, wei.email, { by: "delivered", at: at - 1 });
  expect(await isUnreachable(wei)).toBe(true);
  await noteReached(store, wei.email, { by: "delivered", at: at + 1 });
  expect(await isUnreachable(wei)).toBe(false);
});

Deno.test("another address begins anew, and a late word of the former one says nothing of it", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  await noteUnreachable(store, james.email, { why: "bounced", at: store.now() });
  const begun = await beginEmailChange(store, james.id, { email: "james@new.test", currentPassword });
  if (!begun.ok) throw new Error(begun.reason);
  await finishEmailChange(store, { userId: james.id, key: emailChangeKeyOf(store, begun.change) });
  expect(await userById(store, james.id)).toEqual({ ...james, email: "james@new.test" });
  await noteUnreachable(store, james.email, { why: "bounced", at: store.now() });
  expect(await userById(store, james.id)).toEqual({ ...james, email: "james@new.test" });
});

Deno.test("a complaint ends every mail that can be unwished, once; she may wish them again", async () => {
  using store = await testStore();
  const { olena } = await createPeople(store);
  await setMailWish(store, olena.id, "invitations", true);
  await noteComplaint(store, olena.email);
  await noteComplaint(store, olena.email);
  const quiet = (await userById(store, olena.id))!;
  expect(mailKinds.map((kind) => wishesMail(quiet, kind))).toEqual([false, false, false, false, false]);
  expect([quiet.promoEmails, quiet.unreachable]).toEqual([false, undefined]);
  const { records } = await auditRecords(store, firstPage);
  expect(records.map(({ action }) => action)).toEqual(["mail_complained"]);
  await setMailWish(store, olena.id, "letters", true);
  expect(wishesMail((await userById(store, olena.id))!, "letters")).toBe(true);
});

Deno.test("of who has left a late report brings nothing back", async () => {
  using store = await testStore();
  const { james } = await createPeople(store);
  await deleteAccount(store, james.id, { password: currentPassword, wantsRefund: false });
  await noteUnreachable(store, james.email, { why: "bounced", at: store.now() });
  await noteComplaint(store, james.email);
  expect(await userById(store, james.id)).toBeNull();
});
