/**
 * Who has a page of the site open that is not the chat: nothing is delivered there, but its person is present. The
 * other instances hear when somebody's first page here opens and when the last one closes, but nothing while she or he
 * goes from one page to the next.
 */
import type { OtherInstances } from "../instances/other_instances.ts";

export class OpenPages {
  #otherInstances: OtherInstances | null;
  #lingerMs: number;
  #counts = new Map<number, number>();
  /** People whom the other instances know to be here; with a timer once the last page is closed. */
  #told = new Map<number, ReturnType<typeof setTimeout> | null>();

  /** `lingerMs`: how long the other instances are not told that somebody left; real time. */
  constructor(otherInstances: OtherInstances | null, lingerMs: number) {
    this.#otherInstances = otherInstances;
    this.#lingerMs = lingerMs;
  }

  /** Whether a person has a page open, here or at another instance. */
  has(userId: number): boolean {
    return this.#counts.has(userId) || (this.#otherInstances?.hasPage(userId) ?? false);
  }

  opened(userId: number): void {
    this.#counts.set(userId, (this.#counts.get(userId) ?? 0) + 1);
    if (!this.#otherInstances) return;
    clearTimeout(this.#told.get(userId) ?? undefined);
    if (!this.#told.has(userId)) this.#tell(userId, true);
    this.#told.set(userId, null);
  }

  closed(userId: number): void {
    const left = (this.#counts.get(userId) ?? 0) - 1;
    if (left > 0) return void this.#counts.set(userId, left);
    this.#counts.delete(userId);
    if (!this.#told.has(userId)) return;
    const tellGone = () => {
      this.#told.delete(userId);
      this.#tell(userId, false);
    };
    this.#told.set(userId, setTimeout(tellGone, this.#lingerMs));
  }

  /** This instance has another name, under which the others were told of nobody. */
  tellAgain(): void {
    for (const userId of this.#told.keys()) this.#tell(userId, true);
  }

  shut(): void {
    for (const timer of this.#told.values()) clearTimeout(timer ?? undefined);
    this.#told.clear();
  }

  #tell(userId: number, isConnected: boolean): void {
    this.#otherInstances?.publish({ kind: "connection", userId, isConnected, place: "page" });
  }
}
