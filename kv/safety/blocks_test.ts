import { expect } from "expect";
import { startChat } from "../chats/chats.ts";
import { balanceOf } from "../credits/ledger/ledger.ts";
import { noteVisit } from "../ladies/visits.ts";
import { whoToWriteTo } from "../letters/introductions.ts";
import { sendLetter } from "../letters/sending.ts";
import { audit } from "../records/audit.ts";
import { keys } from "../store/keys.ts";
import { agree, createChat } from "../testing/chats.ts";
import { asOtherProcess, createPeople, createUser, testStore } from "../testing/store.ts";
import { blockedBy, blockedWith, isBlockedBetween, setBlocked } from "./blocks.ts";

Deno.test("one block keeps both apart, until whoever blocked takes it back", async () => {
  using store = await testStore();
  const { james, wei, olena, daria } = await createPeople(store);
  expect(await setBlocked(store, olena.id, james.id, true)).toEqual({ ok: true, isChanged: true });
  expect(await setBlocked(store, olena.id, james.id, true)).toEqual({ ok: true, isChanged: false });
  for (const [one, other] of [[james, olena], [olena, james]] as const) {
    expect(await isBlockedBetween(store, one.id, other.id)).toBe(true);
    expect([...await blockedWith(store, one.id)]).toEqual([other.id]);
  }
  expect([[...await blockedBy(store, olena.id)], [...await blockedBy(store, james.id)]]).toEqual([[james.id], []]);
  expect(await isBlockedBetween(store, james.id, daria.id)).toBe(false);
  expect(await isBlockedBetween(store, wei.id, olena.id)).toBe(false);

  await setBlocked(store, james.id, olena.id, true);
  await setBlocked(store, olena.id, james.id, false);
  expect(await isBlockedBetween(store, james.id, olena.id)).toBe(true);
  expect(await audit(store)).toEqual([]);
  await setBlocked(store, james.id, olena.id, false);
  expect(await isBlockedBetween(store, james.id, olena.id)).toBe(false);
  expect((await Array.fromAsync(store.kv.list({ prefix: ["block_of"] }))).length).toBe(0);
  expect(await audit(store)).toEqual([]);
});

Deno.test("beyond a thousand nobody more is blocked, and who is blocked stays so", async () => {
  using store = await testStore();
  const { james, olena, wei } = await createPeople(store);
  expect(await setBlocked(store, olena.id, james.id, true)).toEqual({ ok: true, isChanged: true });
  for (let id = 1; id < 1000; id++) await store.kv.set(keys.block(olena.id, 1_000_000 + id), store.now());
  store.memory.forgetAsked();
  expect(await setBlocked(store, olena.id, james.id, true)).toEqual({ ok: true, isChanged: false });
  expect(await setBlocked(store, olena.id, wei.id, true)).toMatchObject({ ok: false, reason: "too_many_blocks" });
});

Deno.test("a block is between a man and a lady", async () => {
  using store = await testStore();
  const { james, wei, olena, daria } = await createPeople(store);
  const clerk = await createUser(store, { email: "clerk@demo.test", groupId: 3 });
  for (const [one, other] of [[james, wei], [olena, daria], [james, james], [clerk, olena], [james, clerk]] as const) {
    expect(await setBlocked(store, one.id, other.id, true)).toMatchObject({ ok: false, reason: "not_found" });
  }
  expect(await setBlocked(store, james.id, 4711, true)).toMatchObject({ ok: false, reason: "not_found" });
});

Deno.test("between two of whom one blocked the other no letter goes, and none is charged", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  await setBlocked(store, olena.id, james.id, true);
  for (const [authorId, recipientId] of [[james.id, olena.id], [olena.id, james.id]] as const) {
    const sent = await sendLetter(store, { authorId, recipientId, body: "Good evening", sendKey: `from-${authorId}` });
    expect(sent).toMatchObject({ ok: false, reason: "blocked" });
  }
  expect(await balanceOf(store, james.id)).toBe(200);
  await setBlocked(store, olena.id, james.id, false);
  const wanted = { authorId: james.id, recipientId: olena.id, body: "Good evening", sendKey: `from-${james.id}` };
  expect((await sendLetter(store, wanted)).ok).toBe(true);
});

Deno.test("who was blocked is nobody to write to first", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  await noteVisit(store, james.id, olena.id);
  expect((await whoToWriteTo(store, olena.id, 5)).map(({ user }) => user.id)).toEqual([james.id]);
  await setBlocked(store, james.id, olena.id, true);
  expect(await whoToWriteTo(store, olena.id, 5)).toEqual([]);
});

Deno.test("a chat that was agreed to does not begin once one has blocked the other, in whichever process", async () => {
  using store = await testStore();
  const { james, olena } = await createPeople(store);
  const pair = { manId: james.id, ladyId: olena.id };
  await agree(store, pair);
  const other = asOtherProcess(store);
  expect(await isBlockedBetween(other, james.id, olena.id)).toBe(false);
  await setBlocked(store, james.id, olena.id, true);
  const start = { starterId: olena.id, kind: "text", instanceId: "there" } as const;
  expect(await startChat(other, pair, start)).toMatchObject({ ok: false, reason: "blocked" });
  await setBlocked(store, james.id, olena.id, false);
  expect(await startChat(other, pair, start)).toMatchObject({ ok: true });
});

Deno.test("the audit finds a block that one side does not know, one of nobody, and a chat across one", async () => {
  using store = await testStore();
  const { james, wei, olena, daria } = await createPeople(store);
  const faults: [RegExp, () => Promise<unknown>][] = [
    [/^the block of user \d+ by user \d+ is missing in the list of who is blocked$/, async () => {
      await setBlocked(store, olena.id, james.id, true);
      await store.kv.delete(keys.blockOf(james.id, olena.id));
    }],
    [
      /^user \d+ is listed as blocked by user \d+, who did not do so$/,
      () => store.kv.set(keys.blockOf(wei.id, daria.id), null),
    ],
    [/^the block of user \d+ by user \d+ is not between a man and a lady$/, async () => {
      await store.kv.set(keys.block(james.id, wei.id), store.now());
      await store.kv.set(keys.blockOf(wei.id, james.id), null);
    }],
    [/^the block of user \d+ by user \d+ did not keep them from chat \d+$/, async () => {
      const pair = { manId: wei.id, ladyId: olena.id };
      await setBlocked(store, olena.id, wei.id, true);
      await store.kv.delete(keys.block(olena.id, wei.id));
      await createChat(store, pair);
      await store.kv.set(keys.block(olena.id, wei.id), store.now() - 1000);
    }],
  ];
  for (const [sentence, corrupt] of faults) {
    const before = await audit(store);
    await corrupt();
    expect((await audit(store)).filter((found) => !before.includes(found))).toEqual([expect.stringMatching(sentence)]);
  }
});
