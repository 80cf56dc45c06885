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

interface Line {
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
  #lines = new Map<number, Line>();
  /** Ids in falling order; null where somebody came or went. */
  #ids: number[] | null = null;
  #changed = new Set<number>();
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
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const id of changed) await this.#readOne(id);
  }

  async #readAll(): Promise<void> {
    const { kv, memory } = this.#store;
    for (const prefix of ["user", "lady"]) memory.hear(prefix, (id) => this.#changed.add(Number(id)));
    this.#changed.clear();
    const lines = new Map<number, Line>();
    for await (const { value } of kv.list<User>({ prefix: prefixes.users() }, { batchSize: 500 })) {
      lines.set(value.id, lineOf(value, null));
    }
    for await (const { value } of kv.list<LadyRecord>({ prefix: prefixes.ladies() }, { batchSize: 500 })) {
      const line = lines.get(value.id);
      if (line) lines.set(value.id, { ...line, isPublished: value.isPublished, otherNames: otherNamesOf(value) });
    }
    this.#lines = lines;
    this.#ids = null;
    this.#loadedAt = this.#store.now();
  }

  async #readOne(id: number): Promise<void> {
    const [user, record] = await this.#store.kv.getMany<[User, LadyRecord]>([keys.user(id), keys.lady(id)]);
    if (!this.#lines.has(id) || !user.value) this.#ids = null;
    if (user.value) this.#lines.set(id, lineOf(user.value, record.value));
    else this.#lines.delete(id);
  }

  #find({ text = "", groupId, state }: WantedUsers): number[] {
    this.#ids ??= [...this.#lines.keys()].sort((one, other) => other - one);
    const words = foldName(text).split(" ").filter((word) => word !== "");
    if (words.length === 0 && groupId === undefined && state === undefined) return this.#ids;
    return this.#ids.filter((id) => {
      const line = this.#lines.get(id)!;
      if (groupId !== undefined && line.groupId !== groupId) return false;
      if (state !== undefined && stateOfLine(line) !== state) return false;
      return words.every((word) => line.words.includes(word) || line.otherNames.includes(word));
    });
  }
}

type Marks = Pick<Line, "groupId" | "isSuspended" | "isPublished">;

/** Nobody but a lady can be unpublished. */
export const stateOf = (user: User, isPublished: boolean): UserState =>
  stateOfLine({ groupId: user.groupId, isSuspended: isSuspended(user), isPublished });

const stateOfLine = ({ groupId, isSuspended, isPublished }: Marks): UserState =>
  isSuspended ? "suspended" : groupId === lady && !isPublished ? "unpublished" : "active";

const lineOf = (user: User, record: LadyRecord | null): Line => ({
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
