/** What a report without an account is about, in words for who reported: how the desk writes it is nobody else's. */
import type { Translate } from "../../i18n/translate.ts";

export function subjectTold(t: Translate, subject: string): string {
  const [, kind, id] = /^(user|letter):(\d+)$/.exec(subject) ?? [];
  if (kind === "user") return t("profile:number", { id });
  if (kind === "letter") return t("guestReports:letter", { id });
  return subject;
}
