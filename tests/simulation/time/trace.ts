/** Everything that happened in a run, as one number: two runs with the same number went the same way. */

export class Trace {
  #low = 0x811c9dc5;
  #high = 0x01000193;
  /** What happened, for those who look for where two runs part; null unless it is kept. */
  readonly lines: string[] | null;

  constructor(isKept = false) {
    this.lines = isKept ? [] : null;
  }

  note(line: string): void {
    this.lines?.push(line);
    for (let at = 0; at < line.length; at++) {
      const code = line.charCodeAt(at);
      this.#low = Math.imul(this.#low ^ code, 0x01000193);
      this.#high = Math.imul(this.#high + code, 0x85ebca6b) ^ (this.#high >>> 15);
    }
  }

  get hash(): string {
    return [this.#high, this.#low].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
  }
}
