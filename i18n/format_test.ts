import { expect } from "expect";
import { datesFor, dayFor, endOfDayFor, formatCents, formatDate, formatMonth, startOfDayFor } from "./format.ts";
import { locales } from "./locales.ts";
import { knownZone, zoneName, zoneNames } from "./zones.ts";

const evening = Date.UTC(2026, 2, 14, 18, 2);

Deno.test("one moment is told to Wei in Taipei on his own day, and to Olena in Kyiv on hers", () => {
  const toWei = datesFor({ locale: "zh-Hant", zone: "Asia/Taipei" });
  const toOlena = datesFor({ locale: "uk", zone: "Europe/Kyiv" });
  expect([toWei(evening), toWei(evening, "moment"), toWei(evening, "time")])
    .toEqual(["2026年3月15日", "2026年3月15日 02:02", "02:02"]);
  expect([toOlena(evening), toOlena(evening, "moment"), toOlena(evening, "time")])
    .toEqual(["14\u00a0березня 2026\u00a0р.", "14\u00a0бер. 2026\u00a0р., 20:02", "20:02"]);
  expect([dayFor({ zone: "Asia/Taipei" }, evening), dayFor({ zone: "Europe/Kyiv" }, evening)])
    .toEqual(["2026-03-15", "2026-03-14"]);
});

Deno.test("a day and its month stay in one line, and a year and its letter", () => {
  expect(formatDate("ru", evening)).toBe("14\u00a0марта 2026\u00a0г.");
  expect(datesFor({ locale: "ru", zone: "Europe/Kyiv" })(evening, "moment")).toBe("14\u00a0мар. 2026\u00a0г., 20:02");
  expect([formatMonth("uk", 2026, 3), formatMonth("ru", 2026, 3)])
    .toEqual(["березень 2026\u00a0р.", "март 2026\u00a0г."]);
  expect(formatDate("ro", evening)).toBe("14\u00a0martie 2026");
  expect([formatDate("uk", evening, "short"), formatDate("en", evening)]).toEqual([
    "14\u00a0бер.",
    "14\u00a0March 2026",
  ]);
});

Deno.test("Kyiv puts its clocks forward and back, and Taipei never does", () => {
  const times = (zone: string, months: number[]) =>
    months.map((month) => datesFor({ locale: "en", zone })(Date.UTC(2026, month, 20, 12), "time"));
  expect(times("Europe/Kyiv", [0, 6, 11])).toEqual(["14:00", "15:00", "14:00"]);
  expect(times("Asia/Taipei", [0, 6, 11])).toEqual(["20:00", "20:00", "20:00"]);
  // On 29 March 2026 the hour from three to four is left out; on 25 October it comes twice.
  const inKyiv = datesFor({ locale: "en", zone: "Europe/Kyiv" });
  const hourAround = (atMs: number) => [atMs - 1, atMs].map((each) => inKyiv(each, "time"));
  expect(hourAround(Date.UTC(2026, 2, 29, 1))).toEqual(["02:59", "04:00"]);
  expect(hourAround(Date.UTC(2026, 9, 25, 1))).toEqual(["03:59", "03:00"]);
});

Deno.test("a time of day without a known zone says that it is UTC, in every language; a day alone says nothing", () => {
  for (const locale of locales) {
    for (
      const zone of [null, undefined, "", "UTC", "Etc/UTC", "Mars/Olympus", "../../etc", "x".repeat(5000), "+01:00"]
    ) {
      const date = datesFor({ locale, zone });
      expect(date(evening, "moment")).toMatch(/18:02 UTC$/);
      expect(date(evening, "time")).toBe("18:02 UTC");
      expect(date(evening)).toBe(formatDate(locale, evening));
      expect(date(evening, "short")).not.toContain("UTC");
      expect(dayFor({ zone }, evening)).toBe("2026-03-14");
    }
  }
});

Deno.test("a day begins where the reader is, also in a night in which the clocks change", () => {
  const start = (zone: string | null, day: string) => new Date(startOfDayFor({ zone }, day)).toISOString();
  expect(start(null, "2026-03-14")).toBe("2026-03-14T00:00:00.000Z");
  expect(start("Asia/Taipei", "2026-03-14")).toBe("2026-03-13T16:00:00.000Z");
  expect(start("Europe/Kyiv", "2026-03-29")).toBe("2026-03-28T22:00:00.000Z");
  expect(start("Europe/Kyiv", "2026-03-30")).toBe("2026-03-29T21:00:00.000Z");
  expect(start("Pacific/Kiritimati", "2026-03-14")).toBe("2026-03-13T10:00:00.000Z");
  for (const zone of [null, "Europe/Kyiv", "Africa/Cairo", "America/Santiago", "Asia/Taipei"]) {
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 24 * 3600_000) {
      const [day, next] = [at, at + 24 * 3600_000].map((each) => new Date(each).toISOString().slice(0, 10));
      expect(endOfDayFor({ zone }, day!)).toBe(startOfDayFor({ zone }, next!));
    }
  }
  // In Cairo the 24th of April 2026 begins at one.
  expect(start("Africa/Cairo", "2026-04-24")).toBe("2026-04-23T22:00:00.000Z");
});

Deno.test("a zone is known by any of its names and spellings, and nothing else is one", () => {
  expect(["Asia/Taipei", "asia/taipei", "Europe/Kyiv", "Europe/Kiev", "US/Pacific", "Etc/GMT+5"].every(knownZone)).toBe(
    true,
  );
  expect(knownZone("Etc/UTC")).toBe("UTC");
  for (const rubbish of ["", " ", "Nowhere", "Asia/Taipei\n", "<b>", "{}", "__proto__", "constructor", "0"]) {
    expect(knownZone(rubbish)).toBe(null);
  }
});

Deno.test("thousands of zones and spellings leave the formatters as they are for everybody else", () => {
  const names = zoneNames().flatMap((name) => [name, name.toLowerCase(), name.toUpperCase()]);
  for (const zone of names) expect(datesFor({ locale: "en", zone })(evening, "moment")).toContain("2026");
  expect(datesFor({ locale: "en", zone: "Asia/Taipei" })(evening, "time")).toBe("02:02");
});

Deno.test("zones may be chosen by what they are called today, UTC among them", () => {
  const names = zoneNames();
  expect(names).toEqual(expect.arrayContaining(["Europe/Kyiv", "Asia/Taipei", "Asia/Kolkata", "UTC"]));
  expect(names).not.toContain("Europe/Kiev");
  expect(names.filter((name) => knownZone(name) === null)).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(zoneName("Europe/Kiev")).toBe("Europe/Kyiv");
});

Deno.test("a day of the calendar is the same day wherever it is read", () => {
  expect(formatDate("en", Date.parse("1994-05-17"))).toBe("17\u00a0May 1994");
  expect(formatDate("en", Date.parse("1994-05-17"), "short")).toBe("17\u00a0May");
});

Deno.test("a euro has its sign in every language, and the Ukrainian November is no letter", () => {
  for (const locale of locales) expect(formatCents(locale, 750, "EUR")).toContain("€");
  expect(formatDate("uk", Date.UTC(2026, 10, 26), "short")).toBe("26\u00a0листоп.");
  expect(formatDate("uk", Date.UTC(2026, 10, 26))).toBe("26\u00a0листопада 2026\u00a0р.");
});
