/** A call between two browsers of different makers, as the browsers themselves see it. */
import { startSite } from "../calls/site.ts";
import { wordsFor } from "../journeys/words.ts";
import { until } from "../patience.ts";
import { startTurnServer, turnSecret, turnServerPath } from "../servers/turn_server.ts";
import type { Puppet, PuppetTab } from "./puppet.ts";
import { arrive, awake, press, sees, type Tab } from "./tab.ts";

const t = wordsFor("en");
const password = "Demo-2026!";

interface Sides {
  man: Puppet;
  lady: Puppet;
}

type Say = (sentence: string) => void;

/** The person at each of the two browsers calls the other, directly and by a relay; throws at the first call that fails. */
export async function callsAcross(one: Puppet, other: Puppet, say: Say): Promise<void> {
  const bothWays: Sides[] = [{ man: one, lady: other }, { man: other, lady: one }];
  const direct = await startSite();
  try {
    for (const sides of bothWays) await call(sides, direct.origin, "direct", say);
  } finally {
    await direct.end();
  }
  if (!turnServerPath()) return say("there is no coturn here: no call goes by a relay");
  const relay = await startTurnServer();
  const relayed = await startSite({ env: { TURN_URLS: relay.urls, TURN_SECRET: turnSecret } });
  try {
    for (const sides of bothWays) await call(sides, relayed.origin, "relay", say);
  } finally {
    await relayed.end();
    await relay.stop();
  }
}

/** James calls Olena: both see the other's picture move, by the wanted path, and nothing is left when he hangs up. */
async function call({ man, lady }: Sides, origin: string, path: "direct" | "relay", say: Say): Promise<void> {
  const [his, hers] = await Promise.all([man.open(), lady.open()]);
  try {
    await Promise.all([enter(hers, origin, "olena"), enter(his, origin, "james")]);
    await arrive(hers, `${origin}/en/lady/chat`);
    await arrive(his, `${origin}/en/man/chat?with=${await idOf(hers)}`);
    for (const tab of [his, hers]) await awake(tab);
    await sees(his, ".chat__with .presence--on");
    await press(his, t("chat:videoChat"));
    if (path === "direct") await press(his, t("call:direct.yes"));
    await press(hers, t(path === "direct" ? "call:direct.accept" : "chat:accept"));
    await Promise.all([pictureMoves(his), pictureMoves(hers)]);
    const kinds = await Promise.all([his, hers].map(kindOfPath));
    // She hides her address unless she says otherwise: if there is a relay, her media goes through it, and his goes to it.
    if ((kinds[1] === "relay") !== (path === "relay")) throw new Error(`the call went by ${kinds}, not ${path}`);
    await press(his, t("call:hangUp"));
    for (const tab of [his, hers]) await until(() => tab.run<boolean>(hasEnded), "the end of peers and pictures");
    say(
      `${man.name} calls ${lady.name}, ${path === "direct" ? "directly" : "by the relay"}: both see a moving picture`,
    );
  } catch (error) {
    const shown = await Promise.all([shownBy(his), shownBy(hers)]);
    throw new Error(`${man.name} calls ${lady.name}, ${path}; he sees: ${shown[0]}; she sees: ${shown[1]}`, {
      cause: error,
    });
  } finally {
    for (const tab of [his, hers]) await tab.close();
  }
}

/** What the page shows, and the states of its peers: a missing element seldom tells why a call failed. */
const shownBy = (tab: Tab): Promise<string> =>
  tab.run<string>(
    `return document.querySelector("main").innerText.replaceAll(/\\s+/g, " ").slice(0, 600) + " | peers: " +
    watchedPeers.map(({ connectionState, signalingState }) => connectionState + " " + signalingState);`,
  )
    .catch(({ message }: Error) => `nothing (${message})`);

async function enter(tab: PuppetTab, origin: string, name: string): Promise<void> {
  await tab.resize(1440, 900);
  await tab.before(watchPeers);
  await arrive(tab, `${origin}/healthz`);
  const body = `return fetch("/api/authorization", { method: "POST", headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: arguments[0], password: arguments[1] }) }).then(({ ok }) => ok);`;
  if (!await tab.run<boolean>(body, `${name}@demo.test`, password)) throw new Error(`${name} could not sign in`);
}

const idOf = (tab: Tab): Promise<number> =>
  tab.run<number>(`return fetch("/api/users").then((answer) => answer.json()).then(({ user }) => user.id);`);

/** Runs before the page's own code: remembers every peer. */
const watchPeers = `globalThis.watchedPeers = [];
  globalThis.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration) {
      super(configuration);
      watchedPeers.push(this);
    }
  };`;

const hasEnded = `return !document.querySelector(".call__remote") &&
  watchedPeers.every(({ connectionState }) => connectionState === "closed");`;

/** Frames that the browser has decoded: Firefox does not count what it shows without a screen. */
const framesCome = `return watchedPeers.at(-1).getStats().then((report) =>
  [...report.values()].find(({ type, kind }) => type === "inbound-rtp" && kind === "video")?.framesDecoded ?? 0);`;

/** Waits until the other's picture stands on the page, frames of it come, and then more of them. */
async function pictureMoves(tab: Tab): Promise<void> {
  await sees(tab, ".call__remote");
  const begun = await until(() => tab.run<number>(framesCome), "a first picture");
  await until(async () => await tab.run<number>(framesCome) > begun + 3, "a moving picture");
}

/** How this side's end of the path that carries the call was found: host, srflx, prflx or relay. */
const kindOfPath = (tab: Tab): Promise<string> =>
  tab.run<string>(`return watchedPeers.at(-1).getStats().then((report) => {
    const all = [...report.values()];
    const chosen = all.find(({ type }) => type === "transport")?.selectedCandidatePairId;
    const pair = all.find(({ id, type, selected }) => id === chosen || (type === "candidate-pair" && selected));
    return all.find(({ id }) => id === pair?.localCandidateId)?.candidateType ?? "nothing";
  });`);
