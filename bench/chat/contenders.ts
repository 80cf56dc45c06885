/** A server of the chat's measurements in a process of its own on one core, and its load on the other. */
import { freePort } from "../../tools/free_port.ts";
import { heapFlag } from "../../tools/start.ts";
import { cpuMs, pinned } from "../measure.ts";
import { Commanded } from "./commands.ts";
import type { Kind } from "./dialects.ts";
import type { Talked } from "./load.ts";

const scripts: Record<Kind, string> = {
  site: "site_server.ts",
  bare: "bare_server.ts",
  ws: "ws_server.ts",
  socket_io: "socket_io_server.ts",
};
const talkMs = 4_000;
/** How long it may take until everybody was told who is online. */
const tellingMsMax = 150_000;

export type Talk = Talked & { serverShare: number; loadShare: number; serverMs: number };

export interface Contender {
  server: Commanded;
  load: Commanded;
  talks: Talk[];
}

/** Writes the store in a process of its own: a server that wrote all these people would begin with garbage in memory. */
export async function prepare(
  folder: string,
  pairs: number,
  people: "alike" | "foreign" = "alike",
  env: Record<string, string> = {},
): Promise<void> {
  const args = ["run", "-A", "bench/chat/prepare.ts", folder, String(pairs), people];
  const { success } = await new Deno.Command(Deno.execPath(), { args, env }).output();
  if (!success) throw new Error("the store of the chat's measurements could not be written");
}

/** Starts a server and its load; the site gets a copy of the store. */
export async function begin(
  kind: Kind,
  folder: string,
  { name = kind, env = {} }: { name?: string; env?: Record<string, string> } = {},
): Promise<Contender> {
  const port = freePort();
  const data = `${folder}/${name}`;
  await Deno.mkdir(data);
  await Deno.copyFile(`${folder}/seats.json`, `${data}/seats.json`);
  if (kind === "site") await Deno.copyFile(`${folder}/kv.sqlite3`, `${data}/kv.sqlite3`);
  const script = `bench/chat/${scripts[kind]}`;
  // The site as `deno task start` runs it.
  const flags = kind === "site" ? `--expose-gc,${heapFlag}` : "--expose-gc";
  const run = ["run", "-A", "--no-check", `--v8-flags=${flags}`];
  const server = new Commanded(pinned(0, [...run, script, data, String(port)], {
    // A clock that stands almost still: charging minutes is another measurement.
    env: { CLOCK_RATE: "0.001", ...env },
    stdin: "piped",
  }));
  await server.answer("ready");
  const load = new Commanded(
    pinned(1, ["run", "-A", "--no-check", "bench/chat/load.ts", kind, String(port), data], { stdin: "piped" }),
  );
  return { server, load, talks: [] };
}

/** Waits until everybody at the site knows who is online. */
export async function untilAllAreTold(server: Commanded): Promise<void> {
  const endsAt = performance.now() + tellingMsMax;
  while (await server.ask<number>("untold") > 0) {
    if (performance.now() > endsAt) throw new Error("not everybody was told in time who is there");
    await pause(500);
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Lets the pairs talk for a while, and notes how it went. */
export async function talk({ server, load, talks }: Contender): Promise<void> {
  const pids = [server.pid, load.pid];
  const before = await Promise.all(pids.map(cpuMs));
  const startedAt = performance.now();
  const talked = await load.ask<Talked>("talk", talkMs);
  const after = await Promise.all(pids.map(cpuMs));
  const tookMs = performance.now() - startedAt;
  const [serverMs = 0, loadMs = 0] = after.map((ms, at) => ms - before[at]!);
  talks.push({ ...talked, serverMs, serverShare: serverMs / tookMs, loadShare: loadMs / tookMs });
}
