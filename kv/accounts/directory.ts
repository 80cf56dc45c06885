/**
 * An index of everybody in memory: folded names and addresses, and marks. It is built at the first search, and holds no
 * records.
 */
import { foldName, spellingsOf } from "../ladies/index/names.ts";
import type { LadyRecord } from "../ladies/record.ts";
import { isRecent } from "../store/days.ts";
import { keys } from "../store/keys.ts";
import type { BareStore } from "../store/open.ts";
import { prefixes } from "../store/prefixes.ts";
import { type GroupId, isSuspended, lady, type User } from "./users.ts";

export const userStates = ["active", "suspended", "unpublished"] as const;
/** `unpublished` is for ladies; `active` is everybody else who is not suspended. */
export type UserState = typeof userStates[number];

export interface WantedUsers {
  /** An id, an address, or words of names and addresses; empty finds everybody. */
  text?: string;
  groupId?: GroupId;
  state?: UserState;
}

interface Row {
  groupId: GroupId;
  isSuspended: boolean;
  isPublished: boolean;
  /** All names and the address, folded. */
  words: string;
  /** Spellings of a lady's name in other scripts, folded. */
  otherNames: string;
}

/** Reads everything anew after this time on a shared store, where other instances write unnoticed. */
const staleAfterMs = 5 * 60_000;
/** With more changes than this, reading everything is as fast. */
const changesAtMost = 5000;

/** One per store. Searches call `idsOf`. */
export class Directory {
  #store: BareStore;
  #rows = new Map<number, Row>();
  /** Ids in descending order; null after an account came or went. */
  #ids: number[] | null = null;
  #changed = new Set<number>();
  #listens = false;
  #loadedAt: number | null = null;
  #refreshing: Promise<void> | null = null;

  constructor(store: BareStore) {
    this.#store = store;
  }

  /** The ids of all who match, newest first. */
  async idsOf(wanted: WantedUsers): Promise<number[]> {
    await this.#refresh();
    return this.#find(wanted);
  }

  /** Concurrent calls share one reading. */
  #refresh(): Promise<void> {
    this.#refreshing ??= this.#read().finally(() => this.#refreshing = null);
    return this.#refreshing;
  }

  async #read(): Promise<void> {
    const isStale = this.#loadedAt === null || this.#changed.size > changesAtMost ||
      (!this.#store.memory.isTrusted && !isRecent(this.#store.now(), this.#loadedAt, staleAfterMs));
    if (isStale) await this.#readAll();
    for (const id of [...this.#changed]) await this.#readOne(id);
  }

  async #readAll(): Promise<void> {
    const { kv } = this.#store;
    this.#listen();
    this.#changed.clear();
    // Stays null until everything is read, so that a failed reading is repeated.
    this.#loadedAt = null;
    const rows = new Map<number, Row>();
    for await (const { value } of kv.list<User>({ prefix: prefixes.users() }, { batchSize: 500 })) {
      rows.set(value.id, rowOf(value, null));
    }
    for await (const { value } of kv.list<LadyRecord>({ prefix: prefixes.ladies() }, { batchSize: 500 })) {
      const row = rows.get(value.id);
      if (row) rows.set(value.id, { ...row, isPublished: value.isPublished, otherNames: otherNamesOf(value) });
    }
    this.#rows = rows;
    this.#ids = null;
    this.#loadedAt = this.#store.now();
  }

  /** Only once, because listeners are never removed. */
  #listen(): void {
    if (this.#listens) return;
    this.#listens = true;
    for (const prefix of ["user", "lady"]) this.#store.memory.hear(prefix, (id) => this.#changed.add(Number(id)));
  }

  async #readOne(id: number): Promise<void> {
    // Before the read, so that a write during it counts as another change.
    this.#changed.delete(id);
    const reading = this.#store.kv.getMany<[User, LadyRecord]>([keys.user(id), keys.lady(id)]);
    const [user, record] = await reading.catch((error) => {
      this.#changed.add(id);
      throw error;
    });
    if (!this.#rows.has(id) || !user.value) this.#ids = null;
    if (user.value) this.#rows.set(id, rowOf(user.value, record.value));
    else this.#rows.delete(id);
  }

  #find({ text = "", groupId, state }: WantedUsers): number[] {
    this.#ids ??= [...this.#rows.keys()].sort((one, other) => other - one);
    const words = foldName(text).split(" ").filter((word) => word !== "");
    if (words.length === 0 && groupId === undefined && state === undefined) return this.#ids;
    return this.#ids.filter((id) => {
      const row = this.#rows.get(id)!;
      if (groupId !== undefined && row.groupId !== groupId) return false;
      if (state !== undefined && stateOfRow(row) !== state) return false;
      return words.every((word) => row.words.includes(word) || row.otherNames.includes(word));
    });
  }
}

type Marks = Pick<Row, "groupId" | "isSuspended" | "isPublished">;

/** The state of a user. Only a lady can be `unpublished`. */
export const stateOf = (user: User, isPublished: boolean): UserState =>
  stateOfRow({ groupId: user.groupId, isSuspended: isSuspended(user), isPublished });

const stateOfRow = ({ groupId, isSuspended, isPublished }: Marks): UserState =>
  isSuspended ? "suspended" : groupId === lady && !isPublished ? "unpublished" : "active";

const rowOf = (user: User, record: LadyRecord | null): Row => ({
  groupId: user.groupId,
  isSuspended: isSuspended(user),
  isPublished: record?.isPublished ?? false,
  words: foldName(`${user.firstname} ${user.lastname} ${user.email}`),
  otherNames: record ? otherNamesOf(record) : "",
});

const otherNamesOf = (record: LadyRecord): string =>
  foldName([...new Set(spellingsOf(record))].filter((name) => name !== record.firstname).join(" "));
