import { stringify } from "devalue";
import { expect } from "expect";
import fc from "fast-check";
import { revive } from "./revive.ts";

const roundTrip = (value: unknown) => revive(JSON.parse(stringify(value)));

Deno.test("whatever devalue writes of plain data comes back as it was", () => {
  const anything = fc.anything({
    values: [
      fc.boolean(),
      fc.integer(),
      fc.double(),
      fc.string(),
      fc.constantFrom(null, undefined),
      fc.date({ noInvalidDate: true }),
    ],
    withBigInt: true,
    withMap: true,
    withSet: true,
    withNullPrototype: true,
    withSparseArray: true,
    maxDepth: 4,
  });
  // devalue refuses keys named __proto__.
  const isRefused = (value: unknown) => {
    try {
      return stringify(value) === undefined;
    } catch {
      return true;
    }
  };
  fc.assert(
    fc.property(anything, (value) => {
      fc.pre(!isRefused(value));
      expect(roundTrip(value)).toStrictEqual(value);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("cycles and repeated references are the same object again", () => {
  const dog: Record<string, unknown> = { name: "Bim", friends: new Map(), seen: new Set() };
  dog.self = dog;
  (dog.friends as Map<unknown, unknown>).set(dog, [dog]);
  (dog.seen as Set<unknown>).add(dog);
  const back = roundTrip(dog) as typeof dog;
  expect(back.self).toBe(back);
  expect((back.friends as Map<unknown, unknown[]>).get(back)![0]).toBe(back);
  expect((back.seen as Set<unknown>).has(back)).toBe(true);
});

Deno.test("a tag of our own goes through its reviver", () => {
  const text = stringify(["half", { a: 1 }], { Half: (value) => value === "half" && [21] });
  expect(revive(JSON.parse(text), { Half: ([value]: [number]) => value * 2 })).toEqual([42, { a: 1 }]);
});
