/**
 * Deletions that an older backup does not know of: read from the store that it replaced, repeated in the restored one, with
 * what stays of suspensions and of the credits for joining.
 */
import { type Deletion, deletions, repeatDeletion } from "../../kv/accounts/deletions.ts";
import { type BonusEntry, marksOfDeleted, putMarkAgain } from "../../kv/accounts/sign_up_bonus.ts";
import { type LastingEntry, lastingSuspensions, putLastingAgain } from "../../kv/safety/lasting_suspensions.ts";
import { openStore } from "../../kv/open.ts";
import type { Claim } from "../../kv/store/format/belonging.ts";
import { lastServedAt } from "../../kv/store/health/sentinel.ts";
import { holdDataDir } from "../../services/data_dir.ts";
import { presentStore } from "./presence.ts";
import { copyStore, storeFile } from "./sqlite.ts";
import { workFolder } from "./work_folder.ts";

/**
 * Repeats in `dataDir` the deletions that the store of `from` knows. Throws Fault if either folder has no store,
 * DataDirUnavailable while somebody uses `dataDir`.
 */
export async function eraseAgain(
  dataDir: string,
  from: string,
  writing: { secret: string; claim?: Claim },
): Promise<{ known: number; again: number }> {
  const [here, there] = [await presentStore(dataDir), await presentStore(from)];
  using _hold = await holdDataDir(dataDir);
  // The other store is copied to stay as it is: opening a store writes into it.
  await using work = await workFolder(dataDir);
  const copy = `${work.path}/${storeFile}`;
  copyStore(there.file, copy);
  const former = await readFormer(copy, writing.secret);
  const store = await openStore({ location: here.file, ...writing, isVisitor: true });
  try {
    let again = 0;
    for (const deletion of former.deletions) if (await repeatDeletion(store, deletion)) again++;
    await putLastingAgain(store, former);
    for (const mark of former.bonusMarks) await putMarkAgain(store, mark);
    return { known: former.deletions.length, again };
  } finally {
    await store.close();
  }
}

interface Former {
  deletions: Deletion[];
  suspensions: LastingEntry[];
  servedUntil: number | null;
  /** Not those of accounts that were there: who lost an account to the restore may join anew with the credits. */
  bonusMarks: BonusEntry[];
}

async function readFormer(file: string, secret: string): Promise<Former> {
  const store = await openStore({ location: file, secret, isVisitor: true });
  try {
    return {
      deletions: await Array.fromAsync(deletions(store)),
      suspensions: await Array.fromAsync(lastingSuspensions(store)),
      servedUntil: await lastServedAt(store.kv),
      bonusMarks: await marksOfDeleted(store),
    };
  } finally {
    await store.close();
  }
}
