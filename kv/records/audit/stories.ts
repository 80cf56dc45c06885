/** The audit of blog and stories: each stands once by its date, has a text in every language, and nothing is left over. */
import { wordLocales } from "../../ladies/record.ts";
import { keys } from "../../store/keys.ts";
import { prefixes } from "../../store/prefixes.ts";
import { type Story, uploadedPicture } from "../../writing/stories.ts";
import type { StoryPictureRecord } from "../../writing/story_pictures.ts";
import type { Reader, Report } from "./reader.ts";

export async function auditStories(reader: Reader, report: Report): Promise<void> {
  await reader.walk<Story>(prefixes.allStories(), async (story, key) => {
    const id = Number(key[1]);
    if (story.id !== id) report(`story ${id} calls itself ${story.id}`);
    const isByDate = await reader.isThere(keys.storyByDate(story.type, story.publishedAt, id));
    if (isByDate !== !story.isDraft) report(`story ${id} is ${isByDate ? "a draft and" : "not"} found by its date`);
    for (const token of story.uploads ?? []) {
      const picture = await reader.valueAt<StoryPictureRecord>(keys.storyPicture(token));
      if (picture?.storyId !== id) report(`story ${id} has picture ${token}, which is not its own`);
    }
    const head = story.picture?.startsWith(uploadedPicture) ? story.picture.slice(uploadedPicture.length) : null;
    if (head !== null && !story.uploads?.includes(head)) {
      report(`story ${id} shows picture ${head}, which it has not got`);
    }
    for (const locale of story.isDraft ? [] : wordLocales) {
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
  await reader.walk<StoryPictureRecord>(prefixes.storyPictures(), async ({ token, storyId }, key) => {
    const story = await reader.valueAt<Story>(keys.story(storyId));
    if (token !== key[1] || !story?.uploads?.includes(token)) {
      report(`picture ${String(key[1])} belongs to story ${storyId}, which has it not`);
    }
  });
}
