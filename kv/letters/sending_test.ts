/** A letter between two who are parted while it is being stored: it does not come, and it costs nothing. */
import { expect } from "expect";
import { deleteAccount } from "../accounts/deletions.ts";
import type { User } from "../accounts/users.ts";
import { balanceOf } from "../credits/ledger/ledger.ts";
import { audit } from "../records/audit.ts";
import { setBlocked } from "../safety/blocks.ts";
import { suspend } from "../safety/suspensions.ts";
import type { Reason } from "../store/refusals.ts";
import { createVera } from "../testing/safety.ts";
import { afterMeanwhile, createPeople, testPassword, type TestStore, testStore } from "../testing/store.ts";
import { unreadCounts } from "./boxes/boxes.ts";
import { sendLetter } from "./sending.ts";

type Parting = (store: TestStore, reader: User, author: User) => Promise<unknown>;

const leaves: Parting = (store, reader) =>
  deleteAccount(store, reader.id, { password: testPassword, wantsRefund: false });
const isSuspended: Parting = async (store, { id }) =>
  suspend(store, { userId: id, kind: "conduct", reason: "Rude words", actorId: (await createVera(store)).id });

const partings: [name: string, part: Parting, reason: Reason][] = [
  ["blocks its author", (store, reader, author) => setBlocked(store, reader.id, author.id, true), "blocked"],
  ["is suspended", isSuspended, "partner_suspended"],
  ["leaves", leaves, "not_found"],
];

for (const [name, part, reason] of partings) {
  for (const by of ["james", "olena"] as const) {
    Deno.test(`whoever ${name} before the letter is there does not get it, and nobody pays for it: ${by} writes`, async () => {
      using store = await testStore();
      const people = await createPeople(store);
      // The very first letter waits for its number as well, so another one goes before.
      await sendLetter(store, {
        authorId: people.wei.id,
        recipientId: people.daria.id,
        body: "Dear you",
        sendKey: "first",
      });
      const [author, reader] = by === "james" ? [people.james, people.olena] : [people.olena, people.james];
      const late = afterMeanwhile(store, () => part(store, reader, author));
      const wanted = { authorId: author.id, recipientId: reader.id, body: "Dear you", sendKey: "late" };
      expect(await sendLetter(late, wanted)).toMatchObject({ ok: false, reason });
      expect(await balanceOf(store, people.james.id)).toBe(200);
      expect(await unreadCounts(store, reader.id)).toMatchObject({ inbox: 0, introduction: 0 });
      if (reason !== "not_found") expect(await audit(store)).toEqual([]);
    });
  }
}

Deno.test("a block that was taken back in the same moment keeps no letter from coming", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const late = afterMeanwhile(store, async () => {
    await setBlocked(store, olena.id, james.id, true);
    await setBlocked(store, olena.id, james.id, false);
  });
  const wanted = { authorId: james.id, recipientId: olena.id, body: "Dear Olena", sendKey: "late" };
  expect((await sendLetter(late, wanted)).ok).toBe(true);
  expect(await balanceOf(store, james.id)).toBe(190);
});
