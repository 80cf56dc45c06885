/** What the operator does on the machine of the journeys' server. */
import { execFile } from "node:child_process";
import process from "node:process";
import { promisify } from "node:util";

/** Runs `deno task staff` on the folder of the journeys' server, which it asks; returns what it printed. */
export async function staff(...args: string[]): Promise<string> {
  const { JOURNEY_DATA, DENO_PATH = "deno" } = process.env;
  const env = { ...process.env, DATA_DIR: JOURNEY_DATA! };
  const { stdout } = await promisify(execFile)(DENO_PATH, ["run", "-A", "-q", "tools/staff.ts", ...args], { env });
  return stdout;
}
