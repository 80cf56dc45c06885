/** The in-memory search index over published ladies: filters, ranges, orders, pages and counts. It stores no records. */
import { dayNumberOf } from "../age.ts";
import type { AccountLocale } from "../../accounts/languages.ts";
import { isShown, type LadyRecord } from "../record.ts";
import {
  type Bits,
  clearBit,
  countBits,
  countCommon,
  grown,
  keepAny,
  keepFlagged,
  keepRange,
  keepRound,
  setBit,
} from "./bits.ts";
import { Columns } from "./columns.ts";
import { FacetSets } from "./facets.ts";
import { NameTable } from "./names.ts";
import { Presence } from "./presence.ts";
import { birthdayKeysWithin, type FacetName, facetNames, firstBirthdayKey, type LadyQuery, rangesOf } from "./query.ts";
import { Slots } from "./slots.ts";

export interface LadyPage {
  ids: number[];
  /** How many match on all pages together. */
  total: number;
}

export class LadyIndex {
  #slots = new Slots();
  #capacity = 0;

  #live: Bits = new Uint32Array(0);
  #presence = new Presence();
  #facets = new FacetSets();

  #columns = new Columns();
  #name = new Int32Array(0);
  #names = new NameTable();

  /** Scratch of one search; searches never overlap, because nothing here awaits anything. */
  #result: Bits = new Uint32Array(0);
  #part: Bits = new Uint32Array(0);

  #version = 0;

  /** Rises with every change except of who is online; whoever keeps an answer compares it. */
  get version(): number {
    return this.#version;
  }

  /** Rises when somebody comes online or goes. */
  get presenceVersion(): number {
    return this.#presence.version;
  }

  /** How often an answer depended on who is online. */
  get presenceReads(): number {
    return this.#presence.reads;
  }

  /** How many ladies stand in lists. */
  get size(): number {
    return this.#slots.size;
  }

  /** All who stand in lists, in no order. */
  get ids(): number[] {
    return this.#slots.ids;
  }

