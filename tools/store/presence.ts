/** Whether a folder has a whole store, and whether it is still the same one later. */
import { restoreFolder } from "../../services/data_dir.ts";
import { Fault } from "./fault.ts";
import { storeFile } from "./sqlite.ts";
import { ignoreMissing } from "./work_folder.ts";

export interface Presence {
  file: string;
  mode: number;
  /** Throws Fault if a restore came in between: what was read may be of two stores. */
  assertSame: () => Promise<void>;
}

/** Finds the store of a folder. Throws Fault if there is none, or if a restore has not ended. */
export async function presentStore(dataDir: string): Promise<Presence> {
  const found = await look(dataDir);
  return {
    file: found.file,
    mode: found.mode,
    async assertSame() {
      const now = await look(dataDir);
      if (now.ino !== found.ino || now.dev !== found.dev) {
        throw new Fault(`a restore has replaced ${found.file} meanwhile; call again`);
      }
    },
  };
}

async function look(dataDir: string): Promise<{ file: string; mode: number; dev: number; ino: number | null }> {
  if (await Deno.stat(`${dataDir}/${restoreFolder}`).catch(ignoreMissing)) {
    throw new Fault(`a restore into ${dataDir} has not ended; if nobody is at it, call "deno task restore FILE" again`);
  }
  const file = `${dataDir}/${storeFile}`;
  const facts = await Deno.stat(file).catch(ignoreMissing);
  if (!facts) throw new Fault(`there is no store at ${file}`);
  return { file, mode: facts.mode ?? 0o600, dev: facts.dev, ino: facts.ino };
}
