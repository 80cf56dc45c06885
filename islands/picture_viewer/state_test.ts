import { expect } from "expect";
import { moved, swiped } from "./state.ts";

Deno.test("pictures follow each other round and round", () => {
  const pictures = ["a", "b", "c"].map((href) => ({ href, alt: href, caption: href }));
  expect(moved({ pictures, at: 0 }, 1).at).toBe(1);
  expect(moved({ pictures, at: 2 }, 1).at).toBe(0);
  expect(moved({ pictures, at: 0 }, -1).at).toBe(2);
  expect(moved({ pictures: pictures.slice(0, 1), at: 0 }, 1).at).toBe(0);
});

Deno.test("a swipe to the side turns, a scroll and a tap do not", () => {
  const by = (clientX: number, clientY: number) => swiped({ clientX: 200, clientY: 200 }, { clientX, clientY });
  expect([by(100, 210), by(300, 190)]).toEqual([1, -1]);
  expect([by(200, 200), by(170, 200), by(100, 260), by(200, 20)]).toEqual([0, 0, 0, 0]);
});
