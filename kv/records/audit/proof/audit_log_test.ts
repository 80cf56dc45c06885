import { expect } from "expect";
import { addAuditRecord, type AuditRecord, recordHash } from "../../../store/audit_log.ts";
import { deleteUnder } from "../../../store/deleting.ts";
import { keepSentinel, onlyInstance } from "../../../store/health/sentinel.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import { vouchFor } from "../../../store/proof.ts";
import { createJames, giveCredits, type TestStore, testStore } from "../../../testing/store.ts";
import { audit } from "../../audit.ts";
import {
  addAuditCheckpoint,
  type AuditCheckpoint,
  checkpointHash,
  type CheckpointHead,
} from "../../audit_checkpoints.ts";
import { testDamages } from "../testing/damages.ts";
import { tamper } from "../testing/lived_in_world.ts";

const add = (store: TestStore, action: string, actorId: number | null = 3) =>
  addAuditRecord(store, { action, actorId, subject: `user:${action}`, details: { reason: "said why", at: 1 } });

/** Three checkpoints, of one, two and one records, and a record that waits. */
async function coveredLog(store: TestStore) {
  for (const actions of [["one"], ["two", "three"], ["four"]]) {
    for (const action of actions) {
      store.clock.advance({ seconds: 5 });
      await add(store, action, action === "one" ? null : 3);
    }
    expect(await addAuditCheckpoint(store)).toBe(actions.length);
  }
  store.clock.advance({ seconds: 5 });
  await add(store, "five");
  const lines = await Array.fromAsync(store.kv.list<AuditRecord>({ prefix: prefixes.auditRecords() }));
  const checkpoints = await Array.fromAsync(store.kv.list<AuditCheckpoint>({ prefix: prefixes.auditCheckpoints() }));
  return { lines, checkpoints, head: (await store.kv.get<CheckpointHead>(keys.auditCheckpointHead())).value! };
}

type World = Awaited<ReturnType<typeof coveredLog>>;

/** Deletes the mark of a waiting record, and returns the mark. */
async function hideWaiting(store: TestStore, [, at, recordId]: Deno.KvKey): Promise<[Deno.KvKey, unknown]> {
  const { key, value } = await store.kv.get(keys.auditWaiting(Number(at), String(recordId)));
  await store.kv.delete(key);
  return [key, value];
}

/** Makes the checkpoints anew from `from` on, as somebody could who knows the site and its hashes, but not its secret. */
async function renewCheckpoints(
  store: TestStore,
  { checkpoints }: World,
  from: number,
  change: (checkpoint: AuditCheckpoint) => void,
) {
  let previousHash = checkpoints[from - 1]?.value.hash ?? null;
  for (const { key, value } of checkpoints.slice(from)) {
    const checkpoint = {
      ...value,
      lines: value.lines.map((record) => [...record]) as AuditCheckpoint["lines"],
      previousHash,
    };
    if (value.seq === checkpoints[from]!.value.seq) change(checkpoint);
    checkpoint.hash = previousHash = checkpointHash(checkpoint);
    await store.kv.set(key, checkpoint);
  }
  await tamper<CheckpointHead>(store, keys.auditCheckpointHead(), { hash: previousHash! });
}

