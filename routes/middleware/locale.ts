/** Which language a request gets: by host, then by path prefix; cookie and browser decide only on "/" and for calls. */
import type { MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { parseAccept } from "hono/utils/accept";
import { isChinese, type Locale } from "../../i18n/locales.ts";
import type { Config } from "../../services/config.ts";
import type { AppContext, AppEnv, VariantName } from "../http/env.ts";

export const localeCookie = "i18n_redirected";
const localeCookieSeconds = 365 * 24 * 60 * 60;

const prefixLocales: Record<string, Locale> = { "en": "en", "zh-hans": "zh-Hans", "uk": "uk", "ru": "ru", "ro": "ro" };

/** What may stand before a path, the empty prefix included. */
export const localePrefixes: readonly string[] = ["", ...Object.keys(prefixLocales).map((each) => `/${each}`)];

/** The ladies' languages have the same prefix on every host. */
const everywhere = { "uk": "/uk", "ru": "/ru", "ro": "/ro" } as const;

/** The locales that each variant serves, by their prefix. */
const localesOfVariant: Record<VariantName, Partial<Record<Locale, string>>> = {
  english: { "en": "", ...everywhere },
  chinese: { "zh-Hant": "", "zh-Hans": "/zh-hans", ...everywhere },
  any: { "zh-Hant": "", "zh-Hans": "/zh-hans", "en": "/en", ...everywhere },
};

export interface Placed {
  variant: VariantName;
  locale: Locale;
  prefix: string;
  /** Path without the prefix and without a slash at its end; "/" at least. */
  path: string;
}

/** The variant that lists a host ("vesna.example" or with a port); a name listed without a port means every port. */
export function variantOfHost(config: Pick<Config, "english" | "chinese">, host: string): VariantName {
  const exact = host.toLowerCase();
  for (const name of [exact, exact.replace(/:\d+$/, "")]) {
    if (config.english.hosts.includes(name)) return "english";
    if (config.chinese.hosts.includes(name)) return "chinese";
  }
  return "any";
}

/** Locale and path of an address. A prefix that the variant does not serve stays in the path, and so is not found. */
export function placeRequest(variant: VariantName, pathname: string): Placed {
  const trimmed = pathname.length > 1 && pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  const [, first = ""] = /^\/([^/]*)/.exec(trimmed) ?? [];
  const locale = prefixLocales[first];
  const prefix = locale && localesOfVariant[variant][locale];
  if (locale && prefix) return { variant, locale, prefix, path: trimmed.slice(prefix.length) || "/" };
  return { variant, locale: variant === "english" ? "en" : "zh-Hant", prefix: "", path: trimmed };
}

/** The locale of a call: by its prefix, which it need not have, else by cookie, else by browser, if the host serves it. */
export function localeOfCall(placed: Placed, cookie: string | undefined, acceptLanguage: string | undefined): Locale {
  if (placed.prefix !== "") return placed.locale;
  const wanted = preferredLocale(cookie, acceptLanguage);
  return wanted && prefixOf(placed.variant, wanted) !== null ? wanted : placed.locale;
}

/** The prefix of a locale on a variant; null where the variant does not serve it. */
export const prefixOf = (variant: VariantName, locale: Locale): string | null =>
  localesOfVariant[variant][locale] ?? null;

type Variants = Pick<Config, "english" | "chinese">;

/** The variant to which a locale belongs: Chinese ones to the Chinese variant, all others to the English one. */
export const homeOf = (config: Variants, locale: Locale): Config["english"] =>
  isChinese(locale) ? config.chinese : config.english;

/** The configured address of a locale: on its own variant, else on another that serves it; null if none is configured. */
export function addressOf(config: Variants, locale: Locale): { url: string; prefix: string } | null {
  const names = isChinese(locale) ? ["chinese"] as const : ["english", "chinese"] as const;
  for (const name of names) {
    const [{ url }, prefix] = [config[name], prefixOf(name, locale)];
    if (url !== null && prefix !== null) return { url, prefix };
  }
  return null;
}

/** The locales of a variant in the order of the language menu; English is hidden on the Chinese variant. */
export const localesOf = (variant: VariantName): Locale[] => Object.keys(localesOfVariant[variant]) as Locale[];

/**
 * Sends "/" to the locale that the cookie, or else the browser, asks for. Prefixed addresses are never redirected, nor
 * does anybody leave the language of a page of ours by its links and forms.
 */
export const redirectRoot: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { variant, path, prefix, locale } = c.var.facts;
  if (c.req.method !== "GET" || path !== "/" || prefix !== "") return await next();
  const wanted = preferredLocale(getCookie(c, localeCookie), c.req.header("accept-language"));
  const target = wanted && wanted !== locale && !comesFromPage(c) ? prefixOf(variant, wanted) : null;
  if (target === null) {
    await next();
    c.header("vary", rootDependsOn, { append: true });
    return;
  }
  rememberLocale(c, wanted!);
  c.header("vary", rootDependsOn);
  return c.redirect(target + new URL(c.req.url).search, 302);
};

const rootDependsOn = "accept-language, cookie, referer";

/** Whether "/" was reached from a page without a prefix: its reader has read, and pressed, in the language of the root. */
function comesFromPage(c: AppContext): boolean {
  const { variant, origin } = c.var.facts;
  const from = URL.parse(c.req.header("referer") ?? "");
  return from?.origin === origin && placeRequest(variant, from.pathname).prefix === "";
}

export function rememberLocale(c: AppContext, locale: Locale): void {
  setCookie(c, localeCookie, locale, { path: "/", maxAge: localeCookieSeconds, sameSite: "Lax" });
}

/** The cookie's locale, else the first language of the browser that the site has; null where neither says. */
export function preferredLocale(cookie: string | undefined, acceptLanguage: string | undefined): Locale | null {
  const remembered = cookie ? localeOfTag(cookie) : null;
  if (remembered) return remembered;
  const accepted = acceptLanguage ? parseAccept(acceptLanguage.slice(0, 500)) : [];
  for (const { type, q } of accepted) {
    if (q === 0) continue;
    const locale = localeOfTag(type);
    if (locale) return locale;
    // Bare "zh" leaves the choice to the host: nobody is redirected for it.
    if (/^zh$/i.test(type)) return null;
  }
  return null;
}

/** Belarusian becomes Russian, the closest language here; "mo" is Moldovan. */
const bareTags: Record<string, Locale> = { en: "en", uk: "uk", ru: "ru", be: "ru", ro: "ro", mo: "ro" };

/** A language tag as a locale: script first, then region; null for bare "zh" and for other languages. */
export function localeOfTag(tag: string): Locale | null {
  const parts = tag.trim().toLowerCase().split(/[-_]/);
  if (parts[0] !== "zh") return Object.hasOwn(bareTags, parts[0]!) ? bareTags[parts[0]!]! : null;
  if (parts.includes("hant")) return "zh-Hant";
  if (parts.includes("hans")) return "zh-Hans";
  if (parts.some((part) => ["tw", "hk", "mo"].includes(part))) return "zh-Hant";
  if (parts.some((part) => ["cn", "sg"].includes(part))) return "zh-Hans";
  return null;
}
