import { expect } from "expect";
import { readKept, store } from "./storage.ts";
import { fullStorage, nullStorage, refusedStorage, withStorage } from "./testing/storage.ts";

Deno.test("what was stored is read until it is removed, in the tab and on the device each for itself", () => {
  expect(store("sessionStorage", "James", "Good evening.")).toBe(true);
  expect(readKept("sessionStorage", "James")).toBe("Good evening.");
  expect(readKept("localStorage", "James")).toBe(null);
  expect(store("sessionStorage", "James", null)).toBe(true);
  expect(readKept("sessionStorage", "James")).toBe(null);
});

for (const [what, storage] of Object.entries({ forbidden: refusedStorage, missing: nullStorage })) {
  Deno.test(`where storage is ${what}, nothing is kept, and nothing fails`, () =>
    withStorage(storage, () => {
      for (const where of ["sessionStorage", "localStorage"] as const) {
        expect(store(where, "James", "Good evening.")).toBe(false);
        expect(readKept(where, "James")).toBe(null);
        expect(store(where, "James", null)).toBe(false);
      }
    }));
}

Deno.test("a full storage takes nothing more, and still gives and removes what it has", () => {
  store("sessionStorage", "Wei", "Good night.");
  return withStorage(fullStorage, () => {
    expect(store("sessionStorage", "Wei", "Good night, Olena.")).toBe(false);
    expect(readKept("sessionStorage", "Wei")).toBe("Good night.");
    expect(store("sessionStorage", "Wei", null)).toBe(true);
    expect(readKept("sessionStorage", "Wei")).toBe(null);
  });
});
