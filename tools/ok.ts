/** `deno task ok`: packages, format, lint, types, build, budgets, tests; stops at the first that fails. */

const steps: [name: string, args: string[]][] = [
  ["packages", ["install", "--quiet"]],
  ["format", ["fmt", "--check"]],
  ["lint", ["lint"]],
  ["types", ["check"]],
  ["build", ["run", "-A", "tools/build.ts"]],
  ["budgets", ["run", "-A", "tools/budgets.ts"]],
  ["tests", ["run", "-A", "tools/run_tests.ts"]],
];

for (const [name, args] of steps) {
  const startedAt = performance.now();
  const { success } = await new Deno.Command(Deno.execPath(), { args }).spawn().status;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`── ${name}: ${success ? "ok" : "failed"} (${seconds} s)`);
  if (!success) Deno.exit(1);
}
