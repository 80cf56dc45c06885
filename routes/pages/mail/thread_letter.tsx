/** One letter of a thread as its reader may see it: a sheet, or a sealed envelope with the form that opens it. */
import { letterAnchor } from "../../letters/sides.ts";
import { translatorAnchor, translatorsPath } from "../../letters/translators_path.ts";
import { AskedTranslation } from "./asked_translation.tsx";
import type { Translate } from "../../../i18n/translate.ts";
import { isChinese, type Locale, paragraphOf } from "../../../i18n/locales.ts";
import type { ComponentChildren } from "preact";
import { hintOf } from "../../../chat/shared/hints.ts";
import { ButtonLink, PricedForm } from "../../../components/buttons.tsx";
import { Envelope } from "../../../components/envelope.tsx";
import {
  type Enclosure,
  LetterSheet,
  type LetterSide,
  type LetterTranslation,
} from "../../../components/letter_sheet.tsx";
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import { Rich } from "../../../components/rich.tsx";
import { dayFor } from "../../../i18n/format.ts";
import { shownCity } from "../../../kv/ladies/cities.ts";
import { type Letter, type LetterText, sendingPriceOf } from "../../../kv/letters/letter.ts";
import { letterFilePath } from "../../files/letter_files.ts";
import { languageName } from "../../../i18n/languages.ts";
import { HintLine } from "../safety/links.tsx";
import { AdminReadings } from "./admin_readings.tsx";
import { LetterTools, type Tools } from "./letter_tools.tsx";
import type { Partner } from "./partners.ts";
import { translatedBy, useColophon, useMoments } from "./provenance.tsx";
import type { ThreadLetter } from "./thread.ts";

/** Tells how this reader can open a sealed letter. */
export type Opening = (letter: Letter) => OpeningWay;

interface OpeningWay {
  action: string;
  price: string;
  /** What remains afterwards, or what is missing. */
  fine: string;
  /** Stands in place of the button if he cannot pay. */
  wayOut: { href: string; label: string } | null;
}

export interface ThreadLetterProps {
  item: ThreadLetter;
  partner: Partner;
  /** Null in a lady's mailbox, where no letter is sealed and nothing has a price. */
  opening: Opening | null;
  tools: Tools;
  /** Whether the letter was opened just before this page. */
  isJustOpened: boolean;
}

export function ThreadLetterView({ item, partner, opening, tools, isJustOpened }: ThreadLetterProps) {
  const { text } = item;
  if (text) {
    return (
      <OpenLetter
        item={item}
        text={text}
        partner={partner}
        hasPrices={opening !== null}
        tools={tools}
        isJustOpened={isJustOpened}
      />
    );
  }
  return (
    <>
      <SealedLetter item={item} partner={partner} opening={opening} tools={tools} />
      <AdminReadings letter={item.letter} />
    </>
  );
}

type SealedLetterProps = Omit<ThreadLetterProps, "isJustOpened">;

function SealedLetter({ item, partner, opening, tools }: SealedLetterProps) {
  const { t, locale } = usePage();
  const date = useDate();
  const { letter } = item;
  const cameAt = letter.deliveredAt ?? letter.sentAt;
  const way = opening?.(letter);
  return (
    <Envelope
      id={letterAnchor(letter.id)}
      title={t("mail:sealed.title", { name: partner.name })}
      about={
        <time datetime={new Date(cameAt).toISOString()}>
          {t("mail:sealed.arrived", { date: date(cameAt) })}
        </time>
      }
      language={languageOnSeal(t, locale, item)}
      fine={way?.fine}
      more={<LetterTools item={item} partner={partner} tools={tools} />}
    >
      {way &&
        (way.wayOut ? <ButtonLink href={way.wayOut.href}>{way.wayOut.label}</ButtonLink> : (
          <PricedForm
            action={way.action}
            fields={{ action: "open", letterId: String(letter.id) }}
            label={t("mail:sealed.break")}
            price={way.price}
          />
        ))}
    </Envelope>
  );
}

/** What is told of a sealed letter before it is paid for: its language, and whether it has a translation. */
function languageOnSeal(t: Translate, locale: Locale, { letter, language, isReadable }: ThreadLetter): string {
  const { translatedInto } = letter;
  const written = languageName(locale, language);
  return paragraphOf(locale, [
    written && t("translation:seal.language", { language: written }),
    translatedInto
      ? t("translation:seal.translated", { language: languageName(locale, translatedInto) })
      : !isReadable && t("translation:seal.none"),
  ]);
}

interface OpenLetterProps {
  item: ThreadLetter;
  text: LetterText;
  partner: Partner;
  hasPrices: boolean;
  tools: Tools;
  isJustOpened: boolean;
}

