import { expect } from "expect";
import { testStore } from "../../testing/store.ts";
import { GroupCommits } from "./group_commit.ts";

/** A handle that notes each commit that reaches the store, and how many checks it has. */
function counted(kv: Deno.Kv): { kv: Deno.Kv; commits: { checks: number; ok: boolean }[] } {
  const commits: { checks: number; ok: boolean }[] = [];
  const atomic = () => {
    const op = kv.atomic();
    let checks = 0;
    const wrapped = {
      check(...more: Deno.AtomicCheck[]) {
        checks += more.length;
        op.check(...more);
        return wrapped;
      },
      set(key: Deno.KvKey, value: unknown) {
        op.set(key, value);
        return wrapped;
      },
      delete(key: Deno.KvKey) {
        op.delete(key);
        return wrapped;
      },
      async commit() {
        const answer = await op.commit();
        commits.push({ checks, ok: answer.ok });
        return answer;
      },
    };
    return wrapped;
  };
  return { kv: { atomic } as unknown as Deno.Kv, commits };
}

const letters = ["a", "b", "c", "d", "e", "f", "g"];

/** How the checks of seven commits, three each, are grouped. */
async function checksOfCommits(isOwnFile: boolean): Promise<{ checks: number; ok: boolean }[]> {
  using store = await testStore();
  const { kv, commits } = counted(store.kv);
  const groups = new GroupCommits(kv, isOwnFile);
  const answers = await Promise.all(letters.map((letter) => {
    const op = groups.atomic();
    for (const part of [1, 2, 3]) op.check({ key: ["test", letter, part], versionstamp: null });
    return op.set(["test", letter, 1], letter).commit();
  }));
  expect(answers.every(({ ok }) => ok)).toBe(true);
  for (const [at, letter] of letters.entries()) {
    const entry = await store.kv.get(["test", letter, 1]);
    expect(entry.value).toBe(letter);
    const answer = answers[at]!;
    expect(answer.ok && answer.versionstamp).toBe(entry.versionstamp);
  }
  // They are under way at the same time, so the order in which they were written means nothing.
  return commits.toSorted((one, other) => other.checks - one.checks);
}

Deno.test("what comes together is written together, on a remote store never with more than nine checks in one commit", async () => {
  expect(await checksOfCommits(false)).toEqual([9, 9, 3].map((checks) => ({ checks, ok: true })));
  expect(await checksOfCommits(true)).toEqual([{ checks: 21, ok: true }]);
});

Deno.test("one whose check fails takes nobody along, and writes nothing of its own", async () => {
  using store = await testStore();
  await store.kv.set(["test", "b"], "there before");
  const groups = store.groupCommits;
  const answers = await Promise.all(
    letters.slice(0, 3).map((letter) =>
      groups.atomic().check({ key: ["test", letter], versionstamp: null }).set(["test", letter], letter).commit()
    ),
  );
  expect(answers.map(({ ok }) => ok)).toEqual([true, false, true]);
  const values = await Promise.all(letters.slice(0, 3).map((letter) => store.kv.get(["test", letter])));
  expect(values.map(({ value }) => value)).toEqual(["a", "there before", "c"]);
});

Deno.test("a write that throws fails its own caller, and nobody else", async () => {
  using store = await testStore();
  const groups = store.groupCommits;
  const tooLarge = "x".repeat(70_000);
  const results = await Promise.allSettled([
    groups.atomic().set(["test", "a"], "a").commit(),
    groups.atomic().set(["test", "b"], tooLarge).commit(),
    groups.atomic().set(["test", "c"], "c").commit(),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect((await store.kv.get(["test", "c"])).value).toBe("c");
  // It goes on afterwards.
  expect((await groups.atomic().set(["test", "d"], "d").commit()).ok).toBe(true);
});

Deno.test("whoever comes while others are being written shares the next commit", async () => {
  using store = await testStore();
  const { kv, commits } = counted(store.kv);
  const groups = new GroupCommits(kv, true);
  const write = (letter: string) =>
    groups.atomic().check({ key: ["test", letter], versionstamp: null }).set(["test", letter], letter).commit();
  const first = write("a");
  await Promise.resolve();
  await Promise.resolve();
  const others = [write("b"), write("c"), write("d")];
  await Promise.all([first, ...others]);
  expect(commits.map(({ checks }) => checks)).toEqual([1, 3]);
});

Deno.test("of two that build on the same fact, one holds and the other finds out", async () => {
  using store = await testStore();
  const groups = store.groupCommits;
  await store.kv.set(["test", "count"], 0);
  const count = await store.kv.get<number>(["test", "count"]);
  const answers = await Promise.all(
    ["a", "b"].map((letter) => groups.atomic().check(count).set(count.key, 1).set(["test", letter], letter).commit()),
  );
  expect(answers.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  const written = await Promise.all(["a", "b"].map((letter) => store.kv.get(["test", letter])));
  expect(written.map(({ value }) => value !== null).toSorted()).toEqual([false, true]);
});
