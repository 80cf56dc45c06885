/** Writing to the site: one form, which works without a script; each message is stored and mailed. */
import * as z from "zod";
import { trimText } from "../../../chat/shared/text.ts";
import { Button } from "../../../components/buttons.tsx";
import { Field, SelectField, TextArea } from "../../../components/fields.tsx";
import { ErrorSummary } from "../../../components/form_faults.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import { gapOf } from "../../../i18n/locales.ts";
import { contactMessageLengthMax, contactTopics, keepContactMessage } from "../../../kv/safety/contact_messages.ts";
import { inLines } from "../../../kv/store/one_line.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext } from "../../http/env.ts";
import { emailField, requiredLine } from "../../http/fields.ts";
import { siteAddress } from "../../http/imprint.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { parseInput } from "../../http/read_input.ts";
import { type FormState, freshForm, refusedForm } from "../auth/gate.tsx";

const path = "/contact-us";
const fieldNames = ["name", "email", "topic", "message"] as const;

const contactForm = z.object({
  name: requiredLine(80),
  email: emailField,
  topic: z.string("required").min(1, "required").pipe(z.enum(contactTopics, "wrong_value")),
  message: z.string().transform((text) => trimText(inLines(text)))
    .pipe(z.string().min(1, "required").max(contactMessageLengthMax, "too_long")),
  /** A trap: nobody sees this field, so only programs fill it in. */
  website: z.string().max(2000, "too_long").default(""),
});

export const contactPage: PageDefinition = {
  paths: [path],
  access: "everyone",
  get: (c) => c.req.query("sent") === undefined ? answer(c, freshForm(ownWords(c))) : answer(c, null),
  async post(c, body) {
    const form = parseInput(contactForm, body);
    const result = form.ok ? await keep(c, form.value) : form;
    if (!result.ok) return await answer(c, refusedForm(c, result, typed(body), fieldNames));
    return c.redirect(localHref(c.var.facts.prefix, `${path}?sent=1`), 303);
  },
};

async function keep(c: AppContext, form: z.infer<typeof contactForm>) {
  // Thanked like everybody else, so that a program learns nothing.
  if (form.website !== "") return { ok: true as const };
  const { facts: { locale, address, origin }, deps, signedIn } = c.var;
  const kept = await keepContactMessage(deps.store, {
    name: form.name,
    email: form.email,
    topic: form.topic,
    body: form.message,
    locale,
    userId: signedIn?.user.id ?? null,
    address,
    origin,
  });
  if (kept.ok) deps.wakeJobs?.();
  return kept;
}

/** The values that are known already: a person who is signed in need not enter name and e-mail address. */
function ownWords(c: AppContext): Record<string, string> {
  const user = c.var.signedIn?.user;
  const topic = contactTopics.find((each) => each === c.req.query("topic")) ?? "";
  return user ? { name: user.firstname, email: user.email, topic } : { topic };
}

/** What was typed, the whole message included, so that it stands in the form again. */
const typed = (body: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    fieldNames.filter((name) => typeof body[name] === "string")
      .map((name) => [name, String(body[name]).slice(0, 2 * contactMessageLengthMax)]),
  );

/** Shows the form, or thanks if `form` is null. */
async function answer(c: AppContext, form: FormState | null): Promise<Response> {
  const { facts: { t, prefix, locale }, deps } = c.var;
  const title = t("contact:title");
  return await answerPage(c, {
    title,
    description: t("contact:lead"),
    crumbs: [{ label: t("writings:home"), href: localHref(prefix, "/") }, { label: title }],
    status: form?.status ?? 200,
    robots: form === null || form.status !== 200 ? "noindex" : undefined,
    jsonLd: { "@context": "https://schema.org", "@type": "ContactPage", name: title, inLanguage: locale },
    view: <ContactView form={form} email={siteAddress(deps, locale)} phone={deps.config.contactPhone} />,
  });
}

function ContactView({ form, email, phone }: { form: FormState | null; email: string | null; phone: string }) {
  const { t, href, locale } = usePage();
  return (
    <div class="wrap article article--text contact">
      <header>
        <h1>{t("contact:title")}</h1>
        <p class="lead">{t("contact:lead")}</p>
      </header>
      <div class="contact__form">
        {form ? <ContactForm form={form} /> : <Notice tone="good" role="status">{t("contact:thanks")}</Notice>}
      </div>
      <aside class="small flow">
        <p>
          {t("contact:before")}
          {gapOf(locale)}
          <a href={href("/faq")}>{t("common:foot.faq")}</a>
        </p>
        {email && (
          <p>
            {t("contact:byMail")}
            {gapOf(locale)}
            <a href={`mailto:${email}`}>{email}</a>
          </p>
        )}
        {phone && (
          <p>
            {t("contact:byPhone")}
            {gapOf(locale)}
            <a href={`tel:${phone.replace(/[^\d+]/g, "")}`}>{phone}</a>
          </p>
        )}
        <p class="soft">{t("contact:danger")}</p>
      </aside>
    </div>
  );
}

function ContactForm({ form }: { form: FormState }) {
  const { t, href } = usePage();
  const { values, fields, notice } = form;
  return (
    <form class="form" method="post" action={href(path)}>
      {notice ? <Notice tone="bad" role="alert">{notice}</Notice> : <ErrorSummary />}
      <div class="two">
        <Field
          id="name"
          name="name"
          label={t("contact:name")}
          error={fields.name}
          autocomplete="name"
          maxLength={80}
          required
          value={values.name}
        />
        <Field
          id="email"
          name="email"
          type="email"
          label={t("contact:email")}
          error={fields.email}
          autocomplete="email"
          required
          value={values.email}
        />
      </div>
      <SelectField
        id="topic"
        name="topic"
        label={t("contact:topicLabel")}
        error={fields.topic}
        required
        emptyLabel={t("contact:choose")}
        value={values.topic}
        options={contactTopics.map((topic) => ({ value: topic, label: t(`contact:topic.${topic}`) }))}
      />
      <TextArea
        id="message"
        name="message"
        label={t("contact:message")}
        error={fields.message}
        rows={9}
        maxLength={contactMessageLengthMax}
        required
        value={values.message}
      />
      <div class="visually-hidden" aria-hidden="true">
        <label for="website">{t("contact:trap")}</label>
        <input id="website" name="website" type="text" tabIndex={-1} autocomplete="off" />
      </div>
      <Button type="submit">{t("contact:send")}</Button>
    </form>
  );
}
