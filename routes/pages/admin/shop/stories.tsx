/** The journal's desk: every post and story with its state, written and changed in three languages, shown before it is kept. */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type WordLocale, wordLocales } from "../../../../kv/ladies/record.ts";
import { type Refusal, refusals, refuse } from "../../../../kv/store/refusals.ts";
import {
  allStories,
  removeStory,
  saveStory,
  type Story,
  storyById,
  storyText,
  storyTypes,
  type StoryWish,
} from "../../../../kv/writing/stories.ts";
import { removeStoryPicture } from "../../../../kv/writing/story_pictures.ts";
import { renderMarkdown } from "../../../../services/markdown.ts";
import { keepStoryPicture } from "../../../files/story_uploads.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../../http/env.ts";
import { leaveFlash } from "../../../http/flash.ts";
import { answerPage, localHref } from "../../../http/page.tsx";
import type { Body } from "../../../http/read_input.ts";
import { answerRefusal, messageOf } from "../../../http/refusal_answer.tsx";
import { idOf } from "../../mail/sides.ts";
import { type Form, lastPageOf, pageNumberOf, textOf } from "../form.ts";
import { momentOf, typedMoment } from "./shop_fields.tsx";
import { adminStoriesPath, storiesPath, StoriesView } from "./stories_view.tsx";
import { StoryFormView } from "./story_form_view.tsx";
import type { TypedStory } from "./story_parts_view.tsx";

const storiesPerPage = 50;

export const storyPages: PageDefinition[] = [
  { paths: [storiesPath], access: "admins", get: showAll },
  {
    paths: [`${storiesPath}/new`],
    access: "admins",
    get: (c) => showForm(c, newStory(c)),
    post: (c, body) => save(c, null, body),
  },
  {
    paths: [`${storiesPath}/:id`],
    access: "admins",
    get: (c) => withStory(c, async (story) => await showForm(c, await typed(c, story), { story })),
    post: (c, body) => withStory(c, (story) => save(c, story, body)),
  },
  // Apart from the words, so that a picture never waits for a form to be complete.
  {
    paths: [`${storiesPath}/:id/pictures`],
    access: "admins",
    get: (c) => withStory(c, (story) => Promise.resolve(toStory(c, story.id))),
    post: (c, body) => withStory(c, (story) => changePictures(c, story, body)),
  },
];

async function withStory(c: AppContext, then: (story: Story) => Promise<Response>): Promise<Response> {
  const id = idOf(c.req.param("id"));
  const story = id === null ? null : await storyById(c.var.deps.store, id);
  return await (story ? then(story) : answerRefusal(c, refuse("not_found")));
}

async function showAll(c: AppContext): Promise<Response> {
  const { facts: { t }, deps: { store } } = c.var;
  const all = await allStories(store);
  const lastPage = lastPageOf(all.length, storiesPerPage);
  const page = Math.min(lastPage, pageNumberOf(c.req.query("page")));
  return await answerPage(c, {
    title: t("shop:stories.title"),
    robots: "noindex",
    view: (
      <StoriesView
        stories={all.slice((page - 1) * storiesPerPage, page * storiesPerPage)}
        nowMs={store.now()}
        page={page}
        lastPage={lastPage}
      />
    ),
  });
}

const emptyWords = { title: "", summary: "", body: "" };

const newStory = (c: AppContext): TypedStory => ({
  type: c.req.query("type") === "story" ? "story" : "blog",
  publishedAt: "",
  picture: "",
  seenChangedAt: "",
  words: { "en": emptyWords, "zh-Hant": emptyWords, "zh-Hans": emptyWords },
});

async function typed(c: AppContext, story: Story): Promise<TypedStory> {
  const words = await Promise.all(wordLocales.map(async (locale) => {
    const body = await storyText(c.var.deps.store, story.id, locale);
    return [locale, { ...story.heads[locale], body }] as const;
  }));
  return {
    type: story.type,
    publishedAt: typedMoment(story.publishedAt || null),
    picture: story.picture ?? "",
    seenChangedAt: String(story.changedAt),
    words: Object.fromEntries(words) as TypedStory["words"],
  };
}

interface Outcome {
  /** Null for a new one. */
  story?: Story | null;
  faults?: Record<string, string>;
  problem?: string;
  status?: number;
  /** Safe HTML by language, where it was asked for. */
  preview?: Record<WordLocale, string>;
}

async function showForm(c: AppContext, fields: TypedStory, outcome: Outcome = {}): Promise<Response> {
  const { facts: { t }, deps: { store } } = c.var;
  const title = t(outcome.story ? "shop:stories.change" : "shop:stories.new");
  return await answerPage(c, {
    title,
    robots: "noindex",
    status: (outcome.status ?? 200) as ContentfulStatusCode,
    view: <StoryFormView title={title} typed={fields} nowMs={store.now()} {...outcome} />,
  });
}

