/** Near misses are the ladies whom a plain filter finds without one of the wishes, each lady once. */
import { expect } from "expect";
import * as fc from "fast-check";
import type { LadyRecord } from "../record.ts";
import { LadyIndex } from "./lady_index.ts";
import { nearMisses } from "./near_misses.ts";
import type { LadyQuery } from "./query.ts";
import { lady, moment } from "./testing/arbitraries.ts";
import { matches } from "./testing/naive.ts";

const filters = [["countryId"], ["hairColor"], ["heightFrom", "heightTo"], ["ageFrom", "ageTo"]] as const;
const wishes = fc.record({
  countryId: fc.constantFrom([804], [112], [642, 643]),
  hairColor: fc.constantFrom(["black"], ["brown", "golden"]) as fc.Arbitrary<LadyQuery["hairColor"]>,
  heightFrom: fc.constantFrom(161, 163),
  heightTo: fc.constantFrom(163, 164),
  ageFrom: fc.constantFrom(39, 41),
  ageTo: fc.constantFrom(41, 43),
});
const nobodyOnline: ReadonlySet<number> = new Set();

Deno.test("who answers to all wishes but one is counted under that wish, and told of once", () => {
  let near = 0;
  const some = fc.uniqueArray(lady, { minLength: 20, maxLength: 60, selector: ({ id }) => id, size: "max" });
  fc.assert(fc.property(some, wishes, moment, (all, query, nowMs) => {
    const shown = all.filter(({ isPublished }) => isPublished);
    const answers = (each: LadyRecord, to: LadyQuery) => matches(each, to, nowMs, nobodyOnline);
    fc.pre(!shown.some((each) => answers(each, query)));
    const index = new LadyIndex();
    for (const each of all) index.put(each);

    const found = nearMisses(index, query, filters, nowMs, 100);
    const expected = filters.map((names) => {
      const rest = Object.fromEntries(
        Object.entries(query).filter(([name]) => !(names as readonly string[]).includes(name)),
      );
      return shown.filter((each) => answers(each, rest)).map(({ id }) => id).sort();
    });
    expect(found.counts).toEqual(expected.map(({ length }) => length));
    expect(filters.map((_, place) => found.ladies.filter(({ filter }) => filter === place).map(({ id }) => id).sort()))
      .toEqual(expected);
    expect(new Set(found.ladies.map(({ id }) => id)).size).toBe(found.ladies.length);
    near += found.ladies.length;
  }));
  expect(near).toBeGreaterThan(50);
});

Deno.test("a few are taken from each wish in turn, so that a wide one hides no narrow one", () => {
  const index = new LadyIndex();
  const [template] = fc.sample(lady, { numRuns: 1, seed: 7 });
  const add = (id: number, facts: Partial<LadyRecord>) => index.put({ ...template!, isPublished: true, id, ...facts });
  for (let id = 1; id <= 30; id++) add(id, { hairColor: "black", countryId: 112 });
  add(31, { hairColor: "golden", countryId: 804 });
  const query: LadyQuery = { hairColor: ["black"], countryId: [804] };
  const { counts, ladies } = nearMisses(index, query, [["countryId"], ["hairColor"]], 0, 4);
  expect(counts).toEqual([30, 1]);
  expect(ladies.map(({ filter }) => filter)).toEqual([0, 1, 0, 0]);
  expect(ladies[1]!.id).toBe(31);
});
