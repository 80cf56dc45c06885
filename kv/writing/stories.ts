/** The blog and the success stories: a record, its text in each language under a key of its own, and its place by date. */
import { canBeSeen } from "../../chat/shared/text.ts";
import { type WordLocale, wordLocales } from "../ladies/record.ts";
import type { Store } from "../open.ts";
import { putAuditRecord } from "../store/audit_log.ts";
import { changeRecord, transact } from "../store/commit.ts";
import { keys } from "../store/keys.ts";
import { prefixes } from "../store/prefixes.ts";
import { refuse, type Result } from "../store/refusals.ts";
import { isAsSeen, nextChangeOf } from "../store/seen_changes.ts";

export const storyTypes = ["blog", "story"] as const;
export type StoryType = typeof storyTypes[number];

/** What lists show of a text. */
export interface StoryHead {
  title: string;
  summary: string;
}

export interface Story {
  id: number;
  type: StoryType;
  /** Ms since the epoch; a story of the future is shown nowhere yet. For a draft, when it was or would be published. */
  publishedAt: number;
  changedAt: number;
  /** Names the drawing that belongs to it, or "upload:" and an uploaded picture; null where there is none. */
  picture: string | null;
  /** Complete in every language, except for drafts, so that no page of one language leads to nothing in another. */
  heads: Record<WordLocale, StoryHead>;
  /** Nobody but staff finds it, and it may be unfinished. */
  isDraft?: true;
  /** The pictures that were uploaded for it (story_pictures.ts). */
  uploads?: string[];
}

export interface StoryWish extends Pick<Story, "type" | "publishedAt" | "picture"> {
  /** Absent for a new one. */
  id?: number;
  isDraft?: boolean;
  /** When the story was changed last, as the editor saw it: a newer change is not overwritten. */
  seenChangedAt?: number;
  /** Who of the staff writes it; absent where nobody does. */
  actorId?: number;
  /** The body is markdown. */
  words: Record<WordLocale, StoryHead & { body: string }>;
}

export const storyTitleLengthMax = 200;
export const storySummaryLengthMax = 500;
/** A value of the store holds 64 KiB, of which some bytes say what it is. */
const storyBodyBytesMax = 65_500;

/**
 * Writes a story, new or changed, or a draft. Refuses `invalid` with the fields at fault ("en.title"), `not_found` for
 * an unknown id, and `conflict` if somebody has changed it since it was seen.
 */
export async function saveStory(store: Store, wish: StoryWish): Promise<Result<{ story: Story }>> {
  const fields = faultsOf(wish);
  if (Object.keys(fields).length > 0) return refuse("invalid", { fields });
  const id = wish.id ?? await store.ids.next("story");
  const saved = await transact<Result<{ story: Story }>>(async () => {
    const before = await store.kv.get<Story>(keys.story(id));
    if (wish.id !== undefined && !before.value) return { done: refuse("not_found") };
    if (!isAsSeen(before.value, wish.seenChangedAt)) return { done: refuse("conflict") };
    const uploads = before.value?.uploads;
    if (!isItsPicture(wish.picture, uploads)) {
      return { done: refuse("invalid", { fields: { picture: "picture_gone" } }) };
    }
    const { type, publishedAt, picture } = wish;
    const heads = Object.fromEntries(wordLocales.map((locale) => {
      const { title, summary } = wish.words[locale];
      return [locale, { title, summary }];
    })) as Story["heads"];
    const changedAt = nextChangeOf(before.value, store.now());
    const story: Story = {
      id,
      type,
      publishedAt,
      picture,
      heads,
      changedAt,
      ...(wish.isDraft && { isDraft: true }),
      ...(uploads && { uploads }),
    };
    const op = store.kv.atomic().check(before);
    if (before.value) op.delete(keys.storyByDate(before.value.type, before.value.publishedAt, id));
    op.set(before.key, story);
    if (!story.isDraft) op.set(keys.storyByDate(type, publishedAt, id), null);
    for (const locale of wordLocales) op.set(keys.storyText(id, locale), wish.words[locale].body);
    if (wish.actorId !== undefined) noteWriting(store, op, wish.actorId, before.value, story);
    return { commit: op, result: { ok: true, story } };
  });
  if (saved.ok) store.pageChanges.count++;
  return saved;
}

function noteWriting(store: Store, op: Deno.AtomicOperation, actorId: number, before: Story | null, story: Story) {
  const wasPublic = before !== null && !before.isDraft;
  const action = !before
    ? "story_written"
    : wasPublic === !story.isDraft
    ? "story_changed"
    : wasPublic
    ? "story_withdrawn"
    : "story_published";
  const details = { type: story.type, publishedAt: story.publishedAt, isDraft: story.isDraft ?? false };
  putAuditRecord(store, op, { action, actorId, subject: `story:${story.id}`, details });
}

/** What begins the name of an uploaded picture. */
export const uploadedPicture = "upload:";

const isItsPicture = (picture: string | null, uploads: string[] = []): boolean =>
  !picture?.startsWith(uploadedPicture) || uploads.includes(picture.slice(uploadedPicture.length));

/** The size of a text in the store: one byte a character, or two each if any of them is beyond Latin-1. */
// deno-lint-ignore no-control-regex
const storedBytesOf = (text: string): number => /^[\u0000-\u00ff]*$/.test(text) ? text.length : 2 * text.length;

