/** The part of a person's page with the texts that others see, each with the way to take it down. */
import { ButtonLink } from "../../../../components/buttons.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { lady, type User } from "../../../../kv/accounts/users.ts";
import { nameOfText, type ShownText } from "../../../../kv/vetting/shown_texts.ts";
import { wordsAboutHer } from "../../../account/words_about_her.ts";
import { langOf } from "../../../ladies/word_languages.ts";
import { textLabel } from "../../../safety/text_labels.ts";
import { textTakedownPath } from "../paths.ts";
import { Section } from "./section.tsx";

interface UserTextsProps {
  user: User;
  texts: ShownText[];
  mayTakeDown: boolean;
}

export function UserTexts({ user, texts, mayTakeDown }: UserTextsProps) {
  const { t, href, locale } = usePage();
  const label = user.groupId === lady ? wordsAboutHer(t) : t;
  return (
    <Section id="texts" title={t("admin:user.texts")}>
      <ul class="admin__writings">
        {texts.map((text) => {
          const name = nameOfText(text);
          return (
            <li key={name}>
              <span class="small soft">{textLabel(label, text.kind)}</span>
              <span class="admin__words" lang={langOf(locale, text.words)}>{text.words}</span>
              {mayTakeDown && (
                <span>
                  <ButtonLink href={href(textTakedownPath(user.id, name))} tone="quiet" small>
                    {t("admin:takedown.submit")}
                  </ButtonLink>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
