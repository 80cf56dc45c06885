/** Processes that tests of calls start: none outlives the process that started it, however that one ends. */
import { patience } from "../patience.ts";

export interface Child {
  /** The id of the program itself, for signals. */
  pid: number;
  /** What it has printed so far. */
  said: () => string;
  /** Waits until it has printed this; throws what it printed if it ends or stays silent. */
  until: (pattern: RegExp, withinMs?: number) => Promise<RegExpExecArray>;
  signal: (name: "SIGSTOP" | "SIGCONT" | "SIGTERM" | "SIGKILL") => void;
  /** Ends it, kindly at first, and resolves when it is gone. */
  end: () => Promise<void>;
}

/**
 * The shell ends the program as soon as its own input closes, which happens when the process that started it dies; then also
 * what the program has started and left, which would hold its output open. With setsid the program has a group of its own:
 * Ctrl-C does not reach it, and the guard must outlive Ctrl-C as well.
 */
const keeper = `
exec 3<&0
if command -v setsid >/dev/null; then set -- setsid "$@"; fi
"$@" </dev/null & pid=$!
echo "pid $pid"
( trap "" INT; read -r _ <&3; kill -CONT $pid; kill -TERM $pid; n=0
  while kill -0 $pid && [ $n -lt 30 ]; do sleep 0.1; n=$((n+1)); done
  kill -KILL $pid; kill -KILL -$pid ) >/dev/null 2>&1 &
guard=$!
exec 3<&- 0<&-
wait $pid
kill -KILL -$pid 2>/dev/null
kill $guard 2>/dev/null
`;

export async function startChild(
  command: string,
  args: string[],
  options: { env?: Record<string, string>; cwd?: string } = {},
): Promise<Child> {
  const shell = new Deno.Command("sh", {
    args: ["-c", keeper, "-", command, ...args],
    ...options,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let text = "";
  let isOver = false;
  const read = async (stream: Deno.ChildProcess["stdout"]) => {
    for await (const part of stream.pipeThrough(new TextDecoderStream())) text += part;
  };
  const ended = Promise.all([read(shell.stdout), read(shell.stderr), shell.status]).then(() => {
    isOver = true;
  });
  async function until(pattern: RegExp, withinMs = patience(60)): Promise<RegExpExecArray> {
    const giveUpAt = performance.now() + withinMs;
    while (true) {
      const found = pattern.exec(text);
      if (found) return found;
      if (isOver || performance.now() > giveUpAt) throw new Error(`${command} did not say ${pattern}:\n${text}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  const pid = Number((await until(/^pid (\d+)$/m))[1]);
  return {
    pid,
    said: () => text,
    until,
    signal(name) {
      if (!isOver) Deno.kill(pid, name);
    },
    async end() {
      await shell.stdin.close().catch(() => {});
      await ended;
    },
  };
}
