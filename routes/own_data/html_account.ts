/** The account and the profile, for the page in a copy of one's own data, under the names that their forms use. */
import { paragraphOf } from "../../i18n/locales.ts";
import { zoneName } from "../../i18n/zones.ts";
import { lady, type User, zoneOf } from "../../kv/accounts/users.ts";
import { sections, type Told } from "../../kv/records/own_data/export.ts";
import type { NoticeAbout } from "../../kv/safety/notices.ts";
import { attributeWord } from "../account/attribute_words.ts";
import { countryName } from "../account/country_names.ts";
import type { AppContext } from "../http/env.ts";
import { escaped, facts, lines, when } from "./html_parts.ts";

const accountFields = ["firstname", "lastname", "birthdate", "city", "address", "zipCode", "phone"] as const;
const wishes = ["letterEmails", "talkEmails", "invitationEmails", "promoEmails", "acceptsIntroductions"] as const;

type NoticeWithWords = Exclude<NoticeAbout["kind"], "fraud">;
const noticeWords: Record<NoticeWithWords, string> = {
  report_answered: "ownData:notice.report_answered",
  appeal_answered: "ownData:notice.appeal_answered",
  published: "ownData:notice.published",
  warned: "ownData:notice.warned",
  background_shown: "ownData:notice.background_shown",
  background_searched: "ownData:notice.background_searched",
  background_answered: "ownData:notice.background_answered",
};

export async function* accountHtml(c: AppContext, user: User): AsyncGenerator<string> {
  const { facts: { t, locale }, facts: request, deps: { store } } = c.var;
  for await (const told of sections.account(store, user)) {
    if (told.kind === "notice") {
      const words = told.about === "fraud" ? fraudWords(c, told) : t(noticeWords[told.about as NoticeWithWords]);
      // What the site asked of the person is shown as it was written.
      const asked = told.words === undefined ? "" : `<br>${lines(told.words)}`;
      yield `<p>${when(request, told.at)} · ${escaped(words)}${asked}</p>\n`;
      continue;
    }
    if (told.kind === "saved search") {
      yield `<p>${when(request, told.createdAt)} · ${escaped(t("searches:kept"))}: ${escaped(told.name)}</p>\n`;
      continue;
    }
    yield facts([
      [t("ownData:field.email"), escaped(told.email)],
      [t("ownData:field.wishedEmail"), escaped(told.wishedEmail)],
      ...accountFields.map((name): [string, string] => [t(`account:field.${name}`), escaped(told[name])]),
      [t("attributes:field.country"), escaped(countryName(locale, user.countryId))],
      [t("account:field.timeZone"), escaped(zoneName(zoneOf(user) ?? ""))],
      ...wishes.map((name): [string, string] => [t(`account:field.${name}`), saidOf(c, told[name])]),
      [t("ownData:field.createdAt"), when(request, told.createdAt)],
    ]);
  }
}

/** What is true now: that the site was wrong, if she was let in again; and about credits, if some were refunded. */
function fraudWords(c: AppContext, { isTakenBack, refundedCredits }: Told): string {
  const { t, locale } = c.var.facts;
  if (!isTakenBack) return t(refundedCredits === 0 ? "ownData:notice.fraud_unpaid" : "ownData:notice.fraud");
  const credits = refundedCredits !== 0 && t("safety:fraud.takenBack.credits");
  return paragraphOf(locale, [t("ownData:notice.fraud_taken_back"), credits]);
}

const saidOf = (c: AppContext, value: unknown): string =>
  typeof value === "boolean" ? escaped(c.var.facts.t(`ownData:index.${value ? "yes" : "no"}`)) : "";

/** Fields whose values have words in the catalogue of attributes. */
const named = [
  "hairColor",
  "eyeColor",
  "maritalStatus",
  "education",
  "profession",
  "religion",
  "smoking",
  "drinking",
  "englishRating",
  "lookingFor",
] as const;
const written = ["about", "quote", "idealPartner", "interests", "childrenNumber"] as const;

export async function* profileHtml(c: AppContext, user: User): AsyncGenerator<string> {
  const { facts: { t }, facts: request, deps: { store } } = c.var;
  for await (const told of sections.profile(store, user)) {
    if (told.kind !== "profile") {
      const kind = t(`ownData:kind.${String(told.kind).replaceAll(" ", "_")}`);
      const at = told.askedAt ?? told.at ?? told.verifiedAt;
      const words = told.firstname ??
        Object.values((told.wanted ?? {}) as Told).filter((each) => each !== null).join("; ");
      yield `<p>${escaped(kind)}: ${[when(request, at), escaped(words)].filter(Boolean).join(" · ")}</p>\n`;
      continue;
    }
    yield facts([
      [t("account:field.height"), escaped(told.heightCm)],
      [t("account:field.weight"), escaped(told.weightKg)],
      ...named.map((name): [string, string] => [t(`attributes:field.${name}`), valueOf(c, user, name, told[name])]),
      ...written.map((name): [string, string] => [t(`account:field.${name}`), lines(asText(told[name]))]),
      ...(user.groupId === lady ? [] : [
        [t("account:field.ageFrom"), escaped(told.ageFrom)],
        [t("account:field.ageTo"), escaped(told.ageTo)],
      ] as [string, string][]),
    ]);
  }
}

const asText = (value: unknown): unknown => Array.isArray(value) ? value.join(", ") : value;

function valueOf(c: AppContext, user: User, name: string, value: unknown): string {
  const values = (Array.isArray(value) ? value : [value]).filter((each) => typeof each === "string");
  const isMan = user.groupId !== lady;
  return values.map((each) => escaped(attributeWord(c.var.facts.t, name, each, isMan))).join(", ");
}
