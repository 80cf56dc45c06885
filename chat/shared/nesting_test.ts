/** JSON from outside is at most so deep, however it is built. */
import { expect } from "expect";
import { isNestedDeeper } from "./nesting.ts";

Deno.test("lists and objects are counted by their levels, and the deepest never exhausts the stack", () => {
  for (const flat of [null, 1, "[[[", undefined]) expect(isNestedDeeper(flat, 0)).toBe(false);
  for (const one of [[], {}, [1, "a"], { a: null }]) {
    expect([isNestedDeeper(one, 0), isNestedDeeper(one, 1)]).toEqual([true, false]);
  }
  expect([isNestedDeeper({ a: [1, { b: [] }], c: 2 }, 3), isNestedDeeper({ a: [1, { b: [] }] }, 4)]).toEqual([
    true,
    false,
  ]);
  for (const open of ["[", '{"a":']) {
    const text = open.repeat(100_000) + "1" + (open === "[" ? "]" : "}").repeat(100_000);
    expect(isNestedDeeper(JSON.parse(text), 50)).toBe(true);
  }
});
