/** Addresses in mails: on the recipient's variant, and never with six digits in a row, which only a code has. */
import type { Locale } from "../../../i18n/locales.ts";
import type { Config } from "../../../services/config.ts";
import { addressOf, homeOf, prefixOf, variantOfHost } from "../../middleware/locale.ts";

/** Makes an absolute address of path segments, e.g. ("auth", "sign-in"). */
export type LinkTo = (...segments: string[]) => string;

type Places = Pick<Config, "mode" | "english" | "chinese" | "host" | "port">;

/**
 * Links for a reader of `locale`, at the canonical address of the variant. If there is none, a demo uses the `origin` where
 * the visitor was. Outside a demo `origin` is never used, because a request may name any host it likes.
 */
export function linksFor(config: Places, locale: Locale, origin?: string): LinkTo {
  const base = baseOf(config, locale, origin);
  return (...segments) => [base, ...segments.map(withoutSixDigits)].join("/");
}

function baseOf(config: Places, locale: Locale, origin?: string): string {
  const configured = addressOf(config, locale);
  if (configured) return configured.url + configured.prefix;
  const other = homeOf(config, locale) === config.english ? config.chinese : config.english;
  if (config.mode === "demo" && (origin || !other.url)) {
    const here = origin ?? `http://${config.host}:${config.port}`;
    return here + (prefixOf(variantOfHost(config, new URL(here).host), locale) ?? "");
  }
  // Only the other variant exists: its language is better than a dead link.
  return other.url ?? "";
}

/** The segments of a path of the site, for `LinkTo`. */
export const segmentsOf = (path: string): string[] => path.slice(1).split("/");

const runAtMost = 5;

/** A path segment, percent-encoded so that no six digits follow each other, escapes included. */
export function withoutSixDigits(segment: string): string {
  let out = "";
  for (const character of segment) {
    const next = encodeURIComponent(character);
    const isTooLong = /^\d$/.test(next) && trailingDigits(out) >= runAtMost;
    out += isTooLong ? `%3${next}` : next;
  }
  return out;
}

const trailingDigits = (text: string): number => /\d*$/.exec(text)![0].length;
