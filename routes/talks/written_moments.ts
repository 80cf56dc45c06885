/** The form of a proposal: up to three dates and times by the proposer's clock, and what is wrong with each. */
import { momentsOf } from "../../i18n/local_times.ts";
import { knownZone } from "../../i18n/zones.ts";
import { dayMs } from "../../kv/store/days.ts";
import { daysAheadAtMost, momentsAtMost } from "../../kv/talks/talk.ts";
import { type Body, trimmedTextIn } from "../http/read_input.ts";

/** A date and a time as they were written; each may be empty. */
export interface WrittenMoment {
  date: string;
  time: string;
}

/** The rules of the catalogue ("talks:fault"). */
export type MomentFault = "required" | "date" | "time" | "wrong" | "skipped" | "past" | "tooFar";

export interface ReadMoments {
  /** In which the times were written; null for UTC where none was known. */
  zone: string | null;
  written: WrittenMoment[];
  /** By the number of the moment. */
  faults: Map<number, MomentFault>;
  /** Those without a fault, in ms since the epoch; of a time that comes twice, the first that is still ahead. */
  moments: number[];
}

/**
 * Reads the moments of a form in the zone that the form itself named, empty for UTC: the page may have told the account
 * another zone since. Where it named none, they are in its sender's (`known`). There must be one moment at least, and the
 * others may be empty.
 */
export function readMoments(body: Body, known: string | null, nowMs: number): ReadMoments {
  const zone = body.zone === "" ? null : knownZone(trimmedTextIn(body.zone)) ?? known;
  const written = Array.from({ length: momentsAtMost }, (_, place) => ({
    date: trimmedTextIn(body[`date${place + 1}`]),
    time: trimmedTextIn(body[`time${place + 1}`]).slice(0, 5),
  }));
  const faults = new Map<number, MomentFault>();
  const moments: number[] = [];
  const isEmpty = written.every(({ date, time }) => date === "" && time === "");
  for (const [place, each] of written.entries()) {
    const read = readMoment(each, zone, nowMs);
    if (typeof read === "number") moments.push(read);
    else if (read !== "required" || (isEmpty && place === 0)) faults.set(place, read);
  }
  return { zone, written, faults, moments };
}

function readMoment({ date, time }: WrittenMoment, zone: string | null, nowMs: number): number | MomentFault {
  if (date === "" && time === "") return "required";
  if (date === "") return "date";
  if (time === "") return "time";
  const found = momentsOf(zone, { date, time });
  if (found === null) return "wrong";
  const [first] = found;
  if (first === undefined) return "skipped";
  // If the time comes twice, the second may still be ahead.
  const ahead = found.find((at) => at > nowMs);
  if (ahead === undefined) return "past";
  return ahead > nowMs + daysAheadAtMost * dayMs ? "tooFar" : ahead;
}
