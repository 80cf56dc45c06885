/** A lady's profile as an agency fills it in: the same parts and the same schema as her own, in words about her. */
import { PageProvider, usePage } from "../../../components/page_context.ts";
import { ladyForm } from "../../account/profile_forms.ts";
import { typedIn } from "../account/form_values.ts";
import { HerFields, type HerFieldsProps, profileFields } from "../account/her_facts.tsx";

/** No setting of hers, no address, no telephone: an agency has no field for them. */
export const profileForm = ladyForm.pick(
  Object.fromEntries(profileFields.map((name) => [name, true])) as Record<typeof profileFields[number], true>,
);

/** Only the fields of a profile; a list of which nothing is ticked means none. */
export const profileBody = (body: Record<string, unknown>): Record<string, unknown> => ({
  lookingFor: [],
  ...Object.fromEntries(
    profileFields.filter((name) => Object.hasOwn(body, name)).map((name) => [name, typedIn(name, body[name])]),
  ),
});

/** What her own page says to her, said of her. */
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

export function ProfileFields({ form, nowMs }: Omit<HerFieldsProps, "isOwn">) {
  const page = usePage();
  const t: typeof page.t = (key, values) => page.t(ofHer[key] ?? key, values);
  return (
    <PageProvider value={{ ...page, t }}>
      <HerFields form={form} nowMs={nowMs} />
    </PageProvider>
  );
}
