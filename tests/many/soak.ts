/**
 * Several processes on one real denokv for a long time: letters and chats go on and on, while one fault after the other
 * comes, as the seed has it. In between it is quiet, and then the books agree.
 */
import type { TestClient } from "../../chat/server/testing/server.ts";
import { seededRandom } from "../seeded_random.ts";
import { Correspondence } from "./correspondence.ts";
import { play } from "./many.ts";
import type { Person } from "./people.ts";
import type { Site } from "./site.ts";
import { expectBooksToAgree, pause, type Say, type Stage } from "./stage.ts";
import { beginTalk, say as speak } from "./talking.ts";

type Random = () => number;

const faultsInARound = 5;
const restSeconds = 8;

/** What is wrong at the end, as sentences; null if there is no denokv. */
export async function soakMany(minutes: number, seed: number, say: Say): Promise<string[] | null> {
  const random = seededRandom(seed);
  const until = performance.now() + minutes * 60_000;
  try {
    const wasPlayed = await play(say, async (stage) => {
      for (let round = 1; performance.now() < until; round++) await playRound(stage, round, random);
      const { letters, messages } = stage.acknowledged;
      if (letters.length === 0 || messages.length === 0) throw new Error("nobody was heard");
      say(`${letters.length} letters and ${messages.length} messages were acknowledged, and are there once`);
    });
    return wasPlayed ? [] : null;
  } catch (error) {
    return [String(error)];
  }
}

async function playRound(stage: Stage, round: number, random: Random): Promise<void> {
  const { james, wei, olena, daria } = stage.people;
  const letters = new Correspondence(stage, `Round ${round}`);
  const over = new AbortController();
  const talks = [talkOn(stage, over.signal, james, olena, random), talkOn(stage, over.signal, wei, daria, random)];
  for (let at = 0; at < faultsInARound; at++) {
    await pause(restSeconds * 1000 * random());
    stage.say(`round ${round}: ${await oneFault(stage, random)}`);
  }
  over.abort();
  const words = (await Promise.all(talks)).reduce((sum, count) => sum + count);
  await letters.end();
  await expectBooksToAgree(stage);
  stage.say(`round ${round}: ${letters.written} letters and ${words} messages; the books agree`);
}

/** Lets something go wrong and end; returns what it was. */
async function oneFault(stage: Stage, random: Random): Promise<string> {
  const site = stage.sites[Math.floor(random() * stage.sites.length)]!;
  const seconds = 1 + Math.floor(25 * random());
  const faults: (() => Promise<string>)[] = [
    async () => {
      await site.kill();
      await site.start();
      return `${site.name} killed and started again`;
    },
    async () => {
      await site.end();
      await site.start();
      return `${site.name} ended and started again`;
    },
    async () => {
      site.freeze(true);
      await pause(seconds * 1000);
      site.freeze(false);
      return `${site.name} still for ${seconds} s`;
    },
    async () => {
      await stage.takeStoreAway(seconds);
      return `the store away for ${seconds} s`;
    },
    async () => {
      for (const { way } of stage.sites) way.losesOneOf = 3;
      for (let at = 0; at < seconds; at++) {
        site.way.breakAll();
        await pause(1000);
      }
      for (const { way } of stage.sites) way.losesOneOf = Infinity;
      return `answers lost and connections broken for ${seconds} s`;
    },
  ];
  return await faults[Math.floor(random() * faults.length)]!();
}

/** They chat again and again, each time at other processes; returns how many messages were acknowledged. */
async function talkOn(stage: Stage, over: AbortSignal, man: Person, lady: Person, random: Random): Promise<number> {
  let words = 0;
  const anySite = (): Site => stage.sites[Math.floor(random() * stage.sites.length)]!;
  while (!over.aborted) {
    const tabs: TestClient[] = [];
    const chatting = async () => {
      const talk = await beginTalk(stage, [man, anySite()], [lady, anySite()], (tab) => tabs.push(tab));
      for (let at = 0; at < 20 && !over.aborted; at++) {
        const side = random() < 0.5 ? talk.man : talk.lady;
        await speak(stage, talk, side, [`${talk.id}, word ${at}`]);
        words++;
        await pause(300 * random());
      }
      await talk.man.tab.ask("stop-text-chat", { targetId: lady.user.id });
    };
    // A line breaks or a process is down: they try elsewhere. What was not acknowledged may be there or not.
    await Promise.race([chatting().catch(() => {}), pause(chatMs)]);
    await Promise.all(tabs.map((tab) => tab.leave()));
    await pause(500);
  }
  return words;
}

/** How long a chat may take: one that takes longer has lost one of its lines. */
const chatMs = 30_000;
