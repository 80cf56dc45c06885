/** What a report without an account is about, in words for the reporter: how the desk writes it is for staff only. */
import type { Translate } from "../../i18n/translate.ts";

export function subjectTold(t: Translate, subject: string): string {
  const [, kind, id] = /^(user|letter):(\d+)$/.exec(subject) ?? [];
  if (kind === "user") return t("profile:number", { id });
  if (kind === "letter") return t("guestReports:letter", { id });
  return subject;
}
