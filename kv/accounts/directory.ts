/**
 * Everybody's names, addresses and marks in memory, folded, made when somebody is first looked for; it holds no records.
 */
import { foldName } from "../ladies/index/names.ts";
import { type LadyRecord, wordLocales } from "../ladies/record.ts";
import { inLatin } from "../ladies/transliteration.ts";
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

/** Other instances of a shared store write without our hearing of it. */
const staleAfterMs = 5 * 60_000;
/** Beyond so many changes the whole is read as quickly. */
const changesAtMost = 5000;

/** One a store: whoever searches asks it by `idsOf`. */
export class Directory {
  #store: BareStore;
  #rows = new Map<number, Row>();
  /** Ids in falling order; null where somebody came or went. */
  #ids: number[] | null = null;
  #changed = new Set<number>();
  #listens = false;
  #loadedAt: number | null = null;
  #refreshing: Promise<void> | null = null;

  constructor(store: BareStore) {
    this.#store = store;
  }

  /** Of all who match, the newest first. */
  async idsOf(wanted: WantedUsers): Promise<number[]> {
    await this.#refresh();
    return this.#find(wanted);
  }

  /** Whoever asks while it is read waits for the same reading. */
  #refresh(): Promise<void> {
    this.#refreshing ??= this.#read().finally(() => this.#refreshing = null);
    return this.#refreshing;
  }

  async #read(): Promise<void> {
    const isStale = this.#loadedAt === null || this.#changed.size > changesAtMost ||
      (!this.#store.memory.isTrusted && this.#store.now() - this.#loadedAt > staleAfterMs);
    if (isStale) await this.#readAll();
    for (const id of [...this.#changed]) await this.#readOne(id);
  }

  async #readAll(): Promise<void> {
    const { kv } = this.#store;
    this.#listen();
    this.#changed.clear();
    // Until all is read: a reading that breaks off is begun anew.
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

  /** Once: nothing takes a listener away. */
  #listen(): void {
    if (this.#listens) return;
    this.#listens = true;
    for (const prefix of ["user", "lady"]) this.#store.memory.hear(prefix, (id) => this.#changed.add(Number(id)));
  }

  async #readOne(id: number): Promise<void> {
    // Before it is read: whatever is written meanwhile is another change.
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

/** Nobody but a lady can be unpublished. */
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

function otherNamesOf({ firstname, localized, countryId }: LadyRecord): string {
  const translated = wordLocales.flatMap((locale) => localized[locale]?.firstname ?? []);
  const names = [inLatin(firstname, countryId), ...translated];
  return foldName([...new Set(names)].filter((name) => name !== firstname).join(" "));
}
