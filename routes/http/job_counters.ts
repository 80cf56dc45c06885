/** How often jobs failed, and were given up, in each lane since the start; nothing of what they were about. */
import { isGivenUp, type Lane, laneNames } from "../../kv/store/jobs/lanes.ts";

export class JobCounters {
  readonly failures = new Map<Lane, number>(laneNames.map((lane) => [lane, 0]));
  readonly givenUp = new Map<Lane, number>(laneNames.map((lane) => [lane, 0]));

  /** One more that failed, for the `attempts`-th time. */
  failed(lane: Lane, attempts: number): void {
    this.failures.set(lane, this.failures.get(lane)! + 1);
    if (isGivenUp(lane, attempts)) this.givenUp.set(lane, this.givenUp.get(lane)! + 1);
  }
}
