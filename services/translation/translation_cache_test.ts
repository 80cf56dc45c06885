import { expect } from "expect";
import { cacheKey, translationCache } from "./translation_cache.ts";

Deno.test("a full cache forgets what was longest unused, and never takes what is larger than itself", () => {
  const cache = translationCache({ charactersMax: 12 });
  for (const key of ["a", "b", "c"]) cache.keep(key, "123", 0);
  expect(cache.get("a", 0)).toBe("123");
  cache.keep("d", "123", 0);
  expect(["a", "b", "c", "d"].map((key) => cache.get(key, 0))).toEqual(["123", undefined, "123", "123"]);
  cache.keep("e", "x".repeat(12), 0);
  expect(cache.get("e", 0)).toBeUndefined();
  cache.keep("d", "123456789ab", 0);
  expect(["a", "c", "d"].map((key) => cache.get(key, 0))).toEqual([undefined, undefined, "123456789ab"]);
});

Deno.test("a text and its languages make one key", () => {
  const keys = [["en", "uk", "a"], ["en", "ru", "a"], ["ro", "uk", "a"], ["en", "uk", "b"]] as const;
  expect(new Set(keys.map(([from, to, text]) => cacheKey(from, to, text))).size).toBe(4);
});
