/** Whether a store keeps what is written to it: something is written under a key of one's own, and read again. */
import { keys } from "../keys.ts";

/** The name of the one process that a file has. */
export const onlyInstance = "only";

/** What an instance wrote goes by itself after it ended. */
const keptMs = 24 * 3600_000;

/** What was written is not there, or only for the handle that wrote it. */
class NotKept extends Error {
  constructor() {
    super("it does not keep what is written to it, or only for this process");
  }
}

/**
 * Writes a value as this instance's and reads it back, by another handle where one is given: a store of this process's
 * own, which is thrown away with it, shows one handle what it wrote and another nothing. A visitor leaves the store's
 * own sentinel alone: that one tells when somebody last served it. Throws NotKept.
 */
export async function keepSentinel(
  kv: Deno.Kv,
  instance: string,
  value: unknown,
  { reader = kv, isVisitor = false }: { reader?: Deno.Kv; isVisitor?: boolean } = {},
): Promise<void> {
  const key = keys.sentinelOf(instance);
  const op = kv.atomic().set(key, value, { expireIn: keptMs });
  const written = await (isVisitor ? op : op.set(keys.sentinel(), value)).commit();
  const found = await reader.get(key);
  // Nobody but this instance writes it; a later one of its own is as good.
  if (!written.ok || found.versionstamp === null || found.versionstamp < written.versionstamp) throw new NotKept();
}

/** When somebody last served a store, ms since the epoch by the clock that then was; null where nobody did. */
export async function lastServedAt(kv: Deno.Kv): Promise<number | null> {
  const { value } = await kv.get(keys.sentinel());
  return typeof value === "number" ? value : null;
}
