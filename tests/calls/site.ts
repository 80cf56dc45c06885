/** A demo site of its own for calls: its folder, its relay, its clock; its books are looked at when it is over. */
import { startChild } from "./child.ts";

export interface SiteOptions {
  /** TURN_URLS, TURN_SECRET, CLOCK_RATE and the like. */
  env?: Record<string, string>;
  /** Words before the command, to run it in a network of its own; there it listens on every address. */
  within?: string[];
  /** Which port; any free one where it may be any. */
  port?: number;
}

export interface CallSite {
  /** As somebody on the same machine reaches it. */
  origin: string;
  port: number;
  pid: number;
  /** What `deno task audit` says of its books now. */
  audit: () => Promise<string>;
  end: () => Promise<void>;
}

/** Starts it and waits until it serves. Throws what it said where it does not. */
export async function startSite({ env = {}, within = [], port = 0 }: SiteOptions = {}): Promise<CallSite> {
  const dataDir = await Deno.makeTempDir({ prefix: "calls-" });
  const [command, ...before] = [...within, Deno.execPath()];
  const child = await startChild(command!, [...before, "run", "-A", "--quiet", "tools/demo.ts"], {
    env: { ...env, DATA_DIR: dataDir, PORT: String(port), NO_COLOR: "1", ...within.length && { HOST: "0.0.0.0" } },
  });
  const remove = () => Deno.remove(dataDir, { recursive: true });
  try {
    const [, listening] = await child.until(/Listening on http:\/\/[^/\s]+:(\d+)/);
    return {
      origin: `http://localhost:${listening}`,
      port: Number(listening),
      pid: child.pid,
      async audit() {
        const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
          args: ["run", "-A", "--quiet", "tools/audit.ts"],
          env: { DATA_DIR: dataDir, NO_COLOR: "1" },
        }).output();
        return [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("").trim();
      },
      async end() {
        await child.end();
        await remove();
      },
    };
  } catch (error) {
    await child.end();
    await remove();
    throw error;
  }
}
