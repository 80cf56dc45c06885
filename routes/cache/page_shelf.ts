/** Rendered pages in memory: forgotten when what they show changes or a minute has passed, the oldest first when it is full. */
import type { Store } from "../../kv/open.ts";
import type { PresencePace } from "./presence_pace.ts";

/** What pages for everybody show, and when; each number rises with a change. */
export interface Shown {
  /** Everything but who is online. */
  facts: number;
  presence: number;
  /** Ages and "new" change with time alone. */
  atMs: number;
}

export const shownNow = ({ ladies, pageChanges, now }: Store, pace: PresencePace): Shown => ({
  facts: ladies.version + pageChanges.count,
  presence: pace.versionOf(ladies),
  atMs: now(),
});

interface Kept<Page> {
  page: Page;
  size: number;
  facts: number;
  /** Null for a page that shows of nobody whether she is online. */
  presence: number | null;
  expiresAt: number;
}

const keptMs = 60_000;
const bytesAtMost = 64 * 1024 * 1024;

/** `sizeMax`: of all together, in what `keep` is told; bytes where nothing else is said. */
export class PageShelf<Page> {
  #pages = new Map<string, Kept<Page>>();
  #size = 0;
  #sizeMax: number;

  constructor(sizeMax = bytesAtMost) {
    this.#sizeMax = sizeMax;
  }

  /** The page of a key, where it shows what is so now; undefined where there is none or it is too old. */
  get(key: string, now: Shown): Page | undefined {
    const kept = this.#pages.get(key);
    if (!kept) return undefined;
    const isSo = kept.facts === now.facts && (kept.presence === null || kept.presence === now.presence);
    if (isSo && kept.expiresAt > now.atMs) return kept.page;
    this.#forget(key, kept);
    return undefined;
  }

  /** `shown`: as it was when the page was begun. */
  keep(key: string, shown: Shown, page: Page, size: number, showsPresence = true): void {
    const before = this.#pages.get(key);
    if (before) this.#forget(key, before);
    for (const [oldestKey, oldest] of this.#pages) {
      if (this.#size + size <= this.#sizeMax) break;
      this.#forget(oldestKey, oldest);
    }
    const presence = showsPresence ? shown.presence : null;
    this.#pages.set(key, { page, size, facts: shown.facts, presence, expiresAt: shown.atMs + keptMs });
    this.#size += size;
  }

  #forget(key: string, kept: Kept<Page>): void {
    this.#pages.delete(key);
    this.#size -= kept.size;
  }
}

/** A part of pages, and whether it tells of anybody whether she is online. */
export interface KeptPart {
  value: unknown;
  showsPresence: boolean;
}
