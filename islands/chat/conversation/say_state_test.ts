import { expect } from "expect";
import { isRoomFor } from "./say_state.ts";

Deno.test("an emoji that would go beyond the longest message is not put in, one that replaces enough is", () => {
  const [full, letter] = ["💌", "a"];
  const at = (length: number) => letter.repeat(length);
  expect(isRoomFor(at(4094), 4094, 4094, full)).toBe(true);
  expect(isRoomFor(at(4095), 0, 0, full)).toBe(false);
  expect(isRoomFor(at(4096), 10, 10, letter)).toBe(false);
  expect(isRoomFor(at(4096), 10, 12, full)).toBe(true);
});
