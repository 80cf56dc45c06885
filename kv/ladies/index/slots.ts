/** Gives each lady a slot: a small number, her bit in every set and her place in every column. Freed slots are reused. */
export class Slots {
  #of = new Map<number, number>();
  #free: number[] = [];
  /** Slots below this were in use at some time. */
  #count = 0;

  /** How many ladies have one. */
  get size(): number {
    return this.#of.size;
  }

  /** The ids of the ladies who have one. */
  get ids(): number[] {
    return [...this.#of.keys()];
  }

  /** How many words of 32 bits the sets take. */
  get words(): number {
    return (this.#count + 31) >>> 5;
  }

  of(id: number): number | undefined {
    return this.#of.get(id);
  }

  /** Gives a slot to a lady who has none. */
  take(id: number): number {
    const slot = this.#free.pop() ?? this.#count++;
    this.#of.set(id, slot);
    return slot;
  }

  /** Takes the slot of a lady back. */
  free(id: number, slot: number): void {
    this.#of.delete(id);
    this.#free.push(slot);
  }
}
