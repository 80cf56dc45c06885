/** Where the agency's pages lie, and what they say of a lady in a word. */
import type { Translate } from "../../../components/page_context.ts";
import type { LadyRecord } from "../../../kv/ladies/record.ts";
import { missingOf, type Verification } from "../../../kv/vetting/verifications.ts";

export const homePath = "/agency";
export const ladiesPath = "/agency/ladies";
export const newLadyPath = "/agency/ladies/new";
export const statementPath = "/agency/statement";
export const ladyPath = (ladyId: number): string => `${ladiesPath}/${ladyId}`;

/** What keeps her from being shown, as a list in words; empty where nothing is missing. */
export function missingWords(t: Translate, record: LadyRecord, verification: Verification | null): string {
  if (record.isPublished || !verification) return "";
  return missingOf(verification).map((each) => t(`verification:lack.${each}`)).join(t("search:comma"));
}
