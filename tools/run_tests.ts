/**
 * `deno task test`: every test, browser journeys included; ends with one line that counts them. Not named test.ts: deno
 * test would run it. What is given as arguments goes to deno test.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import type { Readable } from "node:stream";
import { ensureChromium, ensureHeadlessShell } from "./chromium.ts";
import { ensureCoturn, ensureNetworkTools } from "./coturn.ts";
import { ensureNginx } from "./nginx.ts";

interface Suite {
  name: string;
  args: string[];
  /** Find in the output how many passed and failed. */
  passed: RegExp;
  failed: RegExp;
  env?: Record<string, string>;
  /** Whether there may be no test to count, because what the suite needs is not installed. */
  mayBeNone?: boolean;
}

interface Outcome {
  name: string;
  passed: number;
  failed: number;
  /** The last lines of the output, where a suite says what failed. */
  lastLines: string[];
}

/** Tests that start processes of their own and mostly wait for them: together they take as long as all the others. */
const longTests = [
  "tests/payments_property_test.ts",
  "tests/money_property_test.ts",
  "tests/operator_test.ts",
  "tests/staff_test.ts",
  "tools/store/backup_test.ts",
  "tools/audit_test.ts",
  "tests/light_start_test.ts",
];

// Types are `deno task ok`'s own step: checked here as well they would be checked three times.
const unit = ["test", "-A", "--quiet", "--no-check", "--sanitize-ops", "--sanitize-resources", ...Deno.args];
const counted = { passed: /(\d+) passed(?: \(\d+ steps?\))? \|/, failed: /\| (\d+) failed/ };
const lastLinesCount = 60;
/** Enough to keep the processors busy to the end, few enough to load the site seldom. */
const shardsCount = 8;
const shards = await Deno.makeTempDir({ prefix: "test-shards-" });
/**
 * Journeys have a code cache of their own. Deno 2.9.6 takes a required script of over 16 kB for unchanged if it is as
 * long as before (denoland/deno#36413): a journey in which one word was replaced by another of its length ran unchanged.
 */
const journeysCache = await Deno.makeTempDir({ prefix: "journeys-cache-" });
/** Side by side, because each of them leaves the processors idle for half of its time. */
const suites: Suite[] = [
  { name: "unit", args: [...unit, "--parallel", "--config", "deno.json", shards], ...counted },
  { name: "long", args: [...unit, ...longTests], ...counted },
  {
    name: "journeys",
    args: ["run", "-A", "node_modules/@playwright/test/cli.js", "test", "--config", "tests/playwright.config.ts"],
    passed: /^\s*(\d+) passed/m,
    failed: /^\s*(\d+) failed/m,
    env: { DENO_DIR: journeysCache },
  },
  {
    name: "browsers",
    args: ["run", "-A", "--quiet", "tools/test_browsers.ts", "--small"],
    passed: /^(\d+) passed/m,
    failed: /, (\d+) failed$/m,
    mayBeNone: true,
  },
];

const chromium = await ensureChromium();
if (chromium) Deno.env.set("CHROMIUM", chromium);
const headlessShell = await ensureHeadlessShell();
if (headlessShell) Deno.env.set("HEADLESS_SHELL", headlessShell);
const turnServer = await ensureCoturn();
if (turnServer) Deno.env.set("TURNSERVER", turnServer);
await ensureNetworkTools();
await ensureNginx();

await writeShards(shards);
const outcomes = await Promise.all(suites.map(run));
await Promise.all([shards, journeysCache].map((folder) => Deno.remove(folder, { recursive: true })));
const total = (of: "passed" | "failed") => outcomes.reduce((sum, outcome) => sum + outcome[of], 0);
// Said once more at the end: nobody looks thousands of lines back, and a log that is kept in part has lost those lines.
for (const { name, failed, lastLines } of outcomes) {
  if (failed > 0) console.log(`── ${name} ended with:\n${lastLines.join("\n")}`);
}
console.log(`${total("passed")} passed, ${total("failed")} failed`);
const isEmpty = suites.some(({ mayBeNone }, at) => !mayBeNone && outcomes[at]!.passed === 0);
Deno.exit(total("failed") === 0 && !isEmpty ? 0 : 1);

/**
 * Writes a few modules that import all other tests between them. Deno loads the whole site anew for each module that it
 * is given, which took half of the unit suite's time. A failure names its test and the line in the real file.
 */
async function writeShards(folder: string): Promise<void> {
  const root = new URL("..", import.meta.url);
  const files = globSync("[a-z]*/**/*_test.{ts,tsx}", { cwd: root, exclude: ["node_modules/**", "data/**"] })
    .filter((file) => !longTests.includes(file)).sort();
  for (let shard = 0; shard < shardsCount; shard++) {
    const mine = files.filter((_, position) => position % shardsCount === shard);
    const imports = mine.map((file) => `import ${JSON.stringify(new URL(file, root).href)};\n`);
    await Deno.writeTextFile(`${folder}/unit_${shard}_test.ts`, imports.join(""));
  }
}

/** Runs a suite, shows each of its lines as it comes, and returns its counts. */
async function run({ name, args, env, ...counts }: Suite): Promise<Outcome> {
  const startedAt = performance.now();
  // Without colours: Deno takes any FORCE_COLOR but an empty one for a yes.
  const plain = { NO_COLOR: "1", FORCE_COLOR: "" };
  const child = spawn(Deno.execPath(), args, {
    env: { ...Deno.env.toObject(), ...plain, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  const lines: string[] = [];
  await Promise.all([show(child.stdout, lines), show(child.stderr, lines)]);
  const success = (await ended)[0] === 0;
  const output = lines.join("\n");
  const count = (pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? 0);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const failed = count(counts.failed);
  console.log(`── ${name}: ${success ? "ok" : "failed"} (${seconds} s)`);
  return {
    name,
    passed: count(counts.passed),
    // A suite that broke off before it could count is a failure all the same.
    failed: success ? failed : Math.max(1, failed),
    lastLines: lines.slice(-lastLinesCount),
  };
}

/** Shows what a suite prints, and keeps it. Lines of different suites mix, but each line stays whole. */
async function show(printed: Readable, lines: string[]): Promise<void> {
  for await (const line of createInterface({ input: printed })) {
    lines.push(line);
    console.log(line);
  }
}
