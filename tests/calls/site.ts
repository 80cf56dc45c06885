/** A demo site of its own for calls, with a folder, a relay and a clock; its books are checked when it is over. */
import { until } from "../patience.ts";
import { startChild } from "./child.ts";

export interface SiteOptions {
  /** TURN_URLS, TURN_SECRET, CLOCK_RATE and the like. */
  env?: Record<string, string>;
  /** Words before the command, to run the site in a network of its own, where it listens on every address. */
  within?: string[];
  /** The port; any free one if it may be any. */
  port?: number;
}

export interface CallSite {
  /** How the same machine reaches it. */
  origin: string;
  port: number;
  pid: number;
  /** What `deno task audit` says of its books now. */
  audit: () => Promise<string>;
  end: () => Promise<void>;
}

export interface SteppedCallSite extends CallSite {
  /** Moves its clock on, and waits until the site has the new time. */
  step: (seconds: number) => Promise<void>;
  /** How many connections of the chat it has open, by its own count. */
  chatLines: () => Promise<number>;
}

/** Starts it with the real time. Throws what it printed if it does not serve. */
export async function startSite(options: SiteOptions = {}): Promise<CallSite> {
  const auditOf = (dataDir: string) => run(["tools/audit.ts"], { DATA_DIR: dataDir });
  return (await start(options, ["tools/demo.ts"], auditOf)).site;
}

/** Starts it with a clock that stands still and is moved by hand. Throws what it printed if it does not serve. */
export async function startSteppedSite(options: SiteOptions = {}): Promise<SteppedCallSite> {
  // A relay counts the age of credentials by the real time, which goes on.
  let nowMs = Date.now() + 3600_000;
  const folder = await Deno.makeTempDir({ prefix: "clock-" });
  const pipe = `${folder}/orders`;
  await new Deno.Command("mkfifo", { args: [pipe] }).output();
  const auditOf = (dataDir: string) =>
    run(["tests/journeys/stepped_audit.ts"], { DATA_DIR: dataDir, STEPPED_NOW: String(nowMs) });
  const { site, said } = await start(options, ["tests/journeys/stepped_demo.ts", String(nowMs), pipe], auditOf);
  return {
    ...site,
    async step(seconds) {
      nowMs += seconds * 1000;
      await Deno.writeTextFile(pipe, `${seconds * 1000}\n`, { append: true, create: false });
      await until(() => said().includes(`clock ${nowMs}\n`), "the site's new time");
    },
    async chatLines() {
      const metrics = await (await fetch(`http://127.0.0.1:${site.port}/metrics`)).text();
      return Number(/^vesna_chat_connections (\d+)$/m.exec(metrics)![1]);
    },
    async end() {
      await site.end();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Runs a program of ours and returns what it prints. */
async function run(args: string[], env: Record<string, string>): Promise<string> {
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", ...args],
    env: { ...env, NO_COLOR: "1" },
  }).output();
  return [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("").trim();
}

async function start(
  { env = {}, within = [], port = 0 }: SiteOptions,
  program: string[],
  auditOf: (dataDir: string) => Promise<string>,
): Promise<{ site: CallSite; said: () => string }> {
  const dataDir = await Deno.makeTempDir({ prefix: "calls-" });
  const [command, ...before] = [...within, Deno.execPath()];
  const child = await startChild(command!, [...before, "run", "-A", "--quiet", ...program], {
    env: { ...env, DATA_DIR: dataDir, PORT: String(port), NO_COLOR: "1", ...within.length && { HOST: "0.0.0.0" } },
  });
  const remove = () => Deno.remove(dataDir, { recursive: true });
  try {
    const [, listening] = await child.until(/Listening on http:\/\/[^/\s]+:(\d+)/);
    const site = {
      origin: `http://localhost:${listening}`,
      port: Number(listening),
      pid: child.pid,
      audit: () => auditOf(dataDir),
      async end() {
        await child.end();
        await remove();
      },
    };
    return { site, said: child.said };
  } catch (error) {
    await child.end();
    await remove();
    throw error;
  }
}
