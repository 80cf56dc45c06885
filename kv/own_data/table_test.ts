import { expect } from "expect";
import { keys, prefixes } from "../keys.ts";
import { ownData } from "./table.ts";

/** The first part of every key that the builders make, whatever they are given. */
function prefixesOfBuilders(): Set<string> {
  const builders = [...Object.values(keys), ...Object.values(prefixes)] as ((...parts: unknown[]) => Deno.KvKey)[];
  return new Set(builders.map((build) => String(build("a", "b", "c", "d", "e")[0])));
}

Deno.test("every prefix of the store has a row, and every row a prefix", () => {
  const known = prefixesOfBuilders();
  expect([...known].filter((prefix) => !(prefix in ownData))).toEqual([]);
  expect(Object.keys(ownData).filter((prefix) => !known.has(prefix))).toEqual([]);
});
