/** The numbers known of each slot, one column for each fact, and the three orders that are sorted by them. */
import type { LadyRecord } from "../record.ts";
import { grown } from "./bits.ts";
import { Order } from "./order.ts";
import { birthdayKeyOf, type RangeName, UNSAID } from "./query.ts";

type Column = Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

export class Columns {
  #id = new Float64Array(0);
  #votes = new Float64Array(0);
  #birthdayKey = new Int32Array(0);
  #ranges = {
    birthDay: new Int32Array(0),
    height: new Int32Array(0),
    weight: new Int32Array(0),
    children: new Int32Array(0),
    activatedAt: new Float64Array(0),
  } satisfies Record<RangeName, Column>;

  readonly newest = new Order((a, b) =>
    this.#ranges.activatedAt[b]! - this.#ranges.activatedAt[a]! || this.#id[a]! - this.#id[b]!
  );
  readonly top = new Order((a, b) => this.#votes[b]! - this.#votes[a]! || this.#id[a]! - this.#id[b]!);
  readonly birthdays = new Order((a, b) =>
    this.#birthdayKey[a]! - this.#birthdayKey[b]! || this.#id[a]! - this.#id[b]!
  );
  #orders = [this.newest, this.top, this.birthdays];

  get birthdayKey(): Int32Array<ArrayBuffer> {
    return this.#birthdayKey;
  }

  range(name: RangeName): Column {
    return this.#ranges[name];
  }

  idsOf(slots: readonly number[]): number[] {
    return slots.map((slot) => this.#id[slot]!);
  }

  /** Enters a lady's facts, or her changed ones: only the orders in which her place may have changed are touched. */
  enter(slot: number, lady: LadyRecord, birthDay: number, isNew: boolean): void {
    const change = (column: Column, value: number, order: Order) => {
      if (isNew || column[slot] !== value) order.touch(slot);
      column[slot] = value;
    };
    this.#id[slot] = lady.id;
    change(this.#ranges.activatedAt, lady.firstTimeActivatedAt ?? UNSAID, this.newest);
    change(this.#votes, lady.votes, this.top);
    change(this.#birthdayKey, birthdayKeyOf(lady.birthdate), this.birthdays);
    this.#ranges.birthDay[slot] = birthDay;
    this.#ranges.height[slot] = lady.heightCm ?? UNSAID;
    this.#ranges.weight[slot] = lady.weightKg ?? UNSAID;
    this.#ranges.children[slot] = lady.childrenNumber ?? UNSAID;
  }

  leave(slot: number): void {
    for (const order of this.#orders) order.touch(slot);
  }

  grow(capacity: number): void {
    this.#id = grown(this.#id, capacity);
    this.#votes = grown(this.#votes, capacity);
    this.#birthdayKey = grown(this.#birthdayKey, capacity);
    const { birthDay, height, weight, children, activatedAt } = this.#ranges;
    this.#ranges = {
      birthDay: grown(birthDay, capacity),
      height: grown(height, capacity),
      weight: grown(weight, capacity),
      children: grown(children, capacity),
      activatedAt: grown(activatedAt, capacity),
    };
    for (const order of this.#orders) order.grow(capacity);
  }
}
