import { expect } from "expect";
import { LadyIndex } from "../../kv/ladies/index/lady_index.ts";
import { presenceKeptMs, PresencePace, watchPresence } from "./presence_pace.ts";

Deno.test("a change after a quiet time counts at once, what follows within a second counts together", () => {
  const ladies = new LadyIndex();
  const pace = new PresencePace();
  let now = 0;
  const version = () => pace.versionOf(ladies, now);
  const quiet = version();
  ladies.setOnline(1, true);
  const first = version();
  expect(first).not.toBe(quiet);
  for (const isOnline of [false, true, false]) {
    now += presenceKeptMs / 4;
    ladies.setOnline(1, isOnline);
    expect(version()).toBe(first);
  }
  now += presenceKeptMs / 4;
  expect(version()).not.toBe(first);
});

Deno.test("who comes or goes changes presence alone; who comes twice changes nothing", () => {
  const ladies = new LadyIndex();
  const [facts, presence] = [ladies.version, ladies.presenceVersion];
  ladies.setOnline(1, true);
  ladies.setOnline(1, true);
  expect([ladies.version - facts, ladies.presenceVersion - presence]).toEqual([0, 1]);
});

Deno.test("every way to ask who is online is noticed, and a search that does not ask is not", () => {
  const ladies = new LadyIndex();
  const asks = (ask: () => unknown): boolean => {
    const hasAsked = watchPresence(ladies);
    ask();
    return hasAsked();
  };
  expect(asks(() => ladies.isOnline(1))).toBe(true);
  expect(asks(() => ladies.search({ online: true }, 0))).toBe(true);
  expect(asks(() => ladies.search({ sort: "online" }, 0))).toBe(true);
  expect(asks(() => ladies.count({ online: true }, 0))).toBe(true);
  expect(asks(() => ladies.facetCounts({ online: true }, 0))).toBe(true);
  expect(asks(() => ladies.search({ sort: "new" }, 0))).toBe(false);
});
