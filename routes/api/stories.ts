/** Calls about the blog and the success stories. */
import * as z from "zod";
import { refuse } from "../../kv/store/refusals.ts";
import { listStories, publishedStory, type Story, storyMonths, storyTypes } from "../../kv/writing/stories.ts";
import { storyHtml, storyPath, storyPicture } from "../discovery/stories.ts";
import type { AppContext } from "../http/env.ts";
import { idField, pagingFields, wholeNumberFrom } from "../http/fields.ts";
import { canonicalUrl } from "../http/page.tsx";
import { prefixOf } from "../middleware/locale.ts";
import { defineCall } from "./describing/call.ts";
import { wordLocaleOf } from "../../kv/ladies/record.ts";

const typeField = z.enum(storyTypes, "wrong_value").default("blog");
export const yearField = wholeNumberFrom(1970, 9999);
export const monthField = wholeNumberFrom(1, 12);

const headShape = z.object({
  id: z.number(),
  type: z.enum(storyTypes),
  title: z.string(),
  summary: z.string(),
  date: z.string().describe("When it was published, ISO 8601"),
  year: z.number(),
  month: z.number(),
  url: z.string(),
  picture: z.object({ path: z.string(), sizes: z.record(z.string(), z.string()) }).nullable(),
});
const storyShape = headShape.extend({ body: z.string().describe("Safe HTML") });

const query = z.object({
  type: typeField,
  year: yearField.optional(),
  month: monthField.optional(),
  ...pagingFields,
}).loose().refine(({ year, month }) => month === undefined || year !== undefined, {
  message: "required",
  path: ["year"],
});

export const storyCalls = [
  defineCall({
    method: "get",
    path: "/stories",
    summary: "Posts of the blog or success stories, newest first",
    access: "everyone",
    query,
    answer: z.object({ stories: z.array(headShape), totalCount: z.number() }),
    async handle(c, { query }) {
      const { stories, total } = await listStories(c.var.deps.store, query);
      return { ok: true, answer: { stories: stories.map((story) => headOf(c, story)), totalCount: total } };
    },
  }),
  // Before the call for one story, whose `:id` would match this name.
  defineCall({
    method: "get",
    path: "/stories/archive",
    summary: "The months in which something was published, newest first",
    access: "everyone",
    query: z.object({ type: typeField }).loose(),
    answer: z.object({
      archive: z.array(z.object({ year: z.number(), month: z.number(), count: z.number() })),
    }),
    async handle(c, { query: { type } }) {
      return { ok: true, answer: { archive: await storyMonths(c.var.deps.store, type) } };
    },
  }),
  defineCall({
    method: "get",
    path: "/stories/:id",
    summary: "One post or story with its text",
    access: "everyone",
    params: z.object({ id: idField }),
    query: z.object({ type: typeField }).loose(),
    answer: z.object({ story: storyShape }),
    async handle(c, { params: { id }, query: { type } }) {
      const { facts: { locale, variant }, deps: { store } } = c.var;
      const story = await publishedStory(store, type, id);
      if (!story) return refuse("not_found");
      // A call's address has no prefix; the links in the text must lead to the language of the answer all the same.
      const prefix = prefixOf(variant, locale) ?? "";
      return {
        ok: true,
        answer: { story: { ...headOf(c, story), body: await storyHtml(store, story, locale, prefix) } },
      };
    },
  }),
];

function headOf(c: AppContext, story: Story): z.infer<typeof headShape> {
  const { locale } = c.var.facts;
  const date = new Date(story.publishedAt);
  const picture = storyPicture(story);
  return {
    id: story.id,
    type: story.type,
    ...story.heads[wordLocaleOf(locale)],
    date: date.toISOString(),
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    url: canonicalUrl(c, locale, storyPath(story)),
    picture: picture && { path: picture.full, sizes: { ...picture } },
  };
}
