/** The blog and the success stories of the demo world: what, how long ago, and the same texts every time. */
import { wordLocales } from "../../kv/ladies/record.ts";
import type { Store } from "../../kv/open.ts";
import { dayMs } from "../../kv/store/days.ts";
import { listStories, saveStory, type StoryType, type StoryWish } from "../../kv/writing/stories.ts";
import { readTextFile } from "../../services/text_files.ts";

interface DemoWriting {
  /** Names its texts and its drawing. */
  key: string;
  type: StoryType;
  /** Days before the demo's first start. */
  daysAgo: number;
}

/** Nine posts over three months, and five stories. */
export const demoWritings: DemoWriting[] = [
  { key: "first_letter", type: "blog", daysAgo: 3 },
  { key: "three_letters", type: "blog", daysAgo: 12 },
  { key: "first_call", type: "blog", daysAgo: 22 },
  { key: "translation", type: "blog", daysAgo: 33 },
  { key: "waiting", type: "blog", daysAgo: 43 },
  { key: "pictures", type: "blog", daysAgo: 54 },
  { key: "forms_of_address", type: "blog", daysAgo: 65 },
  { key: "calendar", type: "blog", daysAgo: 77 },
  { key: "first_journey", type: "blog", daysAgo: 88 },
  { key: "marcin_and_alesya", type: "story", daysAgo: 8 },
  { key: "wen_and_nadzeya", type: "story", daysAgo: 37 },
  { key: "jun_and_ioana", type: "story", daysAgo: 71 },
  { key: "tom_and_vera", type: "story", daysAgo: 118 },
  { key: "peter_and_halyna", type: "story", daysAgo: 160 },
];

/** The words of a writing in all languages, from its files. */
export function wordsOfWriting(key: string): StoryWish["words"] {
  const words = wordLocales.map((locale) => {
    const { facts: { title = "", summary = "" }, body } = readTextFile(
      new URL(`texts/${locale}/${key}.md`, import.meta.url),
    );
    return [locale, { title, summary, body }];
  });
  return Object.fromEntries(words);
}

/** Adds the writings; does nothing if there is a post already. */
export async function seedWritings(store: Store): Promise<void> {
  if ((await listStories(store, { type: "blog", page: 1, limit: 1 })).total > 0) return;
  // Published in the morning, whenever the demo begins.
  const morning = new Date(store.now()).setUTCHours(7, 30, 0, 0);
  for (const { key, type, daysAgo } of demoWritings) {
    const publishedAt = morning - daysAgo * dayMs;
    const then = { ...store, now: () => publishedAt };
    const saved = await saveStory(then, { type, publishedAt, picture: key, words: wordsOfWriting(key) });
    if (!saved.ok) throw new Error(`the demo's ${key}: ${saved.reason}`);
  }
}
