/** How long something took, counted in buckets: cheap to note, and enough to estimate a share of the slowest. */

export class Histogram {
  /** Upper bounds in seconds, rising. */
  readonly bounds: readonly number[];
  /** How many took up to each bound and longer than the one before; the last counts those past all bounds. */
  readonly counts: number[];
  sumSeconds = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = new Array(bounds.length + 1).fill(0);
  }

  observe(seconds: number): void {
    let at = 0;
    while (at < this.bounds.length && seconds > this.bounds[at]!) at++;
    this.counts[at]!++;
    this.sumSeconds += seconds;
  }
}
