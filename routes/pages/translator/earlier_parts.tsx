/** The two people's earlier letters, beside the work: shown only when they are asked for, and each look is recorded. */
import { Button } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import type { EarlierLetter } from "../../../kv/letters/earlier_letters.ts";
import { langOf } from "../../ladies/word_languages.ts";
import type { Names } from "./descriptions.ts";

interface EarlierProps {
  /** Absent until they are asked for. */
  letters: EarlierLetter[] | undefined;
  names: Names;
  /** Whether the letter in hand is the man's. */
  isByMan: boolean;
}

export function Earlier({ letters, names, isByMan }: EarlierProps) {
  const { t } = usePage();
  const date = useDate();
  const nameOf = ({ author }: EarlierLetter) => (author === "man") === isByMan ? names.author : names.recipient;
  return (
    <section aria-labelledby="earlier">
      <h2 id="earlier">{t("translation:earlier.title")}</h2>
      {letters === undefined
        ? (
          <>
            <Button type="submit" form="translation" name="action" value="earlier" tone="quiet" small>
              {t("translation:earlier.show")}
            </Button>
            <p class="agency__note">{t("translation:earlier.note")}</p>
          </>
        )
        : letters.length === 0
        ? <p class="agency__note">{t("translation:earlier.none")}</p>
        : letters.map((each, at) => (
          <details key={at} open={at === letters.length - 1}>
            <summary>
              {t("translation:earlier.by", { name: nameOf(each), date: date(each.sentAt) })}
            </summary>
            <Text text={each.text.body} />
            {each.text.translation && <Text text={each.text.translation.body} />}
          </details>
        ))}
    </section>
  );
}

function Text({ text }: { text: string }) {
  const { locale } = usePage();
  return <p class="agency__lines agency__machine" lang={langOf(locale, text)}>{text}</p>;
}
