/** A handle that passes each of its writes through a function. */
import { withMethods } from "./handle.ts";

/** Carries out a write to these keys, and may do something before and after it. */
export type Around = <T>(written: readonly Deno.KvKey[], write: () => Promise<T>) => Promise<T>;

/** The handle, but `around` carries out each of its writes. */
export function aroundWrites(kv: Deno.Kv, around: Around): Deno.Kv {
  const methods: Partial<Deno.Kv> = {
    set: (key, value, options) => around([key], () => kv.set(key, value, options)),
    delete: (key) => around([key], () => kv.delete(key)),
    atomic: () => atomicAround(kv.atomic(), around),
  };
  return withMethods(kv, methods);
}

/** Collects the keys of an atomic operation; only set and delete write in this site (design, section 6). */
function atomicAround(op: Deno.AtomicOperation, around: Around): Deno.AtomicOperation {
  const written: Deno.KvKey[] = [];
  const wrapped = {
    check(...checks: Deno.AtomicCheck[]) {
      op.check(...checks);
      return wrapped;
    },
    set(key: Deno.KvKey, value: unknown, options?: { expireIn?: number }) {
      written.push(key);
      op.set(key, value, options);
      return wrapped;
    },
    delete(key: Deno.KvKey) {
      written.push(key);
      op.delete(key);
      return wrapped;
    },
    commit: () => around(written, () => op.commit()),
  };
  return wrapped as unknown as Deno.AtomicOperation;
}
