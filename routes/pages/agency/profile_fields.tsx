/** A lady's profile as an agency fills it in: the same parts and the same schema as her own, in words about her. */
import { PageProvider, usePage } from "../../../components/page_context.ts";
import { ladyForm } from "../../account/profile_forms.ts";
import { wordsAboutHer } from "../../account/words_about_her.ts";
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

export function ProfileFields({ form, nowMs }: Omit<HerFieldsProps, "isOwn">) {
  const page = usePage();
  return (
    <PageProvider value={{ ...page, t: wordsAboutHer(page.t) }}>
      <HerFields form={form} nowMs={nowMs} />
    </PageProvider>
  );
}
