/** Finds people by any part of their names or address, for staff only. Ids and whole addresses are read directly. */
import type { LadyRecord } from "../ladies/record.ts";
import type { Store } from "../open.ts";
import { keys } from "../store/keys.ts";
import { pageOf, type Paging } from "../store/listing/listing.ts";
import { stateOf, type WantedUsers } from "./directory.ts";
import { lady, type User, userByEmail, userById } from "./users.ts";

export interface FoundUsers {
  users: User[];
  totalCount: number;
}

/** Newest first. */
export async function findUsers(store: Store, wanted: WantedUsers, paging: Paging): Promise<FoundUsers> {
  const text = wanted.text?.trim() ?? "";
  const exact = await exactly(store, text);
  if (exact) {
    const users = await fits(store, exact, wanted) ? [exact] : [];
    return { users: paging.page === 1 ? users : [], totalCount: users.length };
  }
  const ids = await store.directory.idsOf({ ...wanted, text });
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

async function isPublished(store: Store, user: User): Promise<boolean> {
  if (user.groupId !== lady) return true;
  return (await store.kv.get<LadyRecord>(keys.lady(user.id))).value?.isPublished ?? false;
}
