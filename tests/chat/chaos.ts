/**
 * Chats and calls between real sockets while lines drop, frames come twice, clocks jump and the server is killed.
 * Afterwards the books of the readers, the store and the ledgers must agree.
 */
import { createLady, createMan, testStore } from "../../kv/testing/store.ts";
import { freePort } from "../../tools/free_port.ts";
import { seededRandom } from "../seeded_random.ts";
import { type ChaosReport, checkBooks, type Pair, startCredits } from "./books.ts";
import { ChatProcess } from "./process.ts";
import { Reader } from "./reader.ts";

export interface ChaosOptions {
  chats: number;
  pairs: number;
  kills: number;
  steps: number;
  /** How many times faster the server's clock runs. */
  rate: number;
  seed: number;
}

/** How long a frame may take on a busy machine, ms of real time. */
const frameMs = 200;

export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const folder = await Deno.makeTempDir({ prefix: "chaos-" });
  const file = `${folder}/kv.sqlite3`;
  const random = seededRandom(options.seed);
  const people = await createWorld(file, options.pairs);
  const port = freePort();
  const server = new ChatProcess(file, port, options.rate);
  await server.start();
  const pairs: Pair[] = people.map(({ manId, ladyId }) => ({
    manId,
    ladyId,
    man: new Reader(`ws://127.0.0.1:${port}/`, manId, ladyId),
    lady: new Reader(`ws://127.0.0.1:${port}/`, ladyId, manId),
    joint: [],
  }));
  let begun = 0;
  let opened = 0;
  let underWay = 0;
  let isOver = false;
  const disturbing = disturb(server, options, random, () => opened / options.chats, () => isOver);
  const world = { server, options, random };
  await Promise.all(pairs.map(async (pair) => {
    while (opened + underWay < options.chats) {
      underWay++;
      if (await oneChat(world, pair, ++begun)) opened++;
      underWay--;
    }
  }));
  isOver = true;
  await disturbing;
  // Everybody connects once more and reads what is missing.
  await Promise.all(pairs.flatMap(({ man, lady }) => [man.join(), lady.join()]));
  await Promise.all(pairs.flatMap(({ man, lady }) => [man.leave(), lady.leave()]));
  await server.stop();
  const report = await checkBooks(file, pairs, server);
  await Deno.remove(folder, { recursive: true });
  return report;
}

async function createWorld(file: string, pairs: number): Promise<{ manId: number; ladyId: number }[]> {
  using store = await testStore({ location: file, now: Date.now() });
  const people = [];
  for (let at = 0; at < pairs; at++) {
    const man = await createMan(store, { credits: startCredits });
    const lady = await createLady(store);
    people.push({ manId: man.id, ladyId: lady.id });
  }
  return people;
}

/** Kills the server and moves its clock, spread over the whole run. */
async function disturb(
  server: ChatProcess,
  { kills, steps }: ChaosOptions,
  random: () => number,
  progress: () => number,
  isOver: () => boolean,
): Promise<void> {
  const events = [
    ...Array.from({ length: kills }, (_, at) => ({ at: (at + 0.3 + 0.4 * random()) / kills, isKill: true })),
    ...Array.from({ length: steps }, (_, at) => ({ at: (at + random()) / steps, isKill: false })),
  ].sort((a, b) => a.at - b.at);
  for (const event of events) {
    while (progress() < event.at && !isOver()) await pause(20);
    if (isOver()) return;
    if (event.isKill) await server.killAndStart();
    else await server.step(Math.round((random() < 0.5 ? -3600_000 : 90_000) * random()));
  }
}

type World = { server: ChatProcess; options: ChaosOptions; random: () => number };

/** One chat from its invitation to its end; false if it never opened. */
async function oneChat(world: World, pair: Pair, number: number): Promise<boolean> {
  const { random, options } = world;
  const { man, lady } = pair;
  await Promise.all([man.join(), lady.join()]);
  const [asker, answerer] = random() < 0.7 ? [man, lady] : [lady, man];
  const isCall = random() < 0.3;
  const stepsBefore = world.server.skewMs;
  const killsBefore = world.server.kills;
  const chatId = isCall ? await call(random, pair) : await begin(random, pair, asker, answerer);
  if (!chatId) return await backOff(world, pair);
  const watch = watchJoint(pair, options.rate);

  const isOver = () =>
    [man, lady].some(({ heard }) =>
      heard.some(({ event, data }) => event === "chat-session-end" && data.id === chatId)
    ) ||
    world.server.kills !== killsBefore;
  const wantedMs = (0.05 + 2.6 * random() ** 2) * 60_000 / options.rate;
  const endsAt = performance.now() + wantedMs;
  const renewing = renew(man, chatId, () => isOver() || performance.now() > endsAt + 500);
  let written = 0;
  while (performance.now() < endsAt && !isOver()) {
    const chance = random();
    const one = random() < 0.5 ? man : lady;
    if (chance < 0.5) {
      await one.write(`${number}.${written}`, `${number}.${one.userId}.${written++}`, random() < 0.15);
    } else if (chance < 0.52) {
      // A break that is short, or longer than the grace.
      one.drop();
      watch.broke();
      await pause(random() < 0.88 ? 3000 / options.rate : 13_000 / options.rate);
      await one.join();
      await one.ask("video-connected", { chatID: chatId });
    } else if (chance < 0.56) {
      const isTextNow = (await one.ask("video-end", { chatID: chatId }))?.event === "video-end";
      if (!isTextNow || random() < 0.3) await call(random, pair);
    } else if (chance < 0.58) {
      await one.ask("video-lost", { chatID: chatId });
      await pause(random() < 0.8 ? 5000 / options.rate : 21_000 / options.rate);
      await one.ask("video-connected", { chatID: chatId });
    } else await pause(30 * random());
  }
  await endInSomeWay(random, pair, isOver, options.rate, watch);
  const { jointMs, slackMs } = watch.stop();
  const stepMs = Math.abs(world.server.skewMs - stepsBefore);
  await renewing;
  pair.joint.push({ chatId, jointMs, slackMs: slackMs + stepMs });
  return true;
}

