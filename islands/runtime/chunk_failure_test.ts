import { expect } from "expect";
import { mayReload } from "./chunk_failure.ts";

function storage(): Pick<Storage, "getItem" | "setItem"> {
  const items = new Map<string, string>();
  return { getItem: (key) => items.get(key) ?? null, setItem: (key, value) => void items.set(key, value) };
}

Deno.test("a page reloads for a lost chunk at most once a minute", () => {
  const kept = storage();
  expect(mayReload(() => kept, 1_000_000)).toBe(true);
  expect(mayReload(() => kept, 1_000_001)).toBe(false);
  expect(mayReload(() => kept, 1_059_999)).toBe(false);
  expect(mayReload(() => kept, 1_060_000)).toBe(true);
});

Deno.test("a clock that was put back an hour since the last reload stops none", () => {
  const kept = storage();
  expect(mayReload(() => kept, 5_000_000)).toBe(true);
  expect(mayReload(() => kept, 1_400_000)).toBe(true);
  expect(mayReload(() => kept, 1_399_999)).toBe(false);
});

Deno.test("where nothing can be remembered the page never reloads, so that it cannot loop", () => {
  const refuse = () => {
    throw new Error("storage is switched off");
  };
  expect(mayReload(refuse, 1_000_000)).toBe(false);
});
