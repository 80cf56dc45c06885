/** Taking down one text that others see, with what was made of it in other languages. */
import { usePage } from "../../../../components/page_context.ts";
import { languageName } from "../../../../i18n/languages.ts";
import { accountLocales } from "../../../../kv/accounts/languages.ts";
import { lady, type User } from "../../../../kv/accounts/users.ts";
import { nameOfText, type ShownText, shownTextsOf, textMark } from "../../../../kv/vetting/shown_texts.ts";
import { takeTextDown } from "../../../../kv/vetting/text_takedown.ts";
import { photosOf, shownPhoto } from "../../../../kv/vetting/photos.ts";
import type { LadyPhoto } from "../../../../kv/ladies/record.ts";
import type { AppContext } from "../../../http/env.ts";
import { wordsAboutHer } from "../../../account/words_about_her.ts";
import { langOf } from "../../../ladies/word_languages.ts";
import { textLabel } from "../../../safety/text_labels.ts";
import { textTakedownPath, usersPath } from "../paths.ts";
import { agencyReads, type Shown, takedownPageOf } from "./takedown.tsx";

/** A caption comes with its photo. */
type TextInPlace = ShownText & { photo: LadyPhoto | null };

export const textTakedownPage = takedownPageOf<TextInPlace>({
  path: `${usersPath}/:id/texts/:text`,
  name: "text",
  find,
  pathOf: (user, text) => textTakedownPath(user.id, nameOfText(text)),
  markOf: textMark,
  take: (store, wanted, text) => takeTextDown(store, { ...wanted, text: nameOfText(text) }),
  view: TextView,
  alsoWill: ({ user, thing: { kind } }) => [
    ...kind === "city" ? ["admin:takedown.text.willLeaveLetters"] : [],
    ...kind === "caption" ? [] : agencyReads(user),
  ],
});

async function find(c: AppContext, user: User): Promise<TextInPlace | null> {
  const { store } = c.var.deps;
  const text = (await shownTextsOf(store, user)).find((each) => nameOfText(each) === c.req.param("text"));
  if (!text) return null;
  const isCaption = text.kind === "caption";
  const photo = isCaption ? (await photosOf(store, user)).find(({ id }) => id === text.number) : undefined;
  return { ...text, photo: photo ? shownPhoto(user.id, photo) : null };
}

function TextView({ user, thing: { kind, words, translations, photo } }: Shown<TextInPlace>) {
  const { t, locale } = usePage();
  const translated = accountLocales.flatMap((each) => {
    const text = translations[each];
    return text === undefined ? [] : [{ locale: each, text }];
  });
  return (
    <>
      {photo && (
        <img
          class="admin__big"
          src={photo.sizes.large ?? photo.path}
          alt={t("admin:approvals.photoOf", { name: user.firstname })}
        />
      )}
      <dl class="admin__facts admin__facts--texts">
        <div>
          <dt>{textLabel(user.groupId === lady ? wordsAboutHer(t) : t, kind)}</dt>
          <dd class="admin__words" lang={langOf(locale, words)}>{words}</dd>
        </div>
        {translated.map(({ locale: language, text }) => (
          <div key={language}>
            <dt>{languageName(locale, language)}</dt>
            <dd class="admin__words" lang={language}>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
