/** Gathers the catalogue files: one JSON file per namespace and locale, identical keys in all. */
import { isChinese, type Locale } from "./locales.ts";
import { setText } from "./typesetting.ts";

export type Catalogue = { [key: string]: string | Catalogue };

const namespaces = [
  "common",
  "attributes",
  "refusals",
  "home",
  "auth",
  "search",
  "searches",
  "profile",
  "favorites",
  "birthdays",
  "vote",
  "photos",
  "videos",
  "mail",
  "desk",
  "talks",
  "balance",
  "account",
  "ownData",
  "sandbox",
  "mails",
  "notifications",
  "staff",
  "shop",
  "verification",
  "agency",
  "admin",
  "factor",
  "log",
  "consent",
  "safety",
  "translation",
  "chat",
  "call",
  "writings",
  "contact",
  "imprint",
  "withdrawal",
  "decisions",
  "background",
  "guestReports",
  "errors",
  "gallery",
  "islands",
] as const;
export type Namespace = typeof namespaces[number];

/** What only admins see is written in the languages in which the site is run; other locales read it in English. */
export const adminNamespaces: readonly Namespace[] = ["admin", "shop", "log", "gallery"];
const isRunIn = (locale: Locale) => locale === "en" || isChinese(locale);

/** The locale in which an admin of this one reads: the words, dates and countries of a page are of one language. */
export const adminLocale = (locale: Locale): Locale => isRunIn(locale) ? locale : "en";

/** The namespaces that a locale has files of. */
const namespacesOf = (locale: Locale): Namespace[] =>
  namespaces.filter((namespace) => isRunIn(locale) || !adminNamespaces.includes(namespace));

async function load(locale: Locale): Promise<Record<Namespace, Catalogue>> {
  const entries = await Promise.all(
    namespacesOf(locale).map(async (namespace) => {
      const text = await Deno.readTextFile(new URL(`./catalogues/${locale}/${namespace}.json`, import.meta.url));
      return [namespace, JSON.parse(setText(locale, text)) as Catalogue] as const;
    }),
  );
  return Object.fromEntries(entries) as Record<Namespace, Catalogue>;
}

export const catalogues: Record<Locale, Record<Namespace, Catalogue>> = {
  "en": await load("en"),
  "zh-Hant": await load("zh-Hant"),
  "zh-Hans": await load("zh-Hans"),
  "uk": await load("uk"),
  "ru": await load("ru"),
  "ro": await load("ro"),
};
