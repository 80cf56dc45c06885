/** The section about letters in languages that one does not read. */
import { Choices } from "../../../../components/choices.tsx";
import { FieldError, SelectField } from "../../../../components/fields.tsx";
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
import { fieldMessages } from "../../../http/refusal_answer.tsx";
import { readSeen, seenAfter } from "../../account/form_values.ts";
import { SectionForm, SectionView, type SettingsSection } from "./section.tsx";

const name = "translation";

export const translationSection: SettingsSection = {
  name,
  view(c, refused) {
    const { user } = c.var.signedIn;
    const seen = seenOf(standingFacts(user), Object.keys(readingForm.shape));
    if (!refused) return <TranslationWish reading={readingOf(user)} seen={seen} errors={{}} />;
    const { refusal, body } = refused;
    return (
      <TranslationWish
        reading={sentIn(body)}
        seen={seenAfter(refusal, body.seen, seen)}
        errors={fieldMessages(c, refusal.fields)}
      />
    );
  },
  async save(c, form) {
    const { reads, into, wantsTranslation } = sentIn(form);
    const given = readingForm.safeParse({ readsLanguages: reads, readingLanguage: into, wantsTranslation });
    if (!given.success) return refuse("invalid");
    return await changeOwnHere(c, c.var.signedIn.user, given.data, readSeen(form.seen));
  },
};

const readingForm = manForm.pick({ readsLanguages: true, readingLanguage: true, wantsTranslation: true });

/** What the form says, not validated yet. */
const sentIn = ({ reads, into, wantsTranslation }: Record<string, unknown>): Shown => ({
  reads: [reads ?? []].flat().map(String),
  into: typeof into === "string" ? into : undefined,
  wantsTranslation: wantsTranslation !== undefined,
});

/** As stored, or as just sent. */
interface Shown extends Pick<Reading, "wantsTranslation"> {
  reads: readonly string[];
  into?: string;
}

interface TranslationWishProps {
  reading: Shown;
  seen: Seen;
  /** A sentence for each field at fault. */
  errors: Record<string, string>;
}

function TranslationWish({ reading, seen, errors }: TranslationWishProps) {
  const { t, locale } = usePage();
  const options = readableLanguages.map((each) => ({ value: each, label: languageName(locale, each) }));
  return (
    <SectionView name={name} title={t("translation:settings.title")} text={t("translation:settings.text")}>
      <SectionForm name={name}>
        <SeenMarks form={{ seen }} />
        <Switch name="wantsTranslation" checked={reading.wantsTranslation}>{t("translation:settings.wish")}</Switch>
        {errors.wantsTranslation && (
          <FieldError id="wantsTranslation" label={t("translation:settings.wish")}>
            {errors.wantsTranslation}
          </FieldError>
        )}
        <Choices
          legend={t("translation:settings.reads")}
          name="reads"
          options={options}
          chosen={reading.reads}
        />
        {errors.readsLanguages && (
          <FieldError id="reads" label={t("translation:settings.reads")}>{errors.readsLanguages}</FieldError>
        )}
        <SelectField
          id="into"
          name="into"
          label={t("translation:settings.into")}
          options={locales.map((value) => ({ value, label: languageName(locale, value) }))}
          value={reading.into}
          error={errors.readingLanguage}
        />
      </SectionForm>
    </SectionView>
  );
}
