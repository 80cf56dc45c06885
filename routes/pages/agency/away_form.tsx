/** The form for the days when a lady is away, on her own page and on her agency's. */
import { dateOf } from "../../../kv/store/days.ts";
import * as z from "zod";
import { Button } from "../../../components/buttons.tsx";
import { Field } from "../../../components/fields.tsx";
import { usePage } from "../../../components/page_context.ts";
import { formatDate } from "../../../i18n/format.ts";
import { seenAway } from "../../../kv/ladies/away.ts";
import type { Seen } from "../../../kv/ladies/profile/seen_facts.ts";
import type { Away, LadyRecord } from "../../../kv/ladies/record.ts";
import type { Refusal } from "../../../kv/store/refusals.ts";
import { dayField } from "../../http/fields.ts";
import { SeenMarks } from "../account/fields.tsx";
import { seenAfter } from "../account/form_values.ts";

export const awayForm = z.object({ from: dayField, until: dayField });

/** The mark of what the form shows: after a refusal that of the form that was sent, unless she is away otherwise by now. */
export const awayMarks = (
  record: LadyRecord,
  refusal: Refusal | null,
  { do: action, seen }: Record<string, unknown>,
): Seen =>
  refusal && (action === "away" || action === "back") ? seenAfter(refusal, seen, seenAway(record)) : seenAway(record);

interface AwayFormProps {
  /** The page that takes the form. */
  action: string;
  /** The absence that is noted and not over; null if there is none. */
  away: Away | null;
  /** The fields that were just sent and refused; null if none were. */
  written: Record<string, unknown> | null;
  errors: Record<string, string>;
  seen: Seen;
  nowMs: number;
}

export function AwayForm({ action, away, written, errors, seen, nowMs }: AwayFormProps) {
  const { t, locale } = usePage();
  const today = dateOf(nowMs);
  const day = (text: string) => formatDate(locale, Date.parse(text));
  const value = (name: keyof Away) => written ? String(written[name] ?? "").slice(0, 20) : away?.[name];
  return (
    <div class="form">
      <p>{away ? t("agency:away.is", { from: day(away.from), until: day(away.until) }) : t("agency:away.isNot")}</p>
      <form class="form" method="post" action={action}>
        <SeenMarks form={{ seen }} />
        <div class="two">
          <Field
            id="away-from"
            name="from"
            type="date"
            label={t("agency:away.from")}
            error={errors.from}
            required
            value={value("from")}
          />
          <Field
            id="away-until"
            name="until"
            type="date"
            label={t("agency:away.until")}
            error={errors.until ?? errors.away}
            required
            min={today}
            value={value("until")}
          />
        </div>
        <div class="actions">
          <Button type="submit" name="do" value="away">{t("agency:away.save")}</Button>
          {/* Works whatever stands in the fields. */}
          {away && (
            <Button type="submit" tone="quiet" name="do" value="back" formNoValidate>{t("agency:away.clear")}</Button>
          )}
        </div>
      </form>
    </div>
  );
}
