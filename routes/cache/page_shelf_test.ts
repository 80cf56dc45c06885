/** A kept page is shown for a minute at most, whatever the clock does meanwhile. */
import { expect } from "expect";
import { PageShelf } from "./page_shelf.ts";

const noon = Date.UTC(2026, 2, 1, 12);
const shownAt = (atMs: number) => ({ facts: 1, presence: 1, atMs });

Deno.test("a page is kept for a minute", () => {
  const shelf = new PageShelf<string>();
  shelf.keep("/faq", shownAt(noon), "the prices", 100);
  expect(shelf.get("/faq", shownAt(noon + 59_999))).toBe("the prices");
  expect(shelf.get("/faq", shownAt(noon + 60_000))).toBeUndefined();
});

Deno.test("a page that was kept while the clock was ahead is old once it is put right", () => {
  const shelf = new PageShelf<string>();
  shelf.keep("/faq", shownAt(noon + 3 * 3_600_000), "the old prices", 100);
  expect(shelf.get("/faq", shownAt(noon))).toBeUndefined();
});
