import { expect } from "expect";
import { ignoreMissing, sweepWorkFolders, workFolder } from "./work_folder.ts";

Deno.test("a folder that is being made is left alone by another command that begins at that very moment", async () => {
  const dataDir = await Deno.makeTempDir({ prefix: "work-" });
  const { lock } = Deno.FsFile.prototype;
  try {
    Deno.FsFile.prototype.lock = async function (...how) {
      await sweepWorkFolders(dataDir);
      return await lock.apply(this, how);
    };
    await using made = await workFolder(dataDir);
    expect(await Deno.stat(made.path).catch(ignoreMissing)).not.toBeNull();
  } finally {
    Deno.FsFile.prototype.lock = lock;
    await Deno.remove(dataDir, { recursive: true });
  }
});
