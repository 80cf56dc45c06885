/** A person who wants to see the site installs what the site needs, and not what measures and tests it. */
import { expect } from "expect";
import { startChild } from "./calls/child.ts";
import { copyTracked, run } from "./rehearsal/tree.ts";

const packagesMax = 100;
const isRootOnLinux = Deno.build.os === "linux" && Deno.uid() === 0;
const bytesMax = 150 * 1024 * 1024;

Deno.test("a fresh clone installs at most 100 packages and 150 MB, builds and starts with them, and lets anybody run its tasks", async () => {
  const clone = await Deno.makeTempDir({ prefix: "light-start-" });
  // The owner of a repository lets others read it; a store that was opened in this process lets nobody read what it makes.
  const former = Deno.umask(0o022);
  try {
    await copyTracked(clone);
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

    // A running server has these links open, and the user as whom tasks run may not make them anew.
    const before = await linksIn(clone);
    const help = await run([Deno.execPath(), "task", "-q", "staff", "list"], clone, "", env);
    expect([help, await linksIn(clone)]).toEqual([expect.stringContaining("admin@demo.test"), before]);
    if (isRootOnLinux) await asAnotherUser(clone);
    else console.log("Only root can run a task as another user: that is not tried.");
  } finally {
    Deno.umask(former);
    await Deno.remove(clone, { recursive: true });
  }
});

/** Runs a task as a user who may only read the repository, as the documents say. */
async function asAnotherUser(clone: string): Promise<void> {
  const [uid, data] = [61610, `${clone}/other`];
  await Deno.chmod(clone, 0o755);
  await Deno.mkdir(data);
  await Deno.chown(data, uid, uid);
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "-q", "staff", "add", "ada@house.test", "--group=admin", "--name=Ada"],
    cwd: clone,
    env: { HOME: "/nonexistent", DATA_DIR: data, SECRET: "a secret that only tests may know", NO_COLOR: "1" },
    uid,
    gid: uid,
  }).output();
  const said = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
  expect([code, said]).toEqual([0, expect.stringContaining("ada@house.test may choose a password")]);
}

/** Each link that a package reaches another one by, and which file it is. */
async function linksIn(clone: string): Promise<string[]> {
  const text = await run(["find", "node_modules", "-type", "l", "-printf", "%p %i\\n"], clone);
  return text.trim().split("\n").sort();
}

const packagesIn = (clone: string): string[] =>
  Array.from(Deno.readDirSync(`${clone}/node_modules/.deno`), ({ name }) => name).filter((name) => name.includes("@"));
