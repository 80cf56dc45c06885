import { expect } from "expect";
import { isPlainClick, moved } from "./picture_viewer_state.ts";

Deno.test("pictures follow each other round and round", () => {
  const pictures = ["a", "b", "c"].map((href) => ({ href, alt: href }));
  expect(moved({ pictures, at: 0 }, 1).at).toBe(1);
  expect(moved({ pictures, at: 2 }, 1).at).toBe(0);
  expect(moved({ pictures, at: 0 }, -1).at).toBe(2);
  expect(moved({ pictures: pictures.slice(0, 1), at: 0 }, 1).at).toBe(0);
});

Deno.test("a click with another key or button is the browser's own", () => {
  const plain = { button: 0, defaultPrevented: false, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
  expect(isPlainClick(plain)).toBe(true);
  for (const other of [{ button: 1 }, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }]) {
    expect(isPlainClick({ ...plain, ...other })).toBe(false);
  }
  expect(isPlainClick({ ...plain, defaultPrevented: true })).toBe(false);
});
