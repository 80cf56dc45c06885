/** Rendered pages in memory: forgotten when what they show changes or a minute has passed, the oldest first when it is full. */
import type { Store } from "../../kv/open.ts";
import { pageChanges } from "../../kv/writing/page_changes.ts";
import { storiesVersion } from "../../kv/writing/stories.ts";
import { presenceNow } from "../ladies/presence_pace.ts";

/** What pages for everybody show; each number rises with a change. */
export interface Shown {
  /** Everything but who is online. */
  facts: number;
  presence: number;
}

export const shownNow = (store: Pick<Store, "kv" | "ladies">): Shown => ({
  facts: store.ladies.version + storiesVersion(store) + pageChanges(store),
  presence: presenceNow(store.ladies),
});

interface Kept<Page> {
  page: Page;
  bytes: number;
  facts: number;
  /** Null for a page that shows of nobody whether she is online. */
  presence: number | null;
  expiresAt: number;
}

const keptMs = 60_000;
const bytesAtMost = 64 * 1024 * 1024;

export class PageShelf<Page> {
  #pages = new Map<string, Kept<Page>>();
  #bytes = 0;

  /** The page of a key, where it shows what is so now; undefined where there is none or it is too old. */
  get(key: string, now: Shown): Page | undefined {
    const kept = this.#pages.get(key);
    if (!kept) return undefined;
    const isSo = kept.facts === now.facts && (kept.presence === null || kept.presence === now.presence);
    if (isSo && kept.expiresAt > Date.now()) return kept.page;
    this.#forget(key, kept);
    return undefined;
  }

  /** `shown`: as it was when the page was begun. */
  keep(key: string, shown: Shown, page: Page, bytes: number, showsPresence = true): void {
    const before = this.#pages.get(key);
    if (before) this.#forget(key, before);
    for (const [oldestKey, oldest] of this.#pages) {
      if (this.#bytes + bytes <= bytesAtMost) break;
      this.#forget(oldestKey, oldest);
    }
    const presence = showsPresence ? shown.presence : null;
    this.#pages.set(key, { page, bytes, facts: shown.facts, presence, expiresAt: Date.now() + keptMs });
    this.#bytes += bytes;
  }

  #forget(key: string, kept: Kept<Page>): void {
    this.#pages.delete(key);
    this.#bytes -= kept.bytes;
  }
}
