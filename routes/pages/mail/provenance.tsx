/** Who writes: under every letter stands whose hand it is; behind its dots when that was, and whose the translation is. */
import type { ComponentChildren } from "preact";
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import { gapOf } from "../../../i18n/locales.ts";
import type { Translate } from "../../../i18n/translate.ts";
import type { LetterText, LetterTranslation } from "../../../kv/letters/letter.ts";
import type { Partner } from "./partners.ts";
import type { ThreadLetter } from "./thread.ts";

const words = {
  byHand: "mail:sheet.translatedBy",
  revised: "mail:sheet.machineRevised",
  checked: "mail:sheet.machineChecked",
} as const;

/** Whose work a translation is, and what of it is a machine's. */
export const translatedBy = (t: Translate, { author: name, machine }: LetterTranslation): string =>
  t(words[machine ?? "byHand"], { name });

/** The line under a letter: whose hand it is, what lies in it, when it was read; what it cost stands only in a man's mailbox. */
export function useColophon(item: ThreadLetter, partner: Partner, isForMan: boolean): ComponentChildren {
  const { letter, isMine, enclosures } = item;
  const { t, locale } = usePage();
  const date = useDate();
  const { readAt, paidAt, deliveredAt, erasedAt, isIntroduction, openingPriceCredits } = letter;
  const by = isMine
    ? "writtenByYou"
    : partner.isCompanion
    ? "writtenByCompanion"
    : isForMan
    ? "writtenByHer"
    : "writtenByHim";
  return [
    // Whose account was deleted has no name any more.
    erasedAt === undefined && t(`mail:sheet.${by}`, { name: partner.name }),
    isIntroduction && t(isForMan ? "mail:sheet.introductionFree" : "mail:sheet.introduction"),
    enclosures.length > 0 && t("mail:sheet.enclosed", { count: enclosures.length }),
    isForMan && paidAt !== null &&
    t("mail:sheet.openedFor", { credits: t("common:credits", { count: openingPriceCredits }) }),
    isMine && deliveredAt !== null &&
    (readAt === null ? t("mail:sheet.notRead") : t("mail:sheet.readOn", { date: date(readAt) })),
  ].filter(Boolean).join(gapOf(locale));
}

/** The letter's moments to the minute, one a line, as a reader of this letter may know them. */
export function useMoments({ letter }: ThreadLetter, { translation }: LetterText, isForMan: boolean): string[] {
  const { t } = usePage();
  const date = useDate();
  if (letter.erasedAt !== undefined) return [];
  const moment = (atMs: number) => date(atMs, "moment");
  const told = [t("mail:sheet.sentAt", { date: moment(letter.sentAt) })];
  if (translation) {
    const atMs = translation.at ?? (letter.translationState === "done" ? letter.deliveredAt : null);
    const values = { by: translatedBy(t, translation), date: atMs === null ? "" : moment(atMs) };
    told.push(t(atMs === null ? "mail:sheet.translationBy" : "mail:sheet.translationOn", values));
  }
  if (isForMan && letter.paidAt !== null) told.push(t("mail:sheet.openedAt", { date: moment(letter.paidAt) }));
  return told;
}
