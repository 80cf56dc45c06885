import { expect } from "expect";
import { wordLocales } from "../ladies/record.ts";
import { audit } from "../records/audit.ts";
import { auditRecords } from "../store/audit_log.ts";
import { runDueJobs } from "../store/jobs/queue.ts";
import { type TestStore, testStore } from "../testing/store.ts";
import {
  listStories,
  neighboursOf,
  publishedStory,
  removeStory,
  saveStory,
  storyMonths,
  storyText,
  type StoryType,
  type StoryWish,
} from "./stories.ts";
import { addStoryPicture, expectStoryPicture, removeStoryPicture, storyPictureAt } from "./story_pictures.ts";

const day = (text: string) => Date.parse(`${text}T08:00:00Z`);

function wishFor(date: string, type: StoryType = "blog", title = "A letter"): StoryWish {
  const words = wordLocales.map((
    locale,
  ) => [locale, { title: `${title} ${locale}`, summary: "s", body: `b ${locale}` }]);
  return { type, publishedAt: day(date), picture: null, words: Object.fromEntries(words) };
}

async function save(store: TestStore, wish: StoryWish): Promise<number> {
  const saved = await saveStory(store, wish);
  if (!saved.ok) throw new Error(saved.reason);
  return saved.story.id;
}

/** The clock of the world stands on 1 March 2026. */
async function world(store: TestStore) {
  const january = await save(store, wishFor("2026-01-31"));
  const february = await save(store, wishFor("2026-02-01"));
  const late = await save(store, wishFor("2026-02-28"));
  const future = await save(store, wishFor("2026-03-02"));
  const story = await save(store, wishFor("2026-02-10", "story"));
  return { january, february, late, future, story };
}

Deno.test("stories come newest first, by type, and those of the future not at all", async () => {
  using store = await testStore();
  const { january, february, late, story, future } = await world(store);
  const all = await listStories(store, { type: "blog", page: 1, limit: 20 });
  expect(all.stories.map(({ id }) => id)).toEqual([late, february, january]);
  expect(all.total).toBe(3);
  expect((await listStories(store, { type: "story", page: 1, limit: 20 })).stories.map(({ id }) => id)).toEqual([
    story,
  ]);
  expect(await publishedStory(store, "blog", future)).toBeNull();
  expect(await publishedStory(store, "blog", story)).toBeNull();
  store.clock.advance({ days: 2 });
  expect((await publishedStory(store, "blog", future))?.id).toBe(future);
  expect((await listStories(store, { type: "blog", page: 1, limit: 20 })).total).toBe(4);
});

Deno.test("pages and months divide them, each once", async () => {
  using store = await testStore();
  const { january, february, late } = await world(store);
  const second = await listStories(store, { type: "blog", page: 2, limit: 2 });
  expect([second.stories.map(({ id }) => id), second.total]).toEqual([[january], 3]);
  const month = await listStories(store, { type: "blog", year: 2026, month: 2, page: 1, limit: 20 });
  expect(month.stories.map(({ id }) => id)).toEqual([late, february]);
  expect((await listStories(store, { type: "blog", year: 2025, page: 1, limit: 20 })).total).toBe(0);
  expect((await listStories(store, { type: "blog", year: 2026, page: 9, limit: 20 })).stories).toEqual([]);
  expect(await storyMonths(store, "blog")).toEqual([
    { year: 2026, month: 2, count: 2 },
    { year: 2026, month: 1, count: 1 },
  ]);
});

Deno.test("a story knows those beside it", async () => {
  using store = await testStore();
  const { january, february, late } = await world(store);
  const middle = await neighboursOf(store, (await publishedStory(store, "blog", february))!);
  expect([middle.older?.id, middle.newer?.id]).toEqual([january, late]);
  const newest = await neighboursOf(store, (await publishedStory(store, "blog", late))!);
  expect([newest.older?.id, newest.newer]).toEqual([february, null]);
});

Deno.test("a change moves a story, keeps no old place, and is told to those who keep pages", async () => {
  using store = await testStore();
  const { late } = await world(store);
  const before = store.pageChanges.count;
  await save(store, { ...wishFor("2026-01-05", "story", "Another"), id: late });
  expect(store.pageChanges.count).toBeGreaterThan(before);
  expect((await listStories(store, { type: "blog", page: 1, limit: 20 })).total).toBe(2);
  const moved = await publishedStory(store, "story", late);
  expect(moved?.heads["zh-Hans"].title).toBe("Another zh-Hans");
  expect(await storyText(store, late, "en")).toBe("b en");
});

Deno.test("what is empty, too long or of nobody is refused and changes nothing", async () => {
  using store = await testStore();
  const wish = wishFor("2026-01-01");
  const broken = (change: object): StoryWish => ({
    ...wish,
    words: { ...wish.words, "zh-Hant": { ...wish.words["zh-Hant"], ...change } },
  });
  for (const change of [{ title: " " }, { title: "x".repeat(201) }, { body: "" }, { body: "信".repeat(32_751) }]) {
    expect(await saveStory(store, broken(change))).toMatchObject({ reason: "invalid" });
  }
  expect(await saveStory(store, { ...wish, id: 99 })).toMatchObject({ reason: "not_found" });
  expect((await listStories(store, { type: "blog", page: 1, limit: 20 })).total).toBe(0);
  expect(store.pageChanges.count).toBe(0);
});

