/** A handle on a store elsewhere: nobody waits for it for long, and each commit knows its own repeat. */
import { withMethods } from "./handle.ts";
import type { StoreHealth } from "../health/health.ts";
import { withOwnRepeats } from "./own_repeats.ts";

/** Asks, and answers what is answered; may refuse instead, or give up. */
export type Asking = <T>(ask: () => Promise<T>, kind: "reads" | "writes") => Promise<T>;

/** What a process works with of the bare handle on a store elsewhere. */
export const distantHandle = (kv: Deno.Kv, health: StoreHealth, randomToken: () => string): Deno.Kv =>
  withOwnRepeats(askedBy(kv, (ask) => health.asking(ask)), randomToken);

/** The handle, but `asking` asks for each answer of it: of a list, for each entry. A watch waits as long as it likes. */
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
