/** A lady's page: her pictures, who she is, what one may do and what it costs, her own words, others to write to. */
import type { ComponentChildren } from "preact";
import { Button, ButtonLink, PricedLink } from "../../../components/buttons.tsx";
import { Icon } from "../../../components/icon.tsx";
import { Cards, KeepWordsButton, LadyCard } from "../../../components/lady_card.tsx";
import { Presence } from "../../../components/marks.tsx";
import { usePage } from "../../../components/page_context.ts";
import { SectionHead } from "../../../components/section_head.tsx";
import PictureViewer from "../../../islands/picture_viewer/island.tsx";
import { langOf } from "../../ladies/word_languages.ts";
import { ReportLink, SafetyLinks } from "../safety/links.tsx";
import { Facts } from "./facts_view.tsx";
import { Gallery } from "./profile_gallery.tsx";
import type { ProfileViewProps } from "./profile_props.ts";
import { Story } from "./profile_story.tsx";
import { VerifiedMark } from "./verified_mark.tsx";
import { Videos } from "./videos/videos_view.tsx";
import { isChinese, paragraphOf } from "../../../i18n/locales.ts";

/** `children` stand before the pictures. */
export function ProfileView({ children, ...props }: ProfileViewProps & { children?: ComponentChildren }) {
  return (
    <article class="wrap">
      <div class="profile">
        {children}
        <Gallery name={props.firstname} photos={props.photos} photoCount={props.photoCount} />
        <Who {...props} />
      </div>
      <Story {...props} withheldPhotos={props.photoCount - props.photos.length} hasVideos={props.videos !== null} />
      {props.videos && <Videos {...props.videos} />}
      <Similar similar={props.similar} ofCountry={props.ofCountry} />
      {props.photos.length > 0 && <PictureViewer ofProfile />}
    </article>
  );
}

function Who(props: ProfileViewProps) {
  const { t, locale } = usePage();
  const { firstname, age, place, id, isOnline, quote, facts } = props;
  return (
    <div class="who">
      <div class="line">
        <Presence isOnline={isOnline} label={t(isOnline ? "common:onlineNow" : "profile:offline")} />
        <span class="folio">{t("profile:number", { id })}</span>
      </div>
      <div>
        <h1>
          {firstname}
          {isChinese(locale) ? " " : ", "}
          <span class="age">{t("profile:age", { age })}</span>
        </h1>
        <p class="place">{place}</p>
      </div>
      <VerifiedMark {...props.assurance} />
      {quote && <blockquote lang={langOf(locale, quote)}>{quote}</blockquote>}
      {props.actions && <Actions {...props} actions={props.actions} />}
      <Languages {...props} />
      <Facts facts={facts} />
      {props.isCorrespondent && (
        <div class="safety-links">
          <SafetyLinks id={id} name={firstname} from="profile" />
        </div>
      )}
      {props.isGuest && (
        <div class="safety-links">
          <ReportLink path={props.path} label={t("safety:link.reportLabel", { name: firstname })} />
        </div>
      )}
    </div>
  );
}

type Actions = NonNullable<ProfileViewProps["actions"]>;

/** What one may do, each with its price. Only the letter has the colour of wax: letters are what this site is for. */
function Actions({ actions, id, firstname }: { actions: Actions; id: number; firstname: string }) {
  const { t } = usePage();
  const { writeHref, chatHref, lettersHref, vote } = actions;
  return (
    <div class="do">
      <PricedLink
        href={writeHref}
        icon="pen"
        label={t("profile:write")}
        price={actions.prices.write}
      />
      <PricedLink
        href={chatHref}
        icon="chat"
        tone="quiet"
        label={t("profile:textChat")}
        price={actions.prices.text}
      />
      <PricedLink
        href={chatHref}
        icon="video"
        tone="quiet"
        label={t("profile:videoChat")}
        price={actions.prices.video}
      />
      <div class="free">
        <KeepWordsButton ladyId={id} />
        {vote && (vote.action === null
          ? (
            <p class="btn btn--plain voted">
              <Icon name="star" />
              {t("vote:yours")}
            </p>
          )
          : (
            <form method="post" action={vote.action}>
              <Button type="submit" tone="plain" icon="star" name="id" value={id}>{t("vote:giveHer")}</Button>
            </form>
          ))}
        {lettersHref && (
          <ButtonLink href={lettersHref} tone="plain" icon="envelope">
            {t("profile:yourLetters", { name: firstname })}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

function Languages(
  { languages, wantsTranslation, writeCredits, actions }: Pick<
    ProfileViewProps,
    "languages" | "wantsTranslation" | "writeCredits" | "actions"
  >,
) {
  const { t, locale } = usePage();
  const credits = t("common:credits", { count: writeCredits });
  const help = t(wantsTranslation ? "profile:translated" : "profile:helped", { credits });
  const reads = languages && t("profile:reads", { languages });
  return <p class="fine">{paragraphOf(locale, [reads, help, actions?.prices.note])}</p>;
}

const sixSizes = "(width >= 64rem) 14vw, (width >= 40rem) 30vw, 43vw";

function Similar({ similar, ofCountry }: Pick<ProfileViewProps, "similar" | "ofCountry">) {
  const { t } = usePage();
  if (similar.length === 0) return null;
  const { href, country, total } = ofCountry;
  return (
    <section class="section" aria-labelledby="similar">
      <SectionHead
        id="similar"
        title={t("profile:similar")}
        more={{ href, label: t("profile:allFrom", { n: total, country }) }}
      />
      <Cards six strip>
        {similar.map((lady) => <LadyCard key={lady.id} lady={lady} sizes={sixSizes} />)}
      </Cards>
    </section>
  );
}
