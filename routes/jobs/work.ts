/** Which job is done where. */
import { endEarlierSessions, endNotes } from "../../kv/accounts/signing_in/session_ends.ts";
import { clearRemovedStaff } from "../../kv/accounts/staff.ts";
import { settlePayment } from "../../kv/credits/payments/payment_events.ts";
import { expirePayment } from "../../kv/credits/payments/purchases.ts";
import { askForProfile, askForProfilesAfter } from "../../kv/ladies/profile/profile_translations.ts";
import { keepLettersBack } from "../../kv/letters/kept_back.ts";
import { clearLetterPlaces } from "../../kv/letters/places.ts";
import { releaseUntranslated } from "../../kv/letters/translating/translation_ends.ts";
import { keepFigures } from "../../kv/records/figures.ts";
import { eraseMember } from "../../kv/records/own_data/erase.ts";
import { closeLedger } from "../../kv/records/own_data/erasing/money.ts";
import { doRetention } from "../../kv/records/retention.ts";
import { blockedBy } from "../../kv/safety/blocks.ts";
import { gatherFraud, refundFraud } from "../../kv/safety/fraud_cases.ts";
import type { Job } from "../../kv/store/jobs/work.ts";
import { endTalks, endTalksOfHidden, endTalksWithoutContact } from "../../kv/talks/endings.ts";
import { remindOfTalk } from "../../kv/talks/talks.ts";
import { stepVerification } from "../../kv/vetting/verification_steps.ts";
import { sendNewsletterPart } from "../../kv/writing/newsletters.ts";
import type { Config } from "../../services/config.ts";
import { clearLiveVideo } from "../files/live_videos.ts";
import { clearPhotoFiles } from "../files/photo_uploads.ts";
import { clearStoryPicture } from "../files/story_uploads.ts";
import { clearLooseUpload } from "../files/uploads.ts";
import type { Dependencies } from "../http/env.ts";
import { openChat } from "../live/chat_socket.ts";
import { sendContactMail } from "./mails/contact_mail.ts";
import { sendEvidence } from "./dispute_evidence.ts";
import { sendFarewell } from "./mails/farewell_mail.ts";
import { sendGuestReportMail } from "./mails/guest_report_mails.ts";
import { sendLetterMail, sendTranslationMail } from "./mails/letter_mail.ts";
import { sendInvitationMail } from "./mails/invitation_mail.ts";
import { sendInvitationNote, spreadInvitation } from "./invitation_push.ts";
import { translateProfile } from "./machine_profiles.ts";
import { sendMailJob } from "./mails/mail_jobs.tsx";
import { sendNewsletterMail } from "./mails/newsletter_mail.ts";
import { capturePayment, endCheckout, refundMoney } from "./payment_jobs.ts";
import { sendPush, spreadPush } from "./push_jobs.ts";
import { sendSafetyMail } from "./mails/safety_mails.ts";
import { sendSearchMail, sendSearchNote, tellOfNewLadies } from "./mails/search_alerts.ts";
import { sendWithdrawalMail } from "./mails/withdrawal_mails.ts";
import { sendTalkMail, sendTalkPush } from "./talk_news.ts";

/** The kinds of work for a device. */
const pushes = [
  "letter_push",
  "push",
  "search_note",
  "talk_push",
  "invitation_push",
  "invitation_note",
  "invitation_over",
  "end_notes",
] as const;

/** The kinds of jobs for which the configuration names no service: none of them are written. */
export const kindsWithoutService = ({ vapid, translation }: Pick<Config, "vapid" | "translation">): Job["kind"][] => [
  ...vapid ? [] : pushes,
  ...translation.provider ? [] : ["machine_profile"] as const,
];

