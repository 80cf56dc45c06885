/** Counts for each lane how often jobs failed and were given up since the start, but nothing of what they were about. */
import { isGivenUp, type Lane, laneNames } from "../../kv/store/jobs/lanes.ts";

export class JobCounters {
  readonly failures = new Map<Lane, number>(laneNames.map((lane) => [lane, 0]));
  readonly givenUp = new Map<Lane, number>(laneNames.map((lane) => [lane, 0]));

  /** Counts one job that failed for the `attempts`-th time. */
  failed(lane: Lane, attempts: number): void {
    this.failures.set(lane, this.failures.get(lane)! + 1);
    if (isGivenUp(lane, attempts)) this.givenUp.set(lane, this.givenUp.get(lane)! + 1);
  }
}