testDamages("the audit finds nothing in a log that was covered as intended", coveredLog, [
  [
    "a changed line",
    (store, { lines }) => tamper<AuditRecord>(store, lines[1]!.key, { details: { reason: "another reason", at: 1 } }),
    /^record \d+ \S+ of the audit log was changed after checkpoint 2 was made$/,
  ],
  [
    "a line of somebody else",
    (store, { lines }) => tamper<AuditRecord>(store, lines[1]!.key, { actorId: 4 }),
    /^record \d+ \S+ of the audit log was changed after checkpoint 2 was made$/,
  ],
  [
    "a removed record",
    (store, { lines }) => store.kv.delete(lines[2]!.key),
    /^record .* is gone; checkpoint 2 holds it$/,
  ],
  [
    "a line that was put in between",
    (store, { lines }) => store.kv.set(keys.auditRecord(lines[1]!.value.at + 1, "put-in"), lines[1]!.value),
    /^record \d+ put-in of the audit log was put in/,
  ],
  [
    "a line that was put in with a mark as if it waited",
    async (store, { lines }) => {
      const { value } = lines[4]!;
      await store.kv.set(keys.auditRecord(value.at, "put-in"), value);
      const vouch = vouchFor((text) => `guess of ${text}`, recordHash(value.at, "put-in", value));
      const real = (await store.kv.get<string>(keys.auditWaiting(value.at, String(lines[4]!.key[2])))).value!;
      // The guess even begins with the name of the right secret.
      await store.kv.set(keys.auditWaiting(value.at, "put-in"), `${real.slice(0, 8)}${vouch.slice(8)}`);
      await addAuditCheckpoint(store);
    },
    /^record \d+ put-in of the audit log was not written by this site$/,
  ],
  [
    "a line at another time",
    async (store, { lines }) => {
      await store.kv.delete(lines[0]!.key);
      await store.kv.set(keys.auditRecord(5, String(lines[0]!.key[2])), lines[0]!.value);
    },
    /^record 5 \S+ of the audit log was put in/,
  ],
  [
    "checkpoints in another order",
    async (store, { checkpoints: [, second, third] }) => {
      await store.kv.set(second!.key, third!.value);
      await store.kv.set(third!.key, second!.value);
    },
    /^checkpoint 2 of the audit log does not continue the checkpoint before it$/,
  ],
  [
    "a checkpoint that was made to continue another",
    (store, { checkpoints }) =>
      tamper<AuditCheckpoint>(store, checkpoints[2]!.key, { previousHash: checkpoints[0]!.value.hash }),
    /^checkpoint 3 of the audit log was changed: its hash is another$/,
  ],
  [
    "a lost checkpoint",
    (store, { checkpoints }) => store.kv.delete(checkpoints[1]!.key),
    /^checkpoint 3 .* follows checkpoint 1: checkpoints are missing/,
  ],
  [
    "a removed record with its place in the checkpoint",
    async (store, { lines, checkpoints }) => {
      await store.kv.delete(lines[2]!.key);
      await tamper<AuditCheckpoint>(store, checkpoints[1]!.key, { lines: checkpoints[1]!.value.lines.slice(0, 1) });
    },
    /^checkpoint 2 of the audit log was changed: its hash is another$/,
  ],
  [
    "a removed record whose checkpoints were all made anew",
    async (store, world) => {
      await store.kv.delete(world.lines[2]!.key);
      await renewCheckpoints(store, world, 1, (checkpoint) => checkpoint.lines.pop());
    },
    /^checkpoint 2 of the audit log was not made by this site: its keyed hash is wrong$/,
  ],
  [
    "a cut end",
    async (store, { lines, checkpoints }) => {
      await store.kv.delete(lines[3]!.key);
      await store.kv.delete(checkpoints[2]!.key);
    },
    /^the chain of checkpoints ends at 2; its end is noted as 3$/,
  ],
  [
    "a cut end with a new end",
    async (store, { lines, checkpoints, head }) => {
      await store.kv.delete(lines[3]!.key);
      await store.kv.delete(checkpoints[2]!.key);
      await store.kv.set(keys.auditCheckpointHead(), {
        ...head,
        seq: 2,
        hash: checkpoints[1]!.value.hash,
        recordCount: 3,
      });
    },
    /^the end of the chain of checkpoints was not made by this site/,
  ],
  [
    "a lost end",
    (store) => store.kv.delete(keys.auditCheckpointHead()),
    /^the end of the chain of checkpoints is gone$/,
  ],
  [
    "a log that has no chain any more, though the ledgers have theirs",
    async (store) => {
      await createJames(store, 5);
      await deleteUnder(store, prefixes.auditCheckpoints());
      await deleteUnder(store, prefixes.allAuditRecordsBy());
      await store.kv.delete(keys.auditCheckpointHead());
    },
    /^the chain of checkpoints is gone: 4 records of the audit log are in none, and entries are chained$/,
  ],
  [
    "a line that was passed over",
    async (store, { lines }) => {
      const [key, vouch] = await hideWaiting(store, lines[4]!.key);
      store.clock.advance({ seconds: 61 });
      await add(store, "six");
      await addAuditCheckpoint(store);
      await store.kv.set(key, vouch);
      await keepSentinel(store.kv, onlyInstance, store.now());
    },
    /^a record of the audit log waits for its checkpoint since /,
  ],
  [
    "a log for which nobody writes checkpoints any more",
    async (store) => {
      store.clock.advance({ minutes: 61 });
      await add(store, "six");
      await keepSentinel(store.kv, onlyInstance, store.now());
    },
    /^a record of the audit log waits for its checkpoint since /,
  ],
  [
    "a waiting line that is gone",
    (store, { lines }) => store.kv.delete(lines[4]!.key),
    /^record .* waits for its checkpoint and is gone$/,
  ],
  [
    "a line that cannot be found by its actor",
    (store, { lines }) =>
      store.kv.delete(keys.auditRecordBy("actor", "3", Number(lines[1]!.key[1]), String(lines[1]!.key[2]))),
    /^record .* cannot be found by its actor$/,
  ],
  [
    "a line that is found by another actor",
    async (store, { lines: [, record] }) => {
      const [, at, recordId] = record!.key;
      await store.kv.delete(keys.auditRecordBy("actor", "3", Number(at), String(recordId)));
      await store.kv.set(keys.auditRecordBy("actor", "4", Number(at), String(recordId)), 2);
    },
    /^record .* is found by the actor 4$/,
  ],
  [
    "a place that leads to nothing",
    (store) => store.kv.set(keys.auditRecordBy("actor", "3", 5, "nothing"), 1),
    /^record 5 nothing .* is found by the actor 3$/,
  ],
]);

