/** A man's account: who he is, what he tells of himself, and whom he looks for. */
import { SelectField } from "../../../components/fields.tsx";
import { usePage } from "../../../components/page_context.ts";
import { languageNames, locales } from "../../../i18n/locales.ts";
import { zoneName, zoneNames } from "../../../i18n/zones.ts";
import type { User } from "../../../kv/accounts/users.ts";
import { manProfileOf, standingFacts } from "../../../kv/ladies/profiles.ts";
import { seenOf } from "../../../kv/ladies/profile/seen_facts.ts";
import { countryOptions } from "../../account/country_names.ts";
import { manForm } from "../../account/profile_forms.ts";
import { manAccount } from "../../account/sides.ts";
import { takenDownNotice } from "../../account/taken_down.tsx";
import type { PageDefinition } from "../../http/define_page.ts";
import { localHref } from "../../http/page.tsx";
import { latestBirthdate } from "../account/birthdates.ts";
import { Birthdate, Country, Line, Part, Save, SeenMarks, SwitchField } from "../account/fields.tsx";
import { numberText, textOf, type Written } from "../account/form_values.ts";
import { Life, Looks, OwnWords, Partner, sharedFields, sharedValues } from "../account/own_facts.tsx";
import { ownPage } from "../account/own_page.tsx";
import { inOrderOfNames } from "../../../i18n/names.ts";

const home: PageDefinition = {
  paths: [manAccount.home],
  access: "men",
  get: (c) => c.redirect(localHref(c.var.facts.prefix, manAccount.tabs.information), 302),
};

const informationFields = [
  "firstname",
  "lastname",
  "birthdate",
  "country",
  "city",
  "address",
  "zipCode",
  "phone",
  "locale",
  "timeZone",
  "letterEmails",
  "talkEmails",
  "invitationEmails",
  "promoEmails",
  "acceptsIntroductions",
] as const;

const information = ownPage({
  side: manAccount,
  tab: "information",
  schema: manForm,
  fields: informationFields,
  switches: ["letterEmails", "talkEmails", "invitationEmails", "promoEmails", "acceptsIntroductions"],
  read(_c, user) {
    const facts = standingFacts(user);
    const shown = { ...facts, country: String(facts.countryId) };
    const values = Object.fromEntries(informationFields.map((name) => [name, shown[name]]));
    return Promise.resolve({ values, seen: seenOf(facts, informationFields) });
  },
  above: (c, user) => takenDownNotice(c, user, ["city"]),
  view: (form, c) => (
    <InformationForm
      form={form}
      latest={latestBirthdate(c.var.deps.store.now())}
      user={c.var.signedIn.user}
    />
  ),
});

function InformationForm({ form, latest, user }: { form: Written; latest: string; user: User }) {
  const { t, href, locale } = usePage();
  return (
    <form method="post">
      <SeenMarks form={form} />
      <Part name="person">
        <div class="two">
          {inOrderOfNames(
            locale,
            <Line form={form} name="firstname" most={40} isRequired autocomplete="given-name" />,
            <Line form={form} name="lastname" most={60} autocomplete="family-name" />,
          )}
          <Birthdate form={form} latest={latest} autocomplete="bday" />
        </div>
      </Part>
      <Part name="place">
        <div class="two">
          <Country form={form} options={countryOptions(locale)} autocomplete="country" />
          <Line form={form} name="city" most={60} autocomplete="address-level2" />
        </div>
        <Private form={form} />
        <TimeZone form={form} user={user} />
      </Part>
      <Part name="mails">
        <p>
          {t("account:emailIs", { email: user.email })}{" "}
          <a href={href(manAccount.securityPath)}>{t("account:emailChange")}</a>
        </p>
        <MailLanguage form={form} />
        <SwitchField form={form} name="letterEmails" />
        <SwitchField form={form} name="talkEmails" />
        <SwitchField form={form} name="invitationEmails" />
        <SwitchField form={form} name="promoEmails" />
        <SwitchField form={form} name="acceptsIntroductions" />
      </Part>
      <Save />
    </form>
  );
}

/** The fields that nobody sees but the site. */
export function Private({ form }: { form: Written }) {
  return (
    <>
      <Line form={form} name="address" most={200} autocomplete="street-address" />
      <div class="two">
        <Line form={form} name="zipCode" most={20} autocomplete="postal-code" />
        <Line form={form} name="phone" type="tel" most={40} autocomplete="tel" />
      </div>
    </>
  );
}

export function MailLanguage({ form }: { form: Written }) {
  const { t } = usePage();
  return (
    <SelectField
      id="locale"
      name="locale"
      label={t("account:field.locale")}
      error={form.errors.locale}
      options={locales.map((value) => ({ value, label: languageNames[value], lang: value }))}
      value={textOf(form.values, "locale")}
    />
  );
}

/** The field for the time zone: that of the browser, unless another one is chosen. */
export function TimeZone({ form, user: { deviceZone } }: { form: Written; user: User }) {
  const { t } = usePage();
  const chosen = zoneName(textOf(form.values, "timeZone"));
  const names = zoneNames();
  if (chosen && !names.includes(chosen)) names.unshift(chosen);
  return (
    <SelectField
      id="timeZone"
      name="timeZone"
      label={t("account:field.timeZone")}
      hint={t("account:zone.hint")}
      error={form.errors.timeZone}
      options={names.map((value) => ({ value, label: wordsOfZone(value) }))}
      emptyLabel={deviceZone
        ? t("account:zone.device", { zone: wordsOfZone(zoneName(deviceZone)) })
        : t("account:zone.deviceUnknown")}
      value={chosen}
    />
  );
}

const wordsOfZone = (zone: string): string => zone.replaceAll("_", " ");

const aboutFields = sharedFields.filter((name) => name !== "lookingFor" && name !== "idealPartner");

const about = ownPage({
  side: manAccount,
  tab: "about",
  schema: manForm,
  fields: aboutFields,
  async read(c, user) {
    const profile = await manProfileOf(c.var.deps.store, user.id);
    return { values: sharedValues(profile), seen: seenOf(profile, aboutFields) };
  },
  above: (c, user) => takenDownNotice(c, user, ["quote", "about", "interest"]),
  view: (form, c) => (
    <form method="post">
      <SeenMarks form={form} />
      <OwnWords form={form} isMan />
      <Looks form={form} />
      <Life form={form} isMan birthdate={c.var.signedIn.user.birthdate} />
      <Save />
    </form>
  ),
});

const wishFields = ["lookingFor", "idealPartner", "ageFrom", "ageTo"] as const;

const lookingFor = ownPage({
  side: manAccount,
  tab: "lookingFor",
  schema: manForm,
  fields: wishFields,
  lists: ["lookingFor"],
  async read(c, user) {
    const profile = await manProfileOf(c.var.deps.store, user.id);
    const { lookingFor, idealPartner, ageFrom, ageTo } = profile;
    const values = { lookingFor, idealPartner, ageFrom: numberText(ageFrom), ageTo: numberText(ageTo) };
    return { values, seen: seenOf(profile, wishFields) };
  },
  above: (c, user) => takenDownNotice(c, user, ["idealPartner"]),
  view: (form) => (
    <form method="post">
      <SeenMarks form={form} />
      <Partner form={form} isMan />
      <Save />
    </form>
  ),
});

export const manAccountPages: PageDefinition[] = [home, information, about, lookingFor];
