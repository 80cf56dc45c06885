import { expect } from "expect";
import { datesFor } from "./format.ts";
import { localTimeAt, momentsOf, whichOfTwo } from "./local_times.ts";

const at = (zone: string | null, date: string, time: string) =>
  momentsOf(zone, { date, time })?.map((ms) => new Date(ms).toISOString().slice(0, 16));

Deno.test("a time on a wall in Kyiv and in Taipei is one moment, in summer and in winter", () => {
  expect(at("Europe/Kyiv", "2026-11-26", "20:00")).toEqual(["2026-11-26T18:00"]);
  expect(at("Europe/Kyiv", "2026-07-26", "20:00")).toEqual(["2026-07-26T17:00"]);
  expect(at("Asia/Taipei", "2026-11-27", "02:00")).toEqual(["2026-11-26T18:00"]);
  expect(at("America/New_York", "2026-11-26", "23:30")).toEqual(["2026-11-27T04:30"]);
  expect(at("Pacific/Kiritimati", "2026-11-26", "00:30")).toEqual(["2026-11-25T10:30"]);
});

Deno.test("a time over which the clock is put forward is none", () => {
  expect(at("Europe/Kyiv", "2026-03-29", "03:30")).toEqual([]);
  expect(at("Europe/Kyiv", "2026-03-29", "02:59")).toEqual(["2026-03-29T00:59"]);
  expect(at("Europe/Kyiv", "2026-03-29", "04:00")).toEqual(["2026-03-29T01:00"]);
});

Deno.test("a time that comes twice is two moments, and each says which of them it is", () => {
  expect(at("Europe/Kyiv", "2026-10-25", "03:30")).toEqual(["2026-10-25T00:30", "2026-10-25T01:30"]);
  const [first, second] = momentsOf("Europe/Kyiv", { date: "2026-10-25", time: "03:30" })!;
  expect([whichOfTwo("Europe/Kyiv", first!), whichOfTwo("Europe/Kyiv", second!)]).toEqual(["first", "second"]);
  expect([whichOfTwo("Asia/Taipei", first!), whichOfTwo("Europe/Kyiv", second! + 3600_000)]).toEqual([null, null]);
  // On Lord Howe Island the clocks change by half an hour.
  expect(at("Australia/Lord_Howe", "2026-04-05", "01:45")).toEqual(["2026-04-04T14:45", "2026-04-04T15:15"]);
});

Deno.test("a zone that nobody knows is UTC, and what is no date or time is nothing", () => {
  expect(at(null, "2026-11-26", "20:00")).toEqual(["2026-11-26T20:00"]);
  expect(at("Mars/Olympus", "2026-11-26", "20:00")).toEqual(["2026-11-26T20:00"]);
  const wrong = [["2026-02-30", "20:00"], ["2026-13-01", "20:00"], ["2026-11-26", "24:00"], ["2026-11-26", "20:60"]];
  for (const [date, time] of [...wrong, ["", ""], ["26.11.2026", "20:00"], ["2026-11-26", "8 pm"]]) {
    expect([date, time, at("Europe/Kyiv", date!, time!)]).toEqual([date, time, undefined]);
  }
});

Deno.test("each moment of a year is found again by what its clock shows", () => {
  const start = Date.UTC(2026, 0, 1);
  for (const zone of ["Europe/Kyiv", "Asia/Taipei", "America/St_Johns", "Africa/Casablanca"]) {
    for (let hour = 0; hour < 365 * 24; hour += 5) {
      const moment = start + hour * 3600_000;
      expect(momentsOf(zone, localTimeAt(zone, moment))).toContain(moment);
    }
  }
});

Deno.test("an appointment is told with its day of the week", () => {
  const moment = Date.UTC(2026, 10, 26, 18);
  expect(datesFor({ locale: "en", zone: "Europe/Kyiv" })(moment, "appointment")).toMatch(/^Thu,? 26\u00a0Nov,? 20:00$/);
  expect(datesFor({ locale: "en", zone: "Asia/Taipei" })(moment, "appointment")).toMatch(/^Fri,? 27\u00a0Nov,? 02:00$/);
  expect(datesFor({ locale: "en" })(moment, "appointment")).toMatch(/18:00 UTC$/);
});
