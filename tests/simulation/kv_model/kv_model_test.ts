/** Holds the model of the store against the real one, by the same random calls to both. */
import { expect } from "expect";
import fc from "fast-check";
import { encodedKey } from "./encoded_key.ts";
import { KvModel } from "./kv_model.ts";
import { atOnce, modelHandle } from "./model_handle.ts";

const part: fc.Arbitrary<Deno.KvKeyPart> = fc.oneof(
  fc.constantFrom("", "a", "a\0", "b", "ß", "\u{ff5e}", "\u{1f600}", "letter"),
  fc.constantFrom(0, 1, -1, 1.5, 10_001, -1e300, Infinity, 2 ** -1074),
  fc.constantFrom(0n, 1n, -1n, 255n, 256n, -256n, 1n << 70n),
  fc.boolean(),
  fc.constantFrom(new Uint8Array(), new Uint8Array([0]), new Uint8Array([0, 1]), new Uint8Array([255])),
);
const key = fc.array(part, { minLength: 1, maxLength: 3 });
/** Few keys, so that the calls meet. */
const keys = fc.array(key, { minLength: 4, maxLength: 12 });
const numberKey = fc.constantFrom(["number", 1], ["number", 2]);
const place = fc.nat(11);
const value = fc.oneof(
  fc.record({ text: fc.string(), list: fc.array(fc.integer()), none: fc.constantFrom(null, undefined) }),
  fc.constantFrom(null, 7, "text", new Uint8Array([1, 2]), new Date(7), new Map([["a", { b: 1 }]])),
);
const mutation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("set" as const), place, value }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("delete" as const), place }) },
  fc.record({
    type: fc.constantFrom("sum" as const, "min" as const, "max" as const),
    numberKey,
    operand: fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
  }),
);
/** Which versionstamp a check expects: the present one, none, or a former one. */
const check = fc.record({ place, expected: fc.constantFrom("now", "nothing", "once") });
const selector = fc.record({
  kind: fc.constantFrom("prefix", "prefix from", "prefix to", "range"),
  one: key,
  other: key,
});
const call = fc.oneof(
  { weight: 4, arbitrary: fc.record({ name: fc.constant("set" as const), place, value }) },
  fc.record({ name: fc.constant("delete" as const), place }),
  {
    weight: 4,
    arbitrary: fc.record({
      name: fc.constant("commit" as const),
      checks: fc.array(check, { maxLength: 3 }),
      mutations: fc.array(mutation, { maxLength: 4 }),
    }),
  },
  fc.record({ name: fc.constant("getMany" as const), places: fc.array(place, { maxLength: 10 }) }),
  {
    weight: 3,
    arbitrary: fc.record({
      name: fc.constant("list" as const),
      selector,
      limit: fc.constantFrom(undefined, 1, 2, 5),
      batchSize: fc.constantFrom(undefined, 1, 2, 500),
      reverse: fc.boolean(),
      pages: fc.integer({ min: 1, max: 3 }),
    }),
  },
);

type Call = typeof call extends fc.Arbitrary<infer Made> ? Made : never;

/** A store whose versionstamps are numbered in the order in which they came. */
class Numbered {
  #numbers = new Map<string, number>();
  #given = new Map<string, string[]>();

  constructor(readonly kv: Deno.Kv) {}

