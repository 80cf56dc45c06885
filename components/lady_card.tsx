/** A lady in a list: picture, name, age, place, presence and her own line. The whole card is one link. */
import type { ComponentChildren } from "preact";
import { hasLongPart } from "../i18n/typesetting.ts";
import { classNames } from "./class_names.ts";
import { Icon } from "./icon.tsx";
import { usePage } from "./page_context.ts";

export interface LadyCardView {
  id: number;
  href: string;
  name: string;
  age: number;
  place: string;
  /** Her city, or her country if she names no city. */
  city: string;
  /** Her own line; empty if she has none. */
  quote: string;
  /** The language of her line, if it is not the page's. */
  quoteLang?: string;
  isVerified: boolean;
  /** 640 × 800 and 320 × 400. */
  portrait: { src: string; src320: string };
  isOnline: boolean;
  isNew: boolean;
  onlineLabel: string;
  newLabel: string;
  /** A line under her place, e.g. the date of her birthday. */
  note?: string;
}

interface LadyCardProps {
  lady: LadyCardView;
  /** For cards on the first screen: their pictures load at once. */
  eager?: boolean;
  /** How wide the picture is shown; the default fits a list of four. */
  sizes?: string;
  heading?: "h2" | "h3" | "h4";
  /** Only for the gallery of routes/pages/dev; on pages routes/cache/favourite_marks.ts fills in the viewer's hearts. */
  isKept?: boolean;
  /** Stands below her place: further actions. */
  children?: ComponentChildren;
}

const listSizes = "(width >= 64rem) 22vw, (width >= 40rem) 30vw, 43vw";

/** A list item; stands inside `Cards`. */
export function LadyCard(
  { lady, eager, sizes = listSizes, heading: Heading = "h3", isKept, children }: LadyCardProps,
) {
  return (
    <li class="card">
      <div class="picture">
        <img
          src={lady.portrait.src}
          srcset={`${lady.portrait.src320} 320w, ${lady.portrait.src} 640w`}
          sizes={sizes}
          alt=""
          width={640}
          height={800}
          loading={eager ? "eager" : "lazy"}
          fetchpriority={eager ? "high" : undefined}
          decoding="async"
        />
        {lady.isNew && <span class="mark">{lady.newLabel}</span>}
      </div>
      <div class="text">
        <Heading class="name">
          <a class="whole" href={lady.href}>{lady.name}</a> <span class="age">{lady.age}</span>
          <PresenceDot lady={lady} />
        </Heading>
        <p class="place">
          {lady.place}
          {lady.isVerified && (
            <>
              {"\u00a0"}
              <VerifiedSeal />
            </>
          )}
        </p>
        {lady.quote && <p class="says" lang={lady.quoteLang}>{lady.quote}</p>}
        {lady.note && <p class="note">{lady.note}</p>}
      </div>
      <KeepButton ladyId={lady.id} name={lady.name} isKept={isKept} />
      {children}
    </li>
  );
}

interface LadyLineProps {
  lady: LadyCardView;
  heading?: "h2" | "h3";
}

/** A lady in a list of quotes: her own line is the link, her picture is small. Stands inside `Lines`. */
export function LadyLine({ lady, heading: Heading = "h3" }: LadyLineProps) {
  const { t } = usePage();
  const { name, age, city, quote } = lady;
  return (
    <li>
      <img src={lady.portrait.src320} alt="" width={320} height={400} loading="lazy" decoding="async" />
      <div>
        <Heading class={classNames("says", hasLongPart(quote) && "says--long")} lang={lady.quoteLang}>
          <a class="whole" href={lady.href}>{quote || name}</a>
        </Heading>
        <p class="by">
          {t("search:look.by", { name, age, city })}
          {lady.isVerified && (
            <>
              {"\u00a0"}
              <VerifiedSeal />
            </>
          )} <PresenceDot lady={lady} />
        </p>
        {lady.note && <p class="note">{lady.note}</p>}
      </div>
      <KeepButton ladyId={lady.id} name={name} />
    </li>
  );
}

export const Lines = ({ children }: { children: ComponentChildren }) => <ul class="lines">{children}</ul>;

/** The sign that an admin has verified who she is (kv/vetting/verifications.ts). */
export function VerifiedSeal() {
  const { t } = usePage();
  return <Icon name="verified" label={t("common:verified")} />;
}

/** A dot if she is online; nothing if she is not. */
const PresenceDot = ({ lady: { isOnline, onlineLabel } }: { lady: LadyCardView }) =>
  isOnline && (
    <span class="dot dot--on">
      <span class="visually-hidden">{onlineLabel}</span>
    </span>
  );

interface CardsProps {
  children: ComponentChildren;
  /** A row that scrolls sideways on a phone. */
  strip?: boolean;
  /** Six small cards in a row if there is room. */
  six?: boolean;
  label?: string;
}

export function Cards({ children, strip, six, label }: CardsProps) {
  return (
    <ul class={classNames("cards", six && "cards--6", strip && "cards--strip")} aria-label={label}>
      {children}
    </ul>
  );
}

/** The id of the one form that all favourite buttons of a page submit; it stands in the frame. */
export const keepFormId = "keep";

/** The id of a lady's heart: to it a page leads back that was left by pressing it. */
export const heartAnchor = (ladyId: number): string => `${keepFormId}-${ladyId}`;

interface KeepProps {
  ladyId: number;
  name: string;
  isKept?: boolean;
}

/** The heart on a card's corner. */
const KeepButton = (props: KeepProps) => <Heart {...props} look="keep" />;

/** The heart among other buttons. */
export const KeepIconButton = (props: KeepProps) => <Heart {...props} look="keeping btn btn--quiet btn--icon" />;

/**
 * A heart is rendered empty, the same for everybody. routes/cache/favourite_marks.ts fills it in for the viewer and relies
 * on the order of these attributes.
 */
function Heart({ ladyId, name, isKept, look }: KeepProps & { look: string }) {
  const { t } = usePage();
  return (
    <button
      class={look}
      id={heartAnchor(ladyId)}
      form={keepFormId}
      name={isKept ? "drop" : "keep"}
      value={ladyId}
      aria-pressed={isKept ? "true" : "false"}
      aria-label={t("favorites:keep", { name })}
    >
      <Icon name="heart" />
    </button>
  );
}

/** The heart with its words. */
export function KeepWordsButton({ ladyId }: { ladyId: number }) {
  const { t } = usePage();
  return (
    <button
      class="keeping btn btn--plain"
      id={heartAnchor(ladyId)}
      form={keepFormId}
      name="keep"
      value={ladyId}
      aria-pressed="false"
    >
      <Icon name="heart" />
      <span class="off">{t("profile:keep")}</span>
      <span class="on">{t("favorites:kept")}</span>
    </button>
  );
}
