/** Finds out whether a store keeps what is written to it: writes something under a key of its own, and reads it back. */
import { dayMs } from "../days.ts";
import { keys } from "../keys.ts";

/** The instance name of the only process that uses a file. */
export const onlyInstance = "only";

/** After this time, the sentinel of an instance that has ended expires. */
const keptMs = dayMs;

/** What was written is not there, or only for the handle that wrote it. */
class NotKept extends Error {
  constructor() {
    super("it does not keep what is written to it, or only for this process");
  }
}

/**
 * Writes a value as this instance's sentinel and reads it back, by `reader` if it is given: a temporary store of this
 * process alone shows one handle what it wrote, and another nothing. A visitor leaves the store's own sentinel alone,
 * which tells when the store was last served. Throws NotKept.
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
  // Only this instance writes this key; a later write of its own is as good.
  if (!written.ok || found.versionstamp === null || found.versionstamp < written.versionstamp) throw new NotKept();
}

/** When a store was last served, ms since the epoch by the server's clock of that time; null if it never was. */
export async function lastServedAt(kv: Deno.Kv): Promise<number | null> {
  const { value } = await kv.get(keys.sentinel());
  return typeof value === "number" ? value : null;
}
