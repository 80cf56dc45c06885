/** A number that rises when something changes that stands on many pages: price lists, promotions. */
import type { Store } from "../open.ts";

const versions = new WeakMap<Deno.Kv, number>();

/** Rises with every change that this process makes: whoever keeps a page compares it. */
export const pageChanges = (store: Pick<Store, "kv">): number => versions.get(store.kv) ?? 0;

export const notePageChange = (store: Store): void => void versions.set(store.kv, pageChanges(store) + 1);
