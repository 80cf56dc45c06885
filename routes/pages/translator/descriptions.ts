/** The paths of the translators' pages, and what these say of a letter: its languages, its time, and whom it is between. */
import { formatNumber } from "../../../i18n/format.ts";
import type { Locale } from "../../../i18n/locales.ts";
import type { Translate } from "../../../i18n/translate.ts";
import { readableName } from "../../../kv/ladies/cities.ts";
import { usersByIds } from "../../../kv/accounts/users.ts";
import type { Wanted } from "../../../kv/letters/language.ts";
import type { Translation } from "../../../kv/letters/translating/translations.ts";
import type { ProfilePart } from "../../../kv/ladies/profile/profile_translations.ts";
import { wordLocales } from "../../../kv/ladies/record.ts";
import type { Store } from "../../../kv/open.ts";
import { languageName } from "../../../i18n/languages.ts";
import { idOf } from "../../http/read_input.ts";

export const queuePath = "/agency/mail";
export const aboutPath = `${queuePath}/about-you`;
export const workPath = (letterId: number): string => `${queuePath}/${letterId}`;

export const profilePath = ({ ladyId, locale }: ProfilePart): string => `${queuePath}/profiles/${ladyId}/${locale}`;

/** The profile that an address or the button of a form names; null for anything else. */
export function profilePartOf(ladyId: unknown, locale: unknown): ProfilePart | null {
  const id = typeof ladyId === "string" ? idOf(ladyId) : null;
  const known = wordLocales.find((each) => each === locale);
  return id === null || !known ? null : { ladyId: id, locale: known };
}

/** "1,467 characters". */
export const lengthOf = (t: Translate, locale: Locale, count: number): string =>
  t("translation:characters", { count, n: formatNumber(locale, count) });

/** "Chinese to Russian". */
export const pairOf = (t: Translate, locale: Locale, { from, to }: { from: string; to: string }): string =>
  t("translation:pair", { from: languageName(locale, from), to: languageName(locale, to) });

export const pairName = ({ from, to }: Wanted): string => `${from}.${to}`;

/** The pair of languages that an address names; null if it names none. */
export function pairNamed(text: string | undefined): Wanted | null {
  const [from, to] = (text ?? "").split(".");
  return from && to ? { from, to } : null;
}

/** Whether the letter had been delivered before one of the two asked for a translation. */
export const isAskedLater = ({ askedBy }: Pick<Translation, "askedBy">): boolean => askedBy !== undefined;

/** When the letter itself was sent, even if its translation was asked for later; null if that was not noted. */
export const letterSentAtOf = (translation: Pick<Translation, "sentAt" | "askedBy" | "letterSentAt">): number | null =>
  isAskedLater(translation) ? translation.letterSentAt ?? null : translation.sentAt;

/** How long until the original goes out untranslated, or until a translation that was asked for later is given up. */
export function timeLeft(t: Translate, translation: Pick<Translation, "dueAt" | "askedBy">, nowMs: number): string {
  const { dueAt } = translation;
  const hours = Math.floor((dueAt - nowMs) / 3600_000);
  if (dueAt <= nowMs) return t(isAskedLater(translation) ? "translation:asked.over" : "translation:left.over");
  return hours === 0 ? t("translation:left.soon") : t("translation:left.hours", { count: hours });
}

/** First names, in letters that the translator can read; a translator learns nothing else about the two people. */
export interface Names {
  author: string;
  recipient: string;
}

type Pair = Pick<Translation, "manId" | "ladyId" | "author">;

export async function namesOf(store: Store, { manId, ladyId, author }: Pair, locale: Locale): Promise<Names> {
  const [his, hers] = (await usersByIds(store, [manId, ladyId])).map((user) =>
    user ? readableName(user.firstname, user.countryId, locale) : "…"
  ) as [string, string];
  return author === "man" ? { author: his, recipient: hers } : { author: hers, recipient: his };
}
