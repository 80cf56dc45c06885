/**
 * What Deno Deploy does to a process, as far as one machine can imitate it: no flags, an environment of its own, a clock
 * that calls over a socket, and SIGINT with SIGKILL five seconds after it.
 */
import { patience } from "../patience.ts";

/** The time from the signal to the kill (docs of the platform, "Runtime", "Shutdown"). */
const platformKillsAfterMs = 5000;
/**
 * The same for tests, which measure nothing: shorter than a mail waits for its server, so that a site that waits for one
 * before it ends is noticed. `deno task rehearse` sees that a site ends as soon as the platform wants.
 */
export const patientKillAfterMs = patience(15);
/** How long to wait for a start, which takes some seconds if others work beside it. */
const startPatienceMs = 60_000;

export interface Place {
  /** The folder of the code. */
  folder: string;
  entry: string;
  env: Record<string, string>;
  /** Whose process it is; the user's who starts it, if absent. */
  user?: { uid?: number; gid?: number };
}

export interface Ended {
  /** The exit code, or "killed" if it had not ended in time. */
  how: number | "killed";
  afterMs: number;
}

export interface Instance {
  origin: string;
  /** What it has printed so far, to stdout and stderr. */
  said: () => string;
  /** The most memory that it has had so far; 0 if the system does not say. */
  memoryMegabytes: () => Promise<number>;
  /** Ends it as the platform does; another signal, and another time until the kill (ms), are for other supervisors. */
  end: (signal?: "SIGINT" | "SIGTERM", killAfterMs?: number) => Promise<Ended>;
  /** Kills it, as when its machine goes away. */
  kill: () => Promise<void>;
  /** Freezes it, or lets it go on. */
  freeze: (isFrozen: boolean) => void;
}

/** Starts an instance and waits until it serves. Throws what it printed if it does not. */
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

/** The variables that any process has, without those that configure a site. */
function systemVariables(): Record<string, string> {
  const names = ["PATH", "HOME", "DENO_DIR", "TMPDIR", "SystemRoot"];
  return Object.fromEntries(names.flatMap((name) => {
    const value = Deno.env.get(name);
    return value ? [[name, value]] : [];
  }));
}

/** The variables that a site needs to start; none of the values is real. */
export const siteVariables: Record<string, string> = {
  SECRET: "a secret that only tests may know",
  ENGLISH_URL: "http://vesna.test",
  SMTP_URL: "smtp://127.0.0.1:9",
  MAIL_FROM: "letters@vesna.test",
};

export interface PlatformClock {
  /** The variable of Deno's own runtime that tells a process where the clock is. */
  env: Record<string, string>;
  /** The names and schedules for which instances asked to be called, newest last. */
  registered: { name: string; schedule: string }[];
  /** Calls the newest instance, and resolves with whether it reports that it did its work. */
  tick: (name: string) => Promise<boolean>;
  stop: () => void;
}

/** The platform's clock: over a socket instances tell what it must call, and it calls them. */
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
