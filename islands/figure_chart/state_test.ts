import { expect } from "expect";
import { axisOf, barOf, dayText, type FigureSeries, figureText, scaleBegin, scaleEnd, secondsOfDays } from "./state.ts";

const series: FigureSeries[] = [{ label: "Men", values: [1, 4] }, { label: "Ladies", values: [null, 2] }];

Deno.test("days follow one another, a day apart, in seconds", () => {
  expect(secondsOfDays(20_000, 3)).toEqual([1_728_000_000, 1_728_086_400, 1_728_172_800]);
});

Deno.test("the bars of a day stand beside each other around its point, with room before the next day", () => {
  const hour = 3600;
  expect(barOf(1, 0)).toEqual({ from: -9.6 * hour, width: 19.2 * hour });
  const [men, ladies] = [barOf(2, 0), barOf(2, 1)];
  expect(men).toEqual({ from: -9.6 * hour, width: 9.6 * hour });
  expect(ladies.from).toBe(men.from + men.width);
  expect(ladies.from + ladies.width).toBeLessThan(12 * hour);
});

Deno.test("the axis holds the bars of the first and of the last day whole", () => {
  const [begin, end] = axisOf(20_000, 3);
  const [first = 0, , last = 0] = secondsOfDays(20_000, 3);
  expect([first - begin, end - last]).toEqual([43_200, 43_200]);
});

Deno.test("numbers are told in their unit and the reader's way, and nothing is a dash", () => {
  expect(figureText("en", "count", 12_345)).toBe("12,345");
  expect(figureText("en", "cents", 2850)).toBe("€28.50");
  expect(figureText("en", "percent", 66.666)).toBe("66.7%");
  expect(figureText("zh-Hant", "hours", 25.04)).toBe("25 小時");
  expect(figureText("en", "percent", null)).toBe("–");
});

Deno.test("a scale begins at nothing unless money came back, and is never without height", () => {
  expect([scaleBegin(series), scaleEnd("count", series)]).toEqual([0, 4.32]);
  expect(scaleEnd("percent", series)).toBe(100);
  expect(scaleEnd("count", [{ label: "", values: [null, 0] }])).toBe(5);
  expect(scaleBegin([{ label: "", values: [-100] }])).toBeCloseTo(-108);
});

Deno.test("a day says each of its numbers", () => {
  expect(dayText("en", "count", 20_000, series, 0)).toBe("4\u00a0Oct · Men 1 · Ladies –");
});
