/** How often each page and each call waits for a remote store: no round comes in unseen. */
import { expect } from "expect";
import type { RoundCount } from "../kv/testing/counting_store.ts";
import { goalOf } from "./rounds/goals.ts";
import { walk } from "./rounds/walk.ts";
import { within } from "./rounds/within.ts";

Deno.test("every page and call waits for a shared store as often as the table says, and no more", async () => {
  const { rounds, broken } = await walk();
  expect(broken).toEqual([]);
  // A commit that met another one is tried again, so a page may need fewer writes than the table says.
  const isAsKnown = ([route, { reads, writes }]: [string, RoundCount]) =>
    within[route] !== undefined && within[route][0] === reads && writes <= within[route][1];
  const wrong = [...rounds].filter((row) => !isAsKnown(row))
    .map(([route, { reads, writes }]) => `"${route}": [${reads}, ${writes}],`);
  expect({ wrong, gone: Object.keys(within).filter((route) => !rounds.has(route)) }).toEqual({ wrong: [], gone: [] });
});

Deno.test("every page and call reaches its goal", () => {
  const beyond = Object.entries(within).filter(([route, [reads]]) => reads > goalOf(route)).map(([route]) => route);
  expect(beyond).toEqual([]);
});
