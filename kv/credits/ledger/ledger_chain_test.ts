import { expect } from "expect";
import type { Store } from "../../open.ts";
import { audit } from "../../records/audit.ts";
import { testDamages } from "../../records/audit/testing/damages.ts";
import { tamper } from "../../records/audit/testing/lived_in_world.ts";
import { addAuditCheckpoint } from "../../records/audit_checkpoints.ts";
import { addAuditRecord } from "../../store/audit_log.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { createJames, createWei, giveCredits, type TestStore, testStore } from "../../testing/store.ts";
import type { Entry } from "./entry.ts";
import { post } from "./ledger.ts";
import { chainAfter } from "./ledger_chain.ts";
import { postTogether } from "./ledger_together.ts";

const watching = (manId: number, key: string) =>
  ({ manId, operation: "chat_session", deltaCredits: -1, reference: {}, idempotencyKey: key }) as const;

/** A refill, a charge, two together, another refill. */
async function spentWorld(store: TestStore) {
  const [james, wei] = [await createJames(store), await createWei(store)];
  await post(store, watching(james.id, "one"));
  const both = [watching(james.id, "two"), watching(james.id, "three")];
  await postTogether(store, james.id, both, { read: () => Promise.resolve(), add: () => {} });
  await giveCredits(store, james.id, 10);
  return { james, wei, entries: await entriesOf(store, james.id) };
}

const entriesOf = async (store: Store, manId: number) =>
  (await Array.fromAsync(store.kv.list<Entry>({ prefix: prefixes.entries(manId) }))).map(({ value }) => value);

/** Makes these entries like those of an old version of the site, without a chain. */
async function unchain(store: Store, manId: number, seqs: number[]) {
  for (const seq of seqs) {
    const { chain: _chain, vouch: _vouch, ...entry } = (await store.kv.get<Entry>(keys.entry(manId, seq))).value!;
    await store.kv.set(keys.entry(manId, seq), entry);
  }
}

testDamages("entries are chained, whichever way they are posted", spentWorld, [
  [
    "a changed note",
    (store, { james }) => tamper<Entry>(store, keys.entry(james.id, 2), { reference: { note: "put in" } }),
    /^entry 2 of man \d+ breaks the chain/,
  ],
  [
    "a gift that adds up",
    async (store, { james, entries: [first, ...rest] }) => {
      await store.kv.set(keys.entry(james.id, 1), { ...first!, deltaCredits: 300, balanceAfter: 300 });
      for (const entry of rest) {
        await store.kv.set(keys.entry(james.id, entry.seq), { ...entry, balanceAfter: entry.balanceAfter + 100 });
      }
    },
    /^entry 1 of man \d+ breaks the chain/,
  ],
  [
    "a gift that adds up in a chain that was made anew",
    async (store, { james, entries }) => {
      let last: Entry | null = null;
      for (const entry of entries) {
        const isFirst = last === null;
        const more: Entry = { ...entry, balanceAfter: entry.balanceAfter + 100 };
        if (isFirst) more.deltaCredits += 100;
        more.chain = chainAfter(james.id, last, more);
        await store.kv.set(keys.entry(james.id, entry.seq), last = more);
      }
    },
    /^entry 1 of man \d+ was not written by this site/,
  ],
  [
    "another man's entry",
    async (store, { james, wei }) => {
      const { value } = await store.kv.get<Entry>(keys.entry(james.id, 1));
      await store.kv.set(keys.entry(wei.id, 1), value);
    },
    /^entry 1 of man \d+ breaks the chain/,
  ],
  [
    "an entry without chain after one with",
    (store, { james }) => unchain(store, james.id, [3]),
    /^entry 3 of man \d+ has no chain, unlike the entry before it/,
  ],
  [
    "a ledger whose chain was taken away, where the site signs what it does",
    async (store, { james }) => {
      await addAuditRecord(store, { action: "one", actorId: null, subject: "thing:1", details: {} });
      await addAuditCheckpoint(store);
      store.clock.advance({ hours: 2 });
      await giveCredits(store, james.id, 5);
      await unchain(store, james.id, [1, 2, 3, 4, 5, 6]);
    },
    /^entry 6 of man \d+ has no chain, though it was written later/,
  ],
]);

Deno.test("entries from before there was a chain are its beginning, and cannot be changed any more", async () => {
  using store = await testStore();
  const { james } = await spentWorld(store);
  await unchain(store, james.id, [1, 2, 3, 4, 5]);
  // The memory still holds the chained entries.
  store.memory.forget(["entry", james.id]);
  await giveCredits(store, james.id, 10);
  await giveCredits(store, james.id, 10);
  expect((await entriesOf(store, james.id)).map(({ chain }) => chain !== undefined)).toEqual([
    ...Array(5).fill(false),
    true,
    true,
  ]);
  expect(await audit(store)).toEqual([]);
  await tamper<Entry>(store, keys.entry(james.id, 5), { reference: { note: "put in" } });
  expect(await audit(store)).toEqual([
    `entry 6 of man ${james.id} breaks the chain: it or what came before was changed`,
  ]);
});
