/** The section about letters in languages that one does not read. */
import { Choices } from "../../../../components/choices.tsx";
import { SelectField } from "../../../../components/fields.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { Switch } from "../../../../components/switch.tsx";
import { languageName } from "../../../../i18n/languages.ts";
import { locales } from "../../../../i18n/locales.ts";
import { readableLanguages, type Reading, readingOf } from "../../../../kv/accounts/languages.ts";
import { standingFacts } from "../../../../kv/ladies/profiles.ts";
import { type Seen, seenOf } from "../../../../kv/ladies/profile/seen_facts.ts";
import { refuse } from "../../../../kv/store/refusals.ts";
import { changeOwnHere } from "../../../account/own_changes.ts";
import { manForm } from "../../../account/profile_forms.ts";
import { SeenMarks } from "../../account/fields.tsx";
import { readSeen } from "../../account/form_values.ts";
import { SectionForm, SectionView, type SettingsSection } from "./section.tsx";

const name = "translation";

export const translationSection: SettingsSection = {
  name,
  view: ({ var: { signedIn: { user } } }) => (
    <TranslationWish reading={readingOf(user)} seen={seenOf(standingFacts(user), Object.keys(readingForm.shape))} />
  ),
  async save(c, form) {
    const given = readingForm.safeParse({
      readsLanguages: [form.reads ?? []].flat(),
      readingLanguage: form.into,
      wantsTranslation: form.wantsTranslation !== undefined,
    });
    if (!given.success) return refuse("invalid");
    return await changeOwnHere(c, c.var.signedIn.user, given.data, readSeen(form.seen));
  },
};

const readingForm = manForm.pick({ readsLanguages: true, readingLanguage: true, wantsTranslation: true });

function TranslationWish({ reading, seen }: { reading: Reading; seen: Seen }) {
  const { t, locale } = usePage();
  const options = readableLanguages.map((each) => ({ value: each, label: languageName(locale, each) }));
  return (
    <SectionView name={name} title={t("translation:settings.title")} text={t("translation:settings.text")}>
      <SectionForm name={name}>
        <SeenMarks form={{ seen }} />
        <Switch name="wantsTranslation" checked={reading.wantsTranslation}>{t("translation:settings.wish")}</Switch>
        <Choices
          legend={t("translation:settings.reads")}
          name="reads"
          options={options}
          chosen={reading.reads}
        />
        <SelectField
          id="into"
          name="into"
          label={t("translation:settings.into")}
          options={locales.map((value) => ({ value, label: languageName(locale, value) }))}
          value={reading.into}
        />
      </SectionForm>
    </SectionView>
  );
}
