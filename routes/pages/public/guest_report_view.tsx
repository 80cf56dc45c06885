/** The view of the form for a report without an account. */
import { Button } from "../../../components/buttons.tsx";
import { Check } from "../../../components/choices.tsx";
import { Field, SelectField, TextArea } from "../../../components/fields.tsx";
import { ErrorSummary } from "../../../components/form_faults.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import { formatNumber } from "../../../i18n/format.ts";
import { reportCategories, reportTextLengthMax } from "../../../kv/safety/reports.ts";
import { pointedLengthMax } from "../../safety/pointed.ts";
import type { FormState } from "../auth/gate.tsx";

interface GuestReportViewProps {
  /** Null once the report was sent. */
  form: FormState | null;
  /** The number of the report that was sent; null if it has none. */
  sentId: number | null;
}

export function GuestReportView({ form, sentId }: GuestReportViewProps) {
  const { t } = usePage();
  return (
    <div class="wrap article article--text flow">
      <header>
        <h1>{t("guestReports:title")}</h1>
        <p class="lead">{t("guestReports:lead")}</p>
      </header>
      {form ? <ReportForm form={form} /> : (
        <Notice tone="good" role="status">
          {sentId === null ? t("guestReports:sent") : t("guestReports:sentAs", { id: sentId })}
        </Notice>
      )}
      <p class="small soft">{t("guestReports:danger")}</p>
    </div>
  );
}

function ReportForm({ form: { values, fields, notice } }: { form: FormState }) {
  const { t, href, locale } = usePage();
  return (
    <form class="form" method="post" action={href("/report")}>
      {notice ? <Notice tone="bad" role="alert">{notice}</Notice> : <ErrorSummary />}
      <Field
        id="subject"
        name="subject"
        label={t("guestReports:subject")}
        hint={t("guestReports:subjectHint")}
        error={fields.subject}
        autocomplete="off"
        maxLength={pointedLengthMax}
        required
        value={values.subject}
      />
      <SelectField
        id="category"
        name="category"
        label={t("guestReports:category")}
        error={fields.category}
        required
        emptyLabel={t("contact:choose")}
        value={values.category}
        options={reportCategories.map((each) => ({ value: each, label: t(`safety:category.${each}`) }))}
      />
      <TextArea
        id="text"
        name="text"
        label={t("guestReports:text")}
        hint={t("guestReports:textHint", { most: formatNumber(locale, reportTextLengthMax) })}
        error={fields.text}
        rows={8}
        maxLength={reportTextLengthMax}
        required
        value={values.text}
      />
      <div class="two">
        <Field
          id="name"
          name="name"
          label={t("guestReports:name")}
          error={fields.name}
          autocomplete="name"
          maxLength={80}
          value={values.name}
        />
        <Field
          id="email"
          name="email"
          type="email"
          label={t("guestReports:email")}
          error={fields.email}
          autocomplete="email"
          value={values.email}
        />
      </div>
      <p class="small soft">{t("guestReports:who")}</p>
      <Check
        id="goodFaith"
        name="goodFaith"
        value="yes"
        checked={"goodFaith" in values}
        error={fields.goodFaith}
        required
      >
        {t("guestReports:goodFaith")}
      </Check>
      <div class="visually-hidden" aria-hidden="true">
        <label for="website">{t("contact:trap")}</label>
        <input id="website" name="website" type="text" tabIndex={-1} autocomplete="off" />
      </div>
      <Button type="submit" icon="flag">{t("guestReports:send")}</Button>
    </form>
  );
}
