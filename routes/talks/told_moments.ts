/** Moments of a talk, by the clock of one of the two and by that of the other. */
import { datesFor, type Reader } from "../../i18n/format.ts";
import { whichOfTwo } from "../../i18n/local_times.ts";
import type { Translate } from "../../i18n/translate.ts";
import { zoneName, zoneToUse } from "../../i18n/zones.ts";

/** The other of the two. */
export interface Other {
  name: string;
  /** Null where it is not known. */
  zone: string | null;
}

export interface ToldMoment {
  /** For machines. */
  iso: string;
  /** By the reader's clock; if a clock shows this time twice that day, it says which one is meant. */
  mine: string;
  /** By the other's clock, with the place; null if both clocks show the same. */
  theirs: string | null;
}

/** Tells a moment (ms since the epoch) to a reader. Where a zone is not known, the time says that it is UTC. */
export function tellMoment(t: Translate, reader: Reader, other: Other, atMs: number): ToldMoment {
  const mine = timeFor(t, reader, atMs);
  const theirs = timeFor(t, { locale: reader.locale, zone: other.zone }, atMs);
  const zone = zoneToUse(other.zone);
  // A time in UTC says so itself.
  const key = zone === "UTC" ? "talks:theirsUtc" : "talks:theirs";
  return {
    iso: new Date(atMs).toISOString(),
    mine,
    theirs: mine === theirs ? null : t(key, { name: other.name, when: theirs, place: placeOf(zone) }),
  };
}

/** A time by the clock of a zone, with its place: whoever wrote it sees how it was understood. One in UTC says so itself. */
export function withPlace(t: Translate, zone: string | null, when: string): string {
  const used = zoneToUse(zone);
  return used === "UTC" ? when : t("talks:own", { when, place: placeOf(used) });
}

function timeFor(t: Translate, reader: Reader, atMs: number): string {
  const when = datesFor(reader)(atMs, "appointment");
  const which = whichOfTwo(reader.zone, atMs);
  return which === null ? when : t(`talks:turn.${which}`, { when });
}

/** The place that a zone is named after: "Taipei", "New York". */
export const placeOf = (zone: string): string => zoneName(zone).split("/").at(-1)!.replaceAll("_", " ");
