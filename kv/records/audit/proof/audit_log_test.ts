import { expect } from "expect";
import { addAuditLine, type AuditLine, lineHash } from "../../../store/audit_log.ts";
import { keepSentinel } from "../../../store/health/health.ts";
import { keys } from "../../../store/keys.ts";
import { prefixes } from "../../../store/prefixes.ts";
import { vouchFor } from "../../../store/proof.ts";
import { createJames, giveCredits, type TestStore, testStore } from "../../../testing/store.ts";
import { audit } from "../../audit.ts";
import { type AuditSeal, sealAuditLog, sealHash, type SealHead } from "../../audit_seals.ts";
import { testDamages } from "../testing/damages.ts";
import { tamper } from "../testing/lived_in_world.ts";

const add = (store: TestStore, action: string, actorId: number | null = 3) =>
  addAuditLine(store, { action, actorId, subject: `user:${action}`, details: { reason: "said why", at: 1 } });

/** Three seals of one, two and one lines, and a line that waits. */
async function sealedLog(store: TestStore) {
  for (const actions of [["one"], ["two", "three"], ["four"]]) {
    for (const action of actions) {
      store.clock.advance({ seconds: 5 });
      await add(store, action, action === "one" ? null : 3);
    }
    expect(await sealAuditLog(store)).toBe(actions.length);
  }
  store.clock.advance({ seconds: 5 });
  await add(store, "five");
  const lines = await Array.fromAsync(store.kv.list<AuditLine>({ prefix: prefixes.auditLines() }));
  const seals = await Array.fromAsync(store.kv.list<AuditSeal>({ prefix: prefixes.auditSeals() }));
  return { lines, seals, head: (await store.kv.get<SealHead>(keys.auditSealHead())).value! };
}

type World = Awaited<ReturnType<typeof sealedLog>>;

/** Takes the mark of a waiting line away; answers it. */
async function hideWaiting(store: TestStore, [, at, lineId]: Deno.KvKey): Promise<[Deno.KvKey, unknown]> {
  const { key, value } = await store.kv.get(keys.auditWaiting(Number(at), String(lineId)));
  await store.kv.delete(key);
  return [key, value];
}

/** What somebody could do who knows the house and its hashes, but not its secret. */
async function sealAnew(store: TestStore, { seals }: World, from: number, change: (seal: AuditSeal) => void) {
  let previousHash = seals[from - 1]?.value.hash ?? null;
  for (const { key, value } of seals.slice(from)) {
    const seal = { ...value, lines: value.lines.map((line) => [...line]) as AuditSeal["lines"], previousHash };
    if (value.seq === seals[from]!.value.seq) change(seal);
    seal.hash = previousHash = sealHash(seal);
    await store.kv.set(key, seal);
  }
  await tamper<SealHead>(store, keys.auditSealHead(), { hash: previousHash! });
}

