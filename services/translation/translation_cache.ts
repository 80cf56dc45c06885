/** Translations of equal texts, in memory alone and for an hour: bounded, the least recently used forgotten first. */

export interface TranslationCache {
  get: (key: string, at: number) => string | undefined;
  keep: (key: string, text: string, at: number) => void;
}

interface Bounds {
  /** Of keys and translations together. */
  charactersMax?: number;
  keptMs?: number;
}

/** The key of a text's translation. */
export const cacheKey = (from: string, to: string, text: string): string => `${from} ${to} ${text}`;

/** A cache in memory. */
export function translationCache({ charactersMax = 2_000_000, keptMs = 3_600_000 }: Bounds = {}): TranslationCache {
  const kept = new Map<string, { text: string; until: number }>();
  let characters = 0;

  function forget(key: string): void {
    const found = kept.get(key);
    if (!found) return;
    kept.delete(key);
    characters -= key.length + found.text.length;
  }

  return {
    get(key, at) {
      const found = kept.get(key);
      if (!found) return undefined;
      if (found.until <= at) return void forget(key);
      // Moved to the end: a Map keeps the order of writing.
      kept.delete(key);
      kept.set(key, found);
      return found.text;
    },
    keep(key, text, at) {
      forget(key);
      const size = key.length + text.length;
      if (size > charactersMax) return;
      for (const oldest of kept.keys()) {
        if (characters + size <= charactersMax) break;
        forget(oldest);
      }
      kept.set(key, { text, until: at + keptMs });
      characters += size;
    },
  };
}
