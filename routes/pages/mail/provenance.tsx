/** Where a letter comes from: who wrote it, below every letter; when, and who translated it, behind its dots. */
import type { ComponentChildren } from "preact";
import { usePage } from "../../../components/page_context.ts";
import { useDate } from "../../../components/page_dates.ts";
import { paragraphOf } from "../../../i18n/locales.ts";
import type { Translate } from "../../../i18n/translate.ts";
import { authorIdOf, type LetterText, type LetterTranslation, readAtFor } from "../../../kv/letters/letter.ts";
import type { Partner } from "./partners.ts";
import type { ThreadLetter } from "./thread.ts";

const words = {
  byHand: "mail:sheet.translatedBy",
  revised: "mail:sheet.machineRevised",
  checked: "mail:sheet.machineChecked",
} as const;

/** Who made a translation, and what a machine did of it. */
export const translatedBy = (t: Translate, { author: name, machine }: LetterTranslation): string =>
  t(words[machine ?? "byHand"], { name });

/** The line below a letter: who wrote it, what is enclosed, when it was read and, in a man's mailbox, what it cost. */
export function useColophon(item: ThreadLetter, partner: Partner, isForMan: boolean): ComponentChildren {
  const { letter, isMine, enclosures } = item;
  const { t, locale } = usePage();
  const date = useDate();
  const { paidAt, deliveredAt, erasedAt, isIntroduction, openingPriceCredits } = letter;
  const by = isMine
    ? "writtenByYou"
    : partner.isCompanion
    ? "writtenByCompanion"
    : isForMan
    ? "writtenByHer"
    : "writtenByHim";
  const readAt = readAtFor(letter, authorIdOf(letter));
  return paragraphOf(locale, [
    // A person whose account was deleted has no name any more.
    erasedAt === undefined && t(`mail:sheet.${by}`, { name: partner.name }),
    isIntroduction && t(isForMan ? "mail:sheet.introductionFree" : "mail:sheet.introduction"),
    enclosures.length > 0 && t("mail:sheet.enclosed", { count: enclosures.length }),
    isForMan && paidAt !== null &&
    t("mail:sheet.openedFor", { credits: t("common:credits", { count: openingPriceCredits }) }),
    isMine && deliveredAt !== null &&
    (readAt === null ? t("mail:sheet.notRead") : t("mail:sheet.readOn", { date: date(readAt) })),
  ]);
}

/** When a letter was sent, translated and opened, to the minute, one per line, as far as its reader may know. */
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