/** Does a leased job. Throws when it must be tried again. */
export async function doWork(deps: Dependencies, job: Job): Promise<void> {
  switch (job.kind) {
    case "confirmation_mail":
    case "already_registered_mail":
    case "password_reset_mail":
    case "sign_in_link_mail":
    case "password_changed_mail":
    case "email_change_mail":
    case "email_change_notice_mail":
    case "approval_mail":
    case "verification_mail":
    case "agency_draft_mail":
      return await sendMailJob(deps, job);
    case "suspension_mail":
    case "notice_mail":
    case "fraud_mail":
      return await sendSafetyMail(deps, job);
    case "keep_letters_back":
      if (job.otherId !== null) await tellOfBlock(deps, job.userId, job.otherId, true);
      await endTalks(deps.store, job.userId, job.otherId);
      return await keepLettersBack(deps.store, job.userId, job.otherId);
    case "block_over":
      return await tellOfBlock(deps, job.userId, job.otherId, false);
    case "end_contact":
      await endTalksWithoutContact(deps.store, job.manId);
      return await (await openChat(deps)).partWithoutContact(job.manId);
    case "fraud_gather":
      await endTalksOfHidden(deps.store, job.ladyId);
      return await gatherFraud(deps.store, job);
    case "fraud_refund":
      return await refundFraud(deps.store, job);
    case "withdrawal_link_mail":
    case "withdrawal_mail":
      return await sendWithdrawalMail(deps, job);
    case "guest_report_mail":
    case "guest_appeal_mail":
      return await sendGuestReportMail(deps, job);
    case "newsletter_part":
      return await sendNewsletterPart(deps.store, job.newsletterId, job.afterId);
    case "newsletter_mail":
      return await sendNewsletterMail(deps, job);
    case "contact_mail":
      return await sendContactMail(deps, job);
    case "translation_mail":
      return await sendTranslationMail(deps, job);
    case "letter_mail":
      return await sendLetterMail(deps, job);
    case "loose_attachment":
      return await clearLooseUpload(deps, job.attachmentId);
    case "photo_files":
      return await clearPhotoFiles(deps, job);
    case "story_picture":
      return await clearStoryPicture(deps, job.token);
    case "keep_figures":
      await keepFigures(deps.store);
      // For what no commit asked for: profiles of an earlier build, a language that an account has changed.
      return await askForProfilesAfter(deps.store, 0);
    case "profile_sweep":
      return await askForProfilesAfter(deps.store, job.afterId);
    case "retention":
      return await doRetention(deps.store, job);
    case "verification_step":
      await stepVerification(deps.store, job.ladyId);
      return await endTalksOfHidden(deps.store, job.ladyId);
    case "live_video":
      return await clearLiveVideo(deps, job);
    case "end_notes":
      return await endNotes(deps.store, job);
    case "end_sessions":
      return await endEarlierSessions(deps.store, job);
    case "clear_staff":
      return await clearRemovedStaff(deps.store, job.userId);
    case "erase_member":
      return await eraseMember(deps.store, job.userId, (name) => deps.storage.delete(name));
    case "farewell_mail":
      return await sendFarewell(deps, job);
    case "expire_payment":
      return await expirePayment(deps.store, job.paymentId);
    case "settle_payment":
      return await settlePayment(deps.store, job.paymentId);
    case "end_checkout":
      return await endCheckout(deps, job);
    case "close_ledger":
      return await closeLedger(deps.store, job.manId);
    case "capture_payment":
      return await capturePayment(deps, job);
    case "refund_money":
      return await refundMoney(deps, job);
    case "send_evidence":
      return await sendEvidence(deps, job);
    case "release_untranslated":
      return void await releaseUntranslated(deps.store, job.letterId);
    case "clear_letter_places":
      return await clearLetterPlaces(deps.store, job.userId, job.mark);
    case "profile_translations":
      return await askForProfile(deps.store, job.ladyId);
    case "machine_profile":
      return await translateProfile(deps, job);
    case "talk_reminder":
      return await remindOfTalk(deps.store, job);
    case "talk_mail":
      return await sendTalkMail(deps, job);
    case "talk_push":
      return await sendTalkPush(deps, job);
    case "letter_push":
      return await spreadPush(deps, job);
    case "search_alerts":
      return await tellOfNewLadies(deps, job);
    case "search_mail":
      return await sendSearchMail(deps, job);
    case "search_note":
      return await sendSearchNote(deps, job);
    case "push":
      return await sendPush(deps, job);
    case "invitation_push":
    case "invitation_over":
      return await spreadInvitation(deps, job);
    case "invitation_mail":
      return await sendInvitationMail(deps, job);
    case "invitation_note":
      return await sendInvitationNote(deps, job);
  }
}

/**
 * Tells the chat of a block, or that it was taken back, should the process where that happened not have got to it. What no
 * longer holds is told by a later job.
 */
async function tellOfBlock(deps: Dependencies, userId: number, otherId: number, isBlocked: boolean): Promise<void> {
  if ((await blockedBy(deps.store, userId)).has(otherId) !== isBlocked) return;
  await (await openChat(deps)).blockChanged(userId, otherId, isBlocked);
}
