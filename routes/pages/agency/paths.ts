/** The paths of the agency's pages, and the words for what a lady lacks. */
import type { Translate } from "../../../components/page_context.ts";
import type { LadyRecord } from "../../../kv/ladies/record.ts";
import { missingOf, type Verification } from "../../../kv/vetting/verifications.ts";

export const homePath = "/agency";
export const ladiesPath = "/agency/ladies";
export const newLadyPath = "/agency/ladies/new";
export const statementPath = "/agency/statement";
export const ladyPath = (ladyId: number): string => `${ladiesPath}/${ladyId}`;

/** What her verification lacks before she can be shown, as a list in words; empty if nothing is missing. */
export function missingWords(t: Translate, record: LadyRecord, verification: Verification | null): string {
  if (record.isPublished || !verification) return "";
  return missingOf(verification).map((each) => t(`verification:lack.${each}`)).join(t("search:comma"));
}
