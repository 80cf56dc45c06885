/** The list of newsletters, the form of a draft, and the page of a newsletter's sending. */
import { Button, ButtonLink } from "../../../../components/buttons.tsx";
import { Choices } from "../../../../components/choices.tsx";
import { Field } from "../../../../components/fields.tsx";
import { Mark } from "../../../../components/marks.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { StackedTable } from "../../../../components/stacked_table.tsx";
import { Empty, Notice } from "../../../../components/states.tsx";
import { formatNumber } from "../../../../i18n/format.ts";
import type { AccountLocale } from "../../../../kv/accounts/languages.ts";
import {
  type Newsletter,
  newsletterBodyLengthMax,
  type NewsletterProgress,
  newsletterReaders,
  type NewsletterState,
  newsletterSubjectLengthMax,
  newsletterWordsFor,
} from "../../../../kv/writing/newsletters.ts";
import { ConfirmationQuestion } from "../confirmation.tsx";
import { AdminFrame } from "../frame.tsx";
import { ActButton, type EditorForm, EditorFrame, InEachLanguage } from "./editor_form.tsx";
import { otherLocales, useTypedDate } from "./shop_fields.tsx";

export const newslettersPath = "/admin/newsletters";
export const newsletterPath = (id: number): string => `${newslettersPath}/${id}`;
export const sendingPath = (id: number): string => `${newsletterPath(id)}/sending`;

export function NewslettersView({ all, progress }: {
  all: Newsletter[];
  progress: ReadonlyMap<number, NewsletterProgress>;
}) {
  const { t, href, locale } = usePage();
  const date = useTypedDate();
  if (all.length === 0) return <Empty title={t("shop:newsletters.none")} />;
  return (
    <StackedTable
      caption={t("shop:newsletters.title")}
      columns={["subject", "readers", "begun", "people", "state"].map((name) => t(`shop:newsletters.${name}`))}
    >
      {all.map((newsletter) => {
        const { id, texts, readers, sending } = newsletter;
        const { subject, locale: lang } = newsletterWordsFor(texts, locale);
        const { state, people } = progress.get(id)!;
        return (
          <tr key={id} role="row">
            <th scope="row" role="rowheader">
              <a href={href(sending ? sendingPath(id) : newsletterPath(id))} lang={lang}>{subject}</a>
            </th>
            <td role="cell">{t(`shop:newsletters.of.${readers}`)}</td>
            <td role="cell" class={sending ? undefined : "none"}>
              {sending
                ? <time datetime={new Date(sending.beganAt).toISOString()}>{date(sending.beganAt, "moment")}</time>
                : "–"}
            </td>
            <td role="cell" class={sending ? undefined : "none"}>
              {sending ? formatNumber(locale, people) : "–"}
            </td>
            <td role="cell">
              <Mark tone={state === "under_way" ? "seal" : "ink"}>{t(`shop:newsletters.states.${state}`)}</Mark>
            </td>
          </tr>
        );
      })}
    </StackedTable>
  );
}

export function NewsletterForm(form: EditorForm<Newsletter>) {
  const { t } = usePage();
  const { item: draft, typed, field } = form;
  const fields = [
    { name: "subject", label: t("shop:newsletters.subject"), maxlength: newsletterSubjectLengthMax },
    {
      name: "body",
      label: t("shop:newsletters.body"),
      hint: t("shop:newsletters.bodyHint"),
      maxlength: newsletterBodyLengthMax,
      isLong: true,
      rows: 10,
    },
  ];
  return (
    <EditorFrame {...form} address={draft?.id} lead={t("shop:newsletters.formLead")} isWide>
      <Choices
        legend={t("shop:newsletters.readers")}
        name="readers"
        type="radio"
        joined
        options={newsletterReaders.map((value) => ({ value, label: t(`shop:newsletters.of.${value}`) }))}
        chosen={[typed.readers ?? "everybody"]}
      />
      <InEachLanguage field={field} fields={fields} />
      <h2>{t("shop:promotions.others")}</h2>
      <p class="small soft">{t("shop:promotions.othersHint")}</p>
      <InEachLanguage field={field} fields={fields} locales={otherLocales} />
      <Field {...field("path")} label={t("shop:newsletters.path")} hint={t("shop:newsletters.pathHint")} />
      <p class="row">
        <Button type="submit" name="action" value="save">{t("shop:newsletters.save")}</Button>
        <Button type="submit" name="action" value="try" tone="quiet">{t("shop:newsletters.try")}</Button>
        <Button type="submit" name="action" value="begin" tone="seal">{t("shop:newsletters.begin")}</Button>
        {draft && <ActButton action="remove">{t("shop:remove")}</ActButton>}
      </p>
    </EditorFrame>
  );
}

/** What will be or was sent, and to how many. Asks before a draft is sent, and has a button that stops a sending. */
export function NewsletterView({ newsletter, people, state, title }: {
  newsletter: Newsletter;
  /** How many people were written to, or would be. */
  people: number;
  state: NewsletterState;
  title: string;
}) {
  const { t, href, locale } = usePage();
  const date = useTypedDate();
  const { id, readers, texts, path, changedAt, sending } = newsletter;
  const counted = { count: people, total: formatNumber(locale, people) };
  return (
    <AdminFrame title={title} back={{ path: newslettersPath, label: t("shop:newsletters.title") }}>
      <p class="row">
        <Mark tone={state === "under_way" ? "seal" : "ink"}>{t(`shop:newsletters.states.${state}`)}</Mark>
        <span>{t(`shop:newsletters.of.${readers}`)}</span>
        {sending && <span class="soft">{date(sending.beganAt, "moment")}</span>}
      </p>
      {!sending && people === 0 && <Notice>{t("shop:newsletters.nobody")}</Notice>}
      {!sending && people > 0 && (
        <ConfirmationQuestion
          path={sendingPath(id)}
          submit={t("shop:newsletters.sendNow", counted)}
          cancel={newsletterPath(id)}
          fields={{ seenChangedAt: String(changedAt) }}
        >
          {t("shop:newsletters.question", counted)}
        </ConfirmationQuestion>
      )}
      {sending && <p>{t("shop:newsletters.writtenTo", counted)}</p>}
      {state === "under_way" && (
        <form method="post" action={href(sendingPath(id))}>
          <ActButton action="stop">{t("shop:newsletters.stop")}</ActButton>
        </form>
      )}
      {(Object.keys(texts) as AccountLocale[]).map((each) => (
        <section key={each} lang={each}>
          <h2>{texts[each]!.subject}</h2>
          <p class="admin__words">{texts[each]!.body}</p>
        </section>
      ))}
      {path && (
        <p>
          <ButtonLink href={href(path)} tone="quiet">{path}</ButtonLink>
        </p>
      )}
    </AdminFrame>
  );
}
