/** The processes of the operator's tests: a server of a folder, and the commands as an operator calls them. */
import { kill } from "../kill.ts";
import { patience } from "../patience.ts";

const root = new URL("../../", import.meta.url);
const secret = "a secret that only tests may know";

export interface Ended {
  code: number;
  /** What it printed, to stdout and stderr. */
  said: string;
}

const start = (
  dataDir: string,
  file: string,
  args: string[],
  more: Record<string, string> = {},
): Deno.ChildProcess =>
  new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", file, ...args],
    cwd: root,
    env: { DATA_DIR: dataDir, SECRET: secret, PORT: "0", NO_COLOR: "1", ...more },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();

export interface Server {
  origin: string;
  /** What it has printed so far, to stdout and stderr. */
  said: () => string;
  /** Ends it with this signal and waits for its end; returns its exit code. */
  end: (signal: "SIGTERM" | "SIGKILL") => Promise<number>;
}

/** Starts a server on a folder and waits until it serves. Throws what it printed if it does not. */
export async function startServer(dataDir: string, more: Record<string, string> = {}): Promise<Server> {
  const child = start(dataDir, "tests/ops/server.ts", [], more);
  let said = "";
  const listens = Promise.withResolvers<void>();
  const heard = Promise.all([child.stdout, child.stderr].map(async (stream) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      said += text;
      if (said.includes("Listening on ")) listens.resolve();
    }
  }));
  const ended = heard.then(async () => {
    throw new Error(`the server ended: ${said}${(await child.status).code}`);
  });
  await Promise.race([listens.promise, ended]);
  ended.catch(() => {});
  return {
    origin: /http:\/\/[^/\s]+/.exec(said)![0],
    said: () => said,
    async end(signal) {
      child.kill(signal);
      await heard;
      return (await child.status).code;
    },
  };
}

/** Runs an operator's task from its file, as `deno task <name>` does. */
export const runCommand = (dataDir: string, name: string, ...args: string[]): Promise<Ended> =>
  endOf(start(dataDir, `tools/${name}.ts`, args));

/** The same with another SECRET, or an empty one, as if the operator had forgotten it. */
export const runWithSecret = (secret: string, dataDir: string, name: string, ...args: string[]): Promise<Ended> =>
  endOf(start(dataDir, `tools/${name}.ts`, args, { SECRET: secret }));

/** The same, but killed after so many ms unless it has ended by then; returns whether it failed to end well. */
export async function killCommand(dataDir: string, afterMs: number, name: string, ...args: string[]): Promise<boolean> {
  const child = start(dataDir, `tools/${name}.ts`, args);
  const timer = setTimeout(() => kill(child), afterMs);
  const { code } = await endOf(child);
  clearTimeout(timer);
  return code !== 0;
}

async function endOf(child: Deno.ChildProcess): Promise<Ended> {
  const { code, stdout, stderr } = await child.output();
  const [out, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, said: `${out}${errors}`.trim() };
}

/** The same, on a disk where no file may grow beyond so many KiB: writing fails as on one that is full. */
export async function runOnFullDisk(dataDir: string, kib: number, name: string, ...args: string[]): Promise<Ended> {
  const shell = new Deno.Command("bash", {
    // Without the trap the system ends the process instead of failing the write.
    args: ["-c", `trap '' XFSZ; ulimit -f ${kib}; exec "$@"`, "-", Deno.execPath(), "run", "-A", "--quiet"].concat(
      `tools/${name}.ts`,
      args,
    ),
    cwd: root,
    env: { DATA_DIR: dataDir, SECRET: secret, NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
  return await endOf(shell.spawn());
}

/** What `main.ts` says with these variables, which do not let it start. */
export async function saidByMain(env: Record<string, string>): Promise<Ended> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "main.ts"],
    cwd: root,
    env: {
      PORT: "0",
      HOST: "127.0.0.1",
      NO_COLOR: "1",
      SECRET: secret,
      ENGLISH_URL: "http://vesna.test",
      SMTP_URL: "smtp://127.0.0.1:9",
      MAIL_FROM: "letters@vesna.test",
      DENO_KV_ACCESS_TOKEN: "a token of denokv",
      ...env,
    },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    // One that starts all the same would serve for ever.
    signal: AbortSignal.timeout(patience(60)),
  }).spawn();
  return await endOf(child);
}
