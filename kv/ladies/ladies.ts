/** Ladies' profiles: the record, its publication, and the in-memory index that follows every change. */
import { isSuspended, shownTopic, type User } from "../accounts/users.ts";
import type { Store } from "../open.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import { LadyIndex } from "./index/lady_index.ts";
import { isShown, type LadyRecord } from "./record.ts";

/** Adds the profile of a lady who has just signed up: only what her account knows, unpublished until it is approved. */
export function addEmptyProfile(op: Deno.AtomicOperation, user: User): void {
  const record: LadyRecord = {
    id: user.id,
    firstname: user.firstname,
    birthdate: user.birthdate,
    countryId: user.countryId,
    city: user.city,
    heightCm: null,
    weightKg: null,
    hairColor: null,
    eyeColor: null,
    maritalStatus: null,
    childrenNumber: null,
    lookingFor: [],
    profession: null,
    education: null,
    religion: null,
    smoking: null,
    drinking: null,
    englishRating: null,
    quote: "",
    about: "",
    idealPartner: "",
    interests: [],
    localized: {},
    photos: [],
    isPublished: false,
    firstTimeActivatedAt: null,
    votes: 0,
    ...(isSuspended(user) && { isSuspended: true }),
  };
  op.set(keys.lady(user.id), record);
}

/** Any lady's record, published or not: for herself and for staff. */
export async function ladyById(store: Store, ladyId: number): Promise<LadyRecord | null> {
  if (!Number.isSafeInteger(ladyId)) return null;
  return await store.memory.recall(
    ["lady", ladyId],
    async () => (await store.kv.get<LadyRecord>(keys.lady(ladyId))).value,
  );
}

/** A lady as others may find her: null while she is unpublished or suspended. */
export async function publishedLadyById(store: Store, ladyId: number): Promise<LadyRecord | null> {
  const record = await ladyById(store, ladyId);
  return record && isShown(record) ? record : null;
}

/** Records in the order of the ids; those that vanished in the meantime are left out. */
export async function ladiesByIds(store: Store, ladyIds: number[]): Promise<LadyRecord[]> {
  const found = await Promise.all(ladyIds.map((ladyId) => ladyById(store, ladyId)));
  return found.filter((record) => record !== null);
}

/**
 * The records of those ladies who are shown. An index that has not heard yet of a suspension on another instance still
 * holds the lady; so whatever tells strangers about ladies found in the index asks this.
 */
export async function shownLadiesByIds(store: Store, ladyIds: number[]): Promise<LadyRecord[]> {
  return (await ladiesByIds(store, ladyIds)).filter(isShown);
}

/** Makes an index of these ladies alone from their records: all who are shown, also those who stand in no list. */
export async function indexOfLadies(store: Store, ladyIds: number[]): Promise<LadyIndex> {
  const index = new LadyIndex();
  for (const record of await ladiesByIds(store, ladyIds)) {
    index.put(record);
    index.setOnline(record.id, store.ladies.isOnline(record.id));
  }
  return index;
}

/** The topic of a lady; it gets a message when her profile was published or taken out of sight. */
export const publishedTopic = (ladyId: number): string => `${publishedKind}:${ladyId}`;
export const publishedKind = "published";

/** Reads every published profile into the index; before this the site cannot answer a search. */
export async function loadLadyIndex(store: Store): Promise<number> {
  let count = 0;
  for await (const entry of store.kv.list<LadyRecord>({ prefix: prefixes.ladies() }, { batchSize: 500 })) {
    if (!isListed(entry.value)) continue;
    store.ladies.put(entry.value);
    count++;
  }
  return count;
}

/**
 * Brings the index up to a changed record, and tells other instances, and those who show her. To be called under the
 * lady's mutex, so that the index ends as the store does.
 */
export function reindex(store: Store, record: LadyRecord): void {
  putOrRemove(store, record);
  store.pubsub.tell([listedTopic(record.id)]);
  store.pubsub.publish([shownTopic(record.id)]);
}

/** The topic of a lady for the indexes of other instances; it gets a message when her record changed. */
const listedTopic = (ladyId: number): string => `listed:${ladyId}`;

function putOrRemove(store: Store, record: LadyRecord): void {
  if (isListed(record)) store.ladies.put(record);
  else store.ladies.remove(record.id);
}

/**
 * Keeps the index up to date with what other instances change in a shared store; a store in a file has no other instance.
 * To be called once, when `loading` has just begun: what is heard meanwhile is read after it, so that the older list does
 * not overwrite it. Errors of reading go to `failed`; the next message reads again, also one that came meanwhile.
 */
export function followLadies(store: Store, loading: Promise<unknown>, failed: (error: unknown) => void): void {
  if (store.memory.isTrusted) return;
  let [isRefreshing, mustRefresh] = [false, false];
  // One refresh at a time, and one for all that was missed during it: both topics report missed messages at once.
  const refreshAllSoon = async () => {
    mustRefresh = true;
    if (isRefreshing) return;
    isRefreshing = true;
    try {
      await loading;
      while (mustRefresh) {
        mustRefresh = false;
        // After a failure the loop goes on: what was missed meanwhile must be read, as no further message may come.
        await refreshAll(store).catch(failed);
      }
    } finally {
      isRefreshing = false;
    }
  };
  const follow = (name: string | null) => {
    (name === null ? refreshAllSoon() : loading.then(() => refreshOne(store, Number(name)))).catch(failed);
  };
  for (const kind of ["listed", "published"]) store.pubsub.listenToAll(kind, follow);
}

function refreshOne(store: Store, ladyId: number): Promise<void> {
  return store.mutexes.run(`lady:${ladyId}`, async () => {
    const record = await ladyById(store, ladyId);
    if (record) putOrRemove(store, record);
    else store.ladies.remove(ladyId);
  });
}

/** How many ladies are read at once. */
const refreshedAtOnce = 100;

/**
 * Reads every lady again after messages were missed: any may have changed, or be gone. Each is read by herself under her
 * mutex: a list that is still being read would put back a lady who was taken out of sight meanwhile.
 */
async function refreshAll(store: Store): Promise<void> {
  const known = new Set(store.ladies.ids);
  for await (const { key } of store.kv.list({ prefix: prefixes.ladies() }, { batchSize: 500 })) {
    known.add(Number(key[1]));
  }
  const ids = [...known];
  while (ids.length > 0) await Promise.all(ids.splice(-refreshedAtOnce).map((id) => refreshOne(store, id)));
}

/** Whether she stands in lists and is found: she is shown, and wishes to be put forward. */
const isListed = (record: LadyRecord): boolean => isShown(record) && !record.isUnlisted;
