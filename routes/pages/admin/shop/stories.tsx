/**
 * The editor of the journal: all posts and stories with their state, written and changed in three languages, with a
 * preview before they are saved.
 */
import { wordLocales } from "../../../../kv/ladies/record.ts";
import { refuse } from "../../../../kv/store/refusals.ts";
import {
  allStories,
  removeStory,
  saveStory,
  type Story,
  storyById,
  storyText,
  type StoryWish,
} from "../../../../kv/writing/stories.ts";
import { removeStoryPicture } from "../../../../kv/writing/story_pictures.ts";
import { keepStoryPicture } from "../../../files/story_uploads.ts";
import type { PageDefinition } from "../../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../../http/env.ts";
import { leaveFlash } from "../../../http/flash.ts";
import { answerPage, localHref } from "../../../http/page.tsx";
import { type Body, idOf } from "../../../http/read_input.ts";
import { ConfirmationQuestion } from "../confirmation.tsx";
import { lastPageOf, pageNumberOf, textOf } from "../form.ts";
import { AdminFrame } from "../frame.tsx";
import { type Editor, editorPages, forGood, type Saving, showItem, told, withItem } from "./editor.tsx";
import { momentOf, type Texts, textsOf, typedMoment, typedWords, wordsOf } from "./shop_fields.tsx";
import { adminStoriesPath, NewStoryLinks, Stories, storiesPath } from "./stories_view.tsx";
import { StoryForm, typeOf } from "./story_form_view.tsx";

const storiesPerPage = 50;

const editor: Editor<Story> = {
  path: storiesPath,
  words: "shop:stories",
  NewLinks: NewStoryLinks,
  async list(c) {
    const { store } = c.var.deps;
    const all = await allStories(store);
    const lastPage = lastPageOf(all.length, storiesPerPage);
    const page = Math.min(lastPage, pageNumberOf(c.req.query("page")));
    const stories = all.slice((page - 1) * storiesPerPage, page * storiesPerPage);
    return <Stories stories={stories} nowMs={store.now()} page={page} lastPage={lastPage} />;
  },
  async find(store, address) {
    const id = idOf(address);
    return id === null ? null : await storyById(store, id);
  },
  begin: (c) => ({ type: c.req.query("type") }),
  async typed(store, story) {
    const texts = wordLocales.map(async (locale) => [`${locale}.body`, await storyText(store, story.id, locale)]);
    return {
      type: story.type,
      publishedAt: typedMoment(story.publishedAt || null),
      picture: story.picture ?? "",
      ...typedWords(story.heads),
      ...Object.fromEntries(await Promise.all(texts)),
    };
  },
  // Bodies are not trimmed: space at the beginning means something in markdown.
  read: (body) => ({
    ...textsOf(body),
    ...Object.fromEntries(wordLocales.map((locale) => [`${locale}.body`, textOf(body[`${locale}.body`])])),
  }),
  Form: StoryForm,
  asks({ isDraft, publishedAt }, action, nowMs) {
    // Nobody has read what is only planned.
    if (action === "withdraw" && !isDraft && publishedAt <= nowMs) {
      return { says: "shop:stories.willWithdraw", submit: "shop:stories.withdraw" };
    }
    return action === "remove" && isDraft === true ? forGood("shop:remove") : null;
  },
  async act({ store, actorId, seenChangedAt }, { id, isDraft }, action) {
    if (action !== "remove") return null;
    // What is published has to be withdrawn first.
    return isDraft ? told(await removeStory(store, id, actorId, seenChangedAt), "dropped") : refuse("conflict");
  },
  async save(saving, typed, story) {
    if (typed.action === "preview") return null;
    const saved = await saveStory(saving.store, wishOf(saving, typed, story));
    if (!saved.ok) return saved;
    return told(saved, saved.story.isDraft ? "draftSaved" : "published", adminStoriesPath(saved.story.id));
  },
};

export const storyPages: PageDefinition[] = [
  ...editorPages(editor),
  // Pictures have forms of their own, so that they can be added before the form of the words is complete.
  {
    paths: [`${storiesPath}/:item/pictures`],
    access: "admins",
    get: withItem(editor, (c, story) => Promise.resolve(toPictures(c, story.id))),
    post: withItem(editor, changePictures),
  },
];

/** What a form asks to save. Saving alone leaves a draft a draft, and a published story published. */
function wishOf({ store, ...who }: Saving, typed: Texts, story: Story | null): StoryWish {
  const { action } = typed;
  const wasDraft = story === null || story.isDraft === true;
  const isDraft = action === "publish" ? false : action === "withdraw" ? true : wasDraft;
  // Without a date, it is published now; a draft then has none (0).
  const publishedAt = momentOf(typed.publishedAt) ?? (isDraft ? 0 : store.now());
  const keepsItsMoment = story !== null && typedMoment(story.publishedAt) === typed.publishedAt;
  return {
    id: story?.id,
    type: typeOf(typed),
    // If the field, which shows no seconds, was not changed, the seconds are kept.
    publishedAt: keepsItsMoment ? story.publishedAt : publishedAt,
    picture: typed.picture || null,
    words: wordsOf(typed, ["title", "summary", "body"]),
    isDraft,
    ...who,
  };
}

async function changePictures(c: MemberContext, story: Story, body: Body): Promise<Response> {
  const { deps } = c.var;
  const actorId = c.var.signedIn.user.id;
  const { file, remove: token } = body;
  if (typeof token === "string" && body.sure !== "yes") return await askAboutPicture(c, story, token);
  const changed = typeof token === "string"
    ? await removeStoryPicture(deps.store, story.id, token, actorId)
    : file instanceof File && file.size > 0
    ? await keepStoryPicture(deps, story.id, file, actorId)
    : refuse("invalid", { fields: { file: "required" } });
  // What is wrong with the file stands at its own field, not above the form of the words.
  if (!changed.ok) {
    return await showItem(c, editor, story, { refusal: changed, ...(changed.fields && { problem: null }) });
  }
  leaveFlash(c, "success", "shop:flash.saved");
  return toPictures(c, story.id);
}

/** Asks before a picture is deleted: posts that show it would have a gap. */
async function askAboutPicture(c: AppContext, story: Story, token: string): Promise<Response> {
  const { t } = c.var.facts;
  const title = t("shop:stories.pictures");
  const own = adminStoriesPath(story.id);
  const view = (
    <AdminFrame title={title} back={{ path: own, label: t("shop:stories.change") }}>
      <ConfirmationQuestion
        path={`${own}/pictures`}
        cancel={own}
        submit={t("shop:remove")}
        fields={{ remove: token }}
      >
        <p>{t("shop:forGood")}</p>
      </ConfirmationQuestion>
    </AdminFrame>
  );
  return await answerPage(c, { title, robots: "noindex", view });
}

const toPictures = (c: AppContext, id: number): Response =>
  c.redirect(`${localHref(c.var.facts.prefix, adminStoriesPath(id))}#pictures`, 303);
