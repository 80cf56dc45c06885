import { expect } from "expect";
import { readMoments } from "./written_moments.ts";

const now = Date.UTC(2026, 2, 20, 12);
const read = (body: Record<string, unknown>, zone: string | null = "Europe/Kyiv", nowMs = now) => {
  const { moments, faults } = readMoments(body, zone, nowMs);
  return { moments: moments.map((at) => new Date(at).toISOString().slice(0, 16)), faults: [...faults] };
};

Deno.test("times are read by the clock of whoever proposes, also behind a change of clocks", () => {
  expect(read({ date1: "2026-03-28", time1: "20:00", date3: "2026-03-29", time3: "20:00" })).toEqual({
    moments: ["2026-03-28T18:00", "2026-03-29T17:00"],
    faults: [],
  });
  expect(read({ date1: "2026-03-28", time1: "20:00" }, "Asia/Taipei").moments).toEqual(["2026-03-28T12:00"]);
  expect(read({ date1: "2026-03-28", time1: "20:00" }, null).moments).toEqual(["2026-03-28T20:00"]);
});

Deno.test("a time that does not exist that night is named; of one that comes twice the first is taken", () => {
  expect(read({ date1: "2026-03-29", time1: "03:30" })).toEqual({ moments: [], faults: [[0, "skipped"]] });
  const autumn = Date.UTC(2026, 9, 20);
  const twice = { date1: "2026-10-25", time1: "03:30" };
  expect(read(twice, "Europe/Kyiv", autumn).moments).toEqual(["2026-10-25T00:30"]);
  // Once the first is over, only the second can be meant.
  expect(read(twice, "Europe/Kyiv", Date.UTC(2026, 9, 25, 1)).moments).toEqual(["2026-10-25T01:30"]);
});

Deno.test("each fault stands with its own moment, and the others are read all the same", () => {
  expect(read({ date1: "2026-03-19", time1: "20:00", date2: "2026-05-20", time2: "20:00", date3: "2026-04-01" }))
    .toEqual({
      moments: [],
      faults: [[0, "past"], [1, "tooFar"], [2, "time"]],
    });
  expect(read({ time1: "20:00", date2: "2026-02-30", time2: "20:00", date3: "2026-04-01", time3: "09:00" })).toEqual({
    moments: ["2026-04-01T06:00"],
    faults: [[0, "date"], [1, "wrong"]],
  });
  expect(read({})).toEqual({ moments: [], faults: [[0, "required"]] });
  expect(read({ date1: ["2026-04-01"], time1: { a: 1 } })).toEqual({ moments: [], faults: [[0, "required"]] });
  expect(read({ date2: "2026-04-01", time2: "09:00" })).toEqual({ moments: ["2026-04-01T06:00"], faults: [] });
});

Deno.test("the zone that the form named counts, and one that nobody knows does not", () => {
  const at = { date1: "2026-03-28", time1: "20:00" };
  expect(read({ ...at, zone: "Asia/Taipei" }).moments).toEqual(["2026-03-28T12:00"]);
  expect(read({ ...at, zone: "" }).moments).toEqual(["2026-03-28T20:00"]);
  for (const zone of ["Mars/Olympus", ["Asia/Taipei"], undefined]) {
    expect(read({ ...at, zone }).moments).toEqual(["2026-03-28T18:00"]);
  }
});
