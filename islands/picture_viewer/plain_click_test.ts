import { expect } from "expect";
import { isPlainClick } from "./plain_click.ts";

Deno.test("a click with another key or button is the browser's own", () => {
  const plain = { button: 0, defaultPrevented: false, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
  expect(isPlainClick(plain)).toBe(true);
  for (const other of [{ button: 1 }, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }]) {
    expect(isPlainClick({ ...plain, ...other })).toBe(false);
  }
  expect(isPlainClick({ ...plain, defaultPrevented: true })).toBe(false);
});
