/** Gives the space back that deleted records left in a store that nobody uses. */
import { assertFileNotNewer } from "../../kv/store/open.ts";
import { holdDataDir } from "../../services/data_dir.ts";
import { Fault } from "./fault.ts";
import { presentStore } from "./presence.ts";
import { compactStore, faultOfStore, isStoreFile } from "./sqlite.ts";
import { sweepWorkFolders } from "./work_folder.ts";

/**
 * Compacts the store of a folder; returns its bytes before and after.
 * Throws Fault if there is none or if it is damaged, DataDirUnavailable while somebody uses it,
 * FormatUnknown for the store of a later build.
 */
export async function compact(dataDir: string): Promise<{ beforeBytes: number; afterBytes: number }> {
  const { file } = await presentStore(dataDir);
  using _hold = await holdDataDir(dataDir);
  await sweepWorkFolders(dataDir);
  const beforeBytes = await bytesOf(dataDir);
  const fault = faultOfStore(file);
  if (fault) throw new Fault(`the store at ${file} is broken: ${fault}`);
  await assertFileNotNewer(file);
  compactStore(file);
  return { beforeBytes, afterBytes: await bytesOf(dataDir) };
}

async function bytesOf(dataDir: string): Promise<number> {
  let bytes = 0;
  for await (const { name } of Deno.readDir(dataDir)) {
    if (isStoreFile(name)) bytes += (await Deno.stat(`${dataDir}/${name}`)).size;
  }
  return bytes;
}
