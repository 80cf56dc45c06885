/**
 * Two hundred peers that leave unfinished what they begin: the server's memory stays what it was, and everybody else is
 * served meanwhile. The memory is read from /proc, which only Linux has.
 */
import { expect } from "expect";
import { TestClient } from "../chat/server/testing/server.ts";
import { type Attack, attacks, Peer, requests } from "./hostile/peers.ts";
import { type HostileSite, startSite } from "./hostile/site.ts";

const peersMost = 200;
const growthMbMost = 100;
/** As many connections as one person may have. */
const linesEach = 10;
/** An attack lasts until everybody else was served so many times. */
const servedTimes = 20;

/** With which token each peer, by its number, asks for a chat connection; null: with none; undefined: it does not ask. */
type TokenOf = (peer: number) => string | null | undefined;

Deno.test({
  name: "two hundred hostile peers, signed in or not, take no memory with them and stop nobody else",
  ignore: Deno.build.os !== "linux",
  async fn() {
    await using site = await startSite();
    using memory = watchMemory(site);
    const tokens = await sessions(site);
    const signedIn: TokenOf = (peer) => tokens[Math.floor(peer / linesEach)]!;
    for (const [name, attack] of Object.entries(attacks)) {
      await attackBy(site, memory, `${name}, signed in`, attack, signedIn, "101");
      await attackBy(site, memory, `${name}, as nobody`, attack, () => null, "401");
    }
    for (const [name, attack] of Object.entries(requests)) {
      await attackBy(site, memory, name, attack, () => undefined, "");
    }
  },
});

/** Sessions of as many ladies as the peers need for their connections. */
async function sessions(site: HostileSite): Promise<string[]> {
  const listed = await fetch(`http://127.0.0.1:${site.port}/api/girls?limit=100`, {
    headers: { "accept-language": "en" },
  });
  const found: string[] = [];
  for (const { name } of (await listed.json()).girls) {
    if (found.length === peersMost / linesEach) break;
    const token = await site.signIn(name.toLowerCase());
    if (token) found.push(token);
  }
  expect(found.length).toBe(peersMost / linesEach);
  return found;
}

/**
 * The most memory that the site has had. What an attack adds is counted from there: in a quiet moment V8 clears a hundred
 * megabytes of garbage, and whatever the site does next fills them again.
 */
interface Memory extends Disposable {
  mostMb: () => number;
}

function watchMemory(site: HostileSite): Memory {
  let most = 0;
  const look = () => most = Math.max(most, site.residentMb());
  const watching = setInterval(look, 20);
  return { mostMb: look, [Symbol.dispose]: () => clearInterval(watching) };
}

async function attackBy(
  site: HostileSite,
  memory: Memory,
  name: string,
  attack: Attack,
  tokenOf: TokenOf,
  status: string,
): Promise<void> {
  const before = memory.mostMb();
  const his = await site.signIn("james");
  await using james = new TestClient(`ws://127.0.0.1:${site.port}/chat/socket?access_token=${his}`);
  await james.next("conn-good");
  const peers = await Promise.all(Array.from({ length: peersMost }, (_, at) => Peer.open(site.port, tokenOf(at))));
  for (const { answer } of peers) expect([name, answer.split(" ")[1] ?? ""]).toEqual([name, status]);
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const writing = Promise.all(peers.map((peer) => peer.write(attack, isOver)));
  for (let served = 0; served < servedTimes; served++) {
    expect((await james.ask("latency-start", { startTimeLatency: served })).event).toBe("latency-back");
    const answer = await fetch(`http://127.0.0.1:${site.port}/healthz`);
    expect([name, answer.status, await answer.json()]).toEqual([name, 200, { status: "ok" }]);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  end();
  await writing;
  for (const peer of peers) peer.close();
  const grown = Math.round(memory.mostMb() - before);
  expect(grown <= growthMbMost ? "bounded" : `${name}: ${grown} MB`).toBe("bounded");
}
