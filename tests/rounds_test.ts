/** How often each page and each call waits for a store that lies elsewhere: no round comes in unseen. */
import { expect } from "expect";
import type { RoundCount } from "../kv/testing/counting_store.ts";
import { beyond } from "./rounds/beyond.ts";
import { goalOf } from "./rounds/goals.ts";
import { walk } from "./rounds/walk.ts";
import { within } from "./rounds/within.ts";

Deno.test("every page and call waits for a shared store as often as the table says, and no more", async () => {
  const { rounds, broken } = await walk();
  expect(broken).toEqual([]);
  const table = { ...within, ...beyond };
  // A commit that met another one is tried again: fewer writes than the table's are no other page.
  const isAsKnown = ([route, { reads, writes }]: [string, RoundCount]) =>
    table[route] !== undefined && table[route][0] === reads && writes <= table[route][1];
  const wrong = [...rounds].filter((row) => !isAsKnown(row))
    .map(([route, { reads, writes }]) => `"${route}": [${reads}, ${writes}],`);
  expect({ wrong, gone: Object.keys(table).filter((route) => !rounds.has(route)) }).toEqual({ wrong: [], gone: [] });
});

Deno.test("what is said to reach its goal reaches it, and what is said not to does not", () => {
  const routesOf = (table: typeof within, isWrong: (reads: number, goal: number) => boolean) =>
    Object.entries(table).filter(([route, [reads]]) => isWrong(reads, goalOf(route))).map(([route]) => route);
  expect(routesOf(within, (reads, goal) => reads > goal)).toEqual([]);
  expect(routesOf(beyond, (reads, goal) => reads <= goal)).toEqual([]);
});
