/** Who writes: on every letter stands whose hand it is, whose the translation is, what a machine did, and when. */
import { usePage } from "../../../components/page_context.ts";
import { formatDate } from "../../../i18n/format.ts";
import type { Translate } from "../../../i18n/translate.ts";
import type { LetterText, LetterTranslation } from "../../../kv/letters/letter.ts";
import type { Partner } from "./partners.ts";
import type { ThreadLetter } from "./thread.ts";
import { gapOf } from "../../../i18n/locales.ts";

const words = {
  byHand: "mail:sheet.translatedBy",
  revised: "mail:sheet.machineRevised",
  checked: "mail:sheet.machineChecked",
} as const;

/** Whose work a translation is, and what of it is a machine's. */
export const translatedBy = (t: Translate, { author: name, machine }: LetterTranslation): string =>
  t(words[machine ?? "byHand"], { name });

interface ProvenanceProps {
  item: ThreadLetter;
  text: LetterText;
  partner: Partner;
  /** Whether a man reads, who writes with ladies. */
  isForMan: boolean;
}

export function Provenance({ item: { letter, isMine }, text: { translation }, partner, isForMan }: ProvenanceProps) {
  const { t, locale } = usePage();
  // Whose account was deleted has no name any more.
  if (letter.erasedAt !== undefined) return null;
  const moment = (atMs: number) => formatDate(locale, atMs, "moment");
  const by = isMine ? "writtenByYou" : isForMan ? "writtenByHer" : "writtenByHim";
  const written = t(`mail:sheet.${by}`, { name: partner.name, date: moment(letter.sentAt) });
  return (
    <p class="letter__provenance faint">
      {written}
      {translation && gapOf(locale)}
      {translation && translationLine()}
    </p>
  );

  function translationLine(): string {
    const atMs = translation!.at ?? (letter.translationState === "done" ? letter.deliveredAt : null);
    const values = { by: translatedBy(t, translation!), date: atMs === null ? "" : moment(atMs) };
    return t(atMs === null ? "mail:sheet.translationBy" : "mail:sheet.translationOn", values);
  }
}
