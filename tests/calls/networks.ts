/**
 * Networks of their own inside this machine, as calls meet them in the real world: the site and its relay on the internet,
 * and homes behind routers that translate addresses. Needs root on Linux with iproute2 and nftables.
 *
 *   home (192.168.N.2) ── router, masquerading ── (11.0.N.2) internet (11.0.0.1, the site and the relay)
 */
import { type Child, startChild } from "./child.ts";

/** The address of the site and its relay; nothing outside these networks is ever asked for it. */
export const internetAddress = "11.0.0.1";

export interface Home {
  /** Words before a command that make it run in the home. */
  within: string[];
  /** Pulls the cable out, or puts it back. */
  setLine: (isUp: boolean) => void;
  /** Gives the home another address, as when somebody changes from cable to radio: open connections are lost. */
  changeAddress: () => void;
  /** Its router lets these through and nothing else; can be called again, so that a home is made narrower while in use. */
  allowOnly: (rules: string[]) => void;
}

export interface Networks {
  within: string[];
  home: () => Home;
  remove: () => Promise<void>;
}

/** Why this machine cannot make networks, in one sentence; null if it can. */
export function whyNoNetworks(): string | null {
  if (Deno.build.os !== "linux") return "networks of one's own need Linux";
  if (Deno.uid() !== 0) return "networks of one's own need root";
  for (const [name, ...args] of [["ip", "-V"], ["nft", "--version"]] as const) {
    if (attempt(name, ...args) !== null) return `networks of one's own need the command ${name}`;
  }
  const trial = `vesna-${Deno.pid}-trial`;
  const refused = attempt("ip", "netns", "add", trial) ??
    attempt("ip", "-n", trial, "link", "add", "one", "type", "veth", "peer", "name", "two") ??
    attempt(
      "ip",
      "netns",
      "exec",
      trial,
      "nft",
      "add table ip trial; add chain ip trial nat { type nat hook postrouting priority 100; }",
    );
  attempt("ip", "netns", "del", trial);
  return refused && `networks of one's own cannot be made here: ${refused}`;
}

export async function createNetworks(): Promise<Networks> {
  const prefix = `vesna-${Deno.pid}`;
  removeAll((name) => name.startsWith(`${prefix}-`) || isOrphan(name));
  const guard = await startGuard(prefix);
  const internet = `${prefix}-internet`;

  addNetwork(internet);
  ip("-n", internet, "addr", "add", `${internetAddress}/32`, "dev", "lo");

  let homes = 0;
  function home(): Home {
    const number = ++homes;
    const [inside, router] = [`${prefix}-home${number}`, `${prefix}-router${number}`];
    addNetwork(inside);
    addNetwork(router);
    connect(inside, "line", `192.168.${number}.2`, router, "inside", `192.168.${number}.1`);
    connect(router, "outside", `11.0.${number}.2`, internet, `to${number}`, `11.0.${number}.1`);
    ip("-n", inside, "route", "add", "default", "via", `192.168.${number}.1`);
    ip("-n", router, "route", "add", "default", "via", `11.0.${number}.1`);
    // Every connection leaves by a random port, so that an address learned from one serves no other: the hardest router.
    nft(
      router,
      "add table ip house; add chain ip house nat { type nat hook postrouting priority 100; };" +
        'add rule ip house nat oifname "outside" masquerade fully-random; add chain ip house pass { type filter hook forward priority 0; };',
    );
    const addresses = [2, 3];
    return {
      within: ["ip", "netns", "exec", inside],
      setLine(isUp) {
        ip("-n", router, "link", "set", "inside", isUp ? "up" : "down");
      },
      changeAddress() {
        const [from, to] = addresses;
        addresses.reverse();
        ip("-n", inside, "addr", "del", `192.168.${number}.${from}/24`, "dev", "line");
        ip("-n", inside, "addr", "add", `192.168.${number}.${to}/24`, "dev", "line");
        ip("-n", inside, "route", "replace", "default", "via", `192.168.${number}.1`);
      },
      allowOnly(rules) {
        nft(
          router,
          `flush chain ip house pass; ${rules.map((rule) => `add rule ip house pass ${rule} accept;`).join(" ")}` +
            'add rule ip house pass iifname "outside" ct state established,related accept; add rule ip house pass drop;',
        );
      },
    };
  }

  return {
    within: ["ip", "netns", "exec", internet],
    home,
    remove: () => guard.end(),
  };
}

/** Removes the networks when told to, and when the process that made them has died. */
function startGuard(prefix: string): Promise<Child> {
  const script = `trap 'ip netns list | cut -d " " -f 1 | grep "^${prefix}-" | xargs -r -n 1 ip netns del; exit 0' TERM
    while :; do sleep 0.2; done`;
  return startChild("sh", ["-c", script]);
}

/**
 * Only IPv4: an IPv6 address that an interface gives itself is ready a second or two later, and then Chromium drops every
 * connection that is just being made ("Failed to fetch").
 */
function addNetwork(name: string): void {
  ip("netns", "add", name);
  const settings = ["net.ipv4.ip_forward=1", ...["all", "default"].map((of) => `net.ipv6.conf.${of}.disable_ipv6=1`)];
  // A kernel without IPv6 has no settings for it.
  run("ip", "netns", "exec", name, "sysctl", "-qew", ...settings);
  ip("-n", name, "link", "set", "lo", "up");
}

function connect(one: string, oneLine: string, oneIp: string, other: string, otherLine: string, otherIp: string): void {
  ip("-n", one, "link", "add", oneLine, "type", "veth", "peer", "name", otherLine, "netns", other);
  for (const [network, line, address] of [[one, oneLine, oneIp], [other, otherLine, otherIp]] as const) {
    ip("-n", network, "addr", "add", `${address}/24`, "dev", line);
    ip("-n", network, "link", "set", line, "up");
  }
}

/** Whether the process that made this network is gone. */
function isOrphan(name: string): boolean {
  const pid = /^vesna-(\d+)-/.exec(name)?.[1];
  if (!pid) return false;
  try {
    Deno.statSync(`/proc/${pid}`);
    return false;
  } catch {
    return true;
  }
}

function removeAll(isMeant: (name: string) => boolean): void {
  const names = run("ip", "netns", "list").split("\n").map((line) => line.split(" ")[0]!).filter(Boolean);
  for (const name of names.filter(isMeant)) attempt("ip", "netns", "del", name);
}

const ip = (...args: string[]): void => void run("ip", ...args);
const nft = (network: string, rules: string): void => void run("ip", "netns", "exec", network, "nft", rules);

function run(command: string, ...args: string[]): string {
  const { success, stdout, stderr } = new Deno.Command(command, { args }).outputSync();
  if (!success) throw new Error(`${command} ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout);
}

/** What went wrong, or null. */
function attempt(command: string, ...args: string[]): string | null {
  try {
    run(command, ...args);
    return null;
  } catch (error) {
    return (error as Error).message.trim();
  }
}
