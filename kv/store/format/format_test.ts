import { expect } from "expect";
import { openStore } from "../../open.ts";
import { keys } from "../keys.ts";
import { assertFileNotNewer } from "../open.ts";
import { bringToCurrentFormat, currentFormat, formatOf } from "./format.ts";
import { formatSteps, type Step } from "./steps.ts";

/** Steps of a later build: what stood under "old_name" stands under "new_name", and then in capitals. */
const later: Step[] = [
  {
    to: currentFormat + 1,
    what: "names lie elsewhere",
    async carryOut(kv) {
      for await (const entry of kv.list<string>({ prefix: ["old_name"] })) {
        await kv.atomic().check(entry).delete(entry.key).set(["new_name", entry.key[1]!], entry.value).commit();
      }
    },
  },
  {
    to: currentFormat + 2,
    what: "names are capitals",
    async carryOut(kv) {
      for await (const entry of kv.list<string>({ prefix: ["new_name"] })) {
        await kv.atomic().check(entry).set(entry.key, entry.value.toUpperCase()).commit();
      }
    },
  },
];
const newest = formatOf(later);

async function inFile(work: (location: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "format-" });
  try {
    await work(`${folder}/kv.sqlite3`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const open = (location: string, more = {}) => openStore({ location, secret: "s", ...more });

/** Opens a bare handle, which checks no format, for `work`. */
async function onKv(location: string, work: (kv: Deno.Kv) => Promise<void>): Promise<void> {
  const kv = await Deno.openKv(location);
  try {
    await work(kv);
  } finally {
    kv.close();
  }
}

const contentOf = async (kv: Deno.Kv) =>
  (await Array.fromAsync(kv.list({ prefix: [] }))).map(({ key, value }) => [key, value]);
const stampOf = async (kv: Deno.Kv) => (await kv.get(keys.format())).value;

Deno.test("the steps are numbered without gap, so that none can be left out", () => {
  expect(formatSteps.map(({ to }) => to)).toEqual(formatSteps.map((_, place) => place + 2));
});

Deno.test("a fresh store is stamped with today's format, and no step is carried out on it", () =>
  inFile(async (location) => {
    const steps: Step[] = [];
    const store = await open(location, { onStep: (step: Step) => steps.push(step) });
    expect(await stampOf(store.kv)).toBe(currentFormat);
    expect(steps).toEqual([]);
    store.close();
  }));

Deno.test("a store from before there were stamps gets one when it is opened, and keeps what it has", () =>
  inFile(async (location) => {
    await onKv(location, async (kv) => void await kv.set(["user", 1], "James"));
    const store = await open(location);
    expect(await stampOf(store.kv)).toBe(currentFormat);
    expect((await store.kv.get(["user", 1])).value).toBe("James");
    store.close();
  }));

Deno.test("an older store is brought forward step by step, each told once", () =>
  inFile((location) =>
    onKv(location, async (kv) => {
      await kv.set(["old_name", 1], "James");
      const told: string[] = [];
      const wish = { steps: later, onStep: ({ what }: Step) => void told.push(what) };
      await bringToCurrentFormat(kv, wish);
      expect((await kv.get(["new_name", 1])).value).toBe("JAMES");
      expect(await stampOf(kv)).toBe(newest);
      await bringToCurrentFormat(kv, wish);
      expect(told).toEqual(["names lie elsewhere", "names are capitals"]);
    })
  ));

Deno.test("a step that was cut off begins again; one that was stamped does not", () =>
  inFile((location) =>
    onKv(location, async (kv) => {
      await kv.set(["old_name", 1], "James");
      let firstRuns = 0;
      const [first, second] = later as [Step, Step];
      const counted = { ...first, carryOut: (kv: Deno.Kv) => (firstRuns++, first.carryOut(kv)) };
      const failing = { ...second, carryOut: () => Promise.reject(new Error("the power went")) };
      await expect(bringToCurrentFormat(kv, { steps: [counted, failing] })).rejects.toThrow("the power went");
      expect(await stampOf(kv)).toBe(first.to);
      await bringToCurrentFormat(kv, { steps: [counted, second] });
      expect(firstRuns).toBe(1);
      expect((await kv.get(["new_name", 1])).value).toBe("JAMES");
      expect(await stampOf(kv)).toBe(newest);
    })
  ));

Deno.test("two that start at once on an older store both end on the newest format", () =>
  inFile((location) =>
    onKv(location, async (kv) => {
      for (let id = 0; id < 50; id++) await kv.set(["old_name", id], "James");
      await Promise.all([1, 2].map(() => bringToCurrentFormat(kv, { steps: later })));
      const names = (await contentOf(kv)).filter(([key]) => (key as string[])[0] !== "format");
      expect(names).toEqual(Array.from({ length: 50 }, (_, id) => [["new_name", id], "JAMES"]));
      expect(await stampOf(kv)).toBe(newest);
    })
  ));

Deno.test("a build refuses the store of a later one in a sentence, and changes nothing of it", () =>
  inFile(async (location) => {
    await onKv(location, (kv) => bringToCurrentFormat(kv, { steps: later }));
    const sentence = `the store has format ${newest} and this build knows ${currentFormat} at most`;
    await expect(open(location)).rejects.toThrow(sentence);
    await expect(assertFileNotNewer(location)).rejects.toThrow(sentence);
    await onKv(location, async (kv) => expect(await contentOf(kv)).toEqual([[["format"], newest]]));
  }));

Deno.test("who only visits a shared store leaves an older one as it is", () =>
  inFile((location) =>
    onKv(location, async (kv) => {
      await kv.set(["old_name", 1], "James");
      await expect(bringToCurrentFormat(kv, { steps: later, mayBringForward: false }))
        .rejects.toThrow("the site itself brings it forward");
      expect(await contentOf(kv)).toEqual([[["old_name", 1], "James"]]);
    })
  ));
