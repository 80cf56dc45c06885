/** What a birthdate says on a given day: age, adulthood, days until the birthday. All days are UTC days. */
import { dateOf, dayMs, utcDayOf } from "../store/days.ts";

/** 365.25 days, the specification's year (section 9). */
export const AGE_YEAR_MS = 365.25 * dayMs;

/** Whole days from 1970-01-01 to a "YYYY-MM-DD"; throws on anything that is not a real date. */
export function dayNumberOf(date: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : NaN;
  if (Number.isNaN(ms) || dateOf(ms) !== date) {
    throw new RangeError(`not a date: ${JSON.stringify(date)}`);
  }
  return ms / dayMs;
}

/** Age for display: whole years of 365.25 days (specification, section 9), so it may turn some hours late. */
export function ageYears(birthdate: string, nowMs: number): number {
  return Math.floor((nowMs - dayNumberOf(birthdate) * dayMs) / AGE_YEAR_MS);
}

/** When the age for display changes next, ms since the epoch. */
export const nextAgeAt = (birthdate: string, nowMs: number): number =>
  dayNumberOf(birthdate) * dayMs + (ageYears(birthdate, nowMs) + 1) * AGE_YEAR_MS;

/**
 * Whether she or he has had the birthday of that many years, by the calendar.
 * A person born on 29 February comes of age on 1 March if the year is common: never a day too early.
 */
export function isAdult(birthdate: string, nowMs: number, years = 18): boolean {
  dayNumberOf(birthdate);
  const birthday = `${String(Number(birthdate.slice(0, 4)) + years).padStart(4, "0")}${birthdate.slice(4)}`;
  return dateOf(nowMs) >= birthday;
}

/** Whole days from today to the next birthday, 0 on the day itself; 29 February is kept on 1 March in common years. */
export function daysUntilBirthday(birthdate: string, nowMs: number): number {
  dayNumberOf(birthdate);
  const today = utcDayOf(nowMs);
  const year = new Date(nowMs).getUTCFullYear();
  const month = Number(birthdate.slice(5, 7)) - 1;
  const day = Number(birthdate.slice(8));
  // Date.UTC itself carries 29 February over to 1 March where the year has none.
  const thisYear = Date.UTC(year, month, day) / dayMs;
  return (thisYear >= today ? thisYear : Date.UTC(year + 1, month, day) / dayMs) - today;
}
