/**
 * The site's own texts as their pages and the sitemap show them: files in each language, with the numbers that the code
 * really uses put into them.
 */
import { formatCents } from "../../i18n/format.ts";
import type { Locale } from "../../i18n/locales.ts";
import { translatorFor } from "../../i18n/translate.ts";
import { codeSeconds } from "../../kv/accounts/sign_up.ts";
import { resetSeconds } from "../../kv/accounts/signing_in/password_reset.ts";
import { rememberedSessionSeconds, sessionSeconds } from "../../kv/accounts/signing_in/sessions.ts";
import { raiseDelayMs } from "../../kv/credits/ledger/spending_limit.ts";
import { withdrawalDays } from "../../kv/credits/payments/withdrawals.ts";
import {
  type ActPrices,
  letterLengthMax,
  prices as firstPrices,
  type Rate,
  rates as firstRates,
  signUpBonusCredits,
} from "../../kv/credits/prices/prices.ts";
import { ratesAt } from "../../kv/credits/prices/rates.ts";
import { pricesAt } from "../../kv/credits/prices/tariffs.ts";
import { draftDays } from "../../kv/ladies/agencies/agencies.ts";
import { visitsKeptMs } from "../../kv/ladies/visits.ts";
import { introductionsPerDay, newcomerDays } from "../../kv/letters/introductions.ts";
import { translationWithinMs } from "../../kv/letters/translating/translations.ts";
import { bookYears } from "../../kv/records/own_data/row.ts";
import { ownData } from "../../kv/records/own_data/table.ts";
import { contactKeptDays } from "../../kv/safety/contact_messages.ts";
import { talkKeptDays } from "../../kv/talks/talk.ts";
import { videoDaysMax } from "../../kv/vetting/live_checks.ts";
import { verificationDays } from "../../kv/vetting/verifications.ts";
import { readTextFile } from "../../services/text_files.ts";
import type { ProviderSettings } from "../../services/translation/types.ts";
import type { Dependencies } from "../http/env.ts";
import { consentSeconds, offeredBy } from "../http/outside.ts";
import { homeOf } from "../middleware/locale.ts";

export const textNames = ["about_us", "anti_scam_guide", "privacy_policy", "terms_conditions", "faq"] as const;
export type TextName = typeof textNames[number];

/** The path of each text that is a page by itself. */
export const textPaths: Record<Exclude<TextName, "faq">, string> = {
  about_us: "/about-us",
  anti_scam_guide: "/anti-scam-guide",
  privacy_policy: "/privacy-policy",
  terms_conditions: "/terms-conditions",
};

export interface SiteText {
  title: string;
  lead: string;
  description: string;
  /** "YYYY-MM-DD", the last time that its words changed. */
  updated: string;
  /** Markdown, with all numbers filled in. */
  body: string;
}

const hourMs = 3600_000;

/** What is for sale, and what things cost in credits. */
export interface Selling {
  rates: readonly Rate[];
  acts: ActPrices;
}

const sellingAtFirst: Selling = { rates: firstRates, acts: firstPrices };

/** What is for sale now. */
export async function sellingNow({ store }: Dependencies): Promise<Selling> {
  const [rates, acts] = await Promise.all([ratesAt(store, store.now()), pricesAt(store, store.now())]);
  return { rates, acts };
}

