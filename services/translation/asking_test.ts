import { expect } from "expect";
import { patience } from "../../tests/patience.ts";
import { answering, eachOf, Failed } from "./asking.ts";

const settle = () => new Promise((resolve) => setTimeout(resolve));

Deno.test("so many are begun at a time, and after one that failed no further", async () => {
  const begun: number[] = [];
  const works = [0, 1, 2, 3, 4, 5].map(() => Promise.withResolvers<string>());
  const all = eachOf([0, 1, 2, 3, 4, 5], 2, (at) => {
    begun.push(at);
    return works[at]!.promise;
  });
  await settle();
  expect(begun).toEqual([0, 1]);
  works[1]!.resolve("one");
  await settle();
  expect(begun).toEqual([0, 1, 2]);
  works[0]!.reject(new Error("broken"));
  await expect(all).rejects.toThrow("broken");
  works[2]!.resolve("two");
  await settle();
  expect(begun).toEqual([0, 1, 2]);
});

Deno.test("with the answer, whatever it is, everything that still asks is stopped", async () => {
  const signals: AbortSignal[] = [];
  const ask = (work: () => Promise<string[]>) =>
    answering("deepl", patience(60), undefined, (signal) => {
      signals.push(signal);
      return work();
    });
  expect(await ask(() => Promise.resolve(["a"]))).toEqual({ ok: true, segments: ["a"], by: "deepl" });
  expect(await ask(() => Promise.reject(new Failed("used_up")))).toEqual({ ok: false, failure: "used_up" });
  expect(await ask(() => Promise.reject(new Error("the line")))).toEqual({ ok: false, failure: "unavailable" });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
});

Deno.test("who has gone is not worked for, and who goes does not wait for what heeds nothing", async () => {
  let worked = 0;
  const work = () => {
    worked++;
    return new Promise<string[]>(() => {});
  };
  const failed = { ok: false, failure: "unavailable" } as const;
  expect(await answering("deepl", patience(60), AbortSignal.abort(), work)).toEqual(failed);
  expect(worked).toBe(0);
  const asker = new AbortController();
  const answer = answering("deepl", patience(60), asker.signal, work);
  asker.abort();
  expect(await answer).toEqual(failed);
});
