/** Moments of a time to talk, as one of the two has them and as the other does. */
import { datesFor, type Reader } from "../../i18n/format.ts";
import { whichOfTwo } from "../../i18n/local_times.ts";
import type { Translate } from "../../i18n/translate.ts";
import { knownZone, zoneName } from "../../i18n/zones.ts";

/** The other of the two. */
export interface Other {
  name: string;
  /** Null where it is not known. */
  zone: string | null;
}

export interface ToldMoment {
  /** For machines. */
  iso: string;
  /** By the reader's clock; of a time that comes twice it says which it is. */
  mine: string;
  /** By the other's, with the place; null where both clocks show the same. */
  theirs: string | null;
}

/** Tells a moment (ms since the epoch) to a reader. Where a zone is not known, the time says that it is UTC. */
export function tellMoment(t: Translate, reader: Reader, other: Other, atMs: number): ToldMoment {
  const mine = timeFor(t, reader, atMs);
  const theirs = timeFor(t, { locale: reader.locale, zone: other.zone }, atMs);
  const zone = knownZone(other.zone);
  const key = zone ? "talks:theirs" : "talks:theirsUnknown";
  return {
    iso: new Date(atMs).toISOString(),
    mine,
    theirs: mine === theirs ? null : t(key, { name: other.name, when: theirs, place: zone ? placeOf(zone) : "" }),
  };
}

function timeFor(t: Translate, reader: Reader, atMs: number): string {
  const when = datesFor(reader)(atMs, "appointment");
  const which = whichOfTwo(reader.zone, atMs);
  return which === null ? when : t(`talks:turn.${which}`, { when });
}

/** What a zone is called after: "Taipei", "New York". */
export const placeOf = (zone: string): string => zoneName(zone).split("/").at(-1)!.replaceAll("_", " ");
