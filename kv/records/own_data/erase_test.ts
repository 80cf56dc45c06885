/** A deleted account leaves nothing of its own, and all that is the other's. */
import { expect } from "expect";
import { deleteAccount, type Deletion, deletionOf, secondPassMs } from "../../accounts/deletions.ts";
import { noteDone } from "../../store/just_done.ts";
import { limits, takeAttempt } from "../../store/limits.ts";
import { prefixes } from "../../store/prefixes.ts";
import { createPeople, createUser, testPassword, type TestStore, testStore } from "../../testing/store.ts";
import { audit } from "../audit.ts";
import { contactMessages } from "../../safety/contact_messages.ts";
import { eraseMember } from "./erase.ts";
import { type Eraser, erasers } from "./row.ts";
import { rowOf } from "./table.ts";
import { wordsOf } from "./testing/cast.ts";
import { fullLives } from "./testing/full_lives.ts";
import { writeAsJames } from "./testing/messages.ts";

const noFiles = () => Promise.resolve();

/** Runs both passes of the erasing, a minute apart, as the job does. */
async function erase(store: TestStore, userId: number, without: Eraser[] = []): Promise<void> {
  await eraseMember(store, userId, noFiles, without);
  store.clock.advance({ ms: secondPassMs });
  await eraseMember(store, userId, noFiles, without);
}

async function remove(store: TestStore, userId: number, wantsRefund = true): Promise<Deletion> {
  const deleted = await deleteAccount(store, userId, { password: testPassword, wantsRefund });
  if (!deleted.ok) throw new Error(deleted.reason);
  return deleted.deletion;
}

/** What the store still holds of a person: records that the table says are erased, and words of hers or his. */
async function leftovers(store: TestStore, userId: number, words: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const { key, value } of store.kv.list({ prefix: [] })) {
    const row = rowOf(key);
    const isTheirs = typeof row?.erased === "string" && row.people?.(key, value).includes(userId);
    const text = Deno.inspect([key, value], { depth: 20, strAbbreviateSize: Infinity, iterableLimit: Infinity });
    if (isTheirs || words.some((word) => text.includes(word))) found.push(String(key[0]));
  }
  return [...new Set(found)].sort();
}

const people = [["man", "him"], ["lady", "her"]] as const;

for (const [side, who] of people) {
  Deno.test(`of a ${side} who deletes the account nothing is left, and the audit finds nothing`, async () => {
    using store = await testStore();
    const lives = await fullLives(store);
    const { id } = lives[who];
    expect(await audit(store)).toEqual([]);
    expect((await leftovers(store, id, wordsOf[side])).length).toBeGreaterThan(15);
    await remove(store, id);
    await erase(store, id);
    expect(await leftovers(store, id, wordsOf[side])).toEqual([]);
    expect(await audit(store)).toEqual([]);
    expect(await deletionOf(store, id)).toMatchObject({ email: null, erasedAt: store.now() });
  });
}

Deno.test("what another member wrote to the site under the leaver's address stays; what was written as a guest goes", async () => {
  using store = await testStore();
  const { james, wei } = await createPeople(store);
  await writeAsJames(store, "Wei mistypes his own address", wei.id);
  await writeAsJames(store, "James asks before he signs in", null);
  await writeAsJames(store, "James asks", james.id);
  await remove(store, james.id);
  await erase(store, james.id);
  const { messages } = await contactMessages(store, false, { page: 1, limit: 10 });
  expect(messages.map(({ body }) => body)).toEqual(["Wei mistypes his own address"]);
});

Deno.test("what was counted for the mailbox of whoever leaves goes too, and no other mailbox's", async () => {
  using store = await testStore();
  const james = await createUser(store, { email: "james+vesna@demo.test" });
  for (const mailbox of ["james@demo.test", "wei@demo.test"]) await takeAttempt(store, limits.signUpMail, mailbox);
  await remove(store, james.id);
  await erase(store, james.id);
  const counted = await Array.fromAsync(store.kv.list({ prefix: prefixes.allLimits() }));
  expect(counted.map(({ key }) => key.at(-1))).toEqual(["wei@demo.test"]);
});

Deno.test("what somebody did within the last minute goes with the account, at once", async () => {
  using store = await testStore();
  const { james, wei } = await createPeople(store);
  for (const { id: userId } of [james, wei]) {
    const op = store.kv.atomic();
    noteDone(store, op, { act: ["email_change", `the key of ${userId}`], told: { userId } });
    await op.commit();
  }
  await remove(store, james.id);
  await eraseMember(store, james.id, noFiles);
  const notes = await Array.fromAsync(store.kv.list<{ userId: number }>({ prefix: prefixes.allJustDone() }));
  expect(notes.map(({ value }) => value.userId)).toEqual([wei.id]);
});

Deno.test("every step of erasing is missed when it is left out", async () => {
  const missed = new Set<Eraser>();
  for (const [side, who] of people) {
    for (const step of erasers) {
      using store = await testStore();
      const { id } = (await fullLives(store))[who];
      await remove(store, id);
      await erase(store, id, [step]);
      const isMissed = (await leftovers(store, id, wordsOf[side])).length > 0 || (await audit(store)).length > 0;
      if (isMissed) missed.add(step);
    }
  }
  expect([...missed].sort()).toEqual(erasers.filter((step) => !notYet.includes(step)).sort());
});

/** What `account` erases is gone with the commit of the deletion, so leaving that step out goes unnoticed. */
const notYet: readonly Eraser[] = ["account"];
