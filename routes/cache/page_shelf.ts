/** Rendered pages in memory: dropped when what they show changes or after a minute, and the oldest first when it is full. */
import type { Store } from "../../kv/open.ts";
import type { PresencePace } from "./presence_pace.ts";

/** The state of what pages for everybody show, and the time; `facts` and `presence` rise with each change. */
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
  /** Null for a page that shows of no lady whether she is online. */
  presence: number | null;
  atMs: number;
}

const keptMs = 60_000;
const bytesAtMost = 64 * 1024 * 1024;

/** `sizeMax`: how much all pages together may take, in the unit of `keep`'s `size`; the default is in bytes. */
export class PageShelf<Page> {
  #pages = new Map<string, Kept<Page>>();
  #size = 0;
  #sizeMax: number;

  constructor(sizeMax = bytesAtMost) {
    this.#sizeMax = sizeMax;
  }

  /** The page of a key if what it shows is still true; undefined if there is none or it is too old. */
  get(key: string, now: Shown): Page | undefined {
    const kept = this.#pages.get(key);
    if (!kept) return undefined;
    const isSo = kept.facts === now.facts && (kept.presence === null || kept.presence === now.presence);
    const ageMs = now.atMs - kept.atMs;
    // One from the future was kept by a clock that was ahead: nobody knows how old it is.
    if (isSo && ageMs >= 0 && ageMs < keptMs) return kept.page;
    this.#forget(key, kept);
    return undefined;
  }

  /** `shown`: the state when rendering of the page began. */
  keep(key: string, shown: Shown, page: Page, size: number, showsPresence = true): void {
    const before = this.#pages.get(key);
    if (before) this.#forget(key, before);
    for (const [oldestKey, oldest] of this.#pages) {
      if (this.#size + size <= this.#sizeMax) break;
      this.#forget(oldestKey, oldest);
    }
    const presence = showsPresence ? shown.presence : null;
    this.#pages.set(key, { page, size, facts: shown.facts, presence, atMs: shown.atMs });
    this.#size += size;
  }

  #forget(key: string, kept: Kept<Page>): void {
    this.#pages.delete(key);
    this.#size -= kept.size;
  }
}

/** A part of pages, and whether it shows of any lady whether she is online. */
export interface KeptPart {
  value: unknown;
  showsPresence: boolean;
}
