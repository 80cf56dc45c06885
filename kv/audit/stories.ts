/** The audit of blog and stories: each stands once by its date, has a text in every language, and nothing is left over. */
import { keys, prefixes } from "../keys.ts";
import { wordLocales } from "../lady_record.ts";
import type { Story } from "../stories.ts";
import type { Reader, Report } from "./reader.ts";

export async function auditStories(reader: Reader, report: Report): Promise<void> {
  await reader.walk<Story>(prefixes.allStories(), async (story, key) => {
    const id = Number(key[1]);
    if (story.id !== id) report(`story ${id} calls itself ${story.id}`);
    if (!await reader.isThere(keys.storyByDate(story.type, story.publishedAt, id))) {
      report(`story ${id} is not found by its date`);
    }
    for (const locale of wordLocales) {
      if (!await reader.valueAt<string>(keys.storyText(id, locale))) report(`story ${id} has no text in ${locale}`);
    }
  });
  await reader.walk(prefixes.allStoriesByDate(), async (_value, [, type, publishedAt, id]) => {
    const story = await reader.valueAt<Story>(keys.story(Number(id)));
    if (story?.type !== type || story?.publishedAt !== publishedAt) {
      report(`${String(type)} ${String(id)} stands at a date that is not its own`);
    }
  });
  await reader.walk(prefixes.allStoryTexts(), async (_value, [, id]) => {
    if (!await reader.isThere(keys.story(Number(id)))) {
      report(`a text belongs to story ${String(id)}, which is not there`);
    }
  });
}
