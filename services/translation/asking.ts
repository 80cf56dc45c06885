/** How a provider is asked: several requests side by side, all within one time limit. */
import { withPatience } from "../patience.ts";
import type { TranslationFailure } from "./types.ts";

/** What went wrong in the middle of the work; caught by `answering`. */
export class Failed extends Error {
  constructor(readonly failure: TranslationFailure) {
    super(failure);
  }
}

/** Does `work` for each item, `atOnce` at a time; the first failure fails all. */
export async function eachOf<In, Out>(
  items: readonly In[],
  atOnce: number,
  work: (item: In) => Promise<Out>,
): Promise<Out[]> {
  const results: Out[] = new Array(items.length);
  let next = 0;
  let isOver = false;
  const worker = async () => {
    try {
      while (!isOver && next < items.length) {
        const at = next++;
        results[at] = await work(items[at]!);
      }
    } catch (error) {
      isOver = true;
      throw error;
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}

/**
 * Runs `work` until it ends, the time is over or `outer` aborts. A `Failed` gives its own failure; everything else (no
 * connection, no time, an unreadable answer) is "unavailable".
 */
export async function answering<By extends string>(
  by: By,
  patienceMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<string[]>,
): Promise<{ ok: true; segments: string[]; by: By } | { ok: false; failure: TranslationFailure }> {
  const ended = new AbortController();
  try {
    const segments = await withPatience(patienceMs, (impatience) => {
      // Aborted after the answer as well: once one request fails, those beside it stop.
      const signals = [impatience, ended.signal, ...(outer ? [outer] : [])];
      return untilAborted(AbortSignal.any(signals), work);
    });
    return { ok: true, segments, by };
  } catch (error) {
    return { ok: false, failure: error instanceof Failed ? error.failure : "unavailable" };
  } finally {
    ended.abort();
  }
}

/**
 * Returns what `work` brings. Rejects with the signal's reason as soon as it aborts, whether the work heeds that or
 * not.
 */
export async function untilAborted<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const isAborted = Promise.withResolvers<never>();
  const abort = () => isAborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([work(signal), isAborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** What a status means, as far as it means the same everywhere. */
export function failureOf(status: number): TranslationFailure {
  if (status === 401 || status === 403) return "key_refused";
  if (status === 402 || status === 456) return "used_up";
  return status === 429 || status === 503 || status === 529 ? "too_busy" : "unavailable";
}
