/** A later build is deployed, process by process, while people write to each other. */
import { expect } from "expect";
import { until } from "../../patience.ts";
import { Correspondence } from "../correspondence.ts";
import { addFormatStep, makeNewerBuild, type NewerBuild } from "../newer_build.ts";
import { ask } from "../people.ts";
import type { Site } from "../site.ts";
import type { Stage } from "../stage.ts";
import { beginTalk, endOf, leave } from "../talking.ts";

/** With the same format of the store: one process after the other, and only people in a chat notice. */
export async function rollingRestart(stage: Stage): Promise<void> {
  const { sites, people: { james, olena }, say } = stage;
  const build = await makeNewerBuild(`${stage.folder}/newer`);
  const letters = new Correspondence(stage, "Amid an update");
  const talk = await beginTalk(stage, [james, sites[0]], [olena, sites[1]]);
  for (const site of sites) {
    expect((await site.end()).how).toBe(0);
    site.folder = build.folder;
    await site.start();
    expect(await isOfBuild(site, build)).toBe(true);
  }
  for (const side of [talk.man, talk.lady]) {
    await endOf(side, talk.id);
    expect((await side.tab.closing()).code).toBe(1012);
  }
  await leave(talk);
  await letters.end();
  say(
    `each process ended and started again as a newer build: ${letters.written} letters, none refused; a chat ends well`,
  );
}

async function isOfBuild(site: Site, { mark }: NewerBuild): Promise<boolean> {
  const page = (await ask(site, null, "/en/")).json as string;
  const sheet = /\/assets\/[^"]+\.css/.exec(page)![0];
  return ((await ask(site, null, sheet)).json as string).includes(mark);
}

/** With a newer format: older processes accept nothing any more, and say why. */
export async function newerFormat(stage: Stage): Promise<void> {
  const { sites: [newest, ...older], people: { james, olena }, say } = stage;
  const build = { folder: `${stage.folder}/newer`, mark: "" };
  if (newest.folder !== build.folder) await makeNewerBuild(build.folder);
  for (const site of older) expect(await storeOf(site)).toBe(undefined);
  await addFormatStep(build);
  newest.folder = build.folder;
  await newest.end();
  await newest.start();
  for (const site of older) {
    await until(async () => await storeOf(site) === "newer", `${site.name} to see that it is older`);
    const wish = { json: { recipientId: olena.user.id, body: "Taken by an older build" } };
    expect((await ask(site, james, "/api/mail", wish)).status).toBe(503);
  }
  const letters = new Correspondence(stage, "Beside older builds");
  await until(() => letters.written > 4, "letters by the newest");
  for (const site of older) {
    await site.end();
    site.folder = build.folder;
    await site.start();
    expect(await storeOf(site)).toBe(undefined);
  }
  await letters.end();
  say(
    `a build that brings the store forward: the older ones answer 503 and take nothing; ${letters.written} letters by it`,
  );
}

/** What is wrong with the store, by the process's own words; undefined if nothing is. */
async function storeOf(site: Site): Promise<string | undefined> {
  return (await (await fetch(`${site.origin}/healthz`)).json()).store;
}
