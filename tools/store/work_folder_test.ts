import { expect } from "expect";
import { ignoreMissing, sweepWorkFolders, workFolder } from "./work_folder.ts";

Deno.test("a folder that is being made is there in the end, though another command sweeps at that very moment", async () => {
  const dataDir = await Deno.makeTempDir({ prefix: "work-" });
  const { lock } = Deno.FsFile.prototype;
  let sweeps = 0;
  try {
    Deno.FsFile.prototype.lock = async function (...how) {
      if (sweeps++ === 0) await sweepWorkFolders(dataDir);
      return await lock.apply(this, how);
    };
    await using made = await workFolder(dataDir);
    expect(await Deno.stat(made.path).catch(ignoreMissing)).not.toBeNull();
  } finally {
    Deno.FsFile.prototype.lock = lock;
    await Deno.remove(dataDir, { recursive: true });
  }
});
