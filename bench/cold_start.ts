/** From the start of the process to the first page, with a store of 1,000 ladies, and with one of 100,000. */
import { freePort } from "../tools/free_port.ts";
import { median, type Row, waitForWord } from "./measure.ts";

const rounds = 5;

/** How many ladies, and how many seconds their site may take. */
const goals = [[1000, 1], [100_000, 4]] as const;

export async function measureColdStarts(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [ladies, seconds] of goals) rows.push(await measureColdStart(ladies, seconds));
  return rows;
}

async function measureColdStart(ladies: number, secondsAtMost: number): Promise<Row> {
  const folder = await Deno.makeTempDir();
  const env = { DATA_DIR: folder };
  try {
    await run(["run", "-A", "tools/seed.ts", "--ladies", String(ladies)], env);
    // The first start of a demo store writes its world; that is not what a start costs.
    await startOnce(folder);
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) times.push(await startOnce(folder));
    const seconds = median(times) / 1000;
    return {
      work: `Cold start to first page, ${ladies.toLocaleString("en")} ladies`,
      measured: `${seconds.toFixed(2)} s`,
      goal: `≤ ${secondsAtMost} s`,
      reached: seconds <= secondsAtMost,
      note: `from spawn to the last byte of /en/search, median of ${rounds}`,
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function startOnce(folder: string): Promise<number> {
  const port = freePort();
  const startedAt = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tools/demo.ts"],
    env: { PORT: String(port), DATA_DIR: folder },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  await waitForWord(child, "Listening");
  const response = await fetch(`http://127.0.0.1:${port}/en/search`);
  await response.text();
  const ms = performance.now() - startedAt;
  if (!response.ok) throw new Error(`the first page answered ${response.status}`);
  child.kill();
  await child.status;
  return ms;
}

async function run(args: string[], env: Record<string, string>): Promise<void> {
  const { success } = await new Deno.Command(Deno.execPath(), { args, env, stdout: "null" }).output();
  if (!success) throw new Error(`deno ${args.join(" ")} failed`);
}
