import { expect } from "expect";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { testStore } from "../../testing/store.ts";
import { ownData } from "./table.ts";
import { fullLives } from "./testing/full_lives.ts";

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

Deno.test("whatever lies in a store in which much has happened has a row", async () => {
  using store = await testStore();
  await fullLives(store);
  const found = new Set<string>();
  for await (const { key } of store.kv.list({ prefix: [] })) found.add(String(key[0]));
  expect(found.size).toBeGreaterThan(60);
  expect([...found].filter((prefix) => !(prefix in ownData))).toEqual([]);
});

Deno.test("what is of people is told or says why not, and goes or says why not", () => {
  for (const [prefix, { whose, exported, erased, people }] of Object.entries(ownData)) {
    const isOfPeople = whose === "person" || whose === "two people";
    if (typeof exported !== "string") expect([prefix, exported.not.length > 10]).toEqual([prefix, true]);
    if (typeof erased !== "string") expect([prefix, erased.keeps.length > 10]).toEqual([prefix, true]);
    // Then the audit sees what an eraser has missed; for the other prefixes erase_test.ts looks for the words.
    const isSeen = people !== undefined || foundByWords.includes(prefix);
    if (isOfPeople && typeof erased === "string") expect([prefix, isSeen]).toEqual([prefix, true]);
  }
});

/** Their records name people not by a number, but by an address, or by the thing that they lead to. */
const foundByWords = [
  "confirmation",
  "confirmation_of_email",
  "limit",
  "job",
  "job_in_lane",
  "approval_of",
  "agency_draft",
  "draft_of_agency",
  "translation_draft",
  "machine_draft",
];
