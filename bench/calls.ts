/** Calls one after the other between two browsers, direct and through a relay: how many connect, how soon, what remains. */
import type { Browser } from "@playwright/test";
import { credentialsPerMinuteMax } from "../chat/server/calls/calls.ts";
import { callBrowser } from "../tests/calls/browsers.ts";
import { accepts, asks, type Caller, comes, hangsUp, hidesAddress, isOver } from "../tests/calls/people.ts";
import { type CallSite, startSite } from "../tests/calls/site.ts";
import { factsOf } from "../tests/calls/watch.ts";
import {
  socketsOf,
  startTurnServer,
  turnSecret,
  type TurnServer,
  turnServerPath,
} from "../tests/servers/turn_server.ts";
import { median, percentile, type Row } from "./measure.ts";

const rounds = 100;
const giveUpAfterMs = 20_000;
/** Each side needs new credentials for each call, and gets only so many a minute: the bench is no faster than that. */
const betweenCallsMs = 60_000 / credentialsPerMinuteMax * 1.1;
const camera = { framesPerSecond: 30 };

/** Two rows; one if this machine has no relay. */
export async function measureCalls(): Promise<Row[]> {
  const turn = turnServerPath() ? await startTurnServer() : null;
  const env: Record<string, string> = turn ? { TURN_URLS: turn.urls, TURN_SECRET: turnSecret } : {};
  const site = await startSite({ env });
  const browsers: Browser[] = [await callBrowser(camera), await callBrowser(camera)];
  try {
    const he = await comes(browsers[0]!, { side: "man", origin: site.origin, name: "James" });
    const she = await comes(browsers[1]!, { side: "lady", origin: site.origin, name: "Olena" });
    const rows: Row[] = [];
    for (const isRelayed of turn ? [false, true] : [false]) {
      for (const each of [he, she]) await hidesAddress(each, isRelayed);
      rows.push(await measureWay({ he, she, site, turn, isRelayed }));
    }
    const audit = await site.audit();
    if (audit !== "every invariant holds") throw new Error(audit);
    return rows;
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()));
    await site.end();
    await turn?.stop();
  }
}

interface Way {
  he: Caller;
  she: Caller;
  site: CallSite;
  turn: TurnServer | null;
  isRelayed: boolean;
}

async function measureWay({ he, she, site, turn, isRelayed }: Way): Promise<Row> {
  const isDirect = turn === null;
  // The first call loads what later ones have already.
  await oneCall(he, she, isDirect);
  const socketsBefore = { site: socketsOf(site.pid), turn: turn?.socketCount() ?? 0 };
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    // They take turns to ask: a button rests for three seconds after it was pressed.
    const [from, to] = round % 2 ? [he, she] : [she, he];
    const rests = new Promise((resolve) => setTimeout(resolve, betweenCallsMs));
    const ms = await oneCall(from, to, isDirect, she, isRelayed);
    if (ms !== null) times.push(ms);
    await rests;
  }
  const left = await leftOver(he, she, site, turn, socketsBefore);
  const [middle, slow] = [median(times), percentile(times, 0.95)];
  return {
    work: `${rounds} calls ${
      isRelayed ? "through a relay" : "from browser to browser"
    }, from accept to the first picture`,
    measured: `${Math.floor(times.length / rounds * 100)} %; median ${seconds(middle)}, p95 ${seconds(slow)}`,
    goal: "100 %; ≤ 1.5 s, ≤ 3 s",
    reached: times.length === rounds && middle <= 1500 && slow <= 3000 && left.length === 0,
    note: left.length === 0 ? "no peer, track or socket left over" : left.join("; "),
  };
}

/** Ms until both see each other, or null if they never did; the lady hangs up, so that nothing is charged. */
async function oneCall(
  from: Caller,
  to: Caller,
  isDirect: boolean,
  last = to,
  isRelayed = false,
): Promise<number | null> {
  try {
    const before = await Promise.all([from, to].map(async ({ page }) => (await factsOf(page)).firstFrames.length));
    await asks(from, to, { isDirect });
    await accepts(to, { isDirect });
    const acceptedAtMs = (await factsOf(to.page)).clickedAtMs;
    const frames = await Promise.all([from, to].map(({ page }, at) => firstFrame(page, before[at]!)));
    const { path } = await factsOf(to.page);
    if (isRelayed && path?.local !== "relay") throw new Error(`not relayed: ${JSON.stringify(path)}`);
    await hangsUp(last);
    await isOver(from, to);
    return Math.max(...frames) - acceptedAtMs;
  } catch (error) {
    console.warn("a call failed:", (error as Error).message.split("\n")[0]);
    for (const each of [from, to]) console.warn(await stateOf(each));
    for (const each of [from, to]) await begunAnew(each);
    return null;
  }
}

/** What her or his page shows of a call, and what the browser knows of it. */
async function stateOf({ page, name }: Caller): Promise<string> {
  const shown = await page.locator(".call, .chat__flashes, dialog[open]").allInnerTexts();
  const { path, framesDecoded, openPeers } = await factsOf(page);
  return `${name}: ${JSON.stringify({ shown, path, framesDecoded, openPeers })}`.replaceAll("\\n", " ");
}

/** Ends what a failed call has left, and waits until nothing of it stands in the way of the next. */
async function begunAnew({ page }: Caller): Promise<void> {
  for (const name of ["Decline", "Cancel request", "Hang up", "Stop"]) {
    const button = page.getByRole("button", { name }).first();
    if (await button.isVisible()) await button.click({ timeout: 2000 }).catch(() => {});
  }
  await page.reload();
  await page.waitForTimeout(3000);
}

async function firstFrame(page: Caller["page"], before: number): Promise<number> {
  const giveUpAt = performance.now() + giveUpAfterMs;
  while (performance.now() < giveUpAt) {
    const { firstFrames } = await factsOf(page);
    if (firstFrames.length > before) return firstFrames.at(-1)!;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("no picture came");
}

/** What should be gone and is not, in words. */
async function leftOver(
  he: Caller,
  she: Caller,
  site: CallSite,
  turn: TurnServer | null,
  before: { site: number; turn: number },
): Promise<string[]> {
  const left: string[] = [];
  for (const { page, name } of [he, she]) {
    const { openPeers, liveTracks } = await factsOf(page);
    if (openPeers + liveTracks > 0) left.push(`${name}: ${openPeers} peers, ${liveTracks} tracks left`);
  }
  // A relay keeps a port for a moment after its user has let it go.
  const giveUpAt = performance.now() + 15_000;
  const more = () => ({ site: socketsOf(site.pid) - before.site, turn: (turn?.socketCount() ?? 0) - before.turn });
  while (Math.max(more().site, more().turn) > 0 && performance.now() < giveUpAt) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const { site: ofSite, turn: ofTurn } = more();
  if (ofSite > 0) left.push(`${ofSite} sockets of the site left`);
  if (ofTurn > 0) left.push(`${ofTurn} sockets of the relay left`);
  return left;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
