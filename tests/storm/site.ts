/** The real site as a process of its own: started, killed with signal 9 and started again, each time on another port. */
import { kill } from "../kill.ts";

const root = new URL("../../", import.meta.url);

export interface SiteSettings {
  dataDir: string;
  /** How many times faster the server's clock runs. */
  clockRate: number;
  env: Record<string, string>;
  /** The file that takes its output. */
  logFile: string;
}

const secret = "a secret that only the storm may know";

export class Site {
  kills = 0;
  slowestStartMs = 0;
  #settings: SiteSettings;
  #child: Deno.ChildProcess | null = null;
  #read: Promise<void>[] = [];
  #up = Promise.withResolvers<string>();
  #clockBegan = { fromMs: 0, untilMs: 0 };

  constructor(settings: SiteSettings) {
    this.#settings = settings;
  }

  /** Resolves with its address as soon as it serves. */
  get up(): Promise<string> {
    return this.#up.promise;
  }

  get dataDir(): string {
    return this.#settings.dataDir;
  }

  /** The environment of this site, for the operator's commands as well. */
  get env(): Record<string, string> {
    const { dataDir, clockRate, env } = this.#settings;
    return { ...env, DATA_DIR: dataDir, SECRET: secret, CLOCK_RATE: String(clockRate), NO_COLOR: "1" };
  }

  /** Starts it and waits until it serves. Throws its output if it ends before. */
  async start(): Promise<void> {
    const startedAt = Date.now();
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", "tools/demo.ts"],
      cwd: root,
      env: { ...this.env, PORT: "0", HOST: "127.0.0.1", COMPANIONS: "off", TRUST_PROXY: "1" },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#child = child;
    const said = { text: "" };
    const listening = Promise.withResolvers<string>();
    const hear = async (stream: ReadableStream<Uint8Array>) => {
      using log = await Deno.open(this.#settings.logFile, { append: true, create: true });
      for await (const chunk of stream) {
        await log.write(chunk);
        if (said.text.length < 20_000) said.text += new TextDecoder().decode(chunk);
        const found = /Listening on (http:\/\/[^/\s]+)/.exec(said.text);
        if (found) listening.resolve(found[1]!);
      }
    };
    this.#read = [hear(child.stdout), hear(child.stderr)];
    void Promise.all(this.#read).then(() => listening.reject(new Error(`the site ended at its start: ${said.text}`)));
    const origin = await listening.promise;
    const now = Date.now();
    this.slowestStartMs = Math.max(this.slowestStartMs, now - startedAt);
    this.#clockBegan = { fromMs: startedAt, untilMs: now };
    this.#up.resolve(origin);
  }

  /**
   * What the server's clock says now, as far as that is known from outside: it began, at the real time, at some point of the
   * start. `doubt` is that point, from -1 (its beginning) to 1 (its end).
   */
  now(doubt = 0): number {
    const { fromMs, untilMs } = this.#clockBegan;
    const begunAt = (fromMs + untilMs) / 2 + doubt * (untilMs - fromMs) / 2;
    return begunAt + (Date.now() - begunAt) * this.#settings.clockRate;
  }

  /** Kills it with signal 9; `up` then waits for the next start. */
  async kill(): Promise<void> {
    this.kills++;
    this.#up = Promise.withResolvers<string>();
    kill(this.#child!);
    await this.#end();
  }

  /** Ends it as an operator does; returns its exit code. */
  async stop(): Promise<number> {
    this.#up = Promise.withResolvers<string>();
    this.#child?.kill("SIGTERM");
    return await this.#end();
  }

  async #end(): Promise<number> {
    if (!this.#child) return 0;
    const { code } = await this.#child.status;
    await Promise.all(this.#read);
    this.#child = null;
    return code;
  }
}

/** Runs an operator's command on a folder, as `deno task <name>` does; returns its exit code and output. */
export async function runTask(
  env: Record<string, string>,
  name: string,
  ...args: string[]
): Promise<{ code: number; said: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", `tools/${name}.ts`, ...args],
    cwd: root,
    env,
    stdin: "null",
  }).output();
  return { code, said: [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("").trim() };
}
