/** A lady's profile as an agency fills it in: the same parts and the same schema as her own, in words about her. */
import { PageProvider, usePage } from "../../../components/page_context.ts";
import type { Translate } from "../../../i18n/translate.ts";
import { ladyForm } from "../../account/profile_forms.ts";
import { typedIn } from "../account/form_values.ts";
import { HerFields, type HerFieldsProps, profileFields } from "../account/her_facts.tsx";

/** Her own schema without her settings, address and telephone: an agency has no fields for these. */
export const profileForm = ladyForm.pick(
  Object.fromEntries(profileFields.map((name) => [name, true])) as Record<typeof profileFields[number], true>,
);

/** The profile's fields of a body; `lookingFor` is empty if nothing is ticked, because a browser then sends nothing. */
export const profileBody = (body: Record<string, unknown>): Record<string, unknown> => ({
  lookingFor: [],
  ...Object.fromEntries(
    profileFields.filter((name) => Object.hasOwn(body, name)).map((name) => [name, typedIn(name, body[name])]),
  ),
});

/** The texts of her own page that speak to her, each with the text in its place that speaks of her. */
const ofHer: Record<string, string> = {
  "account:part.her.text": "agency:hers.part.her",
  "account:part.herWords.title": "agency:hers.title.herWords",
  "account:part.herWords.text": "agency:hers.part.herWords",
  "account:part.herPartner.text": "agency:hers.part.herPartner",
  "account:part.tongues.text": "agency:hers.part.tongues",
  "account:field.about": "agency:hers.field.about",
  "account:field.quote": "agency:hers.field.quote",
  "account:field.idealPartner": "agency:hers.field.idealPartner",
  "account:zodiac": "agency:hers.zodiac",
};

/** Says of her what her own page says to her. */
export const wordsAboutHer = (t: Translate): Translate => (key, values) => t(ofHer[key] ?? key, values);

export function ProfileFields({ form, nowMs }: Omit<HerFieldsProps, "isOwn">) {
  const page = usePage();
  return (
    <PageProvider value={{ ...page, t: wordsAboutHer(page.t) }}>
      <HerFields form={form} nowMs={nowMs} />
    </PageProvider>
  );
}
