import { stringify } from "devalue";
import { expect } from "expect";
import fc from "fast-check";
import { revive } from "./revive.ts";
import { serialize } from "./serialize.ts";

const roundTrip = (value: unknown) => revive(JSON.parse(stringify(value)));

/** What the browser gets for a prop of an island. */
function received(prop: unknown): unknown {
  const html = serialize({ locale: "en", prefix: "", path: "/", islands: [["counter", { prop }]], strings: {} });
  const data = revive(JSON.parse(html.slice(html.indexOf(">") + 1, html.lastIndexOf("<")))) as {
    islands: [string, { prop: unknown }][];
  };
  return data.islands[0]![1].prop;
}

Deno.test("whatever is plain data comes to the browser as it was", () => {
  const anything = fc.anything({
    values: [
      fc.boolean(),
      fc.integer(),
      fc.double(),
      fc.string(),
      fc.constantFrom(null, undefined),
      fc.date({ noInvalidDate: true }),
    ],
    withNullPrototype: true,
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
      expect(received(value)).toStrictEqual(value);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("what no island needs is refused, not lost on the way", () => {
  const holed = ["Bim"];
  holed[2] = "Rex";
  for (const prop of [1n, new Map(), new Set(["Bim"]), holed, new URL("http://vesna.test")]) {
    expect(() => received({ dogs: prop })).toThrow("cannot take a");
  }
});

Deno.test("cycles and repeated references are the same object again", () => {
  const dog: Record<string, unknown> = { name: "Bim" };
  dog.self = dog;
  dog.friends = [dog, [dog]];
  const back = roundTrip(dog) as typeof dog;
  expect(back.self).toBe(back);
  expect(back.friends).toEqual([back, [back]]);
  expect((back.friends as unknown[])[0]).toBe(back);
});

Deno.test("a tag of our own goes through its reviver", () => {
  const text = stringify(["half", { a: 1 }], { Half: (value) => value === "half" && [21] });
  expect(revive(JSON.parse(text), { Half: ([value]: [number]) => value * 2 })).toEqual([42, { a: 1 }]);
});
