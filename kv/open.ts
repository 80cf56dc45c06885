/** The store as all rooms know it: the records, and what is kept of them in memory. */
import { Directory } from "./accounts/directory.ts";
import { followNewestAccounts } from "./accounts/newest_accounts.ts";
import { LadyIndex } from "./ladies/index/lady_index.ts";
import { type BareStore, openBareStore, type StoreOptions } from "./store/open.ts";

export interface Store extends BareStore {
  /** Who is published and listed, and who is online. */
  ladies: LadyIndex;
  /** Finds everybody by name and address. */
  directory: Directory;
  /**
   * Counts the changes by this process to what many pages show besides ladies: stories, price lists, tariffs, promotions,
   * and staff. Whoever keeps a page compares it.
   */
  pageChanges: { count: number };
}

/** Opens the store with an empty index; throws what openBareStore throws. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const bare = await openBareStore(options);
  followNewestAccounts(bare.memory);
  return { ...bare, ladies: new LadyIndex(), directory: new Directory(bare), pageChanges: { count: 0 } };
}
