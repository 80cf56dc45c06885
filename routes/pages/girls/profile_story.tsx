/** Her own words; beside them how she lives and, for guests, what only members see. */
import { ButtonLink } from "../../../components/buttons.tsx";
import { Icon } from "../../../components/icon.tsx";
import { Tag } from "../../../components/marks.tsx";
import { usePage } from "../../../components/page_context.ts";
import { OwnWords } from "../../ladies/own_words.tsx";
import { langOf } from "../../ladies/word_languages.ts";
import { Facts } from "./facts_view.tsx";
import { Original } from "./profile_original.tsx";
import type { Fact } from "./profile_facts.ts";
import type { ProfileViewProps } from "./profile_props.ts";

interface StoryProps
  extends
    Pick<ProfileViewProps, "about" | "idealPartner" | "interests" | "original" | "factsOfLife" | "isGuest" | "href"> {
  /** How many pictures the viewer does not see. */
  withheldPhotos: number;
  hasVideos: boolean;
}

export function Story({ about, idealPartner, interests, original, factsOfLife, isGuest, ...withheld }: StoryProps) {
  const { t, locale } = usePage();
  return (
    <div class="story section">
      <div>
        {about && <OwnWords title={t("profile:about")} text={about} />}
        {idealPartner && <OwnWords title={t("profile:ideal")} text={idealPartner} />}
        {interests.length > 0 && (
          <section>
            <h2>{t("attributes:field.interests")}</h2>
            <ul class="tags">
              {interests.map((interest) => (
                <li key={interest} lang={langOf(locale, interest)}>
                  <Tag>{interest}</Tag>
                </li>
              ))}
            </ul>
          </section>
        )}
        {original && <Original {...original} />}
      </div>
      <div>
        <More facts={factsOfLife} />
        {isGuest && <Withheld {...withheld} />}
      </div>
    </div>
  );
}

function More({ facts }: { facts: readonly Fact[] }) {
  const { t } = usePage();
  if (facts.length === 0) return null;
  return (
    <section>
      <h2>{t("profile:more")}</h2>
      <Facts facts={facts} />
    </section>
  );
}

function Withheld({ href, withheldPhotos, hasVideos }: Pick<StoryProps, "href" | "withheldPhotos" | "hasVideos">) {
  const { t, href: local } = usePage();
  const signIn = `${local("/auth/sign-in")}?next=${encodeURIComponent(href)}`;
  return (
    <section class="withheld" aria-labelledby="members">
      <h2 id="members">{t("profile:members.title")}</h2>
      <p class="soft">{t("profile:members.text")}</p>
      <ul>
        <li>
          <Icon name="pen" />
          {t("profile:members.company")}
        </li>
        <li>
          <Icon name="calendar" />
          {t("profile:members.birthday")}
        </li>
        {withheldPhotos > 0 && (
          <li>
            <Icon name="photo" />
            {t("profile:members.pictures", { count: withheldPhotos })}
          </li>
        )}
        {hasVideos && (
          <li>
            <Icon name="video" />
            {t("profile:members.videos")}
          </li>
        )}
      </ul>
      <p class="actions">
        <ButtonLink href={local("/auth/sign-up")}>{t("profile:members.join")}</ButtonLink>
        <ButtonLink href={signIn} tone="plain" data-opens="sign-in">{t("profile:members.logIn")}</ButtonLink>
      </p>
    </section>
  );
}
