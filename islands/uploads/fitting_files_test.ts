/** Chosen files are sorted before a byte of them is sent. */
import { expect } from "expect";
import { type FileLimits, fittingFiles, mayBeMadeSmaller, unfitOf } from "./fitting_files.ts";

const limits: FileLimits = { types: ["image/jpeg"], bytesMax: 5_000_000, countMax: 3 };
const file = (name: string, type: string, size = 1000) => ({ name, type, size });

Deno.test("a file goes out as it is where the server takes its kind and size", () => {
  expect(unfitOf(file("a.jpg", "image/jpeg", 5_000_000), limits)).toBeNull();
  expect(unfitOf(file("a.jpg", "image/jpeg", 5_000_001), limits)).toBe("size");
  expect(unfitOf(file("a.png", "image/png"), limits)).toBe("type");
  expect(unfitOf(file("a", ""), limits)).toBeNull();
});

Deno.test("a phone's photograph may be made smaller, a drawing, a text or a giant may not", () => {
  expect(mayBeMadeSmaller(file("IMG_0001.HEIC", "", 3_000_000))).toBe(true);
  expect(mayBeMadeSmaller(file("IMG_0001.HEIC", "image/heic", 15_000_000))).toBe(true);
  expect(mayBeMadeSmaller(file("a.jpg", "image/jpeg", 64 * 1024 * 1024))).toBe(true);
  expect(mayBeMadeSmaller(file("a.jpg", "image/jpeg", 64 * 1024 * 1024 + 1))).toBe(false);
  expect(mayBeMadeSmaller(file("a.svg", "image/svg+xml"))).toBe(false);
  expect(mayBeMadeSmaller(file("a.txt", "text/plain"))).toBe(false);
  expect(mayBeMadeSmaller(file("a", ""))).toBe(false);
});

Deno.test("what may be made smaller waits for that, the rest is told its reason at once", () => {
  const { fit, unfit } = fittingFiles(
    [
      file("a.svg", "image/svg+xml"),
      file("b.png", "image/png", 9_000_000),
      file("c.jpg", "image/jpeg", 80_000_000),
      file("d", ""),
      file("e.jpg", "image/jpeg"),
      file("f.jpg", "image/jpeg"),
    ],
    1,
    limits,
  );
  expect(fit.map(({ name }) => name)).toEqual(["b.png", "d"]);
  expect(unfit).toEqual([
    { name: "a.svg", why: "type" },
    { name: "c.jpg", why: "size" },
    { name: "e.jpg", why: "count" },
    { name: "f.jpg", why: "count" },
  ]);
});
