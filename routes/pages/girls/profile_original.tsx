/** Stands below translated words: who translated them and, one press away, what she wrote herself. */
import { usePage } from "../../../components/page_context.ts";
import { Prose } from "../../../components/prose.tsx";
import { datesFor, type Reader } from "../../../i18n/format.ts";
import { paragraphOf } from "../../../i18n/locales.ts";
import type { Translate } from "../../../i18n/translate.ts";
import { type LadyRecord, type LadyTranslation, wordLocales } from "../../../kv/ladies/record.ts";
import { versionOf } from "../../../kv/ladies/profile/words.ts";
import { langOf } from "../../ladies/word_languages.ts";

export interface OriginalProps {
  /** Who translated it and when, and whether she has changed something since. */
  told: string;
  /** Her texts that are shown in translation. */
  texts: string[];
  interests: string[];
}

type Shown = Reader & { t: Translate };

/** Her own words for what is shown to this reader in translation; null if nothing is. */
export function originalOf(lady: LadyRecord, reader: Shown): OriginalProps | null {
  const { locale, t } = reader;
  const known = wordLocales.find((each) => each === locale);
  const translated = known && lady.localized[known];
  if (!translated) return null;
  const texts = (["quote", "about", "idealPartner"] as const).filter((field) => translated[field] !== lady[field])
    .map((field) => lady[field]);
  const hasOther = translated.interests.join("\n") !== lady.interests.join("\n");
  if (texts.length === 0 && !hasOther) return null;
  const isOlder = (translated.version ?? 0) < versionOf(lady);
  const told = paragraphOf(locale, [byWhom(translated, reader), isOlder && t("profile:translation.older")]);
  return { told, texts: texts.filter(Boolean), interests: hasOther ? lady.interests : [] };
}

function byWhom({ author, at, machine }: LadyTranslation, { t, ...reader }: Shown): string {
  if (machine && !author) return t("profile:translation.machine");
  if (!author) return t("profile:translation.plain");
  const by = t("profile:translation.by", { name: author, date: at === undefined ? "" : datesFor(reader)(at) });
  return paragraphOf(reader.locale, [by, machine && t("profile:translation.machineToo")]);
}

export function Original({ told, texts, interests }: OriginalProps) {
  const { t, locale } = usePage();
  return (
    <section class="original">
      <p class="fine">{told}</p>
      <details>
        <summary>{t("profile:translation.original")}</summary>
        {texts.map((text) => <Prose key={text} text={text} lang={langOf(locale, text)} />)}
        {interests.length > 0 && <p lang={langOf(locale, interests.join(", "))}>{interests.join(", ")}</p>}
      </details>
    </section>
  );
}
