import { expect } from "expect";
import { WorkQueue } from "./work_queue.ts";

/** Work that ends when it is told to. */
function task(turns: WorkQueue, log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const result = turns.take(async () => {
    log.push(name);
    await promise;
    return name;
  });
  return { end: resolve, result };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

Deno.test("a few run at once, the others in the order they came, and beyond the line is a no", async () => {
  const turns = new WorkQueue(2, 1);
  const log: string[] = [];
  const [first, second, third, fourth] = ["first", "second", "third", "fourth"].map((name) => task(turns, log, name));
  await settle();
  expect(log).toEqual(["first", "second"]);
  expect(await fourth!.result).toBeNull();
  second!.end();
  expect(await second!.result).toBe("second");
  await settle();
  expect(log).toEqual(["first", "second", "third"]);
  first!.end();
  third!.end();
  expect([await first!.result, await third!.result]).toEqual(["first", "third"]);
});

Deno.test("work that throws gives its turn on", async () => {
  const turns = new WorkQueue(1, 5);
  const failing = turns.take(() => Promise.reject(new Error("broken")));
  const next = turns.take(() => Promise.resolve("next"));
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("next");
  expect(await turns.take(() => Promise.resolve("after"))).toBe("after");
});
