/** Which slots have which value of each facet: one set of bits for each value. */
import type { LadyRecord } from "../record.ts";
import { type Bits, clearBit, grown, setBit } from "./bits.ts";
import { type FacetName, facetNames, facetValues } from "./query.ts";

type Value = string | number;

export class FacetSets {
  #words = 0;
  #sets = Object.fromEntries(facetNames.map((name) => [name, new Map()])) as Record<FacetName, Map<Value, Bits>>;

  enter(slot: number, lady: LadyRecord): void {
    for (const facet of facetNames) {
      for (const value of facetValues[facet](lady)) if (value !== null) setBit(this.#setOf(facet, value), slot);
    }
  }

  leave(slot: number): void {
    for (const facet of facetNames) {
      for (const bits of this.#sets[facet].values()) clearBit(bits, slot);
    }
  }

  /** The sets of these values; a value that nobody ever had has none. */
  of(facet: FacetName, values: readonly Value[]): Bits[] {
    return values.map((value) => this.#sets[facet].get(value)).filter((bits) => bits !== undefined);
  }

  all(facet: FacetName): Iterable<[Value, Bits]> {
    return this.#sets[facet];
  }

  grow(words: number): void {
    this.#words = words;
    for (const facet of facetNames) {
      for (const [value, bits] of this.#sets[facet]) this.#sets[facet].set(value, grown(bits, words));
    }
  }

  #setOf(facet: FacetName, value: Value): Bits {
    const sets = this.#sets[facet];
    let bits = sets.get(value);
    if (!bits) sets.set(value, bits = new Uint32Array(this.#words));
    return bits;
  }
}
