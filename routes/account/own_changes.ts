/** Keeps what people change in their own accounts and profiles, for pages and calls alike. */
import { lady, man, type User } from "../../kv/accounts/users.ts";
import { changeFirstName } from "../../kv/ladies/profile/first_names.ts";
import { setPutForward } from "../../kv/ladies/listing.ts";
import { askProfileChange, type LadyFacts } from "../../kv/ladies/profile/profile_changes.ts";
import { type AccountFacts, changeOwn, type ManProfile } from "../../kv/ladies/profiles.ts";
import type { Seen } from "../../kv/ladies/profile/seen_facts.ts";
import { refuse, type Result } from "../../kv/store/refusals.ts";
import type { AppContext } from "../http/env.ts";
import { ladysFields, mansFields, type OwnForm } from "./profile_forms.ts";

/**
 * Keeps the changes; what a lady shows of herself waits for approval. `seen` is what the form showed. Refuses `invalid`
 * for a field at fault and for an empty form, `wrong_role` for fields of another group, and `conflict` for fields that
 * somebody else has changed since they were shown.
 */
export async function changeOwnHere(
  c: AppContext,
  user: User,
  form: OwnForm,
  seen?: Seen,
): Promise<Result<{ user: User }>> {
  const said = Object.entries(form).filter(([, value]) => value !== undefined).map(([name]) => name);
  if (said.length === 0) return refuse("invalid", { fields: { body: "required" } });
  const notTheirs = [...user.groupId === lady ? [] : ladysFields, ...user.groupId === man ? [] : mansFields];
  if (said.some((name) => notTheirs.includes(name))) return refuse("wrong_role");
  if (user.groupId === lady) return await changeLady(c, user, form, seen);
  const profile = user.groupId === man ? manFactsOf(form) : {};
  return await changeOwn(c.var.deps.store, user.id, { account: accountFactsOf(form), profile }, seen);
}

async function changeLady(c: AppContext, user: User, form: OwnForm, seen?: Seen): Promise<Result<{ user: User }>> {
  const { store } = c.var.deps;
  // First what may be refused, so that a refusal changes nothing; only a conflict over the first name comes too late.
  const asked = await askProfileChange(store, user.id, ladyFactsOf(form), { seen });
  if (!asked.ok) return asked;
  const named = form.firstname === undefined ? null : await changeFirstName(store, user.id, form.firstname, { seen });
  if (named && !named.ok) return named;
  const { lastname, phone, address, zipCode, promoEmails, letterEmails, talkEmails, invitationEmails, isPutForward } =
    form;
  const told = { lastname, phone, address, zipCode, promoEmails, letterEmails, talkEmails, invitationEmails };
  const changed = await changeOwn(store, user.id, { account: { ...told, ...tellingFactsOf(form) } }, seen);
  if (!changed.ok || isPutForward === undefined) return changed;
  const listed = await setPutForward(store, user.id, isPutForward, seen);
  return listed.ok ? changed : listed;
}

/** In which languages and in which time zone the person is told of things. */
function tellingFactsOf(form: OwnForm): Partial<AccountFacts> {
  const { locale, timeZone, deviceZone, readsLanguages, readingLanguage, wantsTranslation } = form;
  return { locale, timeZone, deviceZone, readsLanguages, readingLanguage, wantsTranslation };
}

function accountFactsOf(form: OwnForm): Partial<AccountFacts> {
  const { firstname, lastname, phone, address, city, zipCode, birthdate } = form;
  const { promoEmails, letterEmails, talkEmails, invitationEmails, acceptsIntroductions, country: countryId } = form;
  return {
    firstname,
    lastname,
    phone,
    address,
    city,
    zipCode,
    countryId,
    birthdate,
    promoEmails,
    letterEmails,
    talkEmails,
    invitationEmails,
    acceptsIntroductions,
    ...tellingFactsOf(form),
  };
}

/** What a man and a lady both tell of themselves, under the store's names. */
function sharedFactsOf(form: OwnForm) {
  const { hairColor, eyeColor, maritalStatus, childrenNumber, education, profession, religion } = form;
  const { smoking, drinking, interests, about, quote, lookingFor, idealPartner } = form;
  return {
    heightCm: form.height,
    weightKg: form.weight,
    hairColor,
    eyeColor,
    maritalStatus,
    childrenNumber,
    education,
    profession,
    religion,
    smoking,
    drinking,
    interests,
    about,
    quote,
    lookingFor,
    idealPartner,
  };
}

const manFactsOf = (form: OwnForm): Partial<ManProfile> => ({
  ...sharedFactsOf(form),
  ageFrom: form.ageFrom,
  ageTo: form.ageTo,
});

/** The fields that stand on a lady's profile, under the store's names; her first name waits for approval on its own. */
export function ladyFactsOf(form: OwnForm): Partial<LadyFacts> {
  const { birthdate, city, englishRating, motherTongue, country: countryId } = form;
  return { ...sharedFactsOf(form), birthdate, city, countryId, englishRating, motherTongue };
}