testDamages("the audit finds nothing in a log that was sealed as intended", sealedLog, [
  [
    "a changed line",
    (store, { lines }) => tamper<AuditLine>(store, lines[1]!.key, { details: { reason: "another reason", at: 1 } }),
    /^line \d+ \S+ of the audit log was changed after seal 2 was made$/,
  ],
  [
    "a line of somebody else",
    (store, { lines }) => tamper<AuditLine>(store, lines[1]!.key, { actorId: 4 }),
    /^line \d+ \S+ of the audit log was changed after seal 2 was made$/,
  ],
  ["a removed line", (store, { lines }) => store.kv.delete(lines[2]!.key), /^line .* is gone; seal 2 holds it$/],
  [
    "a line that was put in between",
    (store, { lines }) => store.kv.set(keys.auditLine(lines[1]!.value.at + 1, "put-in"), lines[1]!.value),
    /^line \d+ put-in of the audit log was put in/,
  ],
  [
    "a line that was put in with a mark as if it waited",
    async (store, { lines }) => {
      const { value } = lines[4]!;
      await store.kv.set(keys.auditLine(value.at, "put-in"), value);
      const vouch = vouchFor((text) => `guess of ${text}`, lineHash(value.at, "put-in", value));
      const real = (await store.kv.get<string>(keys.auditWaiting(value.at, String(lines[4]!.key[2])))).value!;
      // Even with the name of the right secret.
      await store.kv.set(keys.auditWaiting(value.at, "put-in"), `${real.slice(0, 8)}${vouch.slice(8)}`);
      await sealAuditLog(store);
    },
    /^line \d+ put-in of the audit log was not written by this site$/,
  ],
  [
    "a line at another time",
    async (store, { lines }) => {
      await store.kv.delete(lines[0]!.key);
      await store.kv.set(keys.auditLine(5, String(lines[0]!.key[2])), lines[0]!.value);
    },
    /^line 5 \S+ of the audit log was put in/,
  ],
  [
    "seals in another order",
    async (store, { seals: [, second, third] }) => {
      await store.kv.set(second!.key, third!.value);
      await store.kv.set(third!.key, second!.value);
    },
    /^seal 2 of the audit log does not continue the seal before it$/,
  ],
  [
    "a seal that was made to continue another",
    (store, { seals }) => tamper<AuditSeal>(store, seals[2]!.key, { previousHash: seals[0]!.value.hash }),
    /^seal 3 of the audit log was changed: its hash is another$/,
  ],
  ["a lost seal", (store, { seals }) => store.kv.delete(seals[1]!.key), /^seal 3 .* follows seal 1: seals are missing/],
  [
    "a removed line with its place in the seal",
    async (store, { lines, seals }) => {
      await store.kv.delete(lines[2]!.key);
      await tamper<AuditSeal>(store, seals[1]!.key, { lines: seals[1]!.value.lines.slice(0, 1) });
    },
    /^seal 2 of the audit log was changed: its hash is another$/,
  ],
  [
    "a removed line whose seals were all made anew",
    async (store, world) => {
      await store.kv.delete(world.lines[2]!.key);
      await sealAnew(store, world, 1, (seal) => seal.lines.pop());
    },
    /^seal 2 of the audit log was not made by this site: its keyed hash is wrong$/,
  ],
  [
    "a cut end",
    async (store, { lines, seals }) => {
      await store.kv.delete(lines[3]!.key);
      await store.kv.delete(seals[2]!.key);
    },
    /^the chain of seals ends at 2; its end is noted as 3$/,
  ],
  [
    "a cut end with a new end",
    async (store, { lines, seals, head }) => {
      await store.kv.delete(lines[3]!.key);
      await store.kv.delete(seals[2]!.key);
      await store.kv.set(keys.auditSealHead(), { ...head, seq: 2, hash: seals[1]!.value.hash, lineCount: 3 });
    },
    /^the end of the chain of seals was not made by this site/,
  ],
  ["a lost end", (store) => store.kv.delete(keys.auditSealHead()), /^the end of the chain of seals is gone$/],
  [
    "a line that was passed over",
    async (store, { lines }) => {
      const [key, vouch] = await hideWaiting(store, lines[4]!.key);
      store.clock.advance({ seconds: 61 });
      await add(store, "six");
      await sealAuditLog(store);
      await store.kv.set(key, vouch);
      await keepSentinel(store.kv, store.now());
    },
    /^a line of the audit log waits for its seal since /,
  ],
  [
    "a log that nobody seals any more",
    async (store) => {
      store.clock.advance({ minutes: 61 });
      await add(store, "six");
      await keepSentinel(store.kv, store.now());
    },
    /^a line of the audit log waits for its seal since /,
  ],
  [
    "a waiting line that is gone",
    (store, { lines }) => store.kv.delete(lines[4]!.key),
    /^line .* waits for its seal and is gone$/,
  ],
  [
    "a line that cannot be found by its actor",
    (store, { lines }) =>
      store.kv.delete(keys.auditLineBy("actor", "3", Number(lines[1]!.key[1]), String(lines[1]!.key[2]))),
    /^line .* cannot be found by its actor$/,
  ],
  [
    "a line that is found by another actor",
    async (store, { lines: [, line] }) => {
      const [, at, lineId] = line!.key;
      await store.kv.delete(keys.auditLineBy("actor", "3", Number(at), String(lineId)));
      await store.kv.set(keys.auditLineBy("actor", "4", Number(at), String(lineId)), 2);
    },
    /^line .* is found by the actor 4$/,
  ],
  [
    "a place that leads to nothing",
    (store) => store.kv.set(keys.auditLineBy("actor", "3", 5, "nothing"), 1),
    /^line 5 nothing .* is found by the actor 3$/,
  ],
]);

