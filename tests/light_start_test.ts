/** A person who wants to see the site installs what the site needs, and not what measures and tests it. */
import { expect } from "expect";
import { startChild } from "./calls/child.ts";

const packagesMax = 100;
const bytesMax = 150 * 1024 * 1024;

Deno.test("a fresh clone installs at most 100 packages and 150 MB, and builds and starts with them", async () => {
  const clone = await Deno.makeTempDir({ prefix: "light-start-" });
  try {
    const root = new URL("..", import.meta.url).pathname;
    const tracked = await run(["git", "ls-files", "-z"], root);
    await run(["sh", "-c", `xargs -0 cp --parents -t "${clone}"`], root, tracked);
    await run([Deno.execPath(), "task", "build"], clone);
    const packages = packagesIn(clone);
    expect(packages.length).toBeGreaterThan(50);
    expect(packages.length).toBeLessThanOrEqual(packagesMax);
    const kilobytes = Number((await run(["du", "-sk", "node_modules"], clone)).split("\t")[0]);
    expect(kilobytes * 1024).toBeLessThanOrEqual(bytesMax);
    const env = { DATA_DIR: `${clone}/data`, PORT: "0", NO_COLOR: "1" };
    const demo = await startChild(Deno.execPath(), ["run", "-A", "--quiet", "tools/demo.ts"], { cwd: clone, env });
    try {
      const [, origin] = await demo.until(/Listening on (http:\S+?)\/?\s/);
      const page = await fetch(`${origin}/en/`);
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("</html>")]);
    } finally {
      await demo.end();
    }
    expect(packagesIn(clone)).toHaveLength(packages.length);
  } finally {
    await Deno.remove(clone, { recursive: true });
  }
});

const packagesIn = (clone: string): string[] =>
  Array.from(Deno.readDirSync(`${clone}/node_modules/.deno`), ({ name }) => name).filter((name) => name.includes("@"));

/** Runs a program and returns what it prints; throws its errors if it fails. */
async function run([command, ...args]: string[], cwd: string, input = ""): Promise<string> {
  const child = new Deno.Command(command!, { args, cwd, stdin: "piped", stdout: "piped", stderr: "piped" }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
  const { success, stdout, stderr } = await child.output();
  const text = new TextDecoder();
  if (!success) throw new Error(`${command} ${args.join(" ")}: ${text.decode(stderr)}`);
  return text.decode(stdout);
}