async function save(c: MemberContext, story: Story | null, body: Body): Promise<Response> {
  const { facts: { prefix }, deps: { store } } = c.var;
  const { action } = body;
  if (story && action === "remove") return await remove(c, story);
  const fields = typedIn(body);
  if (action === "preview") {
    const html = wordLocales.map((locale) => [
      locale,
      renderMarkdown(fields.words[locale].body, (path) => localHref(prefix, path)),
    ]);
    return await showForm(c, fields, { story, preview: Object.fromEntries(html) });
  }
  const saved = await saveStory(store, wishOf(c, story, fields, textOf(action)));
  if (!saved.ok) return await refuseSaving(c, fields, story, saved);
  const isPublic = !saved.story.isDraft;
  leaveFlash(c, "success", isPublic ? "shop:flash.published" : "shop:flash.draftSaved");
  return toStory(c, saved.story.id);
}

/** Whoever only saves leaves a draft a draft and what is published published. */
function wishOf(c: MemberContext, story: Story | null, fields: TypedStory, action: string): StoryWish {
  const { store } = c.var.deps;
  const wasDraft = story === null || story.isDraft === true;
  const isDraft = action === "publish" ? false : action === "withdraw" ? true : wasDraft;
  // Without a date it is published now; a draft has none yet.
  const publishedAt = momentOf(fields.publishedAt) ?? (isDraft ? 0 : store.now());
  const keepsItsMoment = story !== null && typedMoment(story.publishedAt) === fields.publishedAt;
  return {
    id: story?.id,
    type: fields.type,
    // The field shows no seconds.
    publishedAt: keepsItsMoment ? story.publishedAt : publishedAt,
    picture: fields.picture || null,
    words: fields.words,
    isDraft,
    actorId: c.var.signedIn.user.id,
    ...(story && { seenChangedAt: Number(fields.seenChangedAt) }),
  };
}

async function refuseSaving(c: AppContext, fields: TypedStory, story: Story | null, refusal: Refusal) {
  const { t } = c.var.facts;
  const problem = refusal.reason === "conflict"
    ? t("shop:stories.changedMeanwhile")
    : refusal.reason === "invalid"
    ? t("shop:problem")
    : messageOf(c, refusal);
  const status = refusals[refusal.reason];
  return await showForm(c, fields, { story, faults: refusal.fields ?? {}, problem, status });
}

async function remove(c: MemberContext, story: Story): Promise<Response> {
  // What readers have found is withdrawn first.
  if (!story.isDraft) return await answerRefusal(c, refuse("conflict"));
  const removed = await removeStory(c.var.deps.store, story.id, c.var.signedIn.user.id);
  if (!removed.ok) return await answerRefusal(c, removed);
  leaveFlash(c, "success", "shop:flash.dropped");
  return c.redirect(localHref(c.var.facts.prefix, storiesPath), 303);
}

async function changePictures(c: MemberContext, story: Story, body: Body): Promise<Response> {
  const { deps } = c.var;
  const actorId = c.var.signedIn.user.id;
  const { file, remove: token } = body;
  const changed = typeof token === "string"
    ? await removeStoryPicture(deps.store, story.id, token, actorId)
    : file instanceof File && file.size > 0
    ? await keepStoryPicture(deps, story.id, file, actorId)
    : refuse("invalid", { fields: { file: "required" } });
  if (changed.ok) {
    leaveFlash(c, "success", "shop:flash.saved");
    return toStory(c, story.id);
  }
  const faults = changed.fields ?? {};
  const problem = faults.file ? undefined : messageOf(c, changed);
  return await showForm(c, await typed(c, story), { story, faults, problem, status: refusals[changed.reason] });
}

const toStory = (c: AppContext, id: number): Response =>
  c.redirect(localHref(c.var.facts.prefix, adminStoriesPath(id)), 303);

function typedIn(form: Form): TypedStory {
  const text = (name: string) => textOf(form[name]);
  const words = wordLocales.map((locale) => [locale, {
    title: text(`${locale}.title`).trim(),
    summary: text(`${locale}.summary`).trim(),
    body: text(`${locale}.body`),
  }]);
  return {
    type: storyTypes.find((type) => type === text("type")) ?? "blog",
    publishedAt: text("publishedAt"),
    picture: text("picture"),
    seenChangedAt: text("seenChangedAt"),
    words: Object.fromEntries(words) as TypedStory["words"],
  };
}
