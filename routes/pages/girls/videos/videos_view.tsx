/** Her videos: the beginning of each for everybody, the whole for a man who has paid, and the price on the button. */
import { ButtonLink, PricedForm, PricedLink } from "../../../../components/buttons.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { SectionHead } from "../../../../components/section_head.tsx";
import { Notice } from "../../../../components/states.tsx";
import { langOf } from "../../../ladies/word_languages.ts";
import { languageNames, type Locale } from "../../../../i18n/locales.ts";

export interface VideoView {
  id: number;
  title: string;
  seconds: number;
  width: number;
  height: number;
  poster: string;
  source: { src: string; type: string };
  /** Whether the source is the whole video, or only its beginning. */
  isWhole: boolean;
  captions: { language: Locale; src: string; isDefault: boolean }[];
}

export interface Offer {
  /** In credits and in money. */
  price: string;
  /** The price in credits, which the form sends back. */
  quotedCredits: number;
  /** Where the form is sent, localised; null for guests, who sign in first. */
  action: string | null;
  signInHref: string;
  /** What remains afterwards, or what is missing. */
  fine: string;
  /** Stands in place of the button if he cannot pay: no browser goes back to the page that answers a form. */
  wayOut: { href: string; label: string } | null;
}

export interface VideosProps {
  videos: readonly VideoView[];
  /** Null for those who may only look. */
  offer: Offer | null;
  /** Why a video could not be paid for. */
  problem: { message: string; wayOut: { href: string; label: string } | null } | null;
}

export function Videos({ videos, offer, problem }: VideosProps) {
  const { t, locale } = usePage();
  return (
    <section class="section" aria-labelledby="videos">
      <SectionHead id="videos" title={t("videos:title")} />
      {problem && (
        <Notice tone="bad" role="alert">
          <p>{problem.message}</p>
          {problem.wayOut && (
            <p class="actions">
              <ButtonLink small href={problem.wayOut.href}>{problem.wayOut.label}</ButtonLink>
            </p>
          )}
        </Notice>
      )}
      <ul class="videos">
        {videos.map((video) => (
          <li key={video.id} id={`video-${video.id}`}>
            <Player {...video} />
            <div>
              <h3 lang={langOf(locale, video.title)}>{video.title}</h3>
              <p class="soft">{t(video.isWhole ? "videos:yours" : "videos:preview", { count: video.seconds })}</p>
              {!video.isWhole && offer && <Watch offer={offer} videoId={video.id} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Player({ title, width, height, poster, source, isWhole, captions }: VideoView) {
  const { t, locale } = usePage();
  return (
    <video
      controls
      playsInline
      preload={isWhole ? "metadata" : "none"}
      poster={poster}
      width={width}
      height={height}
      lang={langOf(locale, title)}
      aria-label={title}
    >
      <source src={source.src} type={source.type} />
      {captions.map(({ language, src, isDefault }) => (
        <track
          key={language}
          kind="captions"
          src={src}
          srclang={language}
          label={languageNames[language]}
          default={isDefault}
        />
      ))}
      {t("videos:noPlayer")}
    </video>
  );
}

function Watch({ offer, videoId }: { offer: Offer; videoId: number }) {
  const { t } = usePage();
  const { price, quotedCredits, action, signInHref, fine, wayOut } = offer;
  if (wayOut) {
    return (
      <>
        <p class="fine">{fine}</p>
        <ButtonLink small href={wayOut.href}>{wayOut.label}</ButtonLink>
      </>
    );
  }
  const look = { icon: "play", label: t("videos:watch"), price } as const;
  return (
    <>
      {action === null ? <PricedLink {...look} href={signInHref} data-opens="sign-in" /> : (
        <PricedForm
          {...look}
          action={action}
          fields={{ action: "watch", videoId: String(videoId), quotedCredits: String(quotedCredits) }}
        />
      )}
      <p class="fine">{fine}</p>
    </>
  );
}