/** Asks for a text chat, which is accepted, started and paid; null if it does not come to that. */
async function begin(
  random: () => number,
  { man, lady }: Pair,
  asker: Reader,
  answerer: Reader,
): Promise<string | null> {
  const sent = await asker.ask("text-request", { to: answerer.userId }, random() < 0.1);
  if (sent?.event !== "text-request-sent") return null;
  await pause(5);
  const answered = await answerer.ask("text-request-answer", { to: asker.userId, ev: "accept" });
  if (answered?.event !== "text-request-answer") return null;
  const starter = random() < 0.5 ? man : lady;
  const created = await starter.ask("do-start-chat-session", { targetID: starter.partnerId }, random() < 0.1);
  const chatId = created?.data.id as string | undefined;
  if (!chatId) return null;
  const reserved = await man.ask("do-reserve-chat-time", { chatID: chatId, minutes: 1 }, random() < 0.2);
  if (!reserved || reserved.data.error !== null) return null;
  return chatId;
}

/** Begins a call, or turns an open text chat into one; now and then one of the two never sees the other. */
async function call(random: () => number, { man, lady }: Pair): Promise<string | null> {
  const [asker, answerer] = random() < 0.5 ? [man, lady] : [lady, man];
  const offer = { type: "offer", sdp: "v=0" };
  const sent = await asker.ask("video-request", { to: answerer.userId, offer }, random() < 0.1);
  // If both ask at once, that is one call as well.
  if (random() < 0.1) await answerer.ask("video-request", { to: asker.userId, offer });
  if (sent?.event !== "video-request-sent") return null;
  const answer = { type: "answer", sdp: "v=0" };
  const accepted = await answerer.ask("video-request-accept", { to: asker.userId, answer }, random() < 0.1);
  if (accepted?.event !== "video-request-accept") return null;
  const chatID = accepted.data.id as string;
  if (random() < 0.9) await Promise.all([man, lady].map((each) => each.ask("video-connected", { chatID })));
  return chatID;
}

async function renew(man: Reader, chatId: string, isOver: () => boolean): Promise<void> {
  let asked = 0;
  while (!isOver()) {
    const now = man.heard.filter(({ event, data }) =>
      event === "check-for-reserve-time" && data.chatId === chatId
    ).length;
    if (now > asked && man.isConnected) {
      asked = now;
      await man.ask("do-reserve-chat-time", { chatID: chatId, minutes: 1 }, asked % 3 === 0);
    }
    await pause(5);
  }
}

async function endInSomeWay(
  random: () => number,
  { man, lady }: Pair,
  isOver: () => boolean,
  rate: number,
  watch: { broke: () => void },
): Promise<void> {
  if (isOver()) return;
  const way = random();
  const one = random() < 0.5 ? man : lady;
  if (way < 0.4) await one.ask("stop-text-chat", { targetId: one.partnerId }, random() < 0.3);
  else if (way < 0.5) {
    await Promise.all([man, lady].map((each) => each.ask("stop-text-chat", { targetId: each.partnerId })));
  } else if (way < 0.75) {
    one.drop();
    watch.broke();
    await pause(14_000 / rate);
    await one.join();
  } else if (way < 0.85) {
    for (const each of [man, lady]) each.drop();
    watch.broke();
    await pause(14_000 / rate);
  }
  // Whatever is left ends because nobody pays for the next minute.
  await one.until(() => isOver() || !one.isConnected, 150_000 / rate).catch(() => {});
  await Promise.all([man.join(), lady.join()]);
  await one.ask("stop-text-chat", { targetId: one.partnerId });
}

/** Something went wrong on the way to a chat, as it may: ends whatever is half begun. */
async function backOff({ options }: World, { man, lady }: Pair): Promise<false> {
  await Promise.all([man.join(), lady.join()]);
  for (const each of [man, lady]) await each.ask("stop-text-chat", { targetId: each.partnerId });
  await pause(3000 / options.rate);
  return false;
}

/** Measures, from now on, how long both are connected. */
function watchJoint({ man, lady }: Pair, rate: number) {
  let jointMs = 0;
  let breaks = 0;
  let last = performance.now();
  const look = () => {
    const now = performance.now();
    if (man.isConnected && lady.isConnected) jointMs += now - last;
    last = now;
  };
  const timer = setInterval(look, 5);
  return {
    broke: () => {
      look();
      breaks++;
    },
    stop: () => {
      look();
      clearInterval(timer);
      // A frame takes its time, and the machine is shared: so much for each break, for the beginning and for the end.
      return { jointMs: jointMs * rate, slackMs: (breaks + 2) * frameMs * rate };
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