/** The values that the texts may name as {{name}}; credits include their word, in the form that the number asks for. */
function factsOf(deps: Dependencies, locale: Locale, { rates, acts }: Selling): Record<string, string> {
  const brand = homeOf(deps.config, locale);
  const cheapest = Math.min(...rates.map(({ priceCents }) => priceCents));
  const credits = { ...acts, bonus: signUpBonusCredits };
  const t = translatorFor(locale);
  const numbers = {
    letterLength: letterLengthMax,
    introductions: introductionsPerDay,
    codeMinutes: codeSeconds / 60,
    resetMinutes: resetSeconds / 60,
    sessionHours: sessionSeconds / 3600,
    rememberDays: rememberedSessionSeconds / 86_400,
    translationHours: translationWithinMs / hourMs,
    limitHours: raiseDelayMs / hourMs,
    visitDays: visitsKeptMs / (24 * hourMs),
    newcomerDays,
    contactDays: contactKeptDays,
    talkDays: talkKeptDays,
    reportDays: daysKept("report"),
    suspensionDays: daysKept("lasting_suspension"),
    bonusDays: daysKept("bonus_mark"),
    paymentEventDays: daysKept("payment_event"),
    evidenceDays: daysKept("dispute_evidence"),
    triesDays: daysKept("limit"),
    placeDays: daysKept("known_place"),
    declinedDays: daysKept("declined_draft"),
    verificationDays,
    liveVideoDays: videoDaysMax,
    draftDays,
    bookYears,
    withdrawalDays,
    consentMonths: Math.round(consentSeconds / (365.25 / 12 * 86_400)),
  };
  const { seller } = deps.config.selling;
  return {
    brand: brand.brand,
    sellerName: plain(seller?.name ?? ""),
    sellerAddress: plain(seller?.addressLines.join(", ") ?? ""),
    translationHost: hostOf(deps.config.translation.provider),
    cheapest: formatCents(locale, cheapest, "EUR"),
    ...Object.fromEntries(Object.entries(credits).map(([name, count]) => [name, t("common:credits", { count })])),
    ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)])),
  };
}

/** Escapes words that were not written as Markdown, so that they are read as they stand. */
const plain = (text: string): string => text.replace(/[\\`*_{}[\]<>()#+!|~]/g, "\\$&");

/** The host of a translation provider that its name alone does not tell; empty for the others. */
function hostOf(provider: ProviderSettings | null): string {
  const address = provider?.name === "libretranslate" ? provider.url : provider?.name === "openai" && provider.baseUrl;
  return address ? new URL(address).host : "";
}

/** For how many days records of a prefix are kept. */
function daysKept(prefix: string): number {
  const retention = ownData[prefix]?.retention;
  if (typeof retention !== "object") throw new Error(`${prefix} is kept without days`);
  return retention.days;
}

/** What only some sites do: a paragraph that begins with "?name " is shown only if that condition is true. */
const conditionsOf = ({ config }: Dependencies): Record<string, boolean> => ({
  deepl: config.translation.provider?.name === "deepl",
  libretranslate: config.translation.provider?.name === "libretranslate",
  openai: config.translation.provider?.name === "openai",
  background: config.backgroundPamphlet !== null,
  seller: config.selling.seller !== null,
  push: config.vapid !== null,
  s3: config.s3 !== null,
  support: offeredBy(config).includes("support"),
  tagManager: offeredBy(config).includes("tagManager"),
  outside: offeredBy(config).length > 0,
  alone: offeredBy(config).length === 0,
});

const files = new Map<string, ReturnType<typeof readTextFile>>();

function fileOf(locale: Locale, name: TextName) {
  const key = `${locale}/${name}`;
  let file = files.get(key);
  if (!file) files.set(key, file = readTextFile(new URL(`../../i18n/texts/${key}.md`, import.meta.url)));
  return file;
}

/** A text as it is true of this site and what it sells. Throws if a file names a value or condition that does not exist. */
export function siteText(
  deps: Dependencies,
  locale: Locale,
  name: TextName,
  selling: Selling = sellingAtFirst,
): SiteText {
  const { facts, body } = fileOf(locale, name);
  const values = factsOf(deps, locale, selling);
  const conditions = conditionsOf(deps);
  const filled = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (_all, key: string) => {
      const value = values[key];
      if (value === undefined) throw new Error(`${name} in ${locale} names ${key}, which nobody knows`);
      return value;
    });
  const paragraphs = body.split("\n\n").flatMap((paragraph) => {
    const [, condition, rest] = /^\?(\w+) ([^]*)$/.exec(paragraph) ?? [];
    if (!condition) return [paragraph];
    if (conditions[condition] === undefined) throw new Error(`${name} in ${locale} depends on ${condition}`);
    return conditions[condition] ? [rest!] : [];
  });
  const { title = "", lead = "", description = lead, updated = "" } = facts;
  return {
    title: filled(title),
    lead: filled(lead),
    description: filled(description),
    updated,
    body: filled(paragraphs.join("\n\n")),
  };
}