/** A draft needs one title, anything else may still be missing. */
function faultsOf({ words, publishedAt, isDraft }: StoryWish): Record<string, string> {
  const fields: Record<string, string> = {};
  if (!Number.isSafeInteger(publishedAt)) fields.publishedAt = "date";
  for (const locale of wordLocales) {
    const { title, summary, body } = words[locale];
    if (!isDraft && !canBeSeen(title)) fields[`${locale}.title`] = "required";
    if (!isDraft && !canBeSeen(body)) fields[`${locale}.body`] = "required";
    if (title.length > storyTitleLengthMax) fields[`${locale}.title`] = "too_long";
    if (summary.length > storySummaryLengthMax) fields[`${locale}.summary`] = "too_long";
    if (storedBytesOf(body) > storyBodyBytesMax) fields[`${locale}.body`] = "too_long";
  }
  if (isDraft && wordLocales.every((locale) => !canBeSeen(words[locale].title))) fields["en.title"] = "required";
  return fields;
}

/** Every story and every draft, what was changed last first; for staff. */
export async function allStories(store: Store): Promise<Story[]> {
  const found = await Array.fromAsync(store.kv.list<Story>({ prefix: prefixes.allStories() }, { batchSize: 500 }));
  return found.map(({ value }) => value).sort((one, other) => other.changedAt - one.changedAt || other.id - one.id);
}

/** A story whether readers may find it or not; for staff. */
export async function storyById(store: Store, id: number): Promise<Story | null> {
  return Number.isSafeInteger(id) ? (await store.kv.get<Story>(keys.story(id))).value : null;
}

/**
 * Removes a story with all its texts. Refuses `not_found`, and `conflict` if it has pictures, or if somebody has
 * changed it since it was seen.
 */
export async function removeStory(
  store: Store,
  id: number,
  actorId?: number,
  seenChangedAt?: number,
): Promise<Result<object>> {
  const removed = await changeRecord<Story>(store, keys.story(id), (story, op) => {
    const { type, publishedAt, uploads = [] } = story;
    if (uploads.length > 0 || !isAsSeen(story, seenChangedAt)) return refuse("conflict");
    op.delete(keys.storyByDate(type, publishedAt, id));
    for (const locale of wordLocales) op.delete(keys.storyText(id, locale));
    if (actorId !== undefined) {
      putAuditRecord(store, op, { action: "story_removed", actorId, subject: `story:${id}`, details: { type } });
    }
    return null;
  });
  if (removed.ok) store.pageChanges.count++;
  return removed;
}

/** A story as readers may find it; null for a draft, for one of another type or of the future, and if there is none. */
export async function publishedStory(store: Store, type: StoryType, id: number): Promise<Story | null> {
  if (!Number.isSafeInteger(id)) return null;
  const { value } = await store.kv.get<Story>(keys.story(id));
  return value && !value.isDraft && value.type === type && value.publishedAt <= store.now() ? value : null;
}

/** The markdown of a story. */
export async function storyText(store: Store, id: number, locale: WordLocale): Promise<string> {
  return (await store.kv.get<string>(keys.storyText(id, locale))).value ?? "";
}

export interface StoryQuery {
  type: StoryType;
  year?: number;
  /** 1 to 12; counts only beside a year. */
  month?: number;
  /** From 1. */
  page: number;
  limit: number;
}

/** The published stories of a type, or of a year or month (UTC), newest first, with how many there are on all pages. */
export async function listStories(store: Store, query: StoryQuery): Promise<{ stories: Story[]; total: number }> {
  const from = (query.page - 1) * query.limit;
  const ids = (await datesOf(store, query.type, ...spanOf(query))).map(({ id }) => id);
  const found = await Promise.all(
    ids.slice(from, from + query.limit).map((id) => store.kv.get<Story>(keys.story(id))),
  );
  return { stories: found.flatMap(({ value }) => value ?? []), total: ids.length };
}

function spanOf({ year, month }: StoryQuery): [fromMs: number, toMs: number] {
  if (year === undefined) return [0, Infinity];
  return month === undefined
    ? [Date.UTC(year, 0), Date.UTC(year + 1, 0)]
    : [Date.UTC(year, month - 1), Date.UTC(year, month)];
}

export interface StoryMonth {
  year: number;
  /** 1 to 12. */
  month: number;
  count: number;
}

/** The months (UTC) in which something of a type was published, newest first. */
export async function storyMonths(store: Store, type: StoryType): Promise<StoryMonth[]> {
  const months: StoryMonth[] = [];
  for (const { publishedAt } of await datesOf(store, type, 0, Infinity)) {
    const date = new Date(publishedAt);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
    const last = months.at(-1);
    if (last?.year === year && last.month === month) last.count++;
    else months.push({ year, month, count: 1 });
  }
  return months;
}

/** The stories before and after one, by date. */
export async function neighboursOf(store: Store, story: Story): Promise<{ older: Story | null; newer: Story | null }> {
  const dates = await datesOf(store, story.type, 0, Infinity);
  const at = dates.findIndex(({ id }) => id === story.id);
  const read = async (place: number) => {
    const found = at < 0 ? undefined : dates[place];
    return found ? (await store.kv.get<Story>(keys.story(found.id))).value : null;
  };
  const [older, newer] = await Promise.all([read(at + 1), read(at - 1)]);
  return { older, newer };
}

/** Newest first; what is published later than now is left out. */
async function datesOf(store: Store, type: StoryType, fromMs: number, toMs: number) {
  const end = Math.min(toMs, store.now() + 1);
  if (fromMs >= end) return [];
  const prefix = prefixes.storiesByDate(type);
  const found: { id: number; publishedAt: number }[] = [];
  for await (const { key } of store.kv.list({ start: [...prefix, fromMs], end: [...prefix, end] }, { reverse: true })) {
    found.push({ publishedAt: Number(key[2]), id: Number(key[3]) });
  }
  return found;
}
