/** One sorted order of the slots, mended cheaply after changes and read page by page through a set of bits. */
import { type Bits, hasBit, popcount } from "./bits.ts";

const NONE = 0xffffffff;

export class Order {
  #compare: (slotA: number, slotB: number) => number;
  #slots = new Uint32Array(0);
  /** Where each slot stands in #slots; NONE for one that is not there. */
  #rankOf = new Uint32Array(0);
  #length = 0;
  #touched = new Set<number>();
  #scratch: Bits = new Uint32Array(0);

  /** compare must be a total order: it never answers 0 for two different slots. */
  constructor(compare: (slotA: number, slotB: number) => number) {
    this.#compare = compare;
  }

  grow(capacity: number): void {
    const slots = new Uint32Array(capacity);
    slots.set(this.#slots);
    this.#slots = slots;
    const rankOf = new Uint32Array(capacity).fill(NONE);
    rankOf.set(this.#rankOf);
    this.#rankOf = rankOf;
    this.#scratch = new Uint32Array(capacity >>> 5);
  }

  /**
   * Says that a slot came, left, or compares differently. The order is mended at the next refresh.
   * Danger: a key that changes without this leaves the order unsorted, and binary search then goes astray.
   */
  touch(slot: number): void {
    this.#touched.add(slot);
  }

  /** Mends the order: the untouched keep their places, the touched that still live are put where they belong. */
  refresh(live: Bits): void {
    if (this.#touched.size === 0) return;
    const gaps: number[] = [];
    const arrivals: number[] = [];
    for (const slot of this.#touched) {
      if (this.#rankOf[slot] !== NONE) gaps.push(this.#rankOf[slot]!);
      this.#rankOf[slot] = NONE;
      if (hasBit(live, slot)) arrivals.push(slot);
    }
    this.#touched.clear();
    const lengthBefore = this.#length;
    const [firstGap, lastGap] = this.#close(gaps.sort((a, b) => a - b));
    const [firstArrival, lastArrival] = arrivals.length > this.#length / 4
      ? this.#sortAll(arrivals)
      : this.#insert(arrivals.sort(this.#compare));
    const from = Math.min(firstGap, firstArrival);
    const to = this.#length === lengthBefore ? Math.max(lastGap, lastArrival) + 1 : this.#length;
    for (let position = from; position < to; position++) this.#rankOf[this.#slots[position]!] = position;
  }

  /** Takes the positions out; returns the first and the last of them. */
  #close(gaps: number[]): [first: number, last: number] {
    let end = gaps[0] ?? this.#length;
    gaps.forEach((gap, index) => {
      const next = gaps[index + 1] ?? this.#length;
      this.#slots.copyWithin(end, gap + 1, next);
      end += next - gap - 1;
    });
    this.#length = end;
    return [gaps[0] ?? Infinity, gaps.at(-1) ?? -1];
  }

  /** Puts sorted arrivals into their places, from the back; returns the first and the last position taken. */
  #insert(arrivals: number[]): [first: number, last: number] {
    let end = this.#length;
    let first = Infinity, last = -1;
    this.#length += arrivals.length;
    for (let index = arrivals.length - 1; index >= 0; index--) {
      const place = this.#placeOf(arrivals[index]!, end);
      this.#slots.copyWithin(place + index + 1, place, end);
      first = place + index;
      this.#slots[first] = arrivals[index]!;
      last = Math.max(last, first);
      end = place;
    }
    return [first, last];
  }

  #sortAll(arrivals: number[]): [first: number, last: number] {
    this.#slots.set(arrivals, this.#length);
    this.#length += arrivals.length;
    this.#slots.subarray(0, this.#length).sort(this.#compare);
    return [0, this.#length - 1];
  }

  /** The first position before end whose slot does not come before this one. */
  #placeOf(slot: number, end: number): number {
    let low = 0;
    while (low < end) {
      const middle = (low + end) >>> 1;
      if (this.#compare(this.#slots[middle]!, slot) < 0) low = middle + 1;
      else end = middle;
    }
    return low;
  }

  /** The first position for which isAtOrAfter(slot) holds; it must hold for all positions behind it as well. */
  firstPosition(isAtOrAfter: (slot: number) => boolean): number {
    let low = 0, end = this.#length;
    while (low < end) {
      const middle = (low + end) >>> 1;
      if (isAtOrAfter(this.#slots[middle]!)) end = middle;
      else low = middle + 1;
    }
    return low;
  }

  /**
   * Appends to `into` the slots of `bits` (which holds `total`) in this order, skipping `offset`, at most `limit`.
   * Reading begins at position `start` and goes round. Call refresh first.
   */
  page(bits: Bits, total: number, offset: number, limit: number, into: number[], start = 0): void {
    if (limit <= 0 || offset >= total) return;
    // Walking costs as many steps as the page lies deep in the whole order; scattering, as many as there are hits.
    const steps = (offset + limit) * this.#length / total;
    if (steps <= total + (this.#length >>> 5)) this.#walk(bits, offset, limit, into, start);
    else this.#scatter(bits, offset, limit, into, start);
  }

  #walk(bits: Bits, offset: number, limit: number, into: number[], start: number): void {
    let skip = offset, room = limit;
    for (let step = 0, position = start; step < this.#length; step++, position++) {
      if (position >= this.#length) position = 0;
      const slot = this.#slots[position]!;
      if (!hasBit(bits, slot) || skip-- > 0) continue;
      into.push(slot);
      if (--room === 0) return;
    }
  }

  /** Marks every hit at its place in the order, then counts words until the page. */
  #scatter(bits: Bits, offset: number, limit: number, into: number[], start: number): void {
    const marks = this.#scratch;
    const words = (this.#length + 31) >>> 5;
    marks.fill(0, 0, words);
    for (let word = 0; word < bits.length; word++) {
      for (let left = bits[word]! | 0; left !== 0; left &= left - 1) {
        const rank = this.#rankOf[(word << 5) + 31 - Math.clz32(left & -left)]! - start;
        const place = rank < 0 ? rank + this.#length : rank;
        marks[place >>> 5]! |= 1 << (place & 31);
      }
    }
    let skip = offset, room = limit;
    for (let word = 0; word < words; word++) {
      const held = popcount(marks[word]!);
      if (skip >= held) {
        skip -= held;
        continue;
      }
      for (let left = marks[word]! | 0; left !== 0; left &= left - 1) {
        if (skip-- > 0) continue;
        const place = (word << 5) + 31 - Math.clz32(left & -left) + start;
        into.push(this.#slots[place >= this.#length ? place - this.#length : place]!);
        if (--room === 0) return;
      }
      skip = 0;
    }
  }
}
