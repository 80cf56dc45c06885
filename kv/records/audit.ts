/**
 * The audit: walks every ledger and index and says what is broken, one sentence each; it repairs nothing.
 * It streams, and keeps only numbers in memory: of paid letters, of each pair of correspondents, of payments, of votes for
 * each lady, of people who have left, and of days.
 * On a store that is being written to, a change between two of its reads may look like a fault.
 */
import type { Store } from "../open.ts";
import { auditAccounts } from "./audit/accounts.ts";
import { auditAttachments } from "./audit/letters/attachments.ts";
import { auditBackgrounds } from "./audit/backgrounds.ts";
import { auditBlocks } from "./audit/blocks.ts";
import { auditChatMarks } from "./audit/chat_marks.ts";
import { auditChats } from "./audit/chats.ts";
import { auditDecisions } from "./audit/decisions.ts";
import { auditDeletions } from "./audit/deletions.ts";
import { auditDialogues } from "./audit/letters/dialogues.ts";
import { auditDisputeEvidence } from "./audit/money/dispute_evidence.ts";
import { auditFavourites } from "./audit/favourites.ts";
import { auditFigures } from "./audit/figures.ts";
import { auditIntroductions } from "./audit/letters/introductions.ts";
import { auditLedgers } from "./audit/money/ledgers.ts";
import { auditLetters } from "./audit/letters/letters.ts";
import { auditMoneyRefunds } from "./audit/money/money_refunds.ts";
import { auditOpenMatters } from "./audit/money/money_matters.ts";
import { auditOpenDisputes } from "./audit/money/open_disputes.ts";
import { auditPayments } from "./audit/money/payments.ts";
import { auditPhotos } from "./audit/photos.ts";
import { auditProfileTranslations } from "./audit/profile_translations.ts";
import { auditProfiles } from "./audit/profiles.ts";
import { auditPromos } from "./audit/money/promos.ts";
import { auditAuditLog } from "./audit/proof/audit_log.ts";
import type { Proofs } from "./audit/proof/proofs.ts";
import { auditPushSubscriptions } from "./audit/push_subscriptions.ts";
import { auditRates } from "./audit/money/rates.ts";
import { Reader } from "./audit/reader.ts";
import { auditRefundRequests } from "./audit/money/refund_requests.ts";
import { auditSafety } from "./audit/safety.ts";
import { auditSecondFactors } from "./audit/second_factors.ts";
import { auditSpendingLimits } from "./audit/money/spending.ts";
import { auditStories } from "./audit/stories.ts";
import { auditTalks } from "./audit/talks.ts";
import { auditTariffs } from "./audit/money/tariffs.ts";
import { auditTaxDocuments } from "./audit/money/tax_documents.ts";
import { auditTranslations } from "./audit/letters/translations.ts";
import { auditVerifications } from "./audit/verifications.ts";
import { auditVideos } from "./audit/videos.ts";
import { auditVotes } from "./audit/votes.ts";
import { auditWithdrawals } from "./audit/money/withdrawals.ts";

export interface AuditOptions extends Partial<Proofs> {
  /** How fast the clock of the store's servers runs. */
  clockRate?: number;
  /** Until when a server worked on the store, which may be at rest or a backup; by default until now. */
  servedUntil?: number;
}

/**
 * Returns every broken invariant as a sentence; an empty list means that all hold. Whatever vouches for entries and for
 * records of the audit log is judged by the secrets in `signs`, or else by the store's own.
 */
export async function audit(store: Store, options: AuditOptions = {}): Promise<string[]> {
  const broken: string[] = [];
  const report = (sentence: string) => void broken.push(sentence);
  const reader = new Reader(store, options);
  await reader.meetLeaving();
  const proofs: Proofs = { signs: [store.sign], mustBeOurs: "none", known: null, ...options };
  const since = await auditAuditLog(reader, proofs, report);
  const charged = await auditLedgers(reader, proofs, since, report);
  await auditLetters(reader, charged, report);
  await auditAttachments(reader, report);
  await auditDialogues(reader, report);
  await auditAccounts(reader, report);
  await auditProfiles(reader, report);
  await auditIntroductions(reader, report);
  await auditBlocks(reader, report);
  await auditFavourites(reader, report);
  await auditVotes(reader, report);
  await auditVideos(reader, report);
  await auditChats(reader, report);
  await auditChatMarks(reader, report);
  await auditTalks(reader, report);
  await auditSpendingLimits(reader, report);
  await auditTranslations(reader, report);
  await auditProfileTranslations(reader, report);
  await auditPushSubscriptions(reader, report);
  await auditPayments(reader, report);
  await auditTaxDocuments(reader, report);
  await auditMoneyRefunds(reader, report);
  await auditOpenDisputes(reader, report);
  await auditOpenMatters(reader, report);
  await auditDisputeEvidence(reader, report);
  await auditWithdrawals(reader, report);
  await auditRefundRequests(reader, report);
  await auditPromos(reader, report);
  await auditRates(reader, report);
  await auditTariffs(reader, report);
  await auditPhotos(reader, report);
  await auditStories(reader, report);
  await auditFigures(reader, report);
  await auditDeletions(reader, report);
  await auditVerifications(reader, report);
  await auditSafety(reader, report);
  await auditDecisions(reader, report);
  await auditBackgrounds(reader, report);
  await auditSecondFactors(reader, report);
  return broken;
}
