/** All posts and stories as a list, the one that was changed last first. */
import { ButtonLink } from "../../../../components/buttons.tsx";
import { Mark } from "../../../../components/marks.tsx";
import { Pages } from "../../../../components/navigation.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { StackedTable } from "../../../../components/stacked_table.tsx";
import { Empty } from "../../../../components/states.tsx";
import { type WordLocale, wordLocaleOf, wordLocales } from "../../../../kv/ladies/record.ts";
import type { Story } from "../../../../kv/writing/stories.ts";
import { useTypedDate } from "./shop_fields.tsx";

export const storiesPath = "/admin/stories";
export const adminStoriesPath = (id: number): string => `${storiesPath}/${id}`;

export type StoryState = "draft" | "planned" | "published";

export const storyStateOf = (story: Pick<Story, "isDraft" | "publishedAt">, nowMs: number): StoryState =>
  story.isDraft ? "draft" : story.publishedAt > nowMs ? "planned" : "published";

/** A draft may have a title in one language only. */
const titleOf = (story: Story, locale: WordLocale): string =>
  story.heads[locale].title || wordLocales.map((each) => story.heads[each].title).find(Boolean) || `${story.id}`;

interface StoriesProps {
  stories: Story[];
  nowMs: number;
  page: number;
  lastPage: number;
}

/** A link to the form of a new one for each type. */
export function NewStoryLinks() {
  const { t, href } = usePage();
  return (
    <p class="row">
      <ButtonLink href={href(`${storiesPath}/new?type=blog`)}>{t("shop:stories.newPost")}</ButtonLink>
      <ButtonLink href={href(`${storiesPath}/new?type=story`)} tone="quiet">{t("shop:stories.newStory")}</ButtonLink>
    </p>
  );
}

export function Stories({ stories, nowMs, page, lastPage }: StoriesProps) {
  const { t, href, locale } = usePage();
  const date = useTypedDate();
  return (
    <>
      {stories.length === 0 ? <Empty title={t("shop:stories.none")} /> : (
        <StackedTable
          caption={t("shop:stories.title")}
          columns={[
            t("shop:field.title"),
            ...["type", "publishedAt", "state"].map((name) => t(`shop:stories.${name}`)),
          ]}
        >
          {stories.map((story) => {
            const state = storyStateOf(story, nowMs);
            return (
              <tr key={story.id} role="row">
                <th scope="row" role="rowheader">
                  <a href={href(adminStoriesPath(story.id))}>{titleOf(story, wordLocaleOf(locale))}</a>
                </th>
                <td role="cell">{t(`shop:stories.of.${story.type}`)}</td>
                <td role="cell" class={state === "draft" ? "none" : undefined}>
                  {state === "draft" ? "–" : (
                    <time datetime={new Date(story.publishedAt).toISOString()}>
                      {date(story.publishedAt, "moment")}
                    </time>
                  )}
                </td>
                <td role="cell">
                  <Mark tone={state === "published" ? "ink" : "seal"}>{t(`shop:stories.states.${state}`)}</Mark>
                </td>
              </tr>
            );
          })}
        </StackedTable>
      )}
      <Pages
        label={t("shop:stories.pages")}
        current={page}
        last={lastPage}
        hrefOf={(wanted) => href(storiesPath) + (wanted > 1 ? `?page=${wanted}` : "")}
        previousLabel={t("shop:stories.newer")}
        nextLabel={t("shop:stories.older")}
        pageLabel={(number) => t("shop:stories.page", { page: number })}
      />
    </>
  );
}
