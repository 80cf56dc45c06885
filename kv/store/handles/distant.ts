/** A handle on a remote store: nobody waits long for it, and each commit recognises its own repeat. */
import { withMethods } from "./handle.ts";
import type { StoreHealth } from "../health/health.ts";
import { withOwnRepeats } from "./own_repeats.ts";

/** Calls `ask` and returns its answer; may refuse instead, or stop waiting. */
export type Asking = <T>(ask: () => Promise<T>, kind: "reads" | "writes") => Promise<T>;

/** Makes the handle that a process works with from the bare handle on a remote store. */
export const distantHandle = (kv: Deno.Kv, health: StoreHealth, randomToken: () => string): Deno.Kv =>
  withOwnRepeats(askedBy(kv, (ask) => health.asking(ask)), randomToken);

/** The handle, but each call goes through `asking`; of a list, each entry. A watch may wait as long as it likes. */
export function askedBy(kv: Deno.Kv, asking: Asking): Deno.Kv {
  const methods: Partial<Deno.Kv> = {
    get: (key, options) => asking(() => kv.get(key, options), "reads"),
    getMany: (wanted, options) => asking(() => kv.getMany(wanted, options), "reads"),
    set: (key, value, options) => asking(() => kv.set(key, value, options), "writes"),
    delete: (key) => asking(() => kv.delete(key), "writes"),
    list: (selector, options) => listAskedBy(kv.list(selector, options), asking),
    atomic: () => {
      const op = kv.atomic();
      const commit = op.commit.bind(op);
      op.commit = () => asking(commit, "writes");
      return op;
    },
  };
  return withMethods(kv, methods);
}

function listAskedBy<T>(list: Deno.KvListIterator<T>, asking: Asking): Deno.KvListIterator<T> {
  return {
    get cursor() {
      return list.cursor;
    },
    next: () => asking(() => list.next(), "reads"),
    [Symbol.asyncIterator]() {
      return this;
    },
  } as Deno.KvListIterator<T>;
}
