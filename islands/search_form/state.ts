/** Makes the shortest query of filters, for the form's script and the server alike, so that one search has one address. */
import { ladyNumberIn } from "../../i18n/lady_number.ts";

/**
 * Filters as an address: nothing empty, nothing twice, several values of one name joined by commas, and a number in the
 * field for names as the lady's `id`. Without a leading "?"; empty where nothing is asked.
 */
export function shortQuery(entries: Iterable<readonly [string, unknown]>): string {
  const said = new Map<string, Set<string>>();
  for (const [name, value] of entries) {
    const text = typeof value === "string" ? value.trim() : "";
    // The newest come first anyway.
    if (text === "" || (name === "sort" && text === "new")) continue;
    const id = name === "firstname" ? ladyNumberIn(text) : null;
    const [key, word] = id ? ["id", id] : [name, text];
    said.set(key, (said.get(key) ?? new Set()).add(word));
  }
  return [...said].map(([name, words]) => `${encode(name)}=${encode([...words].join())}`).join("&");
}

const encode = (text: string) => encodeURIComponent(text).replace(/%2C/g, ",").replace(/%20/g, "+");

/** The call that counts a search. A lady's number is a search of its own, whatever else is chosen. */
export function countPath(query: string): string {
  const asked = /(?:^|&)(id=[^&]*)/.exec(query)?.[1] ?? query;
  return `/api/girls?${asked && `${asked}&`}limit=1`;
}

/** The total in the call's answer; null if it has none. */
export function totalOf(answer: unknown): number | null {
  const total = (answer as { totalCount?: unknown } | null)?.totalCount;
  return typeof total === "number" ? total : null;
}

/** How long a form must rest before it is counted. */
const restMs = 250;

/** Counts only the latest query: waits until the form rests, drops older counts, and tells null if no count came. */
export function latestCount(
  count: (query: string, signal: AbortSignal) => Promise<number | null>,
  tell: (total: number | null) => void,
  delayMs = restMs,
): { ask: (query: string) => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;
  const cancel = () => {
    clearTimeout(timer);
    running?.abort();
  };
  const run = async (query: string) => {
    const mine = running = new AbortController();
    const total = await count(query, mine.signal).catch(() => null);
    if (!mine.signal.aborted) tell(total);
  };
  return {
    ask(query) {
      cancel();
      timer = setTimeout(run, delayMs, query);
    },
    cancel,
  };
}
