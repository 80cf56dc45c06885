import { expect } from "expect";
import { keyOf, type Pressed } from "./state.ts";

const plain: Pressed = { key: "a", ctrlKey: false, metaKey: false, altKey: false, repeat: false };

Deno.test("a letter is a key of the queue, whatever the shift; with other keys it is the browser's", () => {
  expect([keyOf(plain, false), keyOf({ ...plain, key: "R" }, false)]).toEqual(["a", "r"]);
  for (const other of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }, { key: "Enter" }]) {
    expect(keyOf({ ...plain, ...other }, false)).toBeNull();
  }
});

Deno.test("in a field letters are written; Ctrl and Enter sends, Escape leaves", () => {
  expect(keyOf(plain, true)).toBeNull();
  expect(keyOf({ ...plain, key: "Enter" }, true)).toBeNull();
  expect(keyOf({ ...plain, key: "Enter", ctrlKey: true }, true)).toBe("send");
  expect(keyOf({ ...plain, key: "Enter", metaKey: true }, true)).toBe("send");
  expect(keyOf({ ...plain, key: "Escape" }, true)).toBe("leave");
});
