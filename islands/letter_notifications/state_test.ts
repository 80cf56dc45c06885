import { expect } from "expect";
import { countsOf, newsBetween, pauseMs, shortCount, titleWith } from "./state.ts";

Deno.test("counters are numbers of letters and nothing else", () => {
  expect(countsOf({ counter: { inbox: 2, introduction: 0 } })).toEqual({ inbox: 2, introduction: 0 });
  for (
    const other of [
      null,
      "?",
      7,
      {},
      { counter: null },
      { counter: { inbox: 1 } },
      {
        counter: { inbox: "1", introduction: 0 },
      },
      { counter: { inbox: -1, introduction: 0 } },
      { counter: { inbox: 0.5, introduction: 0 } },
    ]
  ) {
    expect(countsOf(other)).toBe(null);
  }
});

Deno.test("only more letters are news: what was read is not", () => {
  const none = { inbox: 0, introduction: 0 };
  expect(newsBetween(none, { inbox: 1, introduction: 0 })).toBe("inbox");
  expect(newsBetween(none, { inbox: 0, introduction: 1 })).toBe("introduction");
  expect(newsBetween(none, { inbox: 1, introduction: 1 })).toBe("introduction");
  expect(newsBetween({ inbox: 3, introduction: 1 }, { inbox: 2, introduction: 1 })).toBe(null);
  expect(newsBetween({ inbox: 3, introduction: 1 }, { inbox: 4, introduction: 0 })).toBe("inbox");
  expect(newsBetween(none, none)).toBe(null);
});

Deno.test("the number stands once before the title and goes with the last letter", () => {
  const one = titleWith("Letters — Vesna", 1);
  expect(one).toBe("(1) Letters — Vesna");
  expect(titleWith(one, 2)).toBe("(2) Letters — Vesna");
  expect(titleWith(titleWith(one, 4000), 0)).toBe("Letters — Vesna");
  expect(titleWith("(about) us", 1)).toBe("(1) (about) us");
  expect([shortCount(999), shortCount(1000)]).toEqual(["999", "999+"]);
});

Deno.test("pauses grow to a minute and differ between browsers", () => {
  expect(pauseMs(0, 0)).toBe(500);
  expect(pauseMs(0, 1)).toBe(1000);
  expect(pauseMs(3, 1)).toBe(8000);
  expect(pauseMs(50, 1)).toBe(60_000);
  expect(pauseMs(50, 0)).toBe(30_000);
});
