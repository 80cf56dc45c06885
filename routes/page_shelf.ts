/** Rendered pages in memory: forgotten when what they show changes or a minute has passed, the oldest first when it is full. */
import type { Store } from "../kv/open.ts";
import { pageChanges } from "../kv/page_changes.ts";
import { storiesVersion } from "../kv/stories.ts";

/** Rises with every change of what pages for everybody show. */
export const pagesVersion = (store: Pick<Store, "kv" | "ladies">): number =>
  store.ladies.version + storiesVersion(store) + pageChanges(store);

interface Kept<Page> {
  page: Page;
  bytes: number;
  version: number;
  expiresAt: number;
}

const keptMs = 60_000;
const bytesAtMost = 64 * 1024 * 1024;

export class PageShelf<Page> {
  #pages = new Map<string, Kept<Page>>();
  #bytes = 0;

  /** The page of a key as rendered from this version of what it shows; undefined where there is none or it is too old. */
  get(key: string, version: number): Page | undefined {
    const kept = this.#pages.get(key);
    if (!kept) return undefined;
    if (kept.version === version && kept.expiresAt > Date.now()) return kept.page;
    this.#forget(key, kept);
    return undefined;
  }

  keep(key: string, version: number, page: Page, bytes: number): void {
    const before = this.#pages.get(key);
    if (before) this.#forget(key, before);
    for (const [oldestKey, oldest] of this.#pages) {
      if (this.#bytes + bytes <= bytesAtMost) break;
      this.#forget(oldestKey, oldest);
    }
    this.#pages.set(key, { page, bytes, version, expiresAt: Date.now() + keptMs });
    this.#bytes += bytes;
  }

  #forget(key: string, kept: Kept<Page>): void {
    this.#pages.delete(key);
    this.#bytes -= kept.bytes;
  }
}
