/** The translators as readers meet them. */
import { usePage } from "../../../components/page_context.ts";

export interface TranslatorLine {
  anchor: string;
  name: string;
  /** The address of a picture; if null, the initials stand in its place. */
  portrait: string | null;
  initials: string;
  /** "English, Russian and Ukrainian". */
  languages: string;
  /** How many letters were translated, and since when the translator is here. */
  work: string;
  /** Null if the translator has written nothing. */
  words: { text: string; lang: string | undefined } | null;
}

export function TranslatorsView({ translators }: { translators: readonly TranslatorLine[] }) {
  const { t } = usePage();
  return (
    <div class="wrap list">
      <header>
        <h1>{t("translation:public.title")}</h1>
        <p class="lead">{t("translation:public.lead")}</p>
      </header>
      {translators.length === 0 ? <p class="soft">{t("translation:public.none")}</p> : (
        <ul class="lines lines--large">
          {translators.map(({ anchor, name, portrait, initials, languages, work, words }) => (
            <li key={anchor} id={anchor}>
              {portrait
                ? <img src={portrait} alt="" width={320} height={400} loading="lazy" decoding="async" />
                : <span class="initials" aria-hidden="true">{initials}</span>}
              <div class="flow">
                <h2>{name}</h2>
                {words && <p class="own-words" lang={words.lang}>{words.text}</p>}
                <p class="small soft">{t("translation:public.languages", { languages })}</p>
                <p class="small soft">{work}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
