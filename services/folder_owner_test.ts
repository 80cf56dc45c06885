import { expect } from "expect";
import { holdDataDir } from "./data_dir.ts";
import { giveToOwner } from "./folder_owner.ts";
import { noteBackup } from "./last_backup.ts";

const isRootOnLinux = Deno.build.os === "linux" && Deno.uid() === 0;
/** The server's user. */
const serverId = 4711;

async function inFolderOfServer(work: (folder: string) => Promise<void> | void): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "owner-" });
  try {
    await Deno.chown(folder, serverId, serverId);
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const ownerOf = (path: string) => Deno.lstatSync(path).uid;

Deno.test({
  name: "what root makes in the server's folder is the server's: the store, its lock, the note of a backup",
  ignore: !isRootOnLinux,
  fn: () =>
    inFolderOfServer(async (folder) => {
      const hold = await holdDataDir(folder);
      await Deno.writeTextFile(`${folder}/kv.sqlite3`, "");
      hold.release();
      await noteBackup(folder, 0);
      const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
      expect(names).toEqual([".last-backup", ".lock", "kv.sqlite3"]);
      expect(names.map((name) => ownerOf(`${folder}/${name}`))).toEqual([serverId, serverId, serverId]);
    }),
});

Deno.test({
  name: "a store that root left behind is given to the server by the next that root holds",
  ignore: !isRootOnLinux,
  fn: () =>
    inFolderOfServer(async (folder) => {
      await Deno.writeTextFile(`${folder}/kv.sqlite3`, "");
      using _hold = await holdDataDir(folder);
      expect(ownerOf(`${folder}/kv.sqlite3`)).toBe(serverId);
    }),
});

Deno.test({
  name: "root gives no file away to which the server made a link, and none of a third person",
  ignore: !isRootOnLinux,
  fn: () =>
    inFolderOfServer((folder) => {
      const passwords = Deno.makeTempFileSync();
      try {
        Deno.symlinkSync(passwords, `${folder}/kv.sqlite3`);
        Deno.writeTextFileSync(`${folder}/note`, "");
        Deno.chownSync(`${folder}/note`, 815, 815);
        giveToOwner(folder, "kv.sqlite3", "note");
        expect([ownerOf(passwords), ownerOf(`${folder}/note`)]).toEqual([0, 815]);
      } finally {
        Deno.removeSync(passwords);
      }
    }),
});
