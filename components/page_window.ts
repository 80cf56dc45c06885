/** Which page numbers a long list shows: the first and last, the current one and its neighbours. */

/** A page number, or a gap that stands for at least two numbers. */
export type PageStep = number | "gap";

/** The steps from 1 to `last` around `current`; values out of range are clamped. */
export function pageWindow(current: number, last: number): PageStep[] {
  const end = Math.max(1, Math.floor(last));
  const here = Math.min(Math.max(1, Math.floor(current)), end);
  const shown = [...new Set([1, here - 1, here, here + 1, end])]
    .filter((page) => page >= 1 && page <= end)
    .sort((a, b) => a - b);
  return shown.flatMap((page, index): PageStep[] => {
    const missing = page - (shown[index - 1] ?? 0) - 1;
    // A gap for a single number would be as wide as the number itself.
    if (missing === 1) return [page - 1, page];
    return missing > 1 ? ["gap", page] : [page];
  });
}
