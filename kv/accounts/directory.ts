/**
 * Finding people by any part of their names or address, for the site alone: a list in memory, made when it is first
 * asked for, of folded words and marks; it holds no records. An id or a whole address is answered without it.
 */
import { foldName } from "../ladies/index/names.ts";
import { type LadyRecord, wordLocales } from "../ladies/record.ts";
import { inLatin } from "../ladies/transliteration.ts";
import type { Store } from "../open.ts";
import { keys } from "../store/keys.ts";
import { pageOf, type Paging } from "../store/listing/listing.ts";
import type { Memory } from "../store/memory.ts";
import { prefixes } from "../store/prefixes.ts";
import { type GroupId, isSuspended, lady, type User, userByEmail, userById } from "./users.ts";

export const userStates = ["active", "suspended", "unpublished"] as const;
/** `unpublished` is for ladies; `active` is everybody else who is not suspended. */
export type UserState = typeof userStates[number];

export interface WantedUsers {
  /** An id, an address, or words of names and addresses; empty finds everybody. */
  text?: string;
  groupId?: GroupId;
  state?: UserState;
}

export interface FoundUsers {
  users: User[];
  totalCount: number;
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

/** Newest first. */
export async function findUsers(store: Store, wanted: WantedUsers, paging: Paging): Promise<FoundUsers> {
  const text = wanted.text?.trim() ?? "";
  const exact = await exactly(store, text);
  if (exact) {
    const users = await fits(store, exact, wanted) ? [exact] : [];
    return { users: paging.page === 1 ? users : [], totalCount: users.length };
  }
  const ids = await (await directoryOf(store)).find({ ...wanted, text });
  const users = await Promise.all(pageOf(ids, paging).map((id) => userById(store, id)));
  return { users: users.filter((user) => user !== null), totalCount: ids.length };
}

async function exactly(store: Store, text: string): Promise<User | null> {
  if (/^#?[1-9]\d{0,14}$/.test(text)) return await userById(store, Number(text.replace("#", "")));
  return text.includes("@") ? await userByEmail(store, text) : null;
}

async function fits(store: Store, user: User, { groupId, state }: WantedUsers): Promise<boolean> {
  if (groupId !== undefined && user.groupId !== groupId) return false;
  return state === undefined || stateOf(user, await isPublished(store, user)) === state;
}

/** Nobody but a lady can be unpublished. */
export const stateOf = (user: User, isPublished: boolean): UserState =>
  stateOfLine({ groupId: user.groupId, isSuspended: isSuspended(user), isPublished });

async function isPublished(store: Store, user: User): Promise<boolean> {
  if (user.groupId !== lady) return true;
  return (await store.kv.get<LadyRecord>(keys.lady(user.id))).value?.isPublished ?? false;
}

const directories = new WeakMap<Memory, Directory>();

async function directoryOf(store: Store): Promise<Directory> {
  let directory = directories.get(store.memory);
  if (!directory) directories.set(store.memory, directory = new Directory(store));
  await directory.refresh();
  return directory;
}

/** Other instances of a shared store write without our hearing of it. */
const staleAfterMs = 5 * 60_000;
/** Beyond so many changes the whole is read as quickly. */
const changesAtMost = 5000;

class Directory {
  #store: Store;
  #lines = new Map<number, Line>();
  /** Ids in falling order; null where somebody came or went. */
  #ids: number[] | null = null;
  #changed = new Set<number>();
  #loadedAt: number | null = null;
  #refreshing: Promise<void> | null = null;

  constructor(store: Store) {
    this.#store = store;
    for (const prefix of ["user", "lady"]) store.memory.hear(prefix, (id) => this.#changed.add(Number(id)));
  }

  /** Whoever asks while it is read waits for the same reading. */
  refresh(): Promise<void> {
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
    this.#changed.clear();
    const { kv } = this.#store;
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

  find({ text = "", groupId, state }: WantedUsers): number[] {
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
