/**
 * `deno task test`: every test, browser journeys included; ends with one line that counts them. Not named test.ts: deno
 * test would run it. What is given as arguments goes to deno test.
 */
import { globSync } from "node:fs";
import { ensureChromium, ensureHeadlessShell } from "./chromium.ts";
import { ensureCoturn, ensureNetworkTools } from "./coturn.ts";
import { ensureNginx } from "./nginx.ts";

interface Suite {
  name: string;
  args: string[];
  /** How many passed and failed, by what was printed. */
  passed: RegExp;
  failed: RegExp;
  env?: Record<string, string>;
  /** Whether there may be nothing to count, because what it needs is not here. */
  mayBeNone?: boolean;
}

/** Tests that start processes of their own and mostly wait for them: together they are as long as all the others. */
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
/** Enough to keep the processors busy to the end, few enough to load the site seldom. */
const shardsCount = 8;
const shards = await Deno.makeTempDir({ prefix: "test-shards-" });
/**
 * Journeys have a code cache of their own. Deno 2.9.6 takes a required script of over 16 kB for unchanged if it is as
 * long as before (denoland/deno#36413): a journey in which one word gave way to another ran as it had been.
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
const counts = await Promise.all(suites.map(run));
await Promise.all([shards, journeysCache].map((folder) => Deno.remove(folder, { recursive: true })));
const total = (of: "passed" | "failed") => counts.reduce((sum, count) => sum + count[of], 0);
console.log(`${total("passed")} passed, ${total("failed")} failed`);
const isEmpty = suites.some(({ mayBeNone }, at) => !mayBeNone && counts[at]!.passed === 0);
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

/** Runs a suite, showing each of its lines as it comes, and answers its counts. */
async function run({ name, args, env, ...counts }: Suite): Promise<{ passed: number; failed: number }> {
  const startedAt = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args,
    // Plain words: Deno takes any FORCE_COLOR but an empty one for a yes.
    env: { NO_COLOR: "1", FORCE_COLOR: "", ...env },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let output = "";
  let unshown = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    output += chunk;
    unshown += chunk;
    // Lines of the suites come between each other, never within.
    const end = unshown.lastIndexOf("\n");
    if (end < 0) continue;
    console.log(unshown.slice(0, end));
    unshown = unshown.slice(end + 1);
  }
  console.log(unshown);
  const { success } = await child.status;
  const count = (pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? 0);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const failed = count(counts.failed);
  console.log(`── ${name}: ${success ? "ok" : "failed"} (${seconds} s)`);
  // A suite that broke off before it could count is a failure all the same.
  return { passed: count(counts.passed), failed: success ? failed : Math.max(1, failed) };
}