  /** Puts a lady in, or updates her after a change; one who is not shown is taken out. */
  put(lady: LadyRecord): void {
    this.#version++;
    if (!isShown(lady)) return this.remove(lady.id);
    const known = this.#slots.of(lady.id);
    // An invalid date throws here, before anything but the version has changed.
    const birthDay = dayNumberOf(lady.birthdate);
    const slot = known ?? this.#takeSlot(lady.id);
    if (known !== undefined) this.#forget(slot);
    this.#columns.enter(slot, lady, birthDay, known === undefined);
    this.#name[slot] = this.#names.enter(lady);
    this.#facets.enter(slot, lady);
    setBit(this.#live, slot);
    this.#presence.enter(lady.id, slot);
  }

  /** Takes a lady out, if she is in. */
  remove(id: number): void {
    this.#version++;
    const slot = this.#slots.of(id);
    if (slot === undefined) return;
    this.#forget(slot);
    clearBit(this.#live, slot);
    this.#presence.leave(slot);
    this.#columns.leave(slot);
    this.#slots.free(id, slot);
  }

  /** Says whether a lady is online. Cheap; and remembered for a lady who is not (yet) in the index. */
  setOnline(id: number, isOnline: boolean): void {
    this.#presence.set(id, this.#slots.of(id), isOnline);
  }

  isOnline(id: number): boolean {
    return this.#presence.has(id);
  }

  /** Says that an answer depends on who is online; to be called also for an answer that was worked out before. */
  notePresenceRead(): void {
    this.#presence.noteRead();
  }

  /** Whether a lady stands in lists and is found. Only her record says whether she is shown at all. */
  has(id: number): boolean {
    return this.#slots.of(id) !== undefined;
  }

  /** One page of the ladies who match. page and limit are brought into their bounds; an invalid date throws RangeError. */
  search(query: LadyQuery, nowMs: number): LadyPage {
    const total = this.#match(query, nowMs);
    const limit = Math.min(Math.max(Math.trunc(query.limit ?? 20) || 1, 1), 100);
    const offset = (Math.max(Math.trunc(query.page ?? 1) || 1, 1) - 1) * limit;
    const slots: number[] = [];
    const sort = query.sort ?? "new";
    if (sort === "online") {
      this.#pageOnlineFirst(total, offset, limit, slots);
    } else if (sort === "birthday") {
      const { birthdays, birthdayKey } = this.#columns;
      birthdays.refresh(this.#live);
      const firstKey = firstBirthdayKey(nowMs);
      const start = birthdays.firstPosition((slot) => birthdayKey[slot]! >= firstKey);
      birthdays.page(this.#result, total, offset, limit, slots, start);
    } else {
      const order = sort === "top" ? this.#columns.top : this.#columns.newest;
      order.refresh(this.#live);
      order.page(this.#result, total, offset, limit, slots);
    }
    return { ids: this.#columns.idsOf(slots), total };
  }

  /** How many match. */
  count(query: LadyQuery, nowMs: number): number {
    return this.#match(query, nowMs);
  }

  /** The ladies who match at least one of the queries and none of `butNot`: the newest, at most `limit`, and how many. */
  searchAny(queries: readonly LadyQuery[], nowMs: number, limit: number, butNot: readonly LadyQuery[] = []): LadyPage {
    const words = this.#slots.words;
    const any: Bits = new Uint32Array(words);
    for (const query of queries) {
      this.#match(query, nowMs);
      for (let word = 0; word < words; word++) any[word]! |= this.#result[word]!;
    }
    for (const query of butNot) {
      this.#match(query, nowMs);
      for (let word = 0; word < words; word++) any[word]! &= ~this.#result[word]!;
    }
    const total = countBits(any, words);
    const slots: number[] = [];
    const { newest } = this.#columns;
    newest.refresh(this.#live);
    newest.page(any, total, 0, limit, slots);
    return { ids: this.#columns.idsOf(slots), total };
  }

  /** How many match with each value of a facet, as if the query had no filter on it; values of nobody are left out. */
  facetCounts(query: LadyQuery, nowMs: number, facet: FacetName = "countryId"): Map<string | number, number> {
    this.#match({ ...query, [facet]: undefined }, nowMs);
    const counts = new Map<string | number, number>();
    for (const [value, bits] of this.#facets.all(facet)) {
      const count = countCommon(this.#result, bits, this.#slots.words);
      if (count > 0) counts.set(value, count);
    }
    return counts;
  }

  /** How many published ladies each country has; countries of nobody are left out. */
  countByCountry(): Map<number, number> {
    return this.facetCounts({}, 0, "countryId") as Map<number, number>;
  }

  /** Different first names in alphabetical order, as readers of the locale see them, or as the ladies wrote them. */
  uniqueFirstnames(prefix = "", limit = 100, locale?: AccountLocale): string[] {
    return this.#names.unique(prefix, limit, locale);
  }

  /** Writes the slots that match into #result, and returns how many they are. */
  #match(query: LadyQuery, nowMs: number): number {
    const result = this.#result;
    const words = this.#slots.words;
    if (query.id === undefined) result.set(this.#live);
    else this.#matchId(query.id);
    for (const id of query.withoutIds ?? []) {
      const slot = this.#slots.of(id);
      if (slot !== undefined) clearBit(result, slot);
    }
    for (const facet of facetNames) {
      const values: readonly (string | number)[] = query[facet] ?? [];
      if (values.length === 0) continue;
      keepAny(result, this.#facets.of(facet, values), words);
    }
    if (query.online) keepAny(result, [this.#presence.read()], words);
    for (const { column, from, to } of rangesOf(query, nowMs)) {
      keepRange(result, this.#columns.range(column), from, to, words);
    }
    if (query.birthdayWithinDays !== undefined) {
      keepRound(result, this.#columns.birthdayKey, ...birthdayKeysWithin(query.birthdayWithinDays, nowMs), words);
    }
    if (query.firstname?.trim()) keepFlagged(result, this.#name, this.#names.matching(query.firstname), words);
    return countBits(result, words);
  }

  #matchId(id: number): void {
    this.#result.fill(0);
    const slot = this.#slots.of(id);
    if (slot !== undefined) setBit(this.#result, slot);
  }

  /** The newest order read twice: who is online, then who is not. So presence needs no order of its own. */
  #pageOnlineFirst(total: number, offset: number, limit: number, slots: number[]): void {
    const online = this.#presence.read();
    const { newest } = this.#columns;
    newest.refresh(this.#live);
    const part = this.#part;
    const words = this.#slots.words;
    for (let word = 0; word < words; word++) part[word] = this.#result[word]! & online[word]!;
    const onlineTotal = countBits(part, words);
    newest.page(part, onlineTotal, offset, limit, slots);
    for (let word = 0; word < words; word++) part[word] = this.#result[word]! & ~online[word]!;
    newest.page(part, total - onlineTotal, Math.max(offset - onlineTotal, 0), limit - slots.length, slots);
  }

  #takeSlot(id: number): number {
    const slot = this.#slots.take(id);
    if (slot >= this.#capacity) this.#grow(Math.max(1024, this.#capacity * 2));
    return slot;
  }

  /** Clears what facets and names know of a slot. */
  #forget(slot: number): void {
    this.#facets.leave(slot);
    this.#names.leave(this.#name[slot]!);
  }

  #grow(capacity: number): void {
    const words = capacity >>> 5;
    this.#capacity = capacity;
    this.#live = grown(this.#live, words);
    this.#presence.grow(words);
    this.#result = new Uint32Array(words);
    this.#part = new Uint32Array(words);
    this.#facets.grow(words);
    this.#columns.grow(capacity);
    this.#name = grown(this.#name, capacity);
  }
}
