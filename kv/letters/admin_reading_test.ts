/** No word of a letter comes to an admin without a reason, which the log and both correspondents know. */
import { expect } from "expect";
import { admin, type User } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { audit } from "../records/audit.ts";
import { suspend } from "../safety/suspensions.ts";
import { auditRecords } from "../store/audit_log.ts";
import { createVera } from "../testing/safety.ts";
import { afterMeanwhile, createPeople, createUser, testStore } from "../testing/store.ts";
import { isLocked } from "./letter.ts";
import { letterById, letterOf } from "./letters.ts";
import { openLetter } from "./opening.ts";
import { sendLetter } from "./sending.ts";
import { isPictureGrant, pictureGrant, readLetterAsAdmin } from "./admin_reading.ts";

async function letterToJames(store: Store, { olena, james }: Record<"olena" | "james", User>): Promise<number> {
  await sendLetter(store, { authorId: james.id, recipientId: olena.id, body: "Dear Olena.", sendKey: "the-first-one" });
  const wanted = { authorId: olena.id, recipientId: james.id, body: "Dear James.", sendKey: "the-second-one" };
  const sent = await sendLetter(store, wanted);
  if (!sent.ok) throw new Error(sent.reason);
  return sent.letter.id;
}

const because = "Reported by its reader for a money request.";

Deno.test("a look is noted before the words are told: in the log, and on the letter of both", async () => {
  using store = await testStore();
  const people = await createPeople(store);
  const { james, olena } = people;
  const ada = await createUser(store, { email: "ada@demo.test", groupId: admin });
  const letterId = await letterToJames(store, people);
  store.clock.advance({ hours: 1 });
  const looked = await readLetterAsAdmin(store, { letterId, actorId: ada.id, reason: `  ${because}\n` });
  expect(looked).toMatchObject({ ok: true, text: { body: "Dear James." } });
  for (const reader of [james, olena]) {
    const letter = (await letterOf(store, reader.id, letterId))!;
    expect(letter.looks).toEqual([{ at: store.now(), by: ada.id, reason: because }]);
    // That an admin reads a letter neither opens it nor marks it as read.
    expect([isLocked(letter), letter.readAt]).toEqual([true, null]);
  }
  expect((await auditRecords(store, { page: 1, limit: 5 })).records).toMatchObject([{
    action: "letter_read",
    actorId: ada.id,
    subject: `letter:${letterId}`,
    details: { manId: james.id, ladyId: olena.id, reason: because },
  }]);
  await readLetterAsAdmin(store, { letterId, actorId: ada.id, reason: "A second look at the same letter." });
  expect((await letterById(store, letterId))!.looks).toHaveLength(2);
  expect(await audit(store)).toEqual([]);
});

Deno.test("an admin who is kept out at the moment of the look reads nothing", async () => {
  using store = await testStore();
  const people = await createPeople(store);
  const [ada, vera] = [await createUser(store, { email: "ada@demo.test", groupId: admin }), await createVera(store)];
  const letterId = await letterToJames(store, people);
  const wanted = { userId: ada.id, kind: "conduct", reason: "Left", actorId: vera.id } as const;
  const slow = afterMeanwhile(store, () => suspend(store, wanted));
  expect(await readLetterAsAdmin(slow, { letterId, actorId: ada.id, reason: because }))
    .toEqual({ ok: false, reason: "wrong_role" });
  expect((await letterById(store, letterId))!.looks).toBeUndefined();
});

Deno.test("without a reason, an admin or a letter nothing is told and nothing is noted", async () => {
  using store = await testStore();
  const people = await createPeople(store);
  const ada = await createUser(store, { email: "ada@demo.test", groupId: admin });
  const suspension = { at: 0, kind: "conduct", reason: "Left", by: ada.id } as const;
  const eve = await createUser(store, { email: "eve@demo.test", groupId: admin, suspension });
  const letterId = await letterToJames(store, people);
  const wanted = { letterId, actorId: ada.id, reason: because };
  const tries = [
    [{ reason: "" }, { fields: { reason: "too_short" } }],
    [{ reason: "too  shorty" }, null],
    [{ reason: "too shor" }, { fields: { reason: "too_short" } }],
    [{ reason: "x".repeat(301) }, { fields: { reason: "too_long" } }],
    [{ actorId: people.wei.id }, { reason: "wrong_role" }],
    [{ actorId: eve.id }, { reason: "wrong_role" }],
    [{ letterId: 4711 }, { reason: "not_found" }],
    [{ letterId: 0.5 }, { reason: "not_found" }],
  ] as const;
  let allowed = 0;
  for (const [change, refusal] of tries) {
    const looked = await readLetterAsAdmin(store, { ...wanted, ...change });
    if (!refusal) allowed++;
    else expect(looked).toMatchObject({ ok: false, ...refusal });
  }
  expect((await auditRecords(store, { page: 1, limit: 9 })).totalCount).toBe(allowed);
  expect((await letterById(store, letterId))!.looks).toHaveLength(allowed);
});

Deno.test("a look while he opens the letter loses neither", async () => {
  using store = await testStore();
  const people = await createPeople(store);
  const ada = await createUser(store, { email: "ada@demo.test", groupId: admin });
  const letterId = await letterToJames(store, people);
  const meanwhile = afterMeanwhile(store, () => openLetter(store, people.james.id, letterId, true));
  await readLetterAsAdmin(meanwhile, { letterId, actorId: ada.id, reason: because });
  const letter = (await letterById(store, letterId))!;
  expect([letter.looks?.length, isLocked(letter)]).toEqual([1, false]);
  expect(await audit(store)).toEqual([]);
});

Deno.test("the pictures of a letter stay open to who looked for ten minutes, each by its own pass", async () => {
  using store = await testStore();
  const [mine, another] = [{ actorId: 1, attachmentId: "one" }, { actorId: 1, attachmentId: "two" }];
  const pass = pictureGrant(store, mine);
  expect(isPictureGrant(store, mine, pass)).toBe(true);
  expect(isPictureGrant(store, another, pass)).toBe(false);
  expect(isPictureGrant(store, { ...mine, actorId: 2 }, pass)).toBe(false);
  // Nobody can make a pass last longer.
  const later = `${store.now() + 3600_000}.${pass.split(".")[1]}`;
  for (const forged of ["", ".", "x.y", later]) expect(isPictureGrant(store, mine, forged)).toBe(false);
  store.clock.advance({ minutes: 10 });
  expect(isPictureGrant(store, mine, pass)).toBe(false);
});
