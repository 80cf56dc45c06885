/** A post or story in three languages as a form. */
import { Button } from "../../../../components/buttons.tsx";
import { Choices } from "../../../../components/choices.tsx";
import { Field, SelectField } from "../../../../components/fields.tsx";
import { usePage } from "../../../../components/page_context.ts";
import type { WordLocale } from "../../../../kv/ladies/record.ts";
import {
  type Story,
  storySummaryLengthMax,
  storyTitleLengthMax,
  storyTypes,
  uploadedPicture,
} from "../../../../kv/writing/stories.ts";
import { storyPath } from "../../../discovery/stories.ts";
import { ConfirmationProblem } from "../confirmation.tsx";
import { AdminFrame } from "../frame.tsx";
import { faultOf, InEachLanguage, WordsField } from "./shop_fields.tsx";
import { adminStoriesPath, storiesPath, storyStateOf } from "./stories_view.tsx";
import { Pictures, Preview, type TypedStory } from "./story_parts_view.tsx";

interface StoryFormProps {
  title: string;
  typed: TypedStory;
  nowMs: number;
  story?: Story | null;
  faults?: Record<string, string>;
  problem?: string;
  preview?: Record<WordLocale, string>;
}

export function StoryFormView({ title, typed, nowMs, story, faults = {}, problem, preview }: StoryFormProps) {
  const { t, href } = usePage();
  const state = story ? storyStateOf(story, nowMs) : null;
  return (
    <AdminFrame
      title={title}
      lead={
        <>
          {t("shop:stories.formLead")} {state && t(`shop:stories.now.${state}`)}{" "}
          {story && state === "published" && <a href={href(storyPath(story))}>{t("shop:stories.read")}</a>}
        </>
      }
      back={{ path: storiesPath, label: t("shop:stories.title") }}
    >
      {preview && <Preview typed={typed} html={preview} />}
      <form
        class="shop__form shop__form--wide"
        method="post"
        action={href(story ? adminStoriesPath(story.id) : `${storiesPath}/new`)}
      >
        <ConfirmationProblem message={problem ?? null} />
        <input type="hidden" name="seenChangedAt" value={typed.seenChangedAt} />
        <div class="shop__pair">
          <Choices
            legend={t("shop:stories.type")}
            name="type"
            type="radio"
            joined
            options={storyTypes.map((value) => ({ value, label: t(`shop:stories.of.${value}`) }))}
            chosen={[typed.type]}
          />
          <Field
            id="publishedAt"
            name="publishedAt"
            type="datetime-local"
            label={t("shop:stories.publishedAt")}
            hint={t("shop:stories.publishedAtHint")}
            value={typed.publishedAt}
            error={faultOf(t, faults, "publishedAt")}
          />
        </div>
        <InEachLanguage fieldsOf={(locale) => <Words locale={locale} typed={typed} faults={faults} />} />
        <HeadPicture typed={typed} story={story ?? null} error={faultOf(t, faults, "picture")} />
        <p class="row">
          <Button type="submit" name="action" value="save">
            {t(state === null || state === "draft" ? "shop:stories.saveDraft" : "shop:save")}
          </Button>
          <Button type="submit" name="action" value="preview" tone="quiet">{t("shop:stories.preview")}</Button>
          {(state === null || state === "draft") && (
            <Button type="submit" name="action" value="publish" tone="seal">{t("shop:stories.publish")}</Button>
          )}
          {state !== null && state !== "draft" && (
            <Button type="submit" name="action" value="withdraw" tone="quiet">{t("shop:stories.withdraw")}</Button>
          )}
          {state === "draft" && (story?.uploads ?? []).length === 0 && (
            <Button type="submit" name="action" value="remove" tone="quiet" formnovalidate>{t("shop:remove")}</Button>
          )}
        </p>
      </form>
      {story && <Pictures story={story} error={faultOf(t, faults, "file")} />}
    </AdminFrame>
  );
}

function Words({ locale, typed, faults }: { locale: WordLocale } & Required<Pick<StoryFormProps, "typed" | "faults">>) {
  const { t } = usePage();
  const words = typed.words[locale];
  return (
    <>
      <WordsField
        locale={locale}
        name="title"
        label={t("shop:field.title")}
        value={words.title}
        faults={faults}
        most={storyTitleLengthMax}
      />
      <WordsField
        locale={locale}
        name="summary"
        label={t("shop:stories.summary")}
        value={words.summary}
        faults={faults}
        most={storySummaryLengthMax}
        isLong
        rows={2}
      />
      <WordsField
        locale={locale}
        name="body"
        label={t("shop:stories.body")}
        hint={t("shop:stories.bodyHint")}
        value={words.body}
        faults={faults}
        isLong
        rows={14}
      />
    </>
  );
}

/** Which picture stands above it: the one it has, one that was uploaded, or none. */
function HeadPicture({ typed, story, error }: { typed: TypedStory; story: Story | null; error: string | null }) {
  const { t } = usePage();
  const uploads = (story?.uploads ?? []).map((token, at) => ({
    value: uploadedPicture + token,
    label: t("shop:stories.picture", { number: at + 1 }),
  }));
  const drawing = typed.picture && !typed.picture.startsWith(uploadedPicture)
    ? [{ value: typed.picture, label: t("shop:stories.drawing", { name: typed.picture }) }]
    : [];
  const options = [...drawing, ...uploads];
  if (options.length === 0) return null;
  return (
    <SelectField
      id="picture"
      name="picture"
      label={t("shop:stories.headPicture")}
      emptyLabel={t("shop:stories.noPicture")}
      options={options}
      value={typed.picture}
      error={error}
    />
  );
}
