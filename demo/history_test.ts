import { expect } from "expect";
import { createLady, testPasswordHash, testStore } from "../kv/testing/store.ts";
import { audit } from "../kv/records/audit.ts";
import { beginFiguresJob, type FigureName, figuresOfLastDays } from "../kv/records/figures.ts";
import { addHistory } from "./history.ts";

Deno.test("the demo's ninety days hold everything that a site has, day by day, and the audit finds nothing", async () => {
  using store = await testStore();
  const ladies = [];
  for (let made = 0; made < 6; made++) ladies.push(await createLady(store, {}));
  await addHistory(store, ladies.map(({ id }) => id), testPasswordHash, (atMs) => ({ ...store, now: () => atMs }));
  expect(await audit(store)).toEqual([]);
  await beginFiguresJob(store);
  const days = await figuresOfLastDays(store, 90);
  const sumOf = (name: FigureName) => days.reduce((total, day) => total + day[name], 0);
  expect(sumOf("men")).toBe(24);
  const names = [
    "lettersOfMen",
    "lettersOfLadies",
    "textChats",
    "chargedCredits",
    "revenueCents",
    "refundedCents",
  ] as const;
  for (const name of names) expect([name, sumOf(name) > 0]).toEqual([name, true]);
  expect(days.filter((day) => day.chargedCredits > 0).length).toBeGreaterThan(30);
});
