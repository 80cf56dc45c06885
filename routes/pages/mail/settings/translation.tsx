/** The section about letters in languages that she does not read; ladies alone have it. */
import { Choices, Switch } from "../../../../components/choices.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { ladyById } from "../../../../kv/ladies/ladies.ts";
import { readableLanguages, type Reading, setReading } from "../../../../kv/ladies/reading.ts";
import { SectionForm, SectionView, type SettingsSection } from "./section.tsx";

const name = "translation";

export const translationSection: SettingsSection = {
  name,
  access: "ladies",
  async view(c) {
    const record = await ladyById(c.var.deps.store, c.var.signedIn.user.id);
    return record && <TranslationWish reading={record} />;
  },
  async save(c, form) {
    const { user } = c.var.signedIn;
    const reads = form.reads === undefined ? [] : [form.reads].flat().map(String);
    const wantsTranslation = form.wantsTranslation !== undefined;
    return await setReading(c.var.deps.store, user.id, { wantsTranslation, readsLanguages: reads });
  },
};

function TranslationWish({ reading }: { reading: Reading }) {
  const { t } = usePage();
  const options = readableLanguages.map((each) => ({ value: each, label: t(`translation:settings.language.${each}`) }));
  return (
    <SectionView name={name} title={t("translation:settings.title")} text={t("translation:settings.text")}>
      <SectionForm name={name}>
        <Switch name="wantsTranslation" checked={reading.wantsTranslation}>{t("translation:settings.wish")}</Switch>
        <Choices
          legend={t("translation:settings.reads")}
          name="reads"
          options={options}
          chosen={reading.readsLanguages}
        />
      </SectionForm>
    </SectionView>
  );
}
