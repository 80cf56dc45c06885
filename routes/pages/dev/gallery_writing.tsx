/** The gallery's letters: sent, opened beside its translation, sealed, and one being written. */
import { PricedButton, PricedForm } from "../../../components/buttons.tsx";
import { Check } from "../../../components/choices.tsx";
import { Envelope } from "../../../components/envelope.tsx";
import { Icon } from "../../../components/icon.tsx";
import { LetterSheet } from "../../../components/letter_sheet.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Rich } from "../../../components/rich.tsx";
import { Part, type PartsProps } from "./gallery_part.tsx";
import { isChinese, paragraphOf } from "../../../i18n/locales.ts";

/** An original stays in its own language, whatever the language of the page. */
const russianLetter = `Дорогой Джеймс!

Старые программки я никогда не выбрасываю. Из них выходят закладки, а из самых маленьких обрезков дети в школе складывают птиц. Одна такая птица лежит в этом конверте; не расправляйте ей крылья.

Ваша Дарья`;

export function WritingParts({ prefix }: PartsProps) {
  const { t } = usePage();
  return (
    <>
      <Part name="letter">
        <div class="thread">
          <Letters prefix={prefix} />
        </div>
      </Part>
      <Part name="sealed">
        <Envelope
          id={`${prefix}-sealed`}
          title={t("gallery:sealed.title")}
          about={t("gallery:sealed.about")}
          fine={t("gallery:sealed.fine")}
        >
          <PricedForm action="#main" label={t("gallery:sealed.break")} price={t("gallery:price.five")} />
        </Envelope>
      </Part>
      <Part name="compose">
        <Compose prefix={prefix} />
      </Part>
    </>
  );
}

function Letters({ prefix }: PartsProps) {
  const { t, locale } = usePage();
  const date = { iso: "2026-03-14", text: t("gallery:letter.date") };
  const ours = { lang: locale, languageName: t("gallery:letter.language") };
  const enclosure = {
    src: "/static/images/portraits/daria-2.webp",
    width: 320,
    height: 400,
    href: `#${prefix}-enclosure`,
    alt: t("gallery:letter.enclosure"),
  };
  return (
    <>
      <LetterSheet
        id={`${prefix}-sent`}
        from={<Rich text={t("gallery:letter.yours")} />}
        date={date}
        original={{ ...ours, label: t("gallery:letter.original"), body: t("gallery:letter.reply") }}
        colophon={t("gallery:letter.readOn")}
      />
      <LetterSheet
        id={`${prefix}-opened`}
        from={<Rich text={t("gallery:letter.from")} />}
        date={date}
        original={{
          lang: "ru",
          label: t("gallery:letter.original"),
          languageName: t("gallery:letter.russian"),
          body: russianLetter,
        }}
        translation={{
          ...ours,
          label: t("gallery:letter.translation"),
          body: t("gallery:letter.body"),
          author: t("gallery:letter.author"),
          note: t("gallery:letter.note"),
        }}
        seal={isChinese(locale) ? "zh" : "v"}
        enclosures={[enclosure]}
        colophon={paragraphOf(locale, [t("gallery:letter.enclosed"), t("gallery:letter.opened")])}
      />
    </>
  );
}

/** Only the look of the composer; the working one is an island. */
function Compose({ prefix }: PartsProps) {
  const { t } = usePage();
  return (
    <form class="compose" action="#main" aria-label={`${t("gallery:compose.label")} (${prefix})`}>
      <p class="to">
        <span>
          <Rich text={t("gallery:compose.to")} />
        </span>
        <span class="end">{t("gallery:compose.saved")}</span>
      </p>
      <label class="visually-hidden" for={`${prefix}-body`}>{t("gallery:compose.yours")}</label>
      <textarea id={`${prefix}-body`} name="body" maxlength={6000}>{t("gallery:compose.body")}</textarea>
      <div class="below">
        <span class="photos">
          <img
            src="/static/images/portraits/daria-2.webp"
            alt={t("gallery:letter.enclosure")}
            width={48}
            height={48}
          />
          <button class="add" type="button" aria-label={t("gallery:compose.photo")}>
            <Icon name="plus" />
          </button>
        </span>
        <span>
          <Rich text={t("gallery:compose.photos")} />
        </span>
        <span class="end figures">
          <Rich text={t("gallery:compose.count")} />
        </span>
      </div>
      <div class="below">
        <Check name="translate" checked>{t("gallery:compose.translate")}</Check>
        <PricedButton class="end" label={t("gallery:compose.send")} price={t("gallery:price.ten")} type="button" />
      </div>
    </form>
  );
}
