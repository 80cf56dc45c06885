/** Stands below a delivered letter: the button that asks for a translation, or what became of one that was asked for. */
import { Button } from "../../../components/buttons.tsx";
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import { isReadBy } from "../../../kv/letters/language.ts";
import type { LetterText } from "../../../kv/letters/letter.ts";
import type { Partner } from "./partners.ts";
import type { ThreadLetter } from "./thread.ts";

interface AskedTranslationProps {
  item: ThreadLetter;
  text: LetterText;
  partner: Partner;
  /** Where the form goes, localised. */
  action: string;
}

export function AskedTranslation({ item, text, partner, action }: AskedTranslationProps) {
  const { t } = usePage();
  const date = useDate();
  const { letter, isMine, language, isReadable } = item;
  const asked = letter.asked;
  if (text.translation || letter.deliveredAt === null || letter.erasedAt !== undefined) return null;
  if (asked?.state === "waiting") {
    return <span>{t("translation:ask.waiting", { date: date(asked.at) })}</span>;
  }
  if (asked?.state === "returned") return <span>{t("translation:ask.returned")}</span>;
  const isRead = isMine ? !partner.reading || isReadBy(partner.reading, language) : isReadable;
  if (isRead) return null;
  return (
    <form method="post" action={action} class="row">
      <input type="hidden" name="letterId" value={letter.id} />
      {asked?.state === "untranslated" && <p>{t("translation:ask.untranslated")}</p>}
      <Button type="submit" small tone="quiet" name="action" value="translate">{t("translation:ask.label")}</Button>
      <span class="faint">{t("translation:ask.text")}</span>
    </form>
  );
}