  /** What the call answers, with numbers in place of versionstamps. */
  async answerTo(call: Call, known: Deno.KvKey[]): Promise<unknown> {
    const at = (place: number) => known[place % known.length]!;
    try {
      if (call.name === "set") return this.#written(await this.kv.set(at(call.place), call.value), [at(call.place)]);
      if (call.name === "delete") return await this.kv.delete(at(call.place));
      if (call.name === "getMany") {
        return (await this.kv.getMany(call.places.map(at))).map((found) => this.#shown(found));
      }
      return await (call.name === "list" ? this.#list(call) : this.#commit(call, at));
    } catch (error) {
      // The messages differ, but not what is wrong.
      return (error as Error).constructor.name;
    }
  }

  async #commit({ checks, mutations }: Call & { name: "commit" }, at: (place: number) => Deno.KvKey) {
    const op = this.kv.atomic();
    for (const { place, expected } of checks) {
      const now = (await this.kv.get(at(place))).versionstamp;
      const once = this.#given.get(String(at(place)))?.[0] ?? null;
      op.check({ key: at(place), versionstamp: { now, nothing: null, once }[expected]! });
    }
    for (const mutation of mutations) {
      if (mutation.type === "set") op.set(at(mutation.place), mutation.value);
      else if (mutation.type === "delete") op.delete(at(mutation.place));
      else op[mutation.type](mutation.numberKey, mutation.operand);
    }
    const written = mutations.flatMap((mutation) => mutation.type === "set" ? [at(mutation.place)] : []);
    return this.#written(await op.commit(), written);
  }

  /** Reads pages, each from the cursor of the one before. */
  async #list({ selector: { kind, one, other }, pages, ...options }: Call & { name: "list" }) {
    const wanted: Deno.KvListSelector = {
      "prefix": { prefix: one },
      "prefix from": { prefix: one.slice(0, 1), start: one },
      "prefix to": { prefix: one.slice(0, 1), end: other },
      "range": { start: one, end: other },
    }[kind]!;
    const found: unknown[] = [];
    let cursor: string | undefined;
    // Here the real store's cursor for the first key is empty, and its pages would begin anew for ever.
    const isEndless = kind === "range" && encodedKey(other).startsWith(encodedKey(one));
    for (let page = 0; page < (isEndless ? 1 : pages); page++) {
      const list = this.kv.list(wanted, { ...options, ...(cursor && { cursor }) });
      let isEmpty = true;
      for await (const entry of list) {
        isEmpty = false;
        found.push(this.#shown(entry));
        cursor = list.cursor;
      }
      if (isEmpty) break;
    }
    return found;
  }

  #written(answer: Deno.KvCommitResult | Deno.KvCommitError, written: Deno.KvKey[]): unknown {
    if (!answer.ok) return answer;
    for (const key of written) {
      const given = this.#given.get(String(key)) ?? [];
      this.#given.set(String(key), [...given, answer.versionstamp]);
    }
    return { ok: true, versionstamp: this.#number(answer.versionstamp) };
  }

  #shown({ key, value, versionstamp }: Deno.KvEntryMaybe<unknown>): unknown {
    return { key, value, versionstamp: versionstamp === null ? null : this.#number(versionstamp) };
  }

  #number(versionstamp: string): number {
    if (!this.#numbers.has(versionstamp)) this.#numbers.set(versionstamp, this.#numbers.size);
    return this.#numbers.get(versionstamp)!;
  }
}

Deno.test("whatever is asked of the model is answered as the real store answers it", async () => {
  const seen = { entries: 0, conflicts: 0, errors: 0 };
  await fc.assert(
    fc.asyncProperty(keys, fc.array(call, { minLength: 10, maxLength: 60 }), async (known, calls) => {
      const real = new Numbered(await Deno.openKv(":memory:"));
      const model = new Numbered(modelHandle(new KvModel(() => 0), atOnce));
      try {
        for (const call of calls) {
          const answer = await real.answerTo(call, known);
          expect(await model.answerTo(call, known)).toEqual(answer);
          if (Array.isArray(answer)) seen.entries += answer.length;
          if ((answer as { ok?: boolean } | undefined)?.ok === false) seen.conflicts++;
          if (typeof answer === "string") seen.errors++;
        }
      } finally {
        real.kv.close();
      }
    }),
    { numRuns: 150 },
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(50);
});

// Without the real store: it deletes an expired record only within a minute, which is too long for a test.
Deno.test("a record goes when its time is over, and may be made anew", async () => {
  let now = 0;
  const model = new KvModel(() => now);
  const kv = modelHandle(model, atOnce);
  const key = ["code", "James"];
  await kv.set(key, "1234", { expireIn: 1 });
  model.expire();
  expect((await kv.get(key)).value).toBe("1234");
  now = 1;
  model.expire();
  expect(await kv.get(key)).toEqual({ key, value: null, versionstamp: null });
  expect((await kv.atomic().check({ key, versionstamp: null }).set(key, "5678").commit()).ok).toBe(true);
  now = 1000;
  model.expire();
  expect((await kv.get(key)).value).toBe("5678");
});

Deno.test("who watches is told what stands there, and of each change of it", async () => {
  using real = await Deno.openKv(":memory:");
  for (const kv of [real, modelHandle(new KvModel(() => 0), atOnce)]) {
    const reader = kv.watch([["bell", 1], ["bell", 2]]).getReader();
    const told = async () => (await reader.read()).value!.map(({ value }) => value);
    expect(await told()).toEqual([null, null]);
    await kv.set(["bell", 3], "another");
    await kv.set(["bell", 2], "Olena");
    expect(await told()).toEqual([null, "Olena"]);
    await kv.atomic().set(["bell", 1], "Daria").delete(["bell", 2]).commit();
    expect(await told()).toEqual(["Daria", null]);
    await reader.cancel();
  }
});
