/** That an admin has read a letter, when and why, as both correspondents see it on that letter. */
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import type { Letter } from "../../../kv/letters/letter.ts";

/** Nothing where nobody did. */
export function AdminReadings({ letter: { looks } }: { letter: Letter }) {
  const { t } = usePage();
  const date = useDate();
  if (!looks || looks.length === 0) return null;
  return (
    <ul class="letter__looks">
      {looks.map(({ at, reason }) => <li key={at}>{t("admin:look.readOn", { date: date(at, "moment"), reason })}</li>)}
    </ul>
  );
}
