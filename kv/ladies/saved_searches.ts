/**
 * Searches that a man keeps under names, and how each tells him of newly published ladies. One record holds all of his
 * searches: they are read, limited and told of together. What their filters mean, the search itself knows (routes/ladies).
 */
import { setMailWish } from "../accounts/mail_wishes.ts";
import type { Store } from "../open.ts";
import { transact } from "../store/commit.ts";
import { dayMs } from "../store/days.ts";
import { clocksDifferMs } from "../store/jobs/work.ts";
import { keys } from "../store/keys.ts";
import { refuse, type Result } from "../store/refusals.ts";

export const searchAlerts = ["none", "mail", "push"] as const;
export type SearchAlert = typeof searchAlerts[number];

export const searchesAtMost = 20;
export const searchNameLength = 60;
export const searchQueryLength = 1000;

export interface SavedSearch {
  id: string;
  name: string;
  /** The filters as the search's address writes them, without order and page; empty for everybody. */
  query: string;
  alert: SearchAlert;
  /** All moments are ms since the epoch. */
  createdAt: number;
  /** When he last looked at whom it finds. */
  seenAt: number;
  /** He is not told (any more) of ladies who were first published up to then. */
  toldUntil: number;
}

/** All searches of a man, the oldest first. */
export async function savedSearchesOf(store: Store, manId: number): Promise<readonly SavedSearch[]> {
  return (await store.kv.get<SavedSearch[]>(keys.savedSearches(manId))).value ?? [];
}

export interface WantedSearch extends Pick<SavedSearch, "name" | "query"> {
  /** Absent leaves it as it is; a new search then has none. */
  alert?: SearchAlert;
  /** Whether the name is what a form suggested. */
  isNameSuggested?: boolean;
}

/**
 * Keeps a search. One with the same filters is changed instead, so that pressing twice keeps one; an absent alert and a
 * suggested name change nothing of it. Refuses `too_many_searches` beyond twenty, and `invalid` for the alert `push` if
 * the site sends no notes to devices.
 */
export function saveSearch(
  store: Store,
  manId: number,
  { name, query, alert, isNameSuggested }: WantedSearch,
): Promise<Result<{ search: SavedSearch }>> {
  const now = store.now();
  const id = store.randomToken();
  const fresh: SavedSearch = { id, name, query, alert: alert ?? "none", createdAt: now, seenAt: now, toldUntil: now };
  return changeSearches(store, manId, { alert }, (searches) => {
    const known = searches.find((each) => each.query === query);
    if (known) return replace(searches, changed(known, { name: isNameSuggested ? undefined : name, alert }, now));
    if (searches.length >= searchesAtMost) return refuse("too_many_searches");
    return { searches: [...searches, fresh], search: fresh };
  });
}

/**
 * Renames a search, changes its alert, or notes that he looks at whom it finds. Refuses `not_found`, and `invalid` as
 * `saveSearch` does.
 */
export function changeSearch(
  store: Store,
  manId: number,
  id: string,
  wish: Wish & { isSeen?: boolean },
): Promise<Result<{ search: SavedSearch }>> {
  return changeSearches(store, manId, wish, (searches) => {
    const known = searches.find((each) => each.id === id);
    if (!known) return refuse("not_found");
    const now = store.now();
    return replace(searches, { ...changed(known, wish, now), ...(wish.isSeen && { seenAt: now }) });
  });
}

/** Deletes a search, if it is there. */
export function dropSearch(store: Store, manId: number, id: string): Promise<void> {
  return transact<void>(async () => {
    const entry = await store.kv.get<SavedSearch[]>(keys.savedSearches(manId));
    const left = entry.value?.filter((each) => each.id !== id) ?? [];
    if (left.length === (entry.value?.length ?? 0)) return { done: undefined };
    const op = store.kv.atomic().check(entry);
    return { commit: left.length === 0 ? op.delete(entry.key) : op.set(entry.key, left), result: undefined };
  });
}

/**
 * Notes that all of his searches with an alert have told of everybody up to `untilMs`, and lets `add` put into the same
 * commit what tells him. `add` gets the due searches as they were; it is not called if none is due.
 */
export function tellSearches(
  store: Store,
  manId: number,
  untilMs: number,
  add: (due: readonly SavedSearch[], op: Deno.AtomicOperation) => void,
): Promise<void> {
  return transact<void>(async () => {
    const entry = await store.kv.get<SavedSearch[]>(keys.savedSearches(manId));
    const isDue = ({ alert, toldUntil }: SavedSearch) => alert !== "none" && toldUntil < untilMs;
    const searches = entry.value?.map((each) => putRight(each, untilMs, store.now())) ?? [];
    const due = searches.filter(isDue);
    if (due.length === 0) return { done: undefined };
    const op = store.kv.atomic().check(entry);
    op.set(entry.key, searches.map((each) => isDue(each) ? { ...each, toldUntil: untilMs } : each));
    add(due, op);
    return { commit: op, result: undefined };
  });
}

/**
 * Corrects a `toldUntil` that was written while the clock was ahead: it would keep the search silent until that time comes.
 * Nobody knows how much was told of, so the day before `untilMs` is told of again.
 */
const putRight = (search: SavedSearch, untilMs: number, nowMs: number): SavedSearch =>
  search.toldUntil <= nowMs + clocksDifferMs ? search : { ...search, toldUntil: untilMs - dayMs };

type Wish = Partial<Pick<SavedSearch, "name" | "alert">>;

/** A search with the wishes. Where the alert is new, ladies who were published before the wish are not news. */
const changed = (
  known: SavedSearch,
  { name = known.name, alert = known.alert }: Wish,
  nowMs: number,
): SavedSearch => ({
  ...known,
  name,
  alert,
  toldUntil: known.alert === "none" && alert !== "none" ? nowMs : known.toldUntil,
});

const replace = (searches: readonly SavedSearch[], search: SavedSearch) => ({
  searches: searches.map((each) => each.id === search.id ? search : each),
  search,
});

type Made = { searches: readonly SavedSearch[]; search: SavedSearch };

/** Changes his searches. If he had stopped all mails of this kind, asking for the alert `mail` lets them come again. */
async function changeSearches(
  store: Store,
  manId: number,
  { alert }: Wish,
  change: (searches: readonly SavedSearch[]) => Made | ReturnType<typeof refuse>,
): Promise<Result<{ search: SavedSearch }>> {
  if (alert === "push" && store.without.has("search_note")) {
    return refuse("invalid", { fields: { alert: "wrong_value" } });
  }
  const kept = await transact<Result<{ search: SavedSearch }>>(async () => {
    const entry = await store.kv.get<SavedSearch[]>(keys.savedSearches(manId));
    const made = change(entry.value ?? []);
    if ("ok" in made) return { done: made };
    const op = store.kv.atomic().check(entry).set(entry.key, made.searches);
    return { commit: op, result: { ok: true, search: made.search } };
  });
  if (kept.ok && alert === "mail") await setMailWish(store, manId, "searches", true);
  return kept;
}
