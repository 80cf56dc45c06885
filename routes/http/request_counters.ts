/** Counts the answered requests by method and status, and how fast they were, but nothing of who asked for what. */
import { Histogram } from "../../chat/server/counting/histogram.ts";

export class RequestCounters {
  /** "GET 200" → how many. */
  readonly answers = new Map<string, number>();
  readonly duration = new Histogram([0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]);
  /** Pages that guests got from memory; `answers` does not count these. */
  guestPages = 0;

  note(method: string, status: number, seconds: number): void {
    const name = `${knownMethods.has(method) ? method : "other"} ${status}`;
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1);
    this.duration.observe(seconds);
  }
}

/** All others are counted as "other": clients can invent methods, and must not fill the memory with them. */
const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