Deno.test("after a crash, what waited from before and what came since is no fault, however long nobody served", async () => {
  using store = await testStore();
  await sealedLog(store);
  store.clock.advance({ minutes: 5 });
  await add(store, "six");
  expect(await audit(store)).toEqual([]);
});

Deno.test("a line that waits for its seal is no fault where the clock was ahead and has been put right", async () => {
  using store = await testStore();
  await sealedLog(store);
  store.clock.advance({ hours: 2 });
  await add(store, "six");
  await sealAuditLog(store);
  store.clock.advance({ hours: -2 });
  await keepSentinel(store.kv, store.now());
  await add(store, "seven");
  expect(await audit(store)).toEqual([]);
});

Deno.test("a log that was put back to an earlier state, end and all, is found by a seal that was noted elsewhere", async () => {
  using store = await testStore();
  const { head, lines, seals } = await sealedLog(store);
  const known = { seq: head.seq, hash: head.hash };
  expect(await audit(store, { known })).toEqual([]);
  expect(await audit(store, { known: { ...known, hash: "another" } })).toEqual([
    "seal 3 of the audit log is not the one that was noted elsewhere",
  ]);
  // As an old copy of the file would be.
  await using old = await (async () => {
    const copy = await testStore();
    for (const { key, value } of [...lines.slice(0, 1), seals[0]!]) await copy.kv.set(key, value);
    for await (const { key, value } of store.kv.list<number>({ prefix: prefixes.allAuditLinesBy() })) {
      if (value === 1) await copy.kv.set(key, value);
    }
    return Object.assign(copy, { [Symbol.asyncDispose]: () => Promise.resolve(copy.close()) });
  })();
  expect(await audit(old, { known })).toContain("the audit log ends at seal 1, but seal 3 was noted elsewhere");
});

Deno.test("what another secret vouched for is a fault where the site's is told, unless it came before", async () => {
  using store = await testStore();
  const james = await createJames(store);
  await sealedLog(store);
  const other = { ...store, sign: (text: string) => `other ${text}`.slice(-40) };
  const underOther = /^(?:the end of the chain of seals|seal \d+ of the audit log) was made under another SECRET$/;
  expect(await audit(other)).toEqual([]);
  expect(await audit(other, { mustBeOurs: "all", signs: [other.sign, store.sign] })).toEqual([]);
  expect((await audit(other, { mustBeOurs: "all" })).filter((fault) => underOther.test(fault)).length).toBe(4);
  expect((await audit(other, { mustBeOurs: "end" })).filter((fault) => underOther.test(fault)).length).toBe(1);
  // The site starts with another secret.
  store.clock.advance({ hours: 2 });
  await sealAuditLog(other);
  await giveCredits(other, james.id, 5);
  expect(await audit(other, { mustBeOurs: "end" })).toEqual([]);
  // Whatever the former secret makes now comes from somebody else.
  store.clock.advance({ hours: 2 });
  await giveCredits(store, james.id, 5);
  await add(store, "six");
  await sealAuditLog(store);
  expect(await audit(other, { mustBeOurs: "end" })).toEqual([
    "the end of the chain of seals was made under another SECRET",
    "seal 5 of the audit log was made under another SECRET",
    `entry 3 of man ${james.id} was written under another SECRET`,
  ]);
});
