/** Reporting a person to the site: one form, from a profile, a letter or the chat. */
import { Button, ButtonLink } from "../../../components/buttons.tsx";
import { Check } from "../../../components/choices.tsx";
import { FieldError, TextArea } from "../../../components/fields.tsx";
import { Avatar } from "../../../components/marks.tsx";
import { usePage } from "../../../components/page_context.ts";
import { SentenceWithName } from "../../../components/person_name.tsx";
import { Notice } from "../../../components/states.tsx";
import { formatNumber } from "../../../i18n/format.ts";
import { writingsMax } from "../../../kv/safety/report_snapshots.ts";
import { fileReport } from "../../../kv/safety/report_filing.ts";
import { reportCategories, reportTextLengthMax } from "../../../kv/safety/reports.ts";
import { type Refusal, refuse } from "../../../kv/store/refusals.ts";
import { changeBlock } from "../../account/blocking.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { MemberContext } from "../../http/env.ts";
import { leaveFlash } from "../../http/flash.ts";
import { answerPage } from "../../http/page.tsx";
import { parseInput, textIn } from "../../http/read_input.ts";
import { answerRefusal, fieldMessages, messageOf, statusOf } from "../../http/refusal_answer.tsx";
import { placeOf, reportForm } from "../../safety/report_form.ts";
import type { Partner } from "../mail/partners.ts";
import { backHref, ownSafetyHref } from "./block_page.tsx";
import { personOfAddress } from "./people.ts";

export const reportPage: PageDefinition = {
  paths: ["/report/:id"],
  access: "correspondents",
  async get(c) {
    const person = await personOfAddress(c);
    if (!person) return await answerRefusal(c, refuse("not_found"));
    return await show(c, person, { from: c.req.query("from") ?? "" }, null);
  },
  async post(c, body) {
    const person = await personOfAddress(c);
    if (!person) return await answerRefusal(c, refuse("not_found"));
    const form = parseInput(reportForm, body);
    if (!form.ok) return await show(c, person, body, form);
    const { category, text, from, block } = form.value;
    const { user } = c.var.signedIn;
    const { origin } = c.var.facts;
    const filed = await fileReport(c.var.deps.store, {
      reporterId: user.id,
      reportedId: person.id,
      category,
      text,
      ...placeOf(from),
      origin,
    });
    if (!filed.ok) return await show(c, person, body, filed);
    // Reports before it blocks: what is attached to a report is what one could read before the block.
    if (block) await changeBlock(c, user, person.id, true);
    leaveFlash(c, "success", filed.isRepeat ? "safety:flash.reportedBefore" : "safety:flash.reported");
    return c.redirect(ownSafetyHref(c), 303);
  },
};

/** Shows the form; what was chosen and written stands in it again. */
async function show(
  c: MemberContext,
  person: Partner,
  written: Record<string, unknown>,
  refused: Refusal | null,
): Promise<Response> {
  const { t } = c.var.facts;
  const { name } = person;
  if (refused?.retryAfterSeconds) c.header("retry-after", String(refused.retryAfterSeconds));
  return await answerPage(c, {
    title: t("safety:report.title", { name }),
    robots: "noindex",
    status: statusOf(refused),
    view: (
      <ReportView
        person={person}
        backHref={backHref(c, person)}
        from={textIn(written.from)}
        category={textIn(written.category)}
        text={textIn(written.text)}
        isBlocking={written.block !== undefined}
        problem={refused && (refused.reason === "invalid" ? t("safety:report.unable") : messageOf(c, refused))}
        errors={refused ? fieldMessages(c, refused.fields) : {}}
      />
    ),
  });
}

interface ReportViewProps {
  person: Partner;
  backHref: string;
  from: string;
  category: string;
  text: string;
  isBlocking: boolean;
  problem: string | null;
  errors: Record<string, string>;
}

function ReportView({ person, backHref, from, category, text, isBlocking, problem, errors }: ReportViewProps) {
  const { t, locale } = usePage();
  const { name } = person;
  const { letterId, messageSeq } = placeOf(from);
  const lead = letterId ? "leadLetter" : messageSeq ? "leadMessage" : "lead";
  return (
    <div class="wrap safety">
      <header>
        <Avatar src={person.avatar} size="large" />
        <div>
          <h1>
            <SentenceWithName sentence={t("safety:report.title", { name })} name={name} />
          </h1>
          <p class="soft">{t(`safety:report.${lead}`, { name })}</p>
        </div>
      </header>
      <form class="form" method="post">
        {problem && <Notice tone="bad" role="alert">{problem}</Notice>}
        <input type="hidden" name="from" value={from} />
        <fieldset
          class="group safety__what"
          aria-describedby={errors.category ? "category-error" : undefined}
        >
          <legend>{t("safety:report.category")}</legend>
          {reportCategories.map((each) => (
            <Check key={each} type="radio" name="category" value={each} checked={each === category} required>
              {t(`safety:category.${each}`)}
            </Check>
          ))}
          {errors.category && <FieldError id="category">{errors.category}</FieldError>}
        </fieldset>
        <TextArea
          id="text"
          name="text"
          label={t("safety:report.text")}
          hint={t("safety:report.hint", { most: formatNumber(locale, reportTextLengthMax) })}
          error={errors.text}
          rows={6}
          maxLength={reportTextLengthMax}
          value={text}
        />
        <Check name="block" checked={isBlocking}>{t("safety:report.block", { name })}</Check>
        <p class="small soft">{t("safety:report.attached", { most: writingsMax })}</p>
        <div class="row">
          <Button type="submit" icon="flag">{t("safety:report.send")}</Button>
          <ButtonLink href={backHref} tone="quiet">{t("safety:report.back")}</ButtonLink>
        </div>
      </form>
    </div>
  );
}
