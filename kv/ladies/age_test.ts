/** Age at its edges: the eve and the day of a birthday, leap days, the turn of the year. */
import { expect } from "expect";
import { ageYears, dayNumberOf, daysUntilBirthday, isAdult, nextAgeAt } from "./age.ts";

const at = (text: string) => Date.parse(text);

Deno.test("an age in years of 365.25 days turns when that many quarter days are full, not before", () => {
  // 18 × 365.25 days after 2000-01-01 is noon of 2017-12-31: five leap days lie between, the year counts four and a half.
  expect(ageYears("2000-01-01", at("2017-12-31T11:59:59.999Z"))).toBe(17);
  expect(ageYears("2000-01-01", at("2017-12-31T12:00:00Z"))).toBe(18);
  // From 2001 only four leap days lie between, so it turns at noon of the birthday itself.
  expect(ageYears("2001-01-01", at("2019-01-01T11:59:59.999Z"))).toBe(17);
  expect(ageYears("2001-01-01", at("2019-01-01T12:00:00Z"))).toBe(18);
  for (const now of ["2018-01-01T12:00:00Z", "2019-01-01T11:59:59.999Z"]) {
    expect(nextAgeAt("2001-01-01", at(now))).toBe(at("2019-01-01T12:00:00Z"));
  }
  expect(ageYears("1965-06-15", at("2026-06-16T00:00:00Z"))).toBe(61);
});

Deno.test("an adult is one from the first moment of the eighteenth birthday", () => {
  expect(isAdult("2008-05-20", at("2026-05-19T23:59:59.999Z"))).toBe(false);
  expect(isAdult("2008-05-20", at("2026-05-20T00:00:00Z"))).toBe(true);
  expect(isAdult("2000-01-01", at("2017-12-31T23:00:00Z"))).toBe(false);
  expect(isAdult("2005-05-20", at("2026-05-19T12:00:00Z"), 21)).toBe(false);
  expect(isAdult("2005-05-20", at("2026-05-20T12:00:00Z"), 21)).toBe(true);
});

Deno.test("who was born on 29 February comes of age on 1 March of a common year", () => {
  expect(isAdult("2008-02-29", at("2026-02-28T23:59:59Z"))).toBe(false);
  expect(isAdult("2008-02-29", at("2026-03-01T00:00:00Z"))).toBe(true);
  expect(isAdult("2008-02-29", at("2028-02-28T00:00:00Z"), 20)).toBe(false);
  expect(isAdult("2008-02-29", at("2028-02-29T00:00:00Z"), 20)).toBe(true);
});

Deno.test("a birthday is counted across the end of the year", () => {
  expect(daysUntilBirthday("1994-01-01", at("2026-12-31T23:59:59Z"))).toBe(1);
  expect(daysUntilBirthday("1994-12-31", at("2026-12-31T00:00:00Z"))).toBe(0);
  expect(daysUntilBirthday("1994-12-30", at("2026-12-31T00:00:00Z"))).toBe(364);
  expect(daysUntilBirthday("1994-12-30", at("2027-12-31T00:00:00Z"))).toBe(365);
});

Deno.test("a birthday on 29 February is kept on 1 March in common years and on its own day in leap years", () => {
  expect(daysUntilBirthday("1996-02-29", at("2027-02-28T12:00:00Z"))).toBe(1);
  expect(daysUntilBirthday("1996-02-29", at("2027-03-01T12:00:00Z"))).toBe(0);
  expect(daysUntilBirthday("1996-02-29", at("2027-03-02T12:00:00Z"))).toBe(364);
  expect(daysUntilBirthday("1996-02-29", at("2028-02-29T12:00:00Z"))).toBe(0);
  expect(daysUntilBirthday("1996-02-29", at("2028-03-01T12:00:00Z"))).toBe(365);
  expect(daysUntilBirthday("1994-03-01", at("2028-02-28T12:00:00Z"))).toBe(2);
});

Deno.test("days are whole and before 1970 negative, and what is no date is refused", () => {
  expect(dayNumberOf("1970-01-02")).toBe(1);
  expect(dayNumberOf("1969-12-31")).toBe(-1);
  for (const wrong of ["", "1994", "1994-02-30", "1994-13-01", "94-01-01", "1994-1-1", "1994-01-01T00:00:00Z"]) {
    expect(() => dayNumberOf(wrong)).toThrow(RangeError);
  }
});
