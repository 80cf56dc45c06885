/** A demo's store is not served to the public, a site's is no demo's, and no task writes into it under another secret. */
import { expect } from "expect";
import { startChild } from "../calls/child.ts";
import { runCommand, runWithSecret, saidByMain } from "./processes.ts";

const root = new URL("../../", import.meta.url);

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "whose-store-" });
  try {
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** What a demo says on this folder, or "it serves". */
async function saidByDemo(env: Record<string, string>): Promise<string> {
  const args = ["run", "-A", "--quiet", "tools/demo.ts"];
  const own = { PORT: "0", NO_COLOR: "1", COMPANIONS: "off", ...env };
  const demo = await startChild(Deno.execPath(), args, { cwd: root.pathname, env: own });
  try {
    const [said] = await demo.until(/Listening on|Cannot start: .*\n/);
    return said === "Listening on" ? "it serves" : said.trim();
  } finally {
    await demo.end();
  }
}

Deno.test("a demo is not poured into a site's store, and a demo's store is not served to the public", () =>
  inFolder(async (folder) => {
    const [demo, site] = [{ DATA_DIR: `${folder}/demo` }, { DATA_DIR: `${folder}/site` }];
    expect((await runCommand(site.DATA_DIR, "staff", "add", "ada@house.test", "--group=admin", "--name=Ada")).code)
      .toBe(0);
    const before = (await runCommand(site.DATA_DIR, "staff")).said;
    expect(await saidByDemo(site)).toMatch(
      /^Cannot start: the store at \S+\/site\/kv\.sqlite3 is not a demo's, .+ empty folder/,
    );
    expect((await runCommand(site.DATA_DIR, "staff")).said).toBe(before);
    expect((await runCommand(site.DATA_DIR, "seed", "--ladies", "5")).said).toMatch(
      /^seed: the store at \S+ is not a demo's/,
    );

    expect(await saidByDemo(demo)).toBe("it serves");
    const refused =
      /^Cannot start: the store at \S+\/demo\/kv\.sqlite3 is a demo's, whose passwords everybody can read; .+$/;
    const open = { ENGLISH_URL: "https://vesna.love" };
    expect(await saidByMain({ ...demo, ...open })).toEqual({ code: 1, said: expect.stringMatching(refused) });
    // The tasks work on it, and a backup carries the mark.
    expect((await runCommand(demo.DATA_DIR, "staff")).said).toContain("admin@demo.test");
    const restored = { DATA_DIR: `${folder}/restored` };
    expect((await runCommand(demo.DATA_DIR, "backup", `${folder}/a.tar`)).code).toBe(0);
    expect((await runCommand(restored.DATA_DIR, "restore", `${folder}/a.tar`)).code).toBe(0);
    expect(await saidByMain({ ...restored, ...open })).toMatchObject({
      code: 1,
      said: expect.stringMatching(/is a demo's/),
    });
    expect(await saidByDemo(restored)).toBe("it serves");
  }));

Deno.test("a task under another SECRET than its store does not sign there", () =>
  inFolder(async (folder) => {
    const data = `${folder}/data`;
    expect((await runCommand(data, "staff", "add", "ada@house.test", "--group=admin", "--name=Ada")).code).toBe(0);
    const SECRET = "another one that only tests may know";
    const foreign = /the store at \S+ was written under another SECRET; set that one, or, .+FORMER_SECRETS/;
    const task = await runWithSecret(SECRET, data, "staff", "reset-factor", "ada@house.test");
    expect(task).toEqual({ code: 1, said: expect.stringMatching(foreign) });
    // What only reads asks for no secret.
    expect((await runWithSecret(SECRET, data, "staff")).said).toContain("ada@house.test");
  }));
