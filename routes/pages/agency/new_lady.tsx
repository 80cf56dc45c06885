/** The form of an agency draft; the lady hears of it by mail and answers herself. */
import * as z from "zod";
import { Button } from "../../../components/buttons.tsx";
import { Field } from "../../../components/fields.tsx";
import { usePage } from "../../../components/page_context.ts";
import { Notice } from "../../../components/states.tsx";
import { locales } from "../../../i18n/locales.ts";
import { draftLady } from "../../../kv/ladies/agencies/agencies.ts";
import type { Refusal } from "../../../kv/store/refusals.ts";
import { ladyFactsOf } from "../../account/own_changes.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import type { AppContext, MemberContext } from "../../http/env.ts";
import { birthdateField, countryField, emailField, requiredLine, sendKeyField } from "../../http/fields.ts";
import { leaveFlash } from "../../http/flash.ts";
import { answerPage, localHref } from "../../http/page.tsx";
import { parseInput } from "../../http/read_input.ts";
import { messageOf } from "../../http/refusal_answer.tsx";
import { type FormValues, textOf, type Written, writtenIn } from "../account/form_values.ts";
import { profileFields } from "../account/her_facts.tsx";
import { refusedForm } from "../auth/gate.tsx";
import { MailLanguage } from "../man/account.tsx";
import { ladiesPath, newLadyPath } from "./paths.ts";
import { profileBody, ProfileFields, profileForm } from "./profile_fields.tsx";

const draftForm = profileForm.extend({
  email: emailField,
  firstname: requiredLine(40),
  birthdate: birthdateField,
  country: countryField,
  locale: z.enum(locales, "required"),
});
const fields = ["email", "locale", ...profileFields] as const;

export const newLadyPage: PageDefinition = {
  paths: [newLadyPath],
  access: "agencies",
  get: (c) => show(c, { values: { locale: c.var.facts.locale }, errors: {} }, null, 200),
  async post(c, body) {
    const { email, locale } = body;
    const form = parseInput(draftForm, { email, locale, ...profileBody(body) });
    const key = sendKeyField.safeParse(body.draftKey);
    const made = form.ok ? await draftHere(c, form.value, key.data) : form;
    if (!made.ok) {
      const { fields: errors, status } = refusedForm(c, made, {}, fields);
      return await show(c, { values: writtenIn(body, fields), errors }, made, status);
    }
    c.var.deps.wakeJobs?.();
    leaveFlash(c, "success", "agency:flash.drafted");
    return c.redirect(localHref(c.var.facts.prefix, ladiesPath), 303);
  },
};

/** Makes the draft. Without `key`, as in a page from before forms had one, each press makes a draft. */
function draftHere(c: MemberContext, form: z.infer<typeof draftForm>, key: string | undefined) {
  const { deps: { store }, facts: { origin }, signedIn } = c.var;
  const { email, locale, firstname, ...rest } = form;
  const { birthdate, countryId, city = "", ...said } = ladyFactsOf(rest);
  // Facts that were left empty are left out.
  const facts = Object.fromEntries(
    Object.entries(said).filter(([, value]) =>
      value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0)
    ),
  );
  const known = { email, locale, firstname, birthdate: birthdate!, countryId: countryId!, city };
  return draftLady(store, signedIn.user.id, { ...known, facts, origin }, key);
}

async function show(
  c: AppContext,
  form: Written,
  refusal: Refusal | null,
  status: ReturnType<typeof refusedForm>["status"],
): Promise<Response> {
  const { facts: { t }, deps: { store } } = c.var;
  return await answerPage(c, {
    title: t("agency:draft.title"),
    robots: "noindex",
    status,
    view: (
      <DraftView
        form={form}
        draftKey={store.randomToken()}
        nowMs={store.now()}
        problem={refusal && messageOf(c, refusal)}
      />
    ),
  });
}

interface DraftProps {
  form: Written;
  /** Makes one draft of a form that is sent twice. */
  draftKey: string;
  nowMs: number;
  problem: string | null;
}

function DraftView({ form, draftKey, nowMs, problem }: DraftProps) {
  const { t } = usePage();
  return (
    <div class="wrap settings account">
      <header>
        <h1>{t("agency:draft.title")}</h1>
        <p class="soft">{t("agency:draft.lead")}</p>
      </header>
      {problem && <Notice tone="bad" role="alert">{problem}</Notice>}
      <form method="post">
        <input type="hidden" name="draftKey" value={draftKey} />
        <section class="split" aria-labelledby="part-mail">
          <div>
            <h2 id="part-mail">{t("agency:draft.part")}</h2>
            <p>{t("agency:draft.partText")}</p>
          </div>
          <div class="form">
            <Field
              id="email"
              name="email"
              type="email"
              label={t("agency:draft.email")}
              error={form.errors.email}
              required
              maxLength={254}
              autocomplete="off"
              value={textOf(form.values as FormValues, "email")}
            />
            <MailLanguage form={form} />
          </div>
        </section>
        <ProfileFields form={form} nowMs={nowMs} />
        <div class="account__save">
          <Button type="submit">{t("agency:draft.submit")}</Button>
        </div>
      </form>
    </div>
  );
}
