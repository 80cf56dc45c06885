/** Time zones by their names ("Asia/Taipei"): which there are, and what their places are called today. */

/** No zone's name is longer, and nothing of another shape gets as far as an answer or a log. */
const nameShape = /^[A-Za-z][A-Za-z0-9_+/-]{0,49}$/;

const known = new Map<string, string>();
/** More than there are zones; bounded because one name may be written in lower and upper case in many ways. */
const knownAtMost = 1000;

/** The zone under the name by which this runtime knows it ("UTC" for "Etc/UTC"); null where it knows none. Never throws. */
export function knownZone(name: string | null | undefined): string | null {
  if (!name) return null;
  const before = known.get(name);
  if (before !== undefined) return before;
  const zone = nameShape.test(name) ? resolved(name) : null;
  if (zone === null) return null;
  if (known.size >= knownAtMost) known.clear();
  known.set(name, zone);
  return zone;
}

/** The zone in which somebody is told of moments: UTC where none is known. */
export const zoneToUse = (name: string | null | undefined): string => knownZone(name) ?? "UTC";

function resolved(timeZone: string): string | null {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Old names that runtimes still list, and what their places are called today; both are understood. */
const renamed: Record<string, string> = {
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
};

/** What a zone is called today: "Europe/Kyiv" for "Europe/Kiev". */
export const zoneName = (zone: string): string => renamed[zone] ?? zone;

/** Every zone that somebody may choose, in the order of their names. */
export const zoneNames = (): string[] =>
  [...new Set([...Intl.supportedValuesOf("timeZone").map(zoneName), "UTC"])].toSorted();
