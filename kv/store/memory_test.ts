import { expect } from "expect";
import { forgetting, Memory } from "./memory.ts";
import { aroundWrites } from "./handles/write_around.ts";

async function world(isTrusted = true) {
  const raw = await Deno.openKv(":memory:");
  const memory = new Memory(isTrusted);
  const kv = aroundWrites(raw, forgetting(memory));
  let reads = 0;
  const recallJames = () =>
    memory.recall(["user", 1], async () => {
      reads++;
      return (await kv.get<string>(["user", 1])).value;
    });
  return { raw, memory, kv, recallJames, reads: () => reads, [Symbol.dispose]: () => raw.close() };
}

Deno.test("a fact is read once, also when it is that there is nothing", async () => {
  using it = await world();
  expect([await it.recallJames(), await it.recallJames()]).toEqual([null, null]);
  expect(it.reads()).toBe(1);
});

Deno.test("set, delete and a commit each make it read again", async () => {
  using it = await world();
  await it.recallJames();
  await it.kv.set(["user", 1], "James");
  expect(await it.recallJames()).toBe("James");
  await it.kv.atomic().check({ key: ["x"], versionstamp: null }).set(["user", 1], "Jim").commit();
  expect(await it.recallJames()).toBe("Jim");
  await it.kv.delete(["user", 1]);
  expect(await it.recallJames()).toBe(null);
  await it.kv.atomic().set(["user", 1], "James").delete(["user", 1]).commit();
  expect(it.reads()).toBe(4);
});

Deno.test("a write below the subject counts, a write to somebody else does not", async () => {
  using it = await world();
  await it.recallJames();
  await it.kv.set(["user", 2], "Wei");
  await it.recallJames();
  expect(it.reads()).toBe(1);
  await it.kv.set(["user", 1, "detail"], 1);
  await it.recallJames();
  expect(it.reads()).toBe(2);
});

Deno.test("an answer that a write overtook is not kept", async () => {
  using it = await world();
  await it.kv.set(["user", 1], "before");
  const gate = Promise.withResolvers<void>();
  const slow = it.memory.recall(["user", 1], async () => {
    const { value } = await it.kv.get<string>(["user", 1]);
    await gate.promise;
    return value;
  });
  await it.kv.set(["user", 1], "after");
  gate.resolve();
  expect(await slow).toBe("before");
  expect(await it.recallJames()).toBe("after");
});

Deno.test("what is missing of many facts is read together, and what is remembered is not read again", async () => {
  for (const isTrusted of [true, false]) {
    using it = await world(isTrusted);
    for (const [id, name] of ["James", "Wei", "Olena"].entries()) await it.kv.set(["user", id + 1], name);
    const asked: number[][] = [];
    const recall = (ids: number[]) =>
      it.memory.recallMany("user", ids, async (missing) => {
        asked.push(missing);
        return (await it.kv.getMany<string[]>(missing.map((id) => ["user", id]))).map(({ value }) => value);
      });
    await it.memory.duringRequest(async () => {
      expect(await recall([3, 1])).toEqual(["Olena", "James"]);
      expect(await recall([1, 2, 3, 4])).toEqual(["James", "Wei", "Olena", null]);
      await it.kv.set(["user", 2], "Wei Lin");
      expect(await recall([4, 2, 1])).toEqual([null, "Wei Lin", "James"]);
      expect(await recall([])).toEqual([]);
    });
    expect(asked).toEqual([[3, 1], [2, 4], [2]]);
  }
});

Deno.test("the parts of a subject are read apart and forgotten together, also one whose answer a write overtook", async () => {
  for (const isTrusted of [true, false]) {
    using it = await world(isTrusted);
    await it.kv.set(["thread", 1, "Olena"], 1);
    const asked: string[] = [];
    let gate = Promise.resolve();
    let isRead = () => {};
    const recall = (part: string) =>
      it.memory.recallParts(["thread", 1], [part], async () => {
        asked.push(part);
        const { value } = await it.kv.get<number>(["thread", 1, part]);
        isRead();
        await gate;
        return [value];
      });
    await it.memory.duringRequest(async () => {
      expect([await recall("Olena"), await recall("Daria"), await recall("Olena")]).toEqual([[1], [null], [1]]);
      expect(asked).toEqual(["Olena", "Daria"]);
      await it.kv.set(["thread", 1, "Daria"], 2);
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      const reading = new Promise<void>((begin) => isRead = begin);
      const slow = recall("Olena");
      await reading;
      await it.kv.set(["thread", 1, "Olena"], 3);
      resolve();
      expect(await slow).toEqual([1]);
      expect([await recall("Olena"), await recall("Daria")]).toEqual([[3], [2]]);
    });
  }
});

Deno.test("a part that could not be read is read again", async () => {
  using it = await world();
  const recall = (read: () => Promise<string[]>) => it.memory.recallParts(["thread", 1], ["Olena"], read);
  await expect(recall(() => Promise.reject(new Error("away")))).rejects.toThrow("away");
  expect(await recall(() => Promise.resolve(["here"]))).toEqual(["here"]);
});

Deno.test("a shared store is never remembered", async () => {
  using it = await world(false);
  await it.recallJames();
  it.memory.note(["user", 1], "guess");
  await it.raw.set(["user", 1], "from another process");
  expect(await it.recallJames()).toBe("from another process");
  expect(it.memory.peek(["user", 1])).toBe(undefined);
});

Deno.test("on a shared store a request reads a fact once, also who asks while it is being read, and the next reads again", async () => {
  using it = await world(false);
  const request = () =>
    it.memory.duringRequest(async () => {
      await Promise.all([it.recallJames(), it.recallJames()]);
      await it.recallJames();
    });
  await request();
  expect(it.reads()).toBe(1);
  await Promise.all([request(), request()]);
  expect(it.reads()).toBe(3);
});

Deno.test("on a shared store a write makes a request read its subject again, and a refused commit all that it has read", async () => {
  using it = await world(false);
  await it.memory.duringRequest(async () => {
    expect(await it.recallJames()).toBe(null);
    // Another process writes, so what this one tries to write is refused.
    await it.raw.set(["user", 1], "James");
    expect(await it.recallJames()).toBe(null);
    await it.kv.atomic().check({ key: ["user", 1], versionstamp: null }).set(["user", 1], "Jim").commit();
    expect(await it.recallJames()).toBe("James");
    await it.kv.set(["user", 2], "Wei");
    await it.recallJames();
    expect(it.reads()).toBe(2);
    await it.kv.set(["user", 1], "Jim");
    expect(await it.recallJames()).toBe("Jim");
  });
});

Deno.test("on a shared store nothing is remembered for what a request leaves behind", async () => {
  using it = await world(false);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  let left = Promise.resolve();
  await it.memory.duringRequest(async () => {
    await it.recallJames();
    left = answered.then(async () => {
      await it.recallJames();
      await it.recallJames();
    });
  });
  answer();
  await left;
  expect(it.reads()).toBe(3);
});

Deno.test("what a request will want is read ahead on a shared store alone, and its failure is told to who wants it", async () => {
  for (const isTrusted of [true, false]) {
    using it = await world(isTrusted);
    it.memory.expect(it.recallJames);
    expect(it.reads()).toBe(0);
    await it.memory.duringRequest(async () => {
      it.memory.expect(it.recallJames);
      expect(it.reads()).toBe(isTrusted ? 0 : 1);
      await it.recallJames();
      const fail = () => it.memory.recall(["user", 2], () => Promise.reject(new Error("away")));
      it.memory.expect(fail);
      await expect(fail()).rejects.toThrow("away");
    });
    expect(it.reads()).toBe(1);
  }
});
