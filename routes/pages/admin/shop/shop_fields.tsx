/** What the shop's forms show and send, as texts: moments in UTC, whole numbers, words in each language. */
import { usePage } from "../../../../components/page_context.ts";
import { datesFor, type TellDate } from "../../../../i18n/format.ts";
import { type AccountLocale, accountLocales } from "../../../../kv/accounts/languages.ts";
import { type WordLocale, wordLocales } from "../../../../kv/ladies/record.ts";
import { type Form, textOf } from "../form.ts";

/** The fields of a form by their names. */
export type Texts = Partial<Record<string, string>>;

export const textsOf = (form: Form): Texts =>
  Object.fromEntries(Object.entries(form).map(([name, value]) => [name, textOf(value).trim()]));

/** Words by the names of their fields, like "en.title". */
export const typedWords = (words: Partial<Record<AccountLocale, object>>): Texts =>
  Object.fromEntries(
    Object.entries(words).flatMap(([locale, told]) =>
      Object.entries(told).map(([name, text]) => [`${locale}.${name}`, text])
    ),
  );

/** Reads the named words back from such fields, in the languages that the site publishes in. */
export const wordsOf = <Name extends string>(typed: Texts, names: Name[]): Record<WordLocale, Record<Name, string>> =>
  Object.fromEntries(wordLocales.map((locale) => [locale, wordsIn(typed, locale, names)])) as Record<
    WordLocale,
    Record<Name, string>
  >;

/** All other languages: words in them are optional. */
export const otherLocales: readonly AccountLocale[] = accountLocales.filter((each) =>
  !(wordLocales as readonly string[]).includes(each)
);

/** Reads the named words in the optional languages; a language with only empty fields is left out. */
export const otherWordsOf = <Name extends string>(
  typed: Texts,
  names: Name[],
): Partial<Record<AccountLocale, Record<Name, string>>> =>
  Object.fromEntries(
    otherLocales.map((locale) => [locale, wordsIn(typed, locale, names)] as const)
      .filter(([, words]) => Object.values(words).some((text) => text !== "")),
  );

const wordsIn = <Name extends string>(typed: Texts, locale: AccountLocale, names: Name[]): Record<Name, string> =>
  Object.fromEntries(names.map((name) => [name, typed[`${locale}.${name}`] ?? ""])) as Record<Name, string>;

/** A moment as a browser's field wants it, in UTC: "2026-11-22T08:00"; empty for null. */
export const typedMoment = (atMs: number | null): string =>
  atMs === null ? "" : new Date(atMs).toISOString().slice(0, 16);

/** The moment that was typed in UTC, as ms since the epoch; null for an empty field, NaN for anything else. */
export function momentOf(value: unknown): number | null {
  const text = textOf(value).trim();
  if (text === "") return null;
  const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text);
  return isMoment ? Date.parse(`${text}:00Z`) : NaN;
}

/** Formats moments in UTC, as the shop's forms take them. */
export const useTypedDate = (): TellDate => datesFor({ locale: usePage().locale });

/** Puts a period into words: "from … until …"; null means no bound. */
export function useTimes(): (fromMs: number | null, untilMs: number | null) => string {
  const { t } = usePage();
  const date = useTypedDate();
  return (fromMs, untilMs) => {
    const at = (moment: number) => date(moment, "moment");
    const from = fromMs === null ? null : t("shop:times.from", { moment: at(fromMs) });
    const until = untilMs === null ? null : t("shop:times.until", { moment: at(untilMs) });
    return [from, until].filter(Boolean).join(" ") || t("shop:times.always");
  };
}

/** A whole number; `empty` for an empty field, NaN for anything else. */
export function wholeOf<Empty>(value: unknown, empty: Empty): number | Empty {
  const text = textOf(value).trim();
  if (text === "") return empty;
  return /^\d{1,9}$/.test(text) ? Number(text) : NaN;
}
