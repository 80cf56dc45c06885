/** `deno task test`: every test, browser journeys included; ends with one line that counts them. Not named test.ts: deno test would run it. */
import { ensureChromium } from "./chromium.ts";
import { ensureCoturn, ensureNetworkTools } from "./coturn.ts";

interface Count {
  passed: number;
  failed: number;
}

const chromium = await ensureChromium();
if (chromium) Deno.env.set("CHROMIUM", chromium);
const turnServer = await ensureCoturn();
if (turnServer) Deno.env.set("TURNSERVER", turnServer);
await ensureNetworkTools();

const suites: { args: string[]; count: (output: string) => Count }[] = [
  {
    // What this is given as arguments goes along.
    args: ["test", "-A", "--quiet", "--parallel", "--sanitize-ops", "--sanitize-resources", ...Deno.args],
    count: (output) => ({
      passed: Number(/(\d+) passed(?: \(\d+ steps?\))? \|/.exec(output)?.[1] ?? 0),
      failed: Number(/\| (\d+) failed/.exec(output)?.[1] ?? 0),
    }),
  },
  {
    args: ["run", "-A", "node_modules/@playwright/test/cli.js", "test", "--config", "tests/playwright.config.ts"],
    count: (output) => ({
      passed: Number(/^\s*(\d+) passed/m.exec(output)?.[1] ?? 0),
      failed: Number(/^\s*(\d+) failed/m.exec(output)?.[1] ?? 0),
    }),
  },
];

const total: Count = { passed: 0, failed: 0 };
for (const suite of suites) {
  const { output, success } = await runShown(suite.args);
  const counted = suite.count(output);
  total.passed += counted.passed;
  // A suite that broke off before it could count is a failure all the same.
  total.failed += success ? counted.failed : Math.max(1, counted.failed);
}
console.log(`${total.passed} passed, ${total.failed} failed`);
Deno.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

/** Runs deno with these arguments, showing and keeping what it prints. */
async function runShown(args: string[]): Promise<{ output: string; success: boolean }> {
  const child = new Deno.Command(Deno.execPath(), {
    args,
    env: { NO_COLOR: "1", FORCE_COLOR: "0" },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let output = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    output += chunk;
    await Deno.stdout.write(new TextEncoder().encode(chunk));
  }
  return { output, success: (await child.status).success };
}
