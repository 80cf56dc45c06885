/**
 * What Deno Deploy does to a process, as far as one machine can imitate it: no flags, an environment of its own, a clock
 * that calls by a socket, and SIGINT with SIGKILL five seconds after it.
 */
import { patience } from "../patience.ts";

/** From the signal to the kill (docs of the platform, "Runtime", "Shutdown"). */
const platformKillsAfterMs = 5000;
/**
 * For tests, which measure nothing: shorter than a mail waits for its server, so that an end which waits for one is seen.
 * That a site ends as soon as the platform wants, `deno task rehearse` sees.
 */
export const patientKillAfterMs = patience(15);
/** A start is waited for this long; it takes some seconds where others work beside it. */
const startPatienceMs = 60_000;

export interface Place {
  /** Where the code lies. */
  folder: string;
  entry: string;
  env: Record<string, string>;
  /** Whose process it is; whoever starts it otherwise. */
  user?: { uid?: number; gid?: number };
}

export interface Ended {
  /** "killed" where it had not ended in time. */
  how: number | "killed";
  afterMs: number;
}

export interface Instance {
  origin: string;
  /** What it printed so far, in both ways. */
  said: () => string;
  /** The most that it held so far; 0 where the system does not say. */
  memoryMegabytes: () => Promise<number>;
  /** Ends it as the platform does; another signal, and another time until the kill (ms), are for other supervisors. */
  end: (signal?: "SIGINT" | "SIGTERM", killAfterMs?: number) => Promise<Ended>;
  /** The machine goes away under it. */
  kill: () => Promise<void>;
  /** Stands still, or goes on. */
  freeze: (isFrozen: boolean) => void;
}

/** Starts an instance and waits until it serves. Throws what it said where it does not. */
export async function startInstance({ folder, entry, env, user = {} }: Place): Promise<Instance> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", entry],
    cwd: folder,
    ...user,
    clearEnv: true,
    env: { ...systemVariables(), PORT: "0", HOST: "127.0.0.1", NO_COLOR: "1", ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let said = "";
  const { promise: listens, resolve } = Promise.withResolvers<string>();
  const heard = Promise.all([child.stdout, child.stderr].map(async (stream) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      said += text;
      const origin = /Listening on (http:\/\/[^/\s]+)/.exec(said)?.[1];
      if (origin) resolve(origin);
    }
  })).then(() => child.status);
  const kill = async () => {
    tryKill(child, "SIGKILL");
    await heard;
  };
  const late = Promise.withResolvers<string>();
  const timer = setTimeout(() => late.resolve("late"), startPatienceMs);
  const begun = await Promise.race([listens, late.promise, heard.then(({ code }) => `ended with ${code}`)]);
  clearTimeout(timer);
  if (!begun.startsWith("http:")) {
    await kill();
    throw new Error(`the instance does not serve (${begun}): ${said}`);
  }
  return {
    origin: begun,
    said: () => said,
    async memoryMegabytes() {
      const status = await Deno.readTextFile(`/proc/${child.pid}/status`).catch(() => "");
      return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
    },
    kill,
    freeze: (isFrozen) => child.kill(isFrozen ? "SIGSTOP" : "SIGCONT"),
    async end(signal = "SIGINT", killAfterMs = platformKillsAfterMs) {
      const startedAt = performance.now();
      let isKilled = false;
      const timer = setTimeout(() => {
        isKilled = true;
        tryKill(child, "SIGKILL");
      }, killAfterMs);
      tryKill(child, signal);
      const { code } = await heard;
      clearTimeout(timer);
      return { how: isKilled ? "killed" : code, afterMs: performance.now() - startedAt };
    },
  };
}

function tryKill(child: Deno.ChildProcess, signal: Deno.Signal): void {
  try {
    child.kill(signal);
  } catch {
    // It has already ended.
  }
}

/** What any process has; nothing that configures a site. */
function systemVariables(): Record<string, string> {
  const names = ["PATH", "HOME", "DENO_DIR", "TMPDIR", "SystemRoot"];
  return Object.fromEntries(names.flatMap((name) => {
    const value = Deno.env.get(name);
    return value ? [[name, value]] : [];
  }));
}

/** What a site needs before it starts; nothing of it is real. */
export const siteVariables: Record<string, string> = {
  SECRET: "a secret that only tests may know",
  ENGLISH_URL: "http://vesna.test",
  SMTP_URL: "smtp://127.0.0.1:9",
  MAIL_FROM: "letters@vesna.test",
};

export interface PlatformClock {
  /** Where a process finds it: the variable of Deno's own runtime. */
  env: Record<string, string>;
  /** Name and schedule of what instances asked to be called for, newest last. */
  registered: { name: string; schedule: string }[];
  /** Calls the newest instance, and resolves with whether it says that it did its work. */
  tick: (name: string) => Promise<boolean>;
  stop: () => void;
}

/** The platform's clock: instances tell by a socket what it must call, and it calls them by the same. */
export function startPlatformClock(): PlatformClock {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const lines = new Set<Deno.TcpConn>();
  const registered: PlatformClock["registered"] = [];
  const results = new Map<string, (isDone: boolean) => void>();
  let newest: Deno.TcpConn | null = null;

  async function hear(line: Deno.TcpConn): Promise<void> {
    let text = "";
    for await (const part of line.readable.pipeThrough(new TextDecoderStream())) {
      const words = (text + part).split("\n");
      text = words.pop()!;
      for (const word of words) {
        const told = JSON.parse(word);
        if (told.kind === "register") registered.push(...told.crons);
        if (told.kind === "result") results.get(told.name)?.(told.success);
      }
    }
  }

  async function take(): Promise<void> {
    for await (const line of listener) {
      lines.add(newest = line);
      hear(line).catch(() => {}).finally(() => lines.delete(line));
    }
  }
  take().catch(() => {});
  return {
    env: { DENO_UNSTABLE_CRON_SOCK: `tcp:127.0.0.1:${(listener.addr as Deno.NetAddr).port}` },
    registered,
    async tick(name) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      results.set(name, resolve);
      await newest!.write(new TextEncoder().encode(`${JSON.stringify({ kind: "invoke", name })}\n`));
      return await promise;
    },
    stop() {
      listener.close();
      for (const line of lines) {
        try {
          line.close();
        } catch {
          // The instance has closed it.
        }
      }
    },
  };
}
