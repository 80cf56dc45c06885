/**
 * Calls as in the real world: each person behind a router of their own, the site and its relay on the internet. A cable that
 * is pulled for 8 and for 40 seconds, another address, a network in which only one door is open. The relay has the lines of
 * docs/operating/relay.md.
 */
import type { Browser } from "@playwright/test";
import { startTurnServer, turnSecret, turnServerPath } from "../servers/turn_server.ts";
import { callBrowser } from "./browsers.ts";
import { documentedRelay } from "./documented_relay.ts";
import { createNetworks, type Home, internetAddress, type Networks, whyNoNetworks } from "./networks.ts";
import {
  call,
  chargesOf,
  comes,
  expect,
  hangsUp,
  hasPaid,
  hidesAddress,
  isOver,
  part,
  stateOf,
  staysFound,
  staysLost,
  t,
  timePasses,
  timeRuns,
  trouble,
} from "./people.ts";
import { startSteppedSite, type SteppedCallSite } from "./site.ts";
import { alone } from "./one_at_a_time.ts";
import { pictureMoves } from "./watch.ts";

const sitePort = 8080;
const origin = `http://${internetAddress}:${sitePort}`;

/** Why this is not tested here, in one sentence; null if it is. */
export const whyNotBetweenNetworks = (): string | null =>
  turnServerPath() ? whyNoNetworks() : "there is no coturn on this machine";

export async function betweenNetworks(): Promise<void> {
  const world = await alone(openWorld);
  try {
    await callsOf(world);
    expect(await world.site.audit()).toBe("every invariant holds");
  } finally {
    await world.close();
  }
}

interface World {
  networks: Networks;
  site: SteppedCallSite;
  /** Starts a browser in a home; it is closed with the world. */
  browserIn: (home: Home) => Promise<Browser>;
  close: () => Promise<void>;
}

async function openWorld(): Promise<World> {
  const networks = await createNetworks();
  const closing: (() => Promise<unknown>)[] = [() => networks.remove()];
  const close = async () => {
    for (const each of closing.toReversed()) await each();
  };
  try {
    const relay = await documentedRelay(internetAddress, turnSecret);
    closing.push(relay.forget);
    const { within } = networks;
    const turn = await startTurnServer({ within, port: relay.port, lines: relay.lines });
    closing.push(turn.stop);
    expect(turn.said()).not.toMatch(/bad configuration|unknown argument|cannot (find|read|open)/i);
    const env = { TURN_URLS: relay.urls, TURN_SECRET: turnSecret };
    const site = await startSteppedSite({ within, port: sitePort, env });
    closing.push(site.end);
    return {
      networks,
      site,
      async browserIn({ within }) {
        const browser = await callBrowser({ within, safeOrigin: origin, trustsAll: true });
        closing.push(() => browser.close());
        return browser;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function callsOf({ networks, site, browserIn }: World): Promise<void> {
  const [hisHome, herHome] = [networks.home(), networks.home()];
  const { his, he, she } = await alone(async () => {
    const [his, hers] = await Promise.all([browserIn(hisHome), browserIn(herHome)]);
    const [he, she] = await Promise.all([
      comes(his, { side: "man", origin, name: "James" }),
      comes(hers, { side: "lady", origin, name: "Olena" }),
    ]);
    await part("between two routers a call goes through the relay", async () => {
      const { from, to } = await call(he, she);
      expect(to!.local).toBe("relay");
      expect([from!.local, from!.remote]).toContain("relay");
      expect(await chargesOf(he)).toEqual(["video_chat -5"]);
    });
    return { his, he, she };
  });

  await part("her line is cut for 8 s: both are told, and it goes on without another charge", async () => {
    herHome.setLine(false);
    const back = Date.now() + 8000;
    await expect(stateOf(he)).toContainText(t("call:phase.lost"));
    await timeRuns(he, false);
    await site.step(8);
    await he.page.waitForTimeout(Math.max(0, back - Date.now()));
    herHome.setLine(true);
    await Promise.all([pictureMoves(he.page), pictureMoves(she.page)]);
    for (const each of [he, she]) await expect(stateOf(each)).not.toContainText(t("call:phase.lost"));
    await timeRuns(he, true);
    expect(await chargesOf(he)).toEqual(["video_chat -5"]);
  });

  await part("his address changes, as from cable to radio: the call finds another way", async () => {
    hisHome.changeAddress();
    // Whether anybody sees the call as lost meanwhile depends on what is quicker: the new path, or her missing the old one.
    await Promise.all([he, she].map(staysFound));
    expect(await chargesOf(he)).toEqual(["video_chat -5"]);
  });

  await part("her line is cut for 40 s: it ends, and a minute of which little was seen goes back", async () => {
    herHome.setLine(false);
    const back = Date.now() + 40_000;
    await staysLost(he);
    // The line may come back within twenty seconds.
    await site.step(20);
    await expect(trouble(he)).toContainText(t("call:problem.lost", { name: "Olena" }));
    await isOver(he);
    await hasPaid(he, ["video_chat -5", "refund 5"]);

    await part(
      "meanwhile, where nothing passes but TCP to one port, a call goes through the relay's door there",
      async () => {
        hisHome.allowOnly([`tcp dport { 443, ${sitePort} }`]);
        const [wei, daria] = await Promise.all([
          comes(his, { side: "man", origin, name: "Wei" }),
          comes(await browserIn(networks.home()), { side: "lady", origin, name: "Daria" }),
        ]);
        await hidesAddress(wei, true);
        expect((await call(daria, wei)).to).toMatchObject({ local: "relay", relayProtocol: "tls" });
        await timePasses(site, wei);
        await hangsUp(wei);
        await isOver(wei, daria);
        expect(await chargesOf(wei)).toEqual(["video_chat -5"]);
      },
    );

    await he.page.waitForTimeout(Math.max(0, back - Date.now()));
    herHome.setLine(true);
    await isOver(she);
    await expect(she.page.locator(".chat__line")).toBeEmpty();
    expect(await chargesOf(he)).toEqual(["video_chat -5", "refund 5"]);
  });
}