Deno.test("a story that is taken away leaves nothing", async () => {
  using store = await testStore();
  const id = await save(store, wishFor("2026-01-01"));
  expect((await removeStory(store, id)).ok).toBe(true);
  expect(await removeStory(store, id)).toMatchObject({ reason: "not_found" });
  for (const first of ["story", "story_text", "story_by_date"]) {
    expect((await Array.fromAsync(store.kv.list({ prefix: [first] }))).length).toBe(0);
  }
});

Deno.test("a draft is nowhere for readers, may be unfinished, and is published whole", async () => {
  using store = await testStore();
  const wish = wishFor("2026-02-10");
  const unfinished = { ...wish.words, "zh-Hant": { title: "", summary: "", body: "" } };
  const draft = await saveStory(store, { ...wish, words: unfinished, isDraft: true, actorId: 3 });
  if (!draft.ok) throw new Error(draft.reason);
  const { id, changedAt } = draft.story;
  expect(await publishedStory(store, "blog", id)).toBeNull();
  expect((await listStories(store, { type: "blog", page: 1, limit: 9 })).total).toBe(0);
  expect(await audit(store)).toEqual([]);
  const publish = { ...wish, id, actorId: 3 };
  expect(await saveStory(store, { ...publish, words: unfinished })).toMatchObject({
    fields: { "zh-Hant.title": "required", "zh-Hant.body": "required" },
  });
  expect(await saveStory(store, { ...publish, seenChangedAt: changedAt })).toMatchObject({ ok: true });
  expect((await publishedStory(store, "blog", id))?.id).toBe(id);
  expect(await saveStory(store, { ...publish, seenChangedAt: changedAt })).toMatchObject({ reason: "conflict" });
  expect(await saveStory(store, { ...publish, isDraft: true })).toMatchObject({ ok: true });
  expect(await publishedStory(store, "blog", id)).toBeNull();
  expect(await audit(store)).toEqual([]);
  const { records } = await auditRecords(store, { page: 1, limit: 9 });
  expect(records.map(({ action }) => action).sort()).toEqual(["story_published", "story_withdrawn", "story_written"]);
});

Deno.test("pictures belong to one story, the first stands above it, and files that nobody has are cleared away", async () => {
  using store = await testStore();
  const id = await save(store, wishFor("2026-02-10"));
  const token = "token-of-a-picture";
  await expectStoryPicture(store, token);
  const bytes = { full: 9, medium: 4 };
  const added = await addStoryPicture(store, { token, storyId: id, bytes }, 3);
  expect(added).toMatchObject({ story: { picture: `upload:${token}`, uploads: [token] } });
  expect(await audit(store)).toEqual([]);
  const other = await save(store, wishFor("2026-02-11"));
  expect(await saveStory(store, { ...wishFor("2026-02-11"), id: other, picture: `upload:${token}` })).toMatchObject({
    fields: { picture: "picture_gone" },
  });
  expect(await removeStory(store, id)).toMatchObject({ reason: "conflict" });
  expect(await removeStoryPicture(store, other, token, 3)).toMatchObject({ reason: "not_found" });
  expect(await removeStoryPicture(store, id, token, 3)).toMatchObject({ story: { picture: null, uploads: [] } });
  expect(await storyPictureAt(store, token)).toBeNull();
  expect(await removeStory(store, id)).toMatchObject({ ok: true });
  expect(await audit(store)).toEqual([]);
  store.clock.advance({ days: 2 });
  const cleared: string[] = [];
  await runDueJobs(store, async (job) => void (job.kind === "story_picture" && cleared.push(job.token)), () => {});
  expect(cleared).toEqual([token, token]);
});

Deno.test("a text is as long as the store can hold it: one sign beyond Latin makes all of its signs two bytes", async () => {
  using store = await testStore();
  const withBody = (body: string): StoryWish => {
    const wish = wishFor("2026-02-01");
    const words = Object.fromEntries(wordLocales.map((locale) => [locale, { ...wish.words[locale], body }]));
    return { ...wish, words: words as StoryWish["words"] };
  };
  expect(await saveStory(store, withBody(`${"x".repeat(33_000)}—`))).toMatchObject({ reason: "invalid" });
  for (const body of ["x".repeat(65_500), `${"é".repeat(32_749)}—`, "字".repeat(32_750)]) {
    const id = await save(store, withBody(body));
    expect(await storyText(store, id, "en") === body).toBe(true);
    expect(await saveStory(store, withBody(`${body}x`))).toMatchObject({
      reason: "invalid",
      fields: { "en.body": "too_long" },
    });
  }
});
