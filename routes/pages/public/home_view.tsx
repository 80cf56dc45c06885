/** The home page: a cover for guests, for a man his desk; below it who is here, who is new, what things cost. */
import type { ComponentChild } from "preact";
import { ButtonLink } from "../../../components/buttons.tsx";
import type { LadyCardView } from "../../../components/lady_card.tsx";
import { usePage } from "../../../components/page_context.ts";
import { SealV, SealZh } from "../../../components/seals.tsx";
import { type ActPrices, signUpBonusCredits } from "../../../kv/credits/prices/prices.ts";
import { Asked, type Feature, Journal, type JournalLine, Newest, OnlineNow, Prices } from "./home_sections.tsx";
import { isChinese } from "../../../i18n/locales.ts";

export interface HomeViewProps {
  /** Stands in place of the cover; null for guests and staff. */
  head: ComponentChild;
  /** At most six for guests, twelve for men; newest presence first. */
  online: LadyCardView[];
  onlineCount: number;
  /** Four beside a feature, six without one. */
  newest: LadyCardView[];
  newCount: number;
  feature: Feature | null;
  coverPortrait: { src: string; src320: string };
  /** What each act costs, in credits. */
  acts: ActPrices;
  /** Cheapest and dearest credit of all packages, in integer cents. */
  creditCents: { from: number; to: number; currency: string };
  allGirlsPath: string;
  journal: readonly JournalLine[];
  nowMs: number;
}

export function HomeView(props: HomeViewProps) {
  const { viewer } = usePage();
  return (
    <>
      {props.head ?? <Cover {...props} />}
      <OnlineNow ladies={props.online} count={props.onlineCount} allGirlsPath={props.allGirlsPath} />
      {!viewer && <Prices acts={props.acts} creditCents={props.creditCents} />}
      <Newest ladies={props.newest} count={props.newCount} feature={props.feature} />
      {viewer
        ? <Prices acts={props.acts} creditCents={props.creditCents} />
        : <Asked acts={props.acts} portrait={props.coverPortrait} nowMs={props.nowMs} />}
      <Journal lines={props.journal} />
    </>
  );
}

/** How wide the portrait is shown, as its grid columns make it. */
const coverSizes = "(width >= 64rem) 32vw, (width >= 44rem) 41vw, (width >= 40rem) 27rem, 76vw";

function Cover({ coverPortrait: portrait, allGirlsPath, acts }: HomeViewProps) {
  const { t, href, viewer, locale } = usePage();
  const isInChinese = isChinese(locale);
  const letters = Math.floor(signUpBonusCredits / acts.sendLetter);
  return (
    <section class={isInChinese ? "wrap cover cover--zh" : "wrap cover"}>
      <div class="words">
        <h1>
          {t("home:cover.headline")}
          {isInChinese ? "" : " "}
          <em>{t("home:cover.turn")}</em>
        </h1>
        <div>
          <p class="lead">{t("home:cover.lead")}</p>
          <p class="actions">
            {viewer ? <ButtonLink href={href(allGirlsPath)}>{t("home:cover.lookAll")}</ButtonLink> : (
              <>
                <ButtonLink href={href("/auth/sign-up")}>{t("home:cover.join")}</ButtonLink>
                <ButtonLink href={href("/search")} tone="quiet">{t("home:cover.look")}</ButtonLink>
              </>
            )}
          </p>
          {!viewer && (
            <p class="fine">
              {t(letters > 0 ? "home:cover.fineLetters" : "home:cover.fine", {
                credits: t("common:credits", { count: signUpBonusCredits }),
                count: letters,
              })}
              <br />
              <a class="roomy" href={href("/auth/sign-up?as=lady")}>{t("home:cover.ladies")}</a>
            </p>
          )}
        </div>
      </div>
      <figure class="desk">
        <div class="portrait">
          <img
            src={portrait.src}
            srcset={`${portrait.src320} 320w, ${portrait.src} 640w`}
            sizes={coverSizes}
            alt={t("home:cover.portraitAlt")}
            width={640}
            height={800}
            fetchpriority="high"
          />
        </div>
        <div class="letter">
          <div class="letter__text" lang={t("home:cover.originalLanguage")}>
            <p>{t("home:cover.original")}</p>
          </div>
          <div class="letter__text">
            <p>{t("home:cover.translation")}</p>
            <p class="sign">{t("home:cover.sign")}</p>
          </div>
          {isInChinese ? <SealZh /> : <SealV />}
        </div>
        <figcaption>{t("home:cover.caption")}</figcaption>
      </figure>
    </section>
  );
}
