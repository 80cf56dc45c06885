/** Who is online: by id, also of ladies who are not in the index (yet), and as bits of the slots of those who are. */
import { type Bits, clearBit, grown, setBit } from "./bits.ts";

export class Presence {
  #bits: Bits = new Uint32Array(0);
  /** Presence outlives a lady's absence from the index: she may be online before she is published. */
  #ids = new Set<number>();
  #version = 0;
  #reads = 0;

  /** Rises when somebody comes online or goes. */
  get version(): number {
    return this.#version;
  }

  /** How often an answer depended on who is online. */
  get reads(): number {
    return this.#reads;
  }

  /** Says that an answer depends on who is online; to be called also for an answer that was worked out before. */
  noteRead(): void {
    this.#reads++;
  }

  /** The slots of the ladies who are online; counts as a read. */
  read(): Bits {
    this.noteRead();
    return this.#bits;
  }

  has(id: number): boolean {
    this.noteRead();
    return this.#ids.has(id);
  }

  /** Says whether a lady is online; `slot` is hers while she is in the index. */
  set(id: number, slot: number | undefined, isOnline: boolean): void {
    if (isOnline !== this.#ids.has(id)) this.#version++;
    if (isOnline) this.#ids.add(id);
    else this.#ids.delete(id);
    if (slot === undefined) return;
    if (isOnline) setBit(this.#bits, slot);
    else clearBit(this.#bits, slot);
  }

  /** Marks the slot that a lady takes as online, if she is. */
  enter(id: number, slot: number): void {
    if (this.#ids.has(id)) setBit(this.#bits, slot);
  }

  leave(slot: number): void {
    clearBit(this.#bits, slot);
  }

  grow(words: number): void {
    this.#bits = grown(this.#bits, words);
  }
}
