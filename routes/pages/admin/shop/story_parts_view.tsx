/** What stands around the form of a story: the preview, and its pictures. */
import { Button } from "../../../../components/buttons.tsx";
import { Field } from "../../../../components/fields.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { photoLimits } from "../../../../islands/photo_gallery/state.ts";
import SmallerFiles from "../../../../islands/smaller_files/island.tsx";
import { wordLocales } from "../../../../kv/ladies/record.ts";
import type { Story } from "../../../../kv/writing/stories.ts";
import { storyPicturesAtMost } from "../../../../kv/writing/story_pictures.ts";
import { renderMarkdown } from "../../../../services/markdown.ts";
import { uploadedAt } from "../../../discovery/stories.ts";
import { type Texts, wordsOf } from "./shop_fields.tsx";
import { adminStoriesPath } from "./stories_view.tsx";

/** How readers would see the story, before it is saved. */
export function Preview({ typed }: { typed: Texts }) {
  const { t, href } = usePage();
  const words = wordsOf(typed, ["title", "summary", "body"]);
  return (
    <section aria-labelledby="preview" class="shop__preview">
      <h2 id="preview">{t("shop:stories.previewTitle")}</h2>
      {wordLocales.map((locale) => (
        <details key={locale} open={locale === "en"}>
          <summary>{t(`admin:language.${locale}`)}</summary>
          <article lang={locale} class="article">
            <header>
              <h3>{words[locale].title}</h3>
              <p class="lead">{words[locale].summary}</p>
            </header>
            <div class="prose" dangerouslySetInnerHTML={{ __html: renderMarkdown(words[locale].body, href) }} />
          </article>
        </details>
      ))}
    </section>
  );
}

/** The pictures that were uploaded for the story, each with the line that puts it into the text. */
export function Pictures({ story, error }: { story: Story; error: string | null }) {
  const { t, href } = usePage();
  const uploads = story.uploads ?? [];
  const action = href(`${adminStoriesPath(story.id)}/pictures`);
  return (
    <section aria-labelledby="pictures">
      <h2 id="pictures">{t("shop:stories.pictures")}</h2>
      <p class="soft">{t("shop:stories.picturesLead")}</p>
      <ul class="shop__pictures">
        {uploads.map((token, at) => {
          const name = t("shop:stories.picture", { number: at + 1 });
          return (
            <li key={token}>
              <img src={uploadedAt(token).medium} alt={name} width={640} height={400} loading="lazy" />
              <code>{`![](${uploadedAt(token).full})`}</code>
              <form method="post" action={action}>
                <Button
                  type="submit"
                  small
                  tone="quiet"
                  name="remove"
                  value={token}
                  aria-label={`${t("shop:remove")}: ${name}`}
                >
                  {t("shop:remove")}
                </Button>
              </form>
            </li>
          );
        })}
      </ul>
      {uploads.length < storyPicturesAtMost && (
        <form class="shop__form" method="post" action={action} enctype="multipart/form-data">
          <Field
            id="file"
            type="file"
            name="file"
            label={t("shop:stories.file")}
            error={error}
            accept={photoLimits.types.join(",")}
            required
          />
          <SmallerFiles id="file" limits={photoLimits} />
          <p>
            <Button type="submit" tone="quiet">{t("shop:stories.upload")}</Button>
          </p>
        </form>
      )}
    </section>
  );
}
