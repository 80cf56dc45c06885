/** The store as all rooms know it: the records, and the search index over ladies that is kept in memory. */
import { LadyIndex } from "./ladies/index/lady_index.ts";
import { type BareStore, openBareStore, type StoreOptions } from "./store/open.ts";

export interface Store extends BareStore {
  ladies: LadyIndex;
}

/** Opens the store with an empty index; throws what openBareStore throws. */
export async function openStore(options: StoreOptions): Promise<Store> {
  return { ...await openBareStore(options), ladies: new LadyIndex() };
}
