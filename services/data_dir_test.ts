import { expect } from "expect";
import { DataDirUnavailable, holdDataDir, lockFile, restoreFolder } from "./data_dir.ts";

async function inFolder(work: (folder: string) => Promise<void>) {
  const folder = await Deno.makeTempDir({ prefix: "hold-" });
  try {
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a folder has one holder; who comes second is told who has it", () =>
  inFolder(async (folder) => {
    const hold = await holdDataDir(folder);
    await expect(holdDataDir(folder)).rejects.toThrow(`another process (${Deno.pid}) uses ${folder}`);
    await expect(holdDataDir(folder)).rejects.toThrow(DataDirUnavailable);
    hold.release();
    hold.release();
    using _again = await holdDataDir(folder);
  }));

Deno.test("who has patience gets the folder when its holder ends, and is refused when it does not", () =>
  inFolder(async (folder) => {
    const hold = await holdDataDir(folder);
    const waiting = holdDataDir(folder, { patienceMs: 5000 });
    await expect(holdDataDir(folder, { patienceMs: 60 })).rejects.toThrow(DataDirUnavailable);
    hold.release();
    (await waiting).release();
  }));

Deno.test("a hold that was let go is free at once, also while other programs are being started", () =>
  inFolder(async (folder) => {
    const starting = `while (true) await new Deno.Command("true").output();`;
    const worker = new Worker(`data:text/javascript,${encodeURIComponent(starting)}`, { type: "module" });
    try {
      for (let round = 0; round < 500; round++) (await holdDataDir(folder)).release();
    } finally {
      worker.terminate();
    }
  }));

Deno.test("a lock file that a killed process left behind holds nothing", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/${lockFile}`, "4711\n");
    using _hold = await holdDataDir(folder);
    expect(await Deno.readTextFile(`${folder}/${lockFile}`)).toBe(`${Deno.pid}\n`);
  }));

Deno.test("the hold of a process ends with it, also when it is killed", () =>
  inFolder(async (folder) => {
    const holding = `import { holdDataDir } from ${JSON.stringify(import.meta.resolve("./data_dir.ts"))};
      await holdDataDir(${JSON.stringify(folder)});
      console.log("held");
      setInterval(() => {}, 1000);`;
    const child = new Deno.Command(Deno.execPath(), { args: ["eval", holding], stdout: "piped" }).spawn();
    const reader = child.stdout.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("held\n");
    await expect(holdDataDir(folder)).rejects.toThrow(`another process (${child.pid})`);
    child.kill("SIGKILL");
    await child.status;
    await reader.cancel();
    using _hold = await holdDataDir(folder);
  }));

Deno.test("a folder between two states is refused to everybody but the restore that finishes it", () =>
  inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/${restoreFolder}`);
    await expect(holdDataDir(folder)).rejects.toThrow("was interrupted");
    using _hold = await holdDataDir(folder, { duringRestore: true });
  }));
