/** One letter of a thread as its reader may see it: a sheet, or a sealed envelope with the form that opens it. */
import type { ComponentChildren } from "preact";
import { ButtonLink, PricedForm } from "../../../components/buttons.tsx";
import { Envelope } from "../../../components/envelope.tsx";
import {
  type Enclosure,
  LetterSheet,
  type LetterSide,
  type LetterTranslation,
} from "../../../components/letter_sheet.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Rich } from "../../../components/rich.tsx";
import { formatDate } from "../../../i18n/format.ts";
import type { LetterText } from "../../../kv/letters.ts";
import { letterFilePath } from "../../letter_files.ts";
import { languageName } from "./letter_words.ts";
import type { Partner } from "./partners.ts";
import { letterAnchor } from "./sides.ts";
import type { ThreadLetter } from "./thread.ts";

/** How a sealed letter can be opened by this reader. */
export interface Opening {
  action: string;
  price: string;
  /** What remains afterwards, or what is missing. */
  fine: string;
  /** In the place of the button where credits are missing. */
  topUp: { href: string; label: string } | null;
}

interface ThreadLetterProps {
  item: ThreadLetter;
  partner: Partner;
  /** Null at a lady's desk, where nothing is ever sealed and nothing costs. */
  opening: Opening | null;
}

export function ThreadLetterView({ item, partner, opening }: ThreadLetterProps) {
  const { text } = item;
  return text
    ? <OpenLetter item={item} text={text} partner={partner} hasPrices={opening !== null} />
    : <SealedLetter item={item} partner={partner} opening={opening} />;
}

function SealedLetter({ item: { letter }, partner, opening }: ThreadLetterProps) {
  const { t, locale } = usePage();
  return (
    <Envelope
      id={letterAnchor(letter.id)}
      title={t("mail:sealed.title", { name: partner.name })}
      about={
        <time datetime={new Date(letter.sentAt).toISOString()}>
          {t("mail:sealed.arrived", { date: formatDate(locale, letter.sentAt) })}
        </time>
      }
      fine={opening?.fine}
    >
      {opening &&
        (opening.topUp ? <ButtonLink href={opening.topUp.href}>{opening.topUp.label}</ButtonLink> : (
          <PricedForm
            action={opening.action}
            fields={{ action: "open", letterId: String(letter.id) }}
            label={t("mail:sealed.break")}
            price={opening.price}
          />
        ))}
    </Envelope>
  );
}

interface OpenLetterProps {
  item: ThreadLetter;
  text: LetterText;
  partner: Partner;
  hasPrices: boolean;
}

function OpenLetter({ item, text, partner, hasPrices }: OpenLetterProps) {
  const { t, locale } = usePage();
  const { letter, isMine, isNew } = item;
  const mark = isNew ? t("mail:sheet.new") : letter.paidAt !== null && hasPrices ? t("mail:sheet.opened") : undefined;
  return (
    <LetterSheet
      id={letterAnchor(letter.id)}
      isMine={isMine}
      from={<Rich text={t(isMine ? "mail:sheet.mine" : "mail:sheet.theirs", { name: partner.name })} />}
      date={{ iso: new Date(letter.sentAt).toISOString(), text: formatDate(locale, letter.sentAt) }}
      mark={mark}
      original={useOriginal(item, text)}
      translation={useTranslation(text)}
      enclosures={useEnclosures(item, partner)}
      seal={locale === "en" ? "v" : "zh"}
      footer={useFoot(item, hasPrices)}
    />
  );
}

function useOriginal({ language }: ThreadLetter, text: LetterText): LetterSide {
  const { t, locale } = usePage();
  return {
    lang: language,
    body: text.body,
    label: t("mail:sheet.original"),
    languageName: languageName(locale, language),
  };
}

function useTranslation({ translation }: LetterText): LetterTranslation | null {
  const { t, locale } = usePage();
  return translation && {
    lang: translation.language,
    body: translation.body,
    label: t("mail:sheet.translation"),
    languageName: languageName(locale, translation.language),
    author: t("mail:sheet.translatedBy", { name: translation.author }),
    note: t("mail:sheet.fromOriginal"),
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

/** What became of the letter, if anything can be told; what it cost stands only at a man's desk. */
function useFoot({ letter, isMine, enclosures }: ThreadLetter, hasPrices: boolean): ComponentChildren {
  const { t, locale } = usePage();
  const kind = letter.isIntroduction ? t(hasPrices ? "mail:sheet.introductionFree" : "mail:sheet.introduction") : null;
  const reading = isMine
    ? letter.readAt === null
      ? t("mail:sheet.notRead")
      : t("mail:sheet.readOn", { date: formatDate(locale, letter.readAt) })
    : null;
  const cost = hasPrices && letter.paidAt !== null
    ? t("mail:sheet.openedFor", {
      credits: t("common:credits", { count: letter.openingPriceCredits }),
      date: formatDate(locale, letter.paidAt),
    })
    : null;
  const enclosed = enclosures.length > 0 ? t("mail:sheet.enclosed", { count: enclosures.length }) : null;
  if (!kind && !reading && !cost && !enclosed) return null;
  return (
    <>
      {kind && <span>{kind}</span>}
      {enclosed && <span>{enclosed}</span>}
      {(reading ?? cost) && <span class="end faint">{reading ?? cost}</span>}
    </>
  );
}
