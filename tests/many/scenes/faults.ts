/** Processes killed or frozen, and a store that is away: nobody stays in a chat that is over, and nothing is lost. */
import { expect } from "expect";
import { chatById } from "../../../kv/chats/chats.ts";
import { until } from "../../patience.ts";
import { Correspondence } from "../correspondence.ts";
import { ask, join } from "../people.ts";
import type { Site } from "../site.ts";
import { pause, type Stage } from "../stage.ts";
import { beginTalk, endOf, leave, say as speak, sees, type Side, type Talk } from "../talking.ts";

const frozenSeconds = 20;

/** James and Wei at one of the `men` each, in a chat with a lady at one of the `ladies` each. */
async function twoTalks(stage: Stage, men: [Site, Site], ladies: [Site, Site]): Promise<[Talk, Talk]> {
  const { james, wei, olena, daria } = stage.people;
  const talks: [Talk, Talk] = [
    await beginTalk(stage, [james, men[0]], [olena, ladies[0]]),
    await beginTalk(stage, [wei, men[1]], [daria, ladies[1]]),
  ];
  for (const [at, talk] of talks.entries()) await speak(stage, talk, talk.man, [`before the fault, ${talk.id}.${at}`]);
  return talks;
}

/** The side that is left hears the end, as the store has it. */
async function heardBy(stage: Stage, { id }: Talk, side: Side): Promise<void> {
  const { minutes } = await endOf(side, id);
  expect(await chatById(stage.store, id)).toMatchObject({ state: "ended", minutes });
}

export async function kills(stage: Stage): Promise<void> {
  const { sites: [a, b, c, d], say } = stage;
  const letters = new Correspondence(stage, "Amid kills");
  const round = async (killed: [Site, Site], left: "man" | "lady") => {
    const [first, second] = await twoTalks(stage, [a, c], [b, d]);
    for (const site of killed) {
      await site.kill();
      await site.start();
    }
    for (const talk of [first, second]) await heardBy(stage, talk, talk[left]);
    await leave(first, second);
  };
  await round([a, c], "lady");
  await round([b, d], "man");
  await letters.end();
  say(`each process killed with signal 9 in a chat: who was left heard its end; ${letters.written} letters went on`);
}

export async function stops(stage: Stage): Promise<void> {
  const { sites: [a, b, c, d], say } = stage;
  const letters = new Correspondence(stage, "Amid stops");
  // The men's processes hold the chats: the others end them, and both sides hear the same end.
  const held = await twoTalks(stage, [a, c], [b, d]);
  await standStill([a, c]);
  for (const talk of held) {
    for (const side of [talk.lady, talk.man]) await heardBy(stage, talk, side);
    expect((await talk.man.tab.closing()).code).toBe(1012);
  }
  await leave(...held);
  // The ladies' processes do not: they join again, and find their chats as they are.
  const begun = await twoTalks(stage, [a, c], [b, d]);
  await standStill([b, d]);
  const wentOn = await Promise.all([b, d].map((site, at) => comesAgain(stage, begun[at]!, site)));
  await leave(...begun);
  await letters.end();
  say(
    `each process still for ${frozenSeconds} s in a chat, and none is started again: both hear the end of two chats, ` +
      `${wentOn.filter(Boolean).length} of two others go on`,
  );
}

async function standStill(sites: Site[]): Promise<void> {
  for (const site of sites) site.freeze(true);
  await pause(frozenSeconds * 1000);
  for (const site of sites) site.freeze(false);
}

/** Whether a lady whose process slept is in time for her chat; if not, he was told that it is over. */
async function comesAgain(stage: Stage, talk: Talk, site: Site): Promise<boolean> {
  const { man, lady } = talk;
  expect((await lady.tab.closing()).code).toBe(1012);
  const tab = await join(site, lady.who);
  await Promise.all([sees(tab, man.who), sees(man.tab, lady.who)]);
  const chat = await chatById(stage.store, talk.id);
  if (chat?.state === "ended") await heardBy(stage, talk, man);
  else {
    await speak(stage, talk, { who: lady.who, tab }, [`I slept, ${talk.id}`]);
    await man.tab.next("NewMessage");
    await tab.ask("stop-text-chat", { targetId: man.who.user.id });
    await heardBy(stage, talk, man);
  }
  await tab.leave();
  return chat?.state !== "ended";
}

/** Nobody who talks notices a short outage. */
export async function shortOutage(stage: Stage): Promise<void> {
  const { sites, people: { james, olena }, say } = stage;
  const letters = new Correspondence(stage, "Amid a short outage");
  const talk = await beginTalk(stage, [james, sites[0]], [olena, sites[1]]);
  await stage.takeStoreAway(3);
  await goesOn(stage, talk);
  await letters.end();
  say(`the store killed and away for 3 s: the chat goes on; ${letters.written} letters`);
}

/** In a long outage everybody is refused at once, and afterwards everything goes on by itself. */
export async function longOutage(stage: Stage): Promise<void> {
  const { sites, people: { james, olena }, say } = stage;
  const talk = await beginTalk(stage, [james, sites[0]], [olena, sites[1]]);
  const before = sites.map(linesOf);
  const isBack = stage.takeStoreAway(60);
  for (const site of sites) await until(async () => !await isWell(site), `${site.name} to know of it`);
  for (const site of sites) {
    const json = { recipientId: olena.user.id, body: "Nobody takes this" };
    const refused = { status: 503, json: { code: "store_unavailable" } };
    expect(await ask(site, james, "/api/mail", { json })).toMatchObject(refused);
  }
  const letters = new Correspondence(stage, "Amid a long outage");
  await isBack;
  const said = sites.map((site, at) => linesOf(site) - before[at]!);
  expect(Math.max(...said)).toBeLessThan(linesAtMost);
  await goesOn(stage, talk);
  await letters.end();
  say(`the store away for 60 s: 503 at once, ${Math.max(...said)} lines in the log at most, and then the chat goes on`);
}

/** How many lines a process may print about an outage, however long it is. */
const linesAtMost = 30;
const linesOf = (site: Site): number => site.said().split("\n").length;

/** Once all processes are well, the two in a chat hear each other and end it. Time without the store was not counted. */
async function goesOn(stage: Stage, talk: Talk): Promise<void> {
  for (const site of stage.sites) await until(() => isWell(site), `${site.name} to be well`);
  await speak(stage, talk, talk.lady, [`the store is back, ${talk.id}`]);
  await talk.man.tab.next("NewMessage");
  await talk.man.tab.ask("stop-text-chat", { targetId: talk.lady.who.user.id });
  await heardBy(stage, talk, talk.lady);
  await leave(talk);
}

async function isWell(site: Site): Promise<boolean> {
  const answer = await fetch(`${site.origin}/healthz`);
  await answer.body?.cancel();
  return answer.status === 200;
}
