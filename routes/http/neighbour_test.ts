/** Where a list goes on once one of its rows is gone. */
import { expect } from "expect";
import { neighbourOf } from "./neighbour.ts";

Deno.test("a list goes on at the next row, after its last one at the row before, and nowhere once it is empty", () => {
  const people = ["Daria", "James", "Olena"];
  expect(people.map((each) => neighbourOf(people, each))).toEqual(["James", "Olena", "James"]);
  expect([neighbourOf(["Wei"], "Wei"), neighbourOf(people, "Wei")]).toEqual([undefined, undefined]);
});
