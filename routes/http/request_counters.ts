/** How many requests were answered, with what and how fast; nothing of who asked or for what. */
import { Histogram } from "../../chat/server/counting/histogram.ts";

export class RequestCounters {
  /** "GET 200" → how many. */
  readonly answers = new Map<string, number>();
  readonly duration = new Histogram([0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]);
  /** Pages that guests had from memory; those are not among the answers. */
  guestPages = 0;

  note(method: string, status: number, seconds: number): void {
    const name = `${knownMethods.has(method) ? method : "other"} ${status}`;
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1);
    this.duration.observe(seconds);
  }
}

/** Anybody may invent a method, and nobody may fill the memory with them. */
const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
