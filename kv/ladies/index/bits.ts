/** Sets of slots as bits of 32-bit words: set, clear, count, combine and filter, without allocating. */

/** One bit for each slot: slot s is bit s & 31 of word s >>> 5. */
export type Bits = Uint32Array<ArrayBuffer>;

export const setBit = (bits: Bits, slot: number): void => {
  bits[slot >>> 5]! |= 1 << (slot & 31);
};

export const clearBit = (bits: Bits, slot: number): void => {
  bits[slot >>> 5]! &= ~(1 << (slot & 31));
};

export const hasBit = (bits: Bits, slot: number): boolean => (bits[slot >>> 5]! >>> (slot & 31) & 1) === 1;

/** How many of the 32 bits are set. */
export function popcount(word: number): number {
  const pairs = word - (word >>> 1 & 0x55555555);
  const fours = (pairs & 0x33333333) + (pairs >>> 2 & 0x33333333);
  return Math.imul(fours + (fours >>> 4) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** How many slots are set in the first `words` words. */
export function countBits(bits: Bits, words: number): number {
  let count = 0;
  for (let word = 0; word < words; word++) count += popcount(bits[word]!);
  return count;
}

/** How many slots both sets hold. */
export function countCommon(a: Bits, b: Bits, words: number): number {
  let count = 0;
  for (let word = 0; word < words; word++) count += popcount(a[word]! & b[word]!);
  return count;
}

/** Keeps in target only what at least one of the sets holds; no set keeps nothing. */
export function keepAny(target: Bits, sets: readonly Bits[], words: number): void {
  const [first, second, ...others] = sets;
  if (!first) return void target.fill(0, 0, words);
  if (!second) {
    for (let word = 0; word < words; word++) target[word]! &= first[word]!;
    return;
  }
  if (others.length === 0) {
    for (let word = 0; word < words; word++) target[word]! &= first[word]! | second[word]!;
    return;
  }
  for (let word = 0; word < words; word++) {
    if (target[word] === 0) continue;
    let any = first[word]! | second[word]!;
    for (let other = 0; other < others.length; other++) any |= others[other]![word]!;
    target[word]! &= any;
  }
}

/** Like keepRange, on a circular column: if `from` is larger than `to`, the range wraps around its end. */
export function keepRound(target: Bits, column: Int32Array, from: number, to: number, words: number): void {
  if (from <= to) return keepRange(target, column, from, to, words);
  for (let word = 0; word < words; word++) {
    for (let left = target[word]! | 0; left !== 0; left &= left - 1) {
      const value = column[(word << 5) + 31 - Math.clz32(left & -left)]!;
      if (value > to && value < from) target[word]! ^= left & -left;
    }
  }
}

/** Keeps in target only the slots whose value lies between from and to, both included. */
export function keepRange(
  target: Bits,
  column: Int32Array | Float64Array,
  from: number,
  to: number,
  words: number,
): void {
  for (let word = 0; word < words; word++) {
    let left = target[word]! | 0;
    if (left === 0) continue;
    let kept = left;
    while (left !== 0) {
      const lowest = left & -left;
      const value = column[(word << 5) + 31 - Math.clz32(lowest)]!;
      if (value < from || value > to) kept ^= lowest;
      left ^= lowest;
    }
    target[word] = kept;
  }
}

/** Keeps in target only the slots whose value is flagged with 1. */
export function keepFlagged(target: Bits, column: Int32Array, flags: Uint8Array, words: number): void {
  for (let word = 0; word < words; word++) {
    let left = target[word]! | 0;
    let kept = left;
    while (left !== 0) {
      const lowest = left & -left;
      if (flags[column[(word << 5) + 31 - Math.clz32(lowest)]!] !== 1) kept ^= lowest;
      left ^= lowest;
    }
    target[word] = kept;
  }
}

/** A copy of a column with room for more slots. */
export function grown<Column extends Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(
  column: Column,
  length: number,
): Column {
  const larger = new (column.constructor as new (length: number) => Column)(length);
  larger.set(column);
  return larger;
}