function OpenLetter({ item, text, partner, hasPrices, tools, isJustOpened }: OpenLetterProps) {
  const { t, locale, zone } = usePage();
  const date = useDate();
  const { letter, isMine, isNew } = item;
  const held = isMine ? letter.translationState : undefined;
  const mark = isNew
    ? t("mail:sheet.new")
    : held === "waiting" || held === "returned"
    ? t(`translation:author.${held === "waiting" ? "held" : "returned"}Short`)
    : undefined;
  const town = letter.place ? shownCity(letter.place.city, letter.place.countryId, locale) : null;
  return (
    <LetterSheet
      id={letterAnchor(letter.id)}
      from={<Rich text={t(isMine ? "mail:sheet.mine" : "mail:sheet.theirs", { name: partner.name })} />}
      date={{
        iso: new Date(letter.sentAt).toISOString(),
        text: date(letter.sentAt),
        place: town ? t("mail:sheet.place", { town }) : "",
      }}
      postmark={{
        id: letter.id,
        town,
        day: date(letter.sentAt, "short"),
        year: dayFor({ zone }, letter.sentAt).slice(0, 4),
      }}
      mark={mark}
      original={useOriginal(item, text)}
      translation={useTranslation(item, text)}
      enclosures={useEnclosures(item, partner)}
      seal={isChinese(locale) ? "zh" : "v"}
      isJustOpened={isJustOpened}
      notes={
        <>
          {!isMine && <HintLine hint={hintOf([text.body, text.translation?.body].join("\n"))} />}
          {useWait(item, partner, hasPrices)}
          <AskedTranslation item={item} text={text} partner={partner} action={tools.action} />
          <AdminReadings letter={letter} />
        </>
      }
      colophon={useColophon(item, partner, hasPrices)}
      more={<LetterTools item={item} partner={partner} tools={tools} moments={useMoments(item, text, hasPrices)} />}
    />
  );
}

function useOriginal({ letter, language }: ThreadLetter, text: LetterText): LetterSide {
  const { t, locale } = usePage();
  if (letter.erasedAt !== undefined) {
    return { lang: locale, body: t("ownData:erased.letter"), label: t("mail:sheet.original"), languageName: "" };
  }
  return {
    lang: language,
    body: text.body,
    label: t("mail:sheet.original"),
    languageName: languageName(locale, language),
  };
}

function useTranslation(
  { letter, translatorId }: ThreadLetter,
  { translation }: LetterText,
): LetterTranslation | null {
  const { t, locale, href } = usePage();
  const date = useDate();
  const { translationState, deliveredAt } = letter;
  const on = translationState === "done" && deliveredAt !== null ? date(deliveredAt) : null;
  return translation && {
    lang: translation.language,
    body: translation.body,
    label: t("mail:sheet.translation"),
    languageName: languageName(locale, translation.language),
    author: translatedBy(t, translation),
    authorHref: translatorId === null ? null : `${href(translatorsPath)}#${translatorAnchor(translatorId)}`,
    note: on ? t("translation:reader.on", { date: on }) : t("mail:sheet.fromOriginal"),
  };
}

function useEnclosures({ enclosures, isMine }: ThreadLetter, partner: Partner): Enclosure[] {
  const { t } = usePage();
  return enclosures.map(({ id, thumb }, at) => ({
    src: letterFilePath(id, "thumb"),
    width: thumb.width,
    height: thumb.height,
    href: letterFilePath(id, "full"),
    alt: t(isMine ? "mail:sheet.pictureMine" : "mail:sheet.picture", {
      n: at + 1,
      total: enclosures.length,
      name: partner.name,
    }),
  }));
}

/** What became of the translation: that the letter waits for it, was returned, or was delivered as it was written. */
function useWait({ letter, isMine }: ThreadLetter, { name }: Partner, hasPrices: boolean): ComponentChildren {
  const { t } = usePage();
  const date = useDate();
  const { translationState: state, sentAt, deliveredAt, returnReason, keptBack } = letter;
  const credits = t("common:credits", { count: sendingPriceOf(letter) });
  if (state === "untranslated" && deliveredAt !== null) {
    const values = { name, date: date(deliveredAt), credits };
    const words = isMine
      ? t(`translation:author.untranslated${hasPrices ? "Paid" : ""}`, values)
      : t(`translation:reader.untranslated${hasPrices ? "Free" : ""}`);
    return <span>{words}</span>;
  }
  if (!isMine) return null;
  if (state === "waiting") return <span>{t("translation:author.held", { date: date(sentAt) })}</span>;
  if (state !== "returned") return null;
  if (keptBack) {
    return (
      <div class="letter__return">
        <p>{t(`safety:keptBack.${keptBack}`)}</p>
        {hasPrices && <p>{t("safety:keptBack.paid", { credits })}</p>}
      </div>
    );
  }
  return (
    <div class="letter__return">
      <p>{t(`translation:author.returned${hasPrices ? "Paid" : ""}`, { credits })}</p>
      {returnReason && (
        <p>
          <strong>{t("translation:author.reason")}</strong>
          {returnReason}
        </p>
      )}
    </div>
  );
}
