/** The tools of all measurements: medians, pinned processes, and how much processor a server used. */

export interface Row {
  work: string;
  measured: string;
  goal: string;
  /** Null where no goal was set. */
  reached: boolean | null;
  note: string;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

/** A deno process on one core; where taskset is missing it runs unpinned. */
export function pinnedDeno(core: number, args: string[], env: Record<string, string> = {}): Deno.ChildProcess {
  return pinned(core, args, { env });
}

/** The same with all options of a command. The process may open as many files as the system allows at all. */
export function pinned(core: number, args: string[], options: Partial<Deno.CommandOptions> = {}): Deno.ChildProcess {
  const command = [...hasTaskset ? ["taskset", "-c", String(core)] : [], Deno.execPath(), ...args];
  return new Deno.Command("/bin/sh", {
    args: ["-c", 'ulimit -n "$(ulimit -H -n)" 2>/dev/null; exec "$@"', "sh", ...command],
    stdout: "piped",
    stderr: "inherit",
    ...options,
  }).spawn();
}

const hasTaskset = await new Deno.Command("taskset", { args: ["-V"], stdout: "null", stderr: "null" }).output()
  .then(({ success }) => success, () => false);

/** Waits until a process has printed this word; the rest of its output is read and dropped. */
export async function waitForWord(child: Deno.ChildProcess, word: string): Promise<string> {
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes(word)) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`the process ended before it said "${word}": ${text}`);
    text += value;
  }
  void (async () => {
    while (!(await reader.read()).done);
  })();
  return text;
}

/** Processor time of a process so far, in ms (Linux). */
export async function cpuMs(pid: number): Promise<number> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
