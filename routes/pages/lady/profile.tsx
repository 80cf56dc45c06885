/** A lady's own profile: everything that she shows of herself, what she asked to have changed, and how she is reached. */
import { locales } from "../../../i18n/locales.ts";
import { FieldError, SelectField } from "../../../components/fields.tsx";
import type { ComponentChild } from "preact";
import { Choices } from "../../../components/choices.tsx";
import { usePage } from "../../../components/page_context.ts";
import type { User } from "../../../kv/accounts/users.ts";
import { nameWith, pendingNameOf } from "../../../kv/ladies/profile/first_names.ts";
import { ladyById } from "../../../kv/ladies/ladies.ts";
import { isPutForward } from "../../../kv/ladies/listing.ts";
import { profileChangeOf } from "../../../kv/ladies/profile/profile_changes.ts";
import { standingFacts } from "../../../kv/ladies/profiles.ts";
import { seenOf } from "../../../kv/ladies/profile/seen_facts.ts";
import { readableLanguages } from "../../../kv/accounts/languages.ts";
import { ladyForm } from "../../account/profile_forms.ts";
import { ladyAccount } from "../../account/sides.ts";
import type { PageDefinition } from "../../http/define_page.ts";
import { Line, Part, Save, SeenMarks, SwitchField } from "../account/fields.tsx";
import { listOf, textOf, type Written } from "../account/form_values.ts";
import { HerFields, profileFields, profileShown } from "../account/her_facts.tsx";
import { ownPage } from "../account/own_page.tsx";
import { languageName } from "../../../i18n/languages.ts";
import { MailLanguage, Private, TimeZone } from "../man/account.tsx";
import { waitingNotice } from "./profile_waiting.tsx";

const profile = ownPage({
  side: ladyAccount,
  tab: "profile",
  schema: ladyForm,
  fields: profileFields,
  lists: ["lookingFor"],
  saved: "account:flash.asked",
  async read(c, user) {
    const { store } = c.var.deps;
    const [record, change, name] = await Promise.all([
      ladyById(store, user.id),
      profileChangeOf(store, user.id),
      pendingNameOf(store, user.id),
    ]);
    return profileShown(record!, change, nameWith(user, name));
  },
  above: waitingNotice,
  view: (form, c) => <ProfileForm form={form} nowMs={c.var.deps.store.now()} />,
});

function ProfileForm({ form, nowMs }: { form: Written; nowMs: number }): ComponentChild {
  const { t } = usePage();
  return (
    <form method="post">
      <HerFields form={form} nowMs={nowMs} isOwn />
      <Save label={t("account:ask")} />
    </form>
  );
}

const settingFields = [
  "lastname",
  "address",
  "zipCode",
  "phone",
  "locale",
  "timeZone",
  "letterEmails",
  "talkEmails",
  "invitationEmails",
  "promoEmails",
  "readsLanguages",
  "readingLanguage",
  "wantsTranslation",
  "isPutForward",
] as const;

const settings = ownPage({
  side: ladyAccount,
  tab: "settings",
  schema: ladyForm,
  fields: settingFields,
  switches: ["letterEmails", "talkEmails", "invitationEmails", "promoEmails", "wantsTranslation", "isPutForward"],
  lists: ["readsLanguages"],
  async read(c, user) {
    const record = (await ladyById(c.var.deps.store, user.id))!;
    const facts = { ...standingFacts(user), isPutForward: isPutForward(record) };
    const values = Object.fromEntries(settingFields.map((name) => [name, facts[name]]));
    return { values, seen: seenOf(facts, settingFields) };
  },
  view: (form, c) => <SettingsForm form={form} user={c.var.signedIn.user} />,
});

function SettingsForm({ form, user }: { form: Written; user: User }) {
  const { t, href, locale } = usePage();
  const readsError = form.errors.readsLanguages;
  return (
    <form method="post">
      <SeenMarks form={form} />
      <Part name="reached">
        <Line form={form} name="lastname" most={60} autocomplete="family-name" />
        <Private form={form} />
        <TimeZone form={form} user={user} />
      </Part>
      <Part name="forward">
        <SwitchField form={form} name="isPutForward" />
      </Part>
      <Part name="reading">
        <div class="field">
          <Choices
            legend={t("translation:settings.reads")}
            name="readsLanguages"
            options={readableLanguages.map((value) => ({ value, label: languageName(locale, value) }))}
            chosen={listOf(form.values, "readsLanguages")}
          />
          {readsError && <FieldError id="readsLanguages">{readsError}</FieldError>}
        </div>
        <SelectField
          id="readingLanguage"
          name="readingLanguage"
          label={t("translation:settings.into")}
          error={form.errors.readingLanguage}
          options={locales.map((value) => ({ value, label: languageName(locale, value) }))}
          value={textOf(form.values, "readingLanguage")}
        />
        <SwitchField form={form} name="wantsTranslation" />
      </Part>
      <Part name="herMails">
        <p>
          {t("account:emailIs", { email: user.email })}{" "}
          <a href={href(ladyAccount.securityPath)}>{t("account:emailChange")}</a>
        </p>
        <MailLanguage form={form} />
        <SwitchField form={form} name="letterEmails" />
        <SwitchField form={form} name="talkEmails" />
        <SwitchField form={form} name="invitationEmails" />
        <SwitchField form={form} name="promoEmails" />
      </Part>
      <Save />
    </form>
  );
}

export const ladyProfilePages: PageDefinition[] = [profile, settings];
