/** The way to the store loses answers of writes that were carried out, and breaks: all the same, everything is done once. */
import { expect } from "expect";
import { balanceOf } from "../../../kv/credits/ledger/ledger.ts";
import { testPassword } from "../../../kv/testing/store.ts";
import { Correspondence } from "../correspondence.ts";
import { until } from "../../patience.ts";
import { ask, type Person, type Question } from "../people.ts";
import type { Site } from "../site.ts";
import { pause, type Stage } from "../stage.ts";

const breaks = 12;

export async function badNetwork(stage: Stage): Promise<void> {
  const { sites, store, people: { james, wei, olena, daria }, say } = stage;
  const before = await balanceOf(store, james.user.id);
  const [lostBefore, brokenBefore] = [sum(stage, "lost"), sum(stage, "broken")];
  for (const { way } of sites) way.losesOneOf = 2;
  const letters = new Correspondence(stage, "By a bad network");
  const breaking = (async () => {
    for (let at = 0; at < breaks; at++) {
      await pause(400);
      sites[at % 4]!.way.breakAll();
    }
  })();
  const done = async (site: Site, ...asked: [Person, string, Question]) => {
    // If the answer takes too long, people are told to try again.
    const answer = await until(async () => {
      const { status } = await ask(site, ...asked);
      return status !== 503 && status;
    }, `an answer to ${asked[1]}`);
    expect([asked[1], answer < 300]).toEqual([asked[1], true]);
  };
  for (const site of sites) {
    const json = { email: daria.user.email, password: testPassword };
    await done(site, daria, "/api/authorization", { json });
    for (const method of ["POST", "DELETE"]) {
      await done(site, james, `/api/users/${daria.user.id}/favorite`, { method });
      await done(site, olena, `/api/users/${wei.user.id}/block`, { method });
    }
    await done(site, olena, `/api/users/${wei.user.id}/block`, { method: "DELETE" });
  }
  await breaking;
  for (const { way } of sites) way.losesOneOf = Infinity;
  await letters.end();
  const his = stage.acknowledged.letters.filter(({ authorId, body }) =>
    authorId === james.user.id && body.startsWith("By a bad network")
  );
  expect(await balanceOf(store, james.user.id)).toBe(before - 10 * his.length);
  const [lost, broken] = [sum(stage, "lost") - lostBefore, sum(stage, "broken") - brokenBefore];
  expect(lost).toBeGreaterThan(20);
  say(
    `${lost} answers lost after the work was done, ${broken} connections broken: ${letters.written} letters, ` +
      "sign-ins, favourites and blocks, each once",
  );
}

const sum = ({ sites }: Stage, what: "lost" | "broken"): number => sites.reduce((all, { way }) => all + way[what], 0);
