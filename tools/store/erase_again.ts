/** Deletions that an older backup does not know of: read from the store that it replaced, and written into it. */
import { type Deletion, deletions, repeatDeletion } from "../../kv/accounts/deletions.ts";
import { openStore } from "../../kv/open.ts";
import { holdDataDir } from "../../services/data_dir.ts";
import { presentStore } from "./presence.ts";
import { copyStore, storeFile } from "./sqlite.ts";
import { workFolder } from "./work_folder.ts";

/** Throws Fault where either folder has no store, DataDirUnavailable while somebody uses the one that is written to. */
export async function eraseAgain(
  dataDir: string,
  from: string,
  secret: string,
): Promise<{ known: number; again: number }> {
  const [here, there] = [await presentStore(dataDir), await presentStore(from)];
  using _hold = await holdDataDir(dataDir);
  // The other stays as it is: to open a store is to write into it.
  await using work = await workFolder(dataDir);
  const copy = `${work.path}/${storeFile}`;
  copyStore(there.file, copy);
  const former = await readDeletions(copy, secret);
  const store = await openStore({ location: here.file, secret, isVisitor: true });
  try {
    let again = 0;
    for (const deletion of former) if (await repeatDeletion(store, deletion)) again++;
    return { known: former.length, again };
  } finally {
    await store.close();
  }
}

async function readDeletions(file: string, secret: string): Promise<Deletion[]> {
  const store = await openStore({ location: file, secret });
  try {
    return await Array.fromAsync(deletions(store));
  } finally {
    await store.close();
  }
}
