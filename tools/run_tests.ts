/**
 * `deno task test`: every test, browser journeys included; ends with one line that counts them. Not named test.ts: deno
 * test would run it. What is given as arguments goes to deno test.
 */
import { ensureChromium } from "./chromium.ts";
import { ensureCoturn, ensureNetworkTools } from "./coturn.ts";

interface Suite {
  name: string;
  args: string[];
  /** How many passed and failed, by what was printed. */
  passed: RegExp;
  failed: RegExp;
}

/** Tests that start processes of their own and mostly wait for them: together they are as long as all the others. */
const longTests = [
  "tests/payments_property_test.ts",
  "tests/money_property_test.ts",
  "tests/operator_test.ts",
  "tests/staff_test.ts",
  "tools/store/backup_test.ts",
  "tools/audit_test.ts",
];

const unit = ["test", "-A", "--quiet", "--sanitize-ops", "--sanitize-resources", ...Deno.args];
const counted = { passed: /(\d+) passed(?: \(\d+ steps?\))? \|/, failed: /\| (\d+) failed/ };
/** Side by side, because each of them leaves the processors idle for half of its time. */
const suites: Suite[] = [
  { name: "unit", args: [...unit, "--parallel", `--ignore=${longTests.join(",")}`], ...counted },
  { name: "long", args: [...unit, ...longTests], ...counted },
  {
    name: "journeys",
    args: ["run", "-A", "node_modules/@playwright/test/cli.js", "test", "--config", "tests/playwright.config.ts"],
    passed: /^\s*(\d+) passed/m,
    failed: /^\s*(\d+) failed/m,
  },
];

const chromium = await ensureChromium();
if (chromium) Deno.env.set("CHROMIUM", chromium);
const turnServer = await ensureCoturn();
if (turnServer) Deno.env.set("TURNSERVER", turnServer);
await ensureNetworkTools();

const counts = await Promise.all(suites.map(run));
const total = (of: "passed" | "failed") => counts.reduce((sum, count) => sum + count[of], 0);
console.log(`${total("passed")} passed, ${total("failed")} failed`);
Deno.exit(total("failed") === 0 && counts.every(({ passed }) => passed > 0) ? 0 : 1);

/** Runs a suite, showing each of its lines as it comes, and answers its counts. */
async function run({ name, args, ...counts }: Suite): Promise<{ passed: number; failed: number }> {
  const startedAt = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args,
    // Plain words: Deno takes any FORCE_COLOR but an empty one for a yes.
    env: { NO_COLOR: "1", FORCE_COLOR: "" },
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
