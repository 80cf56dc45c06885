import { expect } from "expect";
import { leavesPage, loadingLine, secondsOf, type Toast, withToast } from "./state.ts";

Deno.test("a flash stays between two and ten seconds", () => {
  expect(secondsOf({ text: "a", seconds: 0.5 })).toBe(2);
  expect(secondsOf({ text: "a", seconds: 60 })).toBe(10);
  expect(secondsOf({ text: "a", seconds: 7 })).toBe(7);
  expect(secondsOf({ text: "a", kind: "error" })).toBeGreaterThan(secondsOf({ text: "a", kind: "success" }));
});

Deno.test("flashes stand in the order in which they came", () => {
  let toasts: Toast[] = [];
  toasts = withToast(toasts, { text: "Saved.", kind: "success" }, 1);
  toasts = withToast(toasts, { text: "A letter came." }, 2);
  expect(toasts.map(({ id, kind }) => [id, kind])).toEqual([[1, "success"], [2, "info"]]);
});

Deno.test("the same sentence again replaces the older flash", () => {
  let toasts = withToast([], { text: "Saved." }, 1);
  toasts = withToast(toasts, { text: "Other." }, 2);
  toasts = withToast(toasts, { text: "Saved." }, 3);
  expect(toasts.map(({ id }) => id)).toEqual([2, 3]);
});

Deno.test("of too many flashes the oldest goes", () => {
  let toasts: Toast[] = [];
  for (let id = 1; id <= 6; id++) toasts = withToast(toasts, { text: `Flash ${id}` }, id);
  expect(toasts.map(({ id }) => id)).toEqual([3, 4, 5, 6]);
});

Deno.test("a link leaves the page unless it stays, downloads, mails or opens elsewhere", () => {
  const here = "https://vesna.test/search?page=2#results";
  const link = (href: string, target = "", download = "") => leavesPage({ href, target, download }, here);
  expect(link("https://vesna.test/search?page=3")).toBe(true);
  expect(link("https://vesna.test/search?page=2")).toBe(true);
  expect(link("https://vesna.test/faq#prices")).toBe(true);
  expect(link("https://other.test/")).toBe(true);
  expect(link("https://vesna.test/search?page=2#main")).toBe(false);
  expect(link("https://vesna.test/faq", "_blank")).toBe(false);
  expect(link("https://vesna.test/export", "", "letter.csv")).toBe(false);
  expect(link("mailto:letters@vesna.test")).toBe(false);
});

Deno.test("the loading line shows after a tenth of a second, and until what began has ended", () => {
  // Time passes only when the test says so.
  const due: { atMs: number; run: () => void }[] = [];
  let nowMs = 0;
  const real = { set: globalThis.setTimeout, clear: globalThis.clearTimeout };
  Object.assign(globalThis, {
    setTimeout: (run: (...given: unknown[]) => void, ms: number, ...given: unknown[]) =>
      due.push({ atMs: nowMs + ms, run: () => run(...given) }),
    clearTimeout: (place?: number) => void (place && (due[place - 1]!.atMs = Infinity)),
  });
  const goTo = (ms: number) => {
    nowMs = ms;
    for (const each of [...due]) {
      if (each.atMs > ms) continue;
      each.atMs = Infinity;
      each.run();
    }
  };
  try {
    const shown: boolean[] = [];
    const load = loadingLine((isShown) => shown.push(isShown));
    load(true);
    goTo(99);
    expect(shown).toEqual([]);
    goTo(100);
    expect(shown).toEqual([true]);
    goTo(60_000);
    expect(shown).toEqual([true]);
    load(false);
    expect(shown).toEqual([true, false]);
    // What ends at once shows nothing at all.
    load(true);
    load(false);
    goTo(90_000);
    expect(shown).toEqual([true, false, false]);
  } finally {
    Object.assign(globalThis, { setTimeout: real.set, clearTimeout: real.clear });
  }
});
