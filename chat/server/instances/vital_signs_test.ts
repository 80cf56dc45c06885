import { expect } from "expect";
import { sayGoodbye, showAlive } from "../../../kv/chats/instances.ts";
import { testStore, withAtomics } from "../../../kv/testing/store.ts";
import { logged } from "../../../services/testing/logged.ts";
import { VitalSigns } from "./vital_signs.ts";

const deadAfterMs = 15_000;

/** Judges over one store, with an elapsed time that the test sets. */
async function world() {
  const store = await testStore();
  let elapsedMs = 0;
  const judge = () => new VitalSigns(store, deadAfterMs, () => elapsedMs);
  return {
    store,
    judge,
    elapsedMs: () => elapsedMs,
    pass(ms: number) {
      elapsedMs += ms;
      store.clock.advance({ ms });
    },
    [Symbol.dispose]: () => store.close(),
  };
}

/** Lets the judges live for `ms`, each with a sign and a look every 3 s; returns whom each sees at the end. */
async function watch(w: Awaited<ReturnType<typeof world>>, judges: [string, VitalSigns][], ms: number) {
  let seen: string[][] = [];
  for (let passed = 0; passed < ms; passed += 3000) {
    w.pass(3000);
    for (const [id, judge] of judges) await judge.show(id);
    seen = await Promise.all(judges.map(async ([id, judge]) => [...await judge.look(id)].sort()));
  }
  return seen;
}

Deno.test("who shows no sign for long enough is dead for everybody and for good", async () => {
  using w = await world();
  const [here, there] = [w.judge(), w.judge()];
  await showAlive(w.store, "quiet");
  expect(await watch(w, [["here", here], ["there", there]], 15_000)).toEqual([["quiet", "there"], ["here", "quiet"]]);
  expect(await watch(w, [["here", here], ["there", there]], 6000)).toEqual([["there"], ["here"]]);
  expect(await showAlive(w.store, "quiet")).toBe(false);
  // A judge that comes later learns from the store that "quiet" is dead.
  expect([...await w.judge().look("later")].sort()).toEqual(["here", "there"]);
});

Deno.test("a judge that was asleep gives everybody their whole time again", async () => {
  using w = await world();
  const judge = w.judge();
  await showAlive(w.store, "quiet");
  await watch(w, [["here", judge]], 6000);
  w.pass(20_000);
  expect([...await judge.look("here")]).toEqual(["quiet"]);
  expect(await watch(w, [["here", judge]], 12_000)).toEqual([["quiet"]]);
  expect(await watch(w, [["here", judge]], 6000)).toEqual([[]]);
});

Deno.test("a judge whose own signs the store does not take judges nobody: others may not be able to show theirs either", async () => {
  using w = await world();
  const judge = w.judge();
  await showAlive(w.store, "quiet");
  await judge.show("here");
  await judge.look("here");
  for (let passed = 0; passed < 30_000; passed += 3000) {
    w.pass(3000);
    expect([...await judge.look("here")]).toEqual(["quiet"]);
  }
});

Deno.test("a sign at the moment of the judgement is a sign", async () => {
  using w = await world();
  await showAlive(w.store, "quiet");
  let judgements = 0;
  const store = withAtomics(w.store, (op) => {
    const commit = op.commit.bind(op);
    op.commit = async () => {
      judgements++;
      await showAlive(w.store, "quiet");
      return await commit();
    };
  });
  // With a `deadAfterMs` of 0 it judges at its first look.
  const judge = new VitalSigns(store, 0, () => 0);
  expect([[...await judge.look("here")], judgements]).toEqual([["quiet"], 1]);
  expect(await showAlive(w.store, "quiet")).toBe(true);
});

Deno.test("who says goodbye is gone at once, and was not taken for dead", async () => {
  using w = await world();
  const judge = w.judge();
  await showAlive(w.store, "leaving");
  expect([...await judge.look("here")]).toEqual(["leaving"]);
  await sayGoodbye(w.store, "leaving");
  expect([...await judge.look("here")]).toEqual([]);
  expect(await showAlive(w.store, "leaving")).toBe(true);
});

Deno.test("clocks that differ are told once, and once more when they agree again", async () => {
  using w = await world();
  await logged(["vesna", "chat"], async (lines) => {
    let aheadMs = 0;
    const store = { ...w.store, now: () => w.store.now() + aheadMs };
    const judges: [string, VitalSigns][] = [
      ["here", w.judge()],
      ["there", new VitalSigns(store, deadAfterMs, w.elapsedMs)],
    ];
    for (const [ms, told] of [[9000, 0], [61_000, 2], [61_000, 2], [-5000, 4], [-61_000, 6]] as const) {
      aheadMs = ms;
      await watch(w, judges, 9000);
      expect([ms, lines.length]).toEqual([ms, told]);
    }
    const words = lines.map(({ level, properties: { seconds, where } }) => [level, seconds, where].join(" ").trim());
    expect(words.sort()).toEqual([
      "error 58 behind",
      "error 58 behind",
      "error 61 ahead",
      "error 61 ahead",
      "warning",
      "warning",
    ]);
  });
});

Deno.test("a clock that stays wrong is told once, also where its sign misses a look", async () => {
  using w = await world();
  await logged(["vesna", "chat"], async (lines) => {
    const judge = w.judge();
    const wrong = { ...w.store, now: () => w.store.now() + 90_000 };
    for (let look = 0; look < 12; look++) {
      w.pass(3000);
      await judge.show("here");
      await showAlive(w.store, "good");
      if (look % 3 !== 2) await showAlive(wrong, "wrong");
      await judge.look("here");
    }
    expect(lines.map(({ level }) => level)).toEqual(["error"]);
    await sayGoodbye(w.store, "wrong");
    await judge.look("here");
    expect(lines.map(({ level }) => level)).toEqual(["error", "warning"]);
  });
});
