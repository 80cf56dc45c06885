/** A post or story in three languages as a form. */
import { Button } from "../../../../components/buttons.tsx";
import { Choices } from "../../../../components/choices.tsx";
import { SelectField } from "../../../../components/fields.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { gapOf, paragraphOf } from "../../../../i18n/locales.ts";
import {
  type Story,
  storySummaryLengthMax,
  storyTitleLengthMax,
  type StoryType,
  storyTypes,
  uploadedPicture,
} from "../../../../kv/writing/stories.ts";
import { storyPath } from "../../../discovery/stories.ts";
import { ActButton, type EditorForm, EditorFrame, InEachLanguage, MomentField } from "./editor_form.tsx";
import type { Texts } from "./shop_fields.tsx";
import { storyStateOf } from "./stories_view.tsx";
import { Pictures, Preview } from "./story_parts_view.tsx";

/** The type that a form names; a post if it names none. */
export const typeOf = (typed: Texts): StoryType => storyTypes.find((type) => type === typed.type) ?? "blog";

export function StoryForm(form: EditorForm<Story>) {
  const { t, locale, href } = usePage();
  const { item: story, typed, field, nowMs } = form;
  const state = story ? storyStateOf(story, nowMs) : null;
  const isDraft = state === null || state === "draft";
  return (
    <EditorFrame
      {...form}
      address={story?.id}
      lead={
        <>
          {paragraphOf(locale, [t("shop:stories.formLead"), state && t(`shop:stories.now.${state}`)])}
          {gapOf(locale)}
          {story && state === "published" && <a href={href(storyPath(story))}>{t("shop:stories.read")}</a>}
        </>
      }
      isWide
      before={typed.action === "preview" && <Preview typed={typed} />}
      after={story && <Pictures story={story} error={field("file").error} />}
    >
      <div class="shop__pair">
        <Choices
          legend={t("shop:stories.type")}
          name="type"
          type="radio"
          joined
          options={storyTypes.map((value) => ({ value, label: t(`shop:stories.of.${value}`) }))}
          chosen={[typeOf(typed)]}
        />
        <MomentField
          {...field("publishedAt")}
          label={t("shop:stories.publishedAt")}
          hint={t("shop:stories.publishedAtHint")}
        />
      </div>
      <InEachLanguage
        field={field}
        fields={[
          { name: "title", label: t("shop:field.title"), maxlength: storyTitleLengthMax },
          {
            name: "summary",
            label: t("shop:stories.summary"),
            maxlength: storySummaryLengthMax,
            isLong: true,
            rows: 2,
          },
          { name: "body", label: t("shop:stories.body"), hint: t("shop:stories.bodyHint"), isLong: true, rows: 14 },
        ]}
      />
      <HeadPicture {...form} />
      <p class="row">
        <Button type="submit" name="action" value="save">{t(isDraft ? "shop:stories.saveDraft" : "shop:save")}</Button>
        <Button type="submit" name="action" value="preview" tone="quiet">{t("shop:stories.preview")}</Button>
        {isDraft
          ? <Button type="submit" name="action" value="publish" tone="seal">{t("shop:stories.publish")}</Button>
          : <Button type="submit" name="action" value="withdraw" tone="quiet">{t("shop:stories.withdraw")}</Button>}
        {state === "draft" && (story?.uploads ?? []).length === 0 && (
          <ActButton action="remove">{t("shop:remove")}</ActButton>
        )}
      </p>
    </EditorFrame>
  );
}

/** Chooses the picture at the head of the story: its drawing, one that was uploaded, or none. */
function HeadPicture({ item: story, typed: { picture }, field }: EditorForm<Story>) {
  const { t } = usePage();
  const uploads = (story?.uploads ?? []).map((token, at) => ({
    value: uploadedPicture + token,
    label: t("shop:stories.picture", { number: at + 1 }),
  }));
  const drawing = picture && !picture.startsWith(uploadedPicture)
    ? [{ value: picture, label: t("shop:stories.drawing", { name: picture }) }]
    : [];
  const options = [...drawing, ...uploads];
  if (options.length === 0) return null;
  return (
    <SelectField
      {...field("picture")}
      label={t("shop:stories.headPicture")}
      emptyLabel={t("shop:stories.noPicture")}
      options={options}
    />
  );
}