Deno.test("after a crash, what waited from before and what came since is no fault, however long nobody served", async () => {
  using store = await testStore();
  await coveredLog(store);
  store.clock.advance({ minutes: 5 });
  await add(store, "six");
  expect(await audit(store)).toEqual([]);
});

Deno.test("a record that waits for its checkpoint is no fault where the clock was ahead and has been put right", async () => {
  using store = await testStore();
  await coveredLog(store);
  store.clock.advance({ hours: 2 });
  await add(store, "six");
  await addAuditCheckpoint(store);
  store.clock.advance({ hours: -2 });
  await keepSentinel(store.kv, onlyInstance, store.now());
  await add(store, "seven");
  expect(await audit(store)).toEqual([]);
});

Deno.test("a log that was put back to an earlier state, end and all, is found by a checkpoint that was noted elsewhere", async () => {
  using store = await testStore();
  const { head, lines, checkpoints } = await coveredLog(store);
  const known = { seq: head.seq, hash: head.hash };
  expect(await audit(store, { known })).toEqual([]);
  expect(await audit(store, { known: { ...known, hash: "another" } })).toEqual([
    "checkpoint 3 of the audit log is not the one that was noted elsewhere",
  ]);
  // As if an old copy of the file were put back.
  await using old = await (async () => {
    const copy = await testStore();
    for (const { key, value } of [...lines.slice(0, 1), checkpoints[0]!]) await copy.kv.set(key, value);
    for await (const { key, value } of store.kv.list<number>({ prefix: prefixes.allAuditRecordsBy() })) {
      if (value === 1) await copy.kv.set(key, value);
    }
    return Object.assign(copy, { [Symbol.asyncDispose]: () => Promise.resolve(copy.close()) });
  })();
  expect(await audit(old, { known })).toContain(
    "the audit log ends at checkpoint 1, but checkpoint 3 was noted elsewhere",
  );
});

Deno.test("what another secret vouched for is a fault where the site's is told, unless it came before", async () => {
  using store = await testStore();
  const james = await createJames(store);
  await coveredLog(store);
  const other = { ...store, sign: (text: string) => `other ${text}`.slice(-40) };
  const underOther =
    /^(?:the end of the chain of checkpoints|checkpoint \d+ of the audit log) was made under another SECRET$/;
  expect(await audit(other)).toEqual([]);
  expect(await audit(other, { mustBeOurs: "all", signs: [other.sign, store.sign] })).toEqual([]);
  expect((await audit(other, { mustBeOurs: "all" })).filter((fault) => underOther.test(fault)).length).toBe(4);
  expect((await audit(other, { mustBeOurs: "end" })).filter((fault) => underOther.test(fault)).length).toBe(1);
  // From now on the site runs with another secret.
  store.clock.advance({ hours: 2 });
  await addAuditCheckpoint(other);
  await giveCredits(other, james.id, 5);
  expect(await audit(other, { mustBeOurs: "end" })).toEqual([]);
  // What the former secret vouches for from now on comes from somebody else.
  store.clock.advance({ hours: 2 });
  await giveCredits(store, james.id, 5);
  await add(store, "six");
  await addAuditCheckpoint(store);
  expect(await audit(other, { mustBeOurs: "end" })).toEqual([
    "the end of the chain of checkpoints was made under another SECRET",
    "checkpoint 5 of the audit log was made under another SECRET",
    `entry 3 of man ${james.id} was written under another SECRET`,
  ]);
});
