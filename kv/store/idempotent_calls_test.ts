import { expect } from "expect";
import { createHash } from "node:crypto";
import { testStore } from "../testing/store.ts";
import { type CallAnswer, onceByKey } from "./idempotent_calls.ts";
import { keys } from "./keys.ts";
import { refuse } from "./refusals.ts";

const call = { userId: 1, call: "POST /api/mail", key: "key-1", body: '{"body":"Dear you"}' };

/** Answers each run with its number. */
function counting(status = 200) {
  const calls = { runs: 0, run: (): Promise<CallAnswer> => Promise.resolve({ status, body: String(++calls.runs) }) };
  return calls;
}

Deno.test("a repeated call is answered as the first one was, and not run again", async () => {
  using store = await testStore();
  const calls = counting();
  for (let n = 0; n < 3; n++) expect(await onceByKey(store, call, calls.run)).toEqual({ status: 200, body: "1" });
  expect(calls.runs).toBe(1);
});

Deno.test("the same call in ten tabs at once is run once", async () => {
  using store = await testStore();
  const calls = counting();
  await Promise.all(Array.from({ length: 10 }, () => onceByKey(store, call, calls.run)));
  expect(calls.runs).toBe(1);
});

Deno.test("the same key with another body is refused", async () => {
  using store = await testStore();
  const calls = counting();
  await onceByKey(store, call, calls.run);
  expect(await onceByKey(store, { ...call, body: "{}" }, calls.run)).toEqual(refuse("idempotency_key_reused"));
  expect(calls.runs).toBe(1);
});

Deno.test("what was sent is not to be guessed from the store, and a record from before an update is known again", async () => {
  using store = await testStore();
  const calls = counting();
  await onceByKey(store, call, calls.run);
  const key = keys.idempotentCall(call.userId, call.call, call.key);
  const kept = (await store.kv.get<{ bodyHash: string }>(key)).value!;
  const plain = createHash("sha256").update(call.body).digest("base64url");
  expect(kept.bodyHash).not.toBe(plain);
  await store.kv.set(key, { ...kept, isEncrypted: undefined, answer: { status: 200, body: "1" }, bodyHash: plain });
  expect(await onceByKey(store, call, calls.run)).toEqual({ status: 200, body: "1" });
  expect(await onceByKey(store, { ...call, body: "{}" }, calls.run)).toEqual(refuse("idempotency_key_reused"));
});

Deno.test("an answer that is too long to be kept is answered all the same, in whatever script", async () => {
  using store = await testStore();
  for (const body of ["a".repeat(49_000), "信".repeat(40_000)]) {
    const run = () => Promise.resolve({ status: 200, body });
    expect(await onceByKey(store, { ...call, key: body.slice(0, 1) }, run)).toEqual({ status: 200, body });
  }
});

Deno.test("keys are each person's and each call's own", async () => {
  using store = await testStore();
  const calls = counting();
  for (const other of [{}, { userId: 2 }, { call: "POST /api/payments" }, { key: "key-2" }]) {
    await onceByKey(store, { ...call, ...other }, calls.run);
  }
  expect(calls.runs).toBe(4);
});

Deno.test("failures are not remembered", async () => {
  using store = await testStore();
  const failing = counting(402);
  await onceByKey(store, call, failing.run);
  await onceByKey(store, call, failing.run);
  expect(failing.runs).toBe(2);
  await expect(onceByKey(store, call, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await onceByKey(store, call, counting().run)).toEqual({ status: 200, body: "1" });
});

Deno.test("a repeat while the first is under way waits for nothing more, and has what comes of it", async () => {
  using store = await testStore();
  const first = Promise.withResolvers<CallAnswer>();
  let runs = 0;
  const run = () => (runs++, first.promise);
  const answers = [1, 2, 3].map(() => onceByKey(store, call, run));
  const other = onceByKey(store, { ...call, body: "{}" }, counting().run);
  const failure = { status: 503, body: "{}", retryAfter: "60" };
  first.resolve(failure);
  expect(await Promise.all(answers)).toEqual([failure, failure, failure]);
  // The failure was not remembered: the call with another body, which came behind, counts as the first.
  expect(await other).toEqual({ status: 200, body: "1" });
  expect(runs).toBe(1);
  expect(await onceByKey(store, call, run)).toEqual(refuse("idempotency_key_reused"));
});

Deno.test("who repeats a call that breaks hears that it broke, and the next try is a new one", async () => {
  using store = await testStore();
  const first = Promise.withResolvers<CallAnswer>();
  // For Deno the rejection is handled, although nobody has listened yet.
  first.promise.catch(() => {});
  const both = [1, 2].map(() => onceByKey(store, call, () => first.promise));
  first.reject(new Error("broken"));
  for (const each of await Promise.allSettled(both)) expect(each).toMatchObject({ reason: new Error("broken") });
  expect(await onceByKey(store, call, counting().run)).toEqual({ status: 200, body: "1" });
});

Deno.test("after a day a key is as good as new", async () => {
  using store = await testStore();
  const calls = counting();
  await onceByKey(store, call, calls.run);
  store.clock.advance({ days: 1, ms: -1 });
  await onceByKey(store, call, calls.run);
  expect(calls.runs).toBe(1);
  store.clock.advance({ ms: 1 });
  await onceByKey(store, call, calls.run);
  expect(calls.runs).toBe(2);
});
