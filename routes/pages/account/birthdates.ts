/** The latest birthdate of an adult. */

/** "YYYY-MM-DD", for the calendar of a field; the rule itself is isAdult of kv/ladies/age.ts. */
export function latestBirthdate(nowMs: number): string {
  const day = new Date(nowMs);
  day.setUTCFullYear(day.getUTCFullYear() - 18);
  return day.toISOString().slice(0, 10);
}
