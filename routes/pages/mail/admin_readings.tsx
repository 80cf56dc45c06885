/** Tells both correspondents, on the letter itself, that an admin has read it, when and why. */
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import type { Letter } from "../../../kv/letters/letter.ts";

/** Nothing if no admin did. */
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
