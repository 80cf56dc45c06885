/** Which slot each lady has: a small number, bit of every set, place in every column. Freed slots are used again. */
export class Slots {
  #of = new Map<number, number>();
  #free: number[] = [];
  /** Slots below this were in use at some time. */
  #count = 0;

  /** How many ladies have one. */
  get size(): number {
    return this.#of.size;
  }

  /** Who has one. */
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
