/** What the forms of the shop's rooms share: moments in UTC, money as it is typed, three languages, faults in words. */
import type { ComponentChildren } from "preact";
import { Field, TextArea } from "../../../../components/fields.tsx";
import { usePage } from "../../../../components/page_context.ts";
import { formatDate } from "../../../../i18n/format.ts";
import type { Translate } from "../../../../i18n/translate.ts";
import { type WordLocale, wordLocales } from "../../../../kv/ladies/record.ts";
import { textOf } from "../form.ts";

/** As a field of the browser wants it: "2026-11-22T08:00". */
export const typedMoment = (atMs: number | null): string =>
  atMs === null ? "" : new Date(atMs).toISOString().slice(0, 16);

/** The moment that was typed, in UTC; null for an empty field, NaN for anything that is none. */
export function momentOf(value: unknown): number | null {
  const text = textOf(value).trim();
  if (text === "") return null;
  const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text);
  return isMoment ? Date.parse(`${text}:00Z`) : NaN;
}

/** "from … until …", in words; null is no bound. */
export function useTimes(): (fromMs: number | null, untilMs: number | null) => string {
  const { t, locale } = usePage();
  return (fromMs, untilMs) => {
    const at = (moment: number) => formatDate(locale, moment, "moment");
    const from = fromMs === null ? null : t("shop:times.from", { moment: at(fromMs) });
    const until = untilMs === null ? null : t("shop:times.until", { moment: at(untilMs) });
    return [from, until].filter(Boolean).join(" ") || t("shop:times.always");
  };
}

/** "12.50", with a point, as the field shows it. */
export const typedEuros = (cents: number): string => (cents / 100).toFixed(2);

/** Integer cents of "12.5", "12,50" or "12"; NaN for anything else. No part of it is ever a float. */
export function centsOf(value: unknown): number {
  const [, euros, cents = ""] = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(textOf(value).trim()) ?? [];
  return euros === undefined ? NaN : Number(euros) * 100 + Number(cents.padEnd(2, "0"));
}

/** A whole number; `empty` for an empty field, NaN for anything else. */
export function wholeOf<Empty>(value: unknown, empty: Empty): number | Empty {
  const text = textOf(value).trim();
  if (text === "") return empty;
  return /^\d{1,9}$/.test(text) ? Number(text) : NaN;
}

/** The sentence of a field at fault; null where it is not. */
export function faultOf(t: Translate, faults: Record<string, string>, field: string): string | null {
  const rule = faults[field];
  return rule === undefined ? null : t(`shop:fault.${rule}`);
}

/** The same fields for each language, one group after the other. */
export function InEachLanguage({ fieldsOf }: { fieldsOf: (locale: WordLocale) => ComponentChildren }) {
  const { t } = usePage();
  return (
    <>
      {wordLocales.map((locale) => (
        <fieldset key={locale} class="shop__words">
          <legend>{t(`shop:language.${locale}`)}</legend>
          {fieldsOf(locale)}
        </fieldset>
      ))}
    </>
  );
}

interface WordsFieldProps {
  locale: WordLocale;
  name: string;
  label: string;
  hint?: string;
  value: string;
  faults: Record<string, string>;
  /** Most characters. */
  most?: number;
  isLong?: boolean;
  rows?: number;
}

export function WordsField({ locale, name, label, hint, value, faults, most, isLong, rows }: WordsFieldProps) {
  const { t } = usePage();
  const id = `${locale}.${name}`;
  const field = { id, name: id, lang: locale, label, hint, value, maxlength: most, error: faultOf(t, faults, id) };
  return isLong ? <TextArea {...field} rows={rows} /> : <Field {...field} />;
}
