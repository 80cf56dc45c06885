/** A statement of background as it is read on a page, with a translation of his own words if there is one. */
import { usePage } from "../../../components/page_context.ts";
import { Prose } from "../../../components/prose.tsx";
import { Facts } from "../../../components/tariff.tsx";
import type { TranslatedWords } from "../../../kv/safety/background/own_words.ts";
import type { BackgroundStatement } from "../../../kv/safety/background/statement.ts";
import { linesOf } from "../../safety/background_lines.ts";

interface BackgroundLinesProps {
  statement: BackgroundStatement;
  /** His words in the reader's language; null if they are not translated. */
  translated?: TranslatedWords | null;
}

export function BackgroundLines({ statement, translated }: BackgroundLinesProps) {
  const page = usePage();
  const { t, locale } = page;
  const facts = linesOf(page, statement).map(({ label, value, words }) => {
    const translation = words?.question && translated?.texts[words.question];
    return {
      label,
      value: (
        <>
          <p>{value}</p>
          {words?.question && <p class="small soft">{t("background:ownWords")}</p>}
          {words && <Prose text={words.text} lang={words.lang === locale ? undefined : words.lang} />}
          {translation && (
            <>
              <p class="small soft">{t("background:byMachine")}</p>
              <Prose text={translation} />
            </>
          )}
        </>
      ),
    };
  });
  return <Facts facts={facts} oneColumn />;
}
