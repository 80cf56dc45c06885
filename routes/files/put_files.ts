/** Putting an upload's files into the storage, while somebody waits. */
import { getLogger } from "@logtape/logtape";
import { type Refusal, refuse } from "../../kv/store/refusals.ts";
import { type Storage, StorageUnavailable } from "../../services/storage/storage.ts";

const log = getLogger(["vesna", "storage"]);

/** After how long another try is worthwhile. */
export const storageRetrySeconds = 60;

interface FileToPut {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
}

/** Stores all files in parallel, so that together they wait only once; refuses `storage_unavailable`. */
export async function putFiles(storage: Storage, files: FileToPut[]): Promise<{ ok: true } | Refusal> {
  const ended = await Promise.allSettled(files.map(({ name, bytes, type }) => storage.put(name, bytes, type)));
  const failed = ended.find((each) => each.status === "rejected");
  if (!failed) return { ok: true };
  if (!(failed.reason instanceof StorageUnavailable)) throw failed.reason;
  log.error("an upload could not be kept: {error}", { error: failed.reason.message });
  return refuse("storage_unavailable", { retryAfterSeconds: storageRetrySeconds });
}
